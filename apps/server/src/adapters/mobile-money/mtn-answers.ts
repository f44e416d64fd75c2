import { normalisePhone } from '@mupiira/domain/phone/phone.ts'
import type { OrderKind, SendAnswer, StatusAnswer } from '../../modules/payments/ports.ts'
import { amountOf, type Fields, fieldsOf, messageOf, partOf, type RawReply, wordOf } from './reply-fields.ts'

type WithoutExchange<T> = T extends unknown ? Omit<T, 'exchange'> : never
export type SendReading = WithoutExchange<SendAnswer>
export type StatusReading = WithoutExchange<StatusAnswer>

/** These refuse with HTTP 500, for good: they are about what was asked for, or about how we are set up. */
const REFUSING = new Set([
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
/** Not the player's doing: he reads that the service is away. */
const OURS = new Set([
  'INVALID_CURRENCY',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'NOT_ENOUGH_FUNDS',
])

/**
 * What the reply to an order means. 202 takes it; 409 says that it was taken before. Other 500s and 503 leave it open
 * (the order is asked for by its id), and so does everything that is not MTN's own form, such as HTML of somebody between.
 */
export function readMtnSend({ httpStatus, text }: RawReply, id: string): SendReading {
  if (httpStatus === 202 || httpStatus === 409) return { kind: 'accepted', internalReference: id, told: null }
  const fields = fieldsOf(text)
  // 400 comes without a body.
  if (fields === null && !(httpStatus === 400 && text.trim() === '')) return { kind: 'unclear' }
  const code = codeOf(fields ?? {})
  if (httpStatus === 500) return code !== null && REFUSING.has(code) ? refused(fields ?? {}, code) : { kind: 'unclear' }
  const isRefusal = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408
  if (!isRefusal) return { kind: 'unclear' }
  const isAccess = httpStatus === 401 || httpStatus === 403 || httpStatus === 429
  return isAccess ? { kind: 'refused', message: null, unavailable: true } : refused(fields ?? {}, code)
}

const refused = (fields: Fields, code: string | null): SendReading => ({
  kind: 'refused',
  message: messageOf(fields) ?? code,
  unavailable: code !== null && OURS.has(code),
})

const codeOf = (fields: Fields): string | null => wordOf(fields['code'])

/** What the reply to the question for an order means. A failed order answers HTTP 200 as well. */
export function readMtnStatus({ httpStatus, text }: RawReply, id: string, kind: OrderKind): StatusReading {
  const fields = fieldsOf(text)
  if (fields === null) return { kind: 'unclear' }
  if (httpStatus === 404 && codeOf(fields) === 'RESOURCE_NOT_FOUND') return { kind: 'absent' }
  const status = wordOf(fields['status'])
  if (httpStatus !== 200 || status === null) return { kind: 'unclear' }
  if (status !== 'SUCCESSFUL' && status !== 'FAILED') return { kind: 'pending', told: status.slice(0, 60) }
  const party = partOf(fields, kind === 'collection' ? 'payer' : 'payee')
  const reference = wordOf(fields['externalId'])
  const phone = wordOf(party['partyId'])
  const currency = wordOf(fields['currency'])
  const amount = amountOf(fields['amount'])
  if (reference === null || phone === null || currency === null || amount === null) return { kind: 'unclear' }
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
      message: reasonOf(fields['reason']),
      charge: null,
    },
  }
}

/** A bare text since January 2024, an object in older bodies. */
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
