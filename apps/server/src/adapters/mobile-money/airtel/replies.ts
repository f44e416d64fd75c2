import type { FailureCause } from '@mupiira/domain/payments/payment-states.ts'
import type { OrderKind, OrderReport } from '../../../modules/payments/ports.ts'
import type { ParsedQueryReply, ParsedSendReply } from '../http/provider-call.ts'
import {
  amountOf,
  type Fields,
  fieldsOf,
  messageOf,
  partOf,
  type RawReply,
  booleanOf,
  shortTextOf,
} from '../http/reply-fields.ts'

/** Response codes are DP008000010xx for collections and DP009000010xx for payouts. The lists below contain only xx. */
const PREFIX: { readonly [kind in OrderKind]: string } = { collection: 'DP008000010', payout: 'DP009000010' }

/** Documented refusals: Airtel rejected the order. After any other code the order must be queried. */
const REFUSED: { readonly [kind in OrderKind]: ReadonlySet<string> } = {
  // Wrong PIN, over limit, invalid amount, no PIN, low balance, refused, payee not permitted, signature
  collection: new Set(['02', '03', '04', '05', '07', '08', '10', '26']),
  // Daily limit, invalid amount, failed, low funds, invalid recipient, invalid payer, invalid number, refused,
  // signature
  payout: new Set(['03', '04', '05', '07', '09', '10', '12', '13', '16']),
}
const ALREADY_SEEN: ReadonlySet<string> = new Set(['11', '17'])
const NOT_FOUND: { readonly [kind in OrderKind]: string } = { collection: '25', payout: '15' }
const SUCCESS = '01'
/** Codes that keep a transaction open although its status says failed: ambiguous, in process, timed out. */
const OPEN: { readonly [kind in OrderKind]: ReadonlySet<string> } = {
  collection: new Set(['00', '01', '06', '24']),
  payout: new Set(['00', '01', '06', '11', '14', '17']),
}

/** Errors in our request (field validation, headers, PIN). Airtel did not accept an order. */
const REQUEST_ERRORS = /^(ROUTER\d+|ESB000008)$/

/** Why a customer did not pay, by the documented codes of collections: wrong PIN, no PIN, low balance, refused. */
const CAUSES: { readonly [code: string]: FailureCause } = {
  '02': 'declined',
  '05': 'unanswered',
  '07': 'insufficient-funds',
  '08': 'declined',
}

/** Reads the reply to an order. Refusals have HTTP 200 with `status.success` false. */
export function readAirtelSend({ httpStatus, text }: RawReply, kind: OrderKind, id: string): ParsedSendReply {
  const fields = fieldsOf(text)
  if (fields === null) return { kind: 'unclear' }
  if (httpStatus === 401 || httpStatus === 403) return { kind: 'refused', message: null, unavailable: true }
  const isRefusal = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 409
  if (httpStatus !== 200 && !isRefusal) return { kind: 'unclear' }
  const status = partOf(fields, 'status')
  const { code, foreign } = codeOf(status, kind)
  const message = messageOf(status) ?? messageOf(fields, ['error_description', 'error'])
  if (foreign !== null && REQUEST_ERRORS.test(foreign)) return { kind: 'refused', message, unavailable: true }
  if (kind === 'payout' && code !== null && ALREADY_SEEN.has(code)) return accepted(id, fields)
  const success = booleanOf(status['success'])
  if (success === true && httpStatus === 200) return code === '00' ? { kind: 'unclear' } : accepted(id, fields)
  if (httpStatus === 200 && success !== false) return { kind: 'unclear' }
  const isKnown = code !== null && REFUSED[kind].has(code)
  // Airtel refuses an order without a code only before it creates a transaction.
  if (isKnown || (code === null && foreign === null)) return { kind: 'refused', message, unavailable: false }
  return { kind: 'unclear' }
}

const accepted = (id: string, fields: Fields): ParsedSendReply => ({
  kind: 'accepted',
  internalReference: id,
  providerStatus: shortTextOf(partOf(partOf(fields, 'data'), 'transaction')['status']),
})

/** `code`: the last two digits of a code of this kind; `foreign`: any other code. */
function codeOf(status: Fields, kind: OrderKind): { readonly code: string | null; readonly foreign: string | null } {
  const code = shortTextOf(status['response_code'])
  if (code === null) return { code: null, foreign: null }
  return code.startsWith(PREFIX[kind]) ? { code: code.slice(-2), foreign: null } : { code: null, foreign: code }
}

/**
 * Reads the reply to a query. The reply contains neither amount nor phone number, so its id must be ours. Status and
 * code must agree. An ambiguous transaction stays open.
 */
export function readAirtelStatus({ httpStatus, text }: RawReply, kind: OrderKind, id: string): ParsedQueryReply {
  const fields = fieldsOf(text)
  if (fields === null || httpStatus !== 200) return { kind: 'unclear' }
  const status = partOf(fields, 'status')
  const { code, foreign } = codeOf(status, kind)
  if (code === NOT_FOUND[kind]) return { kind: 'absent' }
  const transaction = partOf(partOf(fields, 'data'), 'transaction')
  const word = shortTextOf(transaction['status'])
  if (word === null || shortTextOf(transaction['id']) !== id) return { kind: 'unclear' }
  const end = endOf(word, { code, isForeign: foreign !== null, success: booleanOf(status['success']) }, kind)
  if (end === null) return { kind: 'pending', providerStatus: word.slice(0, 60) }
  const failureCause = kind === 'collection' && end === 'failed' ? causeOf(word, code) : undefined
  const report: OrderReport = {
    status: end,
    reference: id,
    internalReference: id,
    kind,
    phoneNumber: null,
    amount: null,
    currency: null,
    message: messageOf(transaction) ?? messageOf(status),
    ...(failureCause === undefined ? {} : { failureCause }),
    charge: null,
  }
  return { kind: 'final', report }
}

const causeOf = (word: string, code: string | null): FailureCause | undefined =>
  word === 'TE' ? 'unanswered' : CAUSES[code ?? '']

function endOf(
  word: string,
  reported: { readonly code: string | null; readonly isForeign: boolean; readonly success: boolean | null },
  kind: OrderKind,
): 'success' | 'failed' | null {
  if (reported.isForeign) return null
  if (word === 'TS') return reported.success !== false && (reported.code ?? SUCCESS) === SUCCESS ? 'success' : null
  // Only a collection can expire (TE), because only a collection shows a prompt on the phone.
  const isFailure = word === 'TF' || (word === 'TE' && kind === 'collection')
  return isFailure && (reported.code === null || !OPEN[kind].has(reported.code)) ? 'failed' : null
}

export function readAirtelBalance({ httpStatus, text }: RawReply): ReturnType<typeof amountOf> {
  const fields = fieldsOf(text)
  if (httpStatus !== 200 || fields === null || booleanOf(partOf(fields, 'status')['success']) !== true) return null
  const balance = partOf(fields, 'data')
  return balance['currency'] === 'UGX' ? amountOf(balance['balance']) : null
}
