import { normalisePhone } from '@mupiira/domain/phone/phone.ts'
import type { FailureCause } from '@mupiira/domain/payments/payment-states.ts'
import type { OrderKind } from '../../../modules/payments/ports.ts'
import type { ParsedQueryReply, ParsedSendReply } from '../http/provider-call.ts'
import { amountOf, type Fields, fieldsOf, messageOf, partOf, type RawReply, shortTextOf } from '../http/reply-fields.ts'

/** Codes of final refusals, even with HTTP 500. The cause is the order or our configuration. */
const FINAL_REFUSALS = new Set([
  'INVALID_CURRENCY',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'NOT_ALLOWED',
  'NOT_ENOUGH_FUNDS',
  'PAYER_NOT_FOUND',
  'PAYEE_NOT_FOUND',
  'PAYER_LIMIT_REACHED',
  'PAYEE_LIMIT_REACHED',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  'SENDER_ACCOUNT_NOT_ACTIVE',
  'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED',
  'VALIDATION_ERROR',
])
/** Errors caused by us. The player sees that the service is unavailable. */
const OUR_ERRORS = new Set([
  'INVALID_CURRENCY',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'NOT_ENOUGH_FUNDS',
])

/**
 * Why a customer did not pay, by MTN's documented reason codes. LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED has
 * three meanings, so it is not here.
 */
const CAUSES: { readonly [code: string]: FailureCause } = {
  APPROVAL_REJECTED: 'declined',
  NOT_ENOUGH_FUNDS: 'insufficient-funds',
  EXPIRED: 'unanswered',
  COULD_NOT_PERFORM_TRANSACTION: 'unanswered',
}

/**
 * Reads the reply to an order. 202 accepts the order; 409 means that it was accepted before. After other 500s,
 * 503 and replies that are not MTN's own, such as a gateway's HTML, the order must be queried.
 */
export function readMtnSend({ httpStatus, text }: RawReply, id: string): ParsedSendReply {
  if (httpStatus === 202 || httpStatus === 409) return { kind: 'accepted', internalReference: id, providerStatus: null }
  const fields = fieldsOf(text)
  // Replies with HTTP 400 have no body.
  if (fields === null && !(httpStatus === 400 && text.trim() === '')) return { kind: 'unclear' }
  const code = codeOf(fields ?? {})
  if (httpStatus === 500)
    return code !== null && FINAL_REFUSALS.has(code) ? refused(fields ?? {}, code) : { kind: 'unclear' }
  const isRefusal = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408
  if (!isRefusal) return { kind: 'unclear' }
  const isAccess = httpStatus === 401 || httpStatus === 403 || httpStatus === 429
  return isAccess ? { kind: 'refused', message: null, unavailable: true } : refused(fields ?? {}, code)
}

const refused = (fields: Fields, code: string | null): ParsedSendReply => ({
  kind: 'refused',
  message: messageOf(fields) ?? code,
  unavailable: code !== null && OUR_ERRORS.has(code),
})

const codeOf = (fields: Fields): string | null => shortTextOf(fields['code'])

/** Reads the reply to a query. A failed order also has HTTP 200. */
export function readMtnStatus({ httpStatus, text }: RawReply, id: string, kind: OrderKind): ParsedQueryReply {
  const fields = fieldsOf(text)
  if (fields === null) return { kind: 'unclear' }
  if (httpStatus === 404 && codeOf(fields) === 'RESOURCE_NOT_FOUND') return { kind: 'absent' }
  const status = shortTextOf(fields['status'])
  if (httpStatus !== 200 || status === null) return { kind: 'unclear' }
  if (status !== 'SUCCESSFUL' && status !== 'FAILED') return { kind: 'pending', providerStatus: status.slice(0, 60) }
  const party = partOf(fields, kind === 'collection' ? 'payer' : 'payee')
  const reference = shortTextOf(fields['externalId'])
  const phone = shortTextOf(party['partyId'])
  const currency = shortTextOf(fields['currency'])
  const amount = amountOf(fields['amount'])
  if (reference === null || phone === null || currency === null || amount === null) return { kind: 'unclear' }
  const reason = reasonOf(fields['reason'])
  const failureCause = kind === 'collection' ? CAUSES[reason ?? ''] : undefined
  return {
    kind: 'final',
    report: {
      status: status === 'SUCCESSFUL' ? 'success' : 'failed',
      reference,
      internalReference: id,
      kind,
      phoneNumber: normalisePhone(phone),
      amount,
      currency,
      message: reason,
      ...(failureCause === undefined ? {} : { failureCause }),
      charge: null,
    },
  }
}

/** The reason is a text since January 2024, and an object in older replies. */
function reasonOf(reason: unknown): string | null {
  if (typeof reason === 'string') return messageOf({ message: reason })
  const fields = partOf({ reason }, 'reason')
  return messageOf(fields, ['code', 'message'])
}

/** An account's balance in UGX. */
export function readMtnBalance({ httpStatus, text }: RawReply): ReturnType<typeof amountOf> {
  const fields = fieldsOf(text)
  return httpStatus === 200 && fields?.['currency'] === 'UGX' ? amountOf(fields['availableBalance']) : null
}
