import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { normalisePhone } from '@mupiira/domain/phone/phone.ts'
import type { ListedOrder, OrderKind, OrderReport, OrderStatus } from '../../../modules/payments/ports.ts'
import type { ParsedSendReply } from '../http/provider-call.ts'
import {
  amountOf,
  type Fields,
  fieldsOf,
  isFields,
  messageOf,
  type RawReply,
  booleanOf,
  shortTextOf,
} from '../http/reply-fields.ts'

const UNAVAILABLE = /service temporarily unavailable|payment service unavailable/i
/** The provider already has an order with our reference, so this error does not mean that it refused the order. */
const DUPLICATE_REFERENCE = /reference.*(taken|exists|used|duplicate)|duplicate.*reference/i

/**
 * Reads the reply to an order (DEP-15). Only the provider's JSON with `success: false` is a refusal. After a server
 * error the order may exist, except for the documented maintenance messages (WDR-28).
 */
export function readSendReply({ httpStatus, text }: RawReply): ParsedSendReply {
  const fields = fieldsOf(text)
  if (fields === null) return { kind: 'unclear' }
  const message = messageOf(fields)
  const success = booleanOf(fields['success'])
  if (httpStatus === 200 && success === true) {
    return {
      kind: 'accepted',
      internalReference: shortTextOf(fields['internal_reference']),
      providerStatus: shortTextOf(fields['status']),
    }
  }
  if (success !== false) return { kind: 'unclear' }
  const unavailable = UNAVAILABLE.test(message ?? '')
  if (unavailable) return { kind: 'refused', message, unavailable }
  const isRefusal = httpStatus === 200 || (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408)
  if (!isRefusal || httpStatus === 409 || DUPLICATE_REFERENCE.test(message ?? '')) return { kind: 'unclear' }
  return { kind: 'refused', message, unavailable }
}

/** Reads the reply to a status query (DEP-14). */
export function readStatusReply({ httpStatus, text }: RawReply): OrderStatus {
  const fields = fieldsOf(text)
  if (httpStatus !== 200 || fields === null || booleanOf(fields['success']) !== true) return { kind: 'unclear' }
  return readOrder(fields)
}

/** The rows of the provider's list; null when the list is unreadable. */
function rowsOf({ httpStatus, text }: RawReply): readonly Fields[] | null {
  const fields = fieldsOf(text)
  const rows = fields?.['transactions']
  if (httpStatus !== 200 || fields === null || booleanOf(fields['success']) !== true || !Array.isArray(rows))
    return null
  return (rows as unknown[]).filter(isFields)
}

/** The vendor's list has at most 1,000 rows of the last 30 days. */
const MAX_LISTED = 1_000
const LISTED_MS = 30 * 86_400_000

/** Finds one of our orders in the list, with its row. A full list may omit the order. */
export function findInList(
  reply: RawReply,
  reference: string,
): { readonly status: OrderStatus | { readonly kind: 'absent' }; readonly row: string | null } {
  const rows = rowsOf(reply)
  if (rows === null) return { status: { kind: 'unclear' }, row: null }
  const found = rows.filter((row) => shortTextOf(row['customer_reference']) === reference)
  const [row] = found
  if (row === undefined) return { status: { kind: rows.length < MAX_LISTED ? 'absent' : 'unclear' }, row: null }
  // Two rows with one reference contradict the provider's documentation, so neither is trusted.
  return { status: found.length > 1 ? { kind: 'unclear' } : readOrder(row), row: JSON.stringify(row) }
}

/** The orders created from `from` until before `to`; null when the list is unreadable. */
export function readList(
  reply: RawReply,
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): { readonly orders: readonly ListedOrder[]; readonly isComplete: boolean } | null {
  const rows = rowsOf(reply)
  if (rows === null) return null
  const listed = rows.flatMap((row) => {
    const reference = shortTextOf(row['customer_reference'])
    return reference === null ? [] : [listedOrder(reference, row)]
  })
  const times = listed.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt.getTime()]))
  const isTruncated = rows.length >= MAX_LISTED && Math.min(...times) >= from.getTime()
  return {
    // A row without a time may belong to the day, so it is included.
    orders: listed.filter(({ createdAt }) => createdAt === null || (createdAt >= from && createdAt < to)),
    isComplete: !isTruncated && from.getTime() >= now.getTime() - LISTED_MS,
  }
}

function listedOrder(reference: string, row: Fields): ListedOrder {
  const phone = shortTextOf(row['msisdn'])
  const createdAt = new Date(shortTextOf(row['created_at']) ?? '')
  const status = row['status']
  return {
    reference,
    kind: kindOf(row['transaction_type']),
    status: status === 'success' || status === 'failed' ? status : 'pending',
    phoneNumber: phone === null ? null : normalisePhone(phone),
    amount: amountOf(row['amount']),
    currency: shortTextOf(row['currency']),
    createdAt: Number.isNaN(createdAt.getTime()) ? null : createdAt,
  }
}

/** Our balance at the provider. The reply does not name a currency. */
export function readBalance({ httpStatus, text }: RawReply): Ugx | null {
  const fields = fieldsOf(text)
  if (httpStatus !== 200 || fields === null || booleanOf(fields['success']) !== true) return null
  return amountOf(fields['balance'])
}

/** A final status needs `status` and `request_status` to agree and every field for the comparison to be present. */
function readOrder(fields: Fields): OrderStatus {
  const words = [fields['status'], fields['request_status']].filter((word) => word !== undefined && word !== null)
  const [status] = words
  if (status === undefined) return { kind: 'unclear' }
  if ((status !== 'success' && status !== 'failed') || words.some((word) => word !== status)) {
    return { kind: 'pending', providerStatus: words.map(String).join('/').slice(0, 60) }
  }
  const reference = shortTextOf(fields['customer_reference'])
  const phone = shortTextOf(fields['msisdn'])
  const currency = shortTextOf(fields['currency'])
  const amount = amountOf(fields['amount'])
  if (reference === null || phone === null || currency === null || amount === null) return { kind: 'unclear' }
  const report: OrderReport = {
    status,
    reference,
    internalReference: shortTextOf(fields['internal_reference']),
    kind: kindOf(fields['transaction_type']),
    phoneNumber: normalisePhone(phone),
    amount,
    currency,
    message: messageOf(fields),
    charge: amountOf(fields['charge']),
  }
  return { kind: 'final', report }
}

function kindOf(value: unknown): OrderKind | null {
  return value === 'collection' || value === 'payout' ? value : null
}
