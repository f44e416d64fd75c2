import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { normalisePhone } from '@mupiira/domain/phone/phone.ts'
import type { ListedOrder, OrderKind, OrderReport, Reported } from '../../modules/payments/ports.ts'
import { amountOf, type Fields, fieldsOf, isFields, messageOf, type RawReply, truthOf, wordOf } from './reply-fields.ts'

export type SendReading =
  | { readonly kind: 'accepted'; readonly internalReference: string | null; readonly told: string | null }
  | { readonly kind: 'refused'; readonly message: string | null; readonly unavailable: boolean }
  | { readonly kind: 'unclear' }

const UNAVAILABLE = /service temporarily unavailable|payment service unavailable/i
/** Our reference is known there already: the order exists, which is the contrary of a refusal. */
const TAKEN_BEFORE = /reference.*(taken|exists|used|duplicate)|duplicate.*reference/i

/**
 * What a reply to an order means (DEP-15). Only the provider's own words refuse: JSON with `success: false`. A server
 * error leaves open whether the order was taken, except for the documented words of maintenance (WDR-28).
 */
export function readSendReply({ httpStatus, text }: RawReply): SendReading {
  const fields = fieldsOf(text)
  if (fields === null) return { kind: 'unclear' }
  const message = messageOf(fields)
  const success = truthOf(fields['success'])
  if (httpStatus === 200 && success === true) {
    return { kind: 'accepted', internalReference: wordOf(fields['internal_reference']), told: wordOf(fields['status']) }
  }
  if (success !== false) return { kind: 'unclear' }
  const unavailable = UNAVAILABLE.test(message ?? '')
  if (unavailable) return { kind: 'refused', message, unavailable }
  const isRefusal = httpStatus === 200 || (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408)
  if (!isRefusal || httpStatus === 409 || TAKEN_BEFORE.test(message ?? '')) return { kind: 'unclear' }
  return { kind: 'refused', message, unavailable }
}

/** What a reply to the question for an order's status means (DEP-14). */
export function readStatusReply({ httpStatus, text }: RawReply): Reported {
  const fields = fieldsOf(text)
  if (httpStatus !== 200 || fields === null || truthOf(fields['success']) !== true) return { kind: 'unclear' }
  return readOrder(fields)
}

/** The rows of the provider's list; null when it cannot be read. */
function rowsOf({ httpStatus, text }: RawReply): readonly Fields[] | null {
  const fields = fieldsOf(text)
  const rows = fields?.['transactions']
  if (httpStatus !== 200 || fields === null || truthOf(fields['success']) !== true || !Array.isArray(rows)) return null
  return (rows as unknown[]).filter(isFields)
}

/** The vendor's list has at most so many rows, of the last 30 days. */
const LISTED_MOST = 1_000
const LISTED_MS = 30 * 86_400_000

/** What the list says of one order of ours, with its row as it stands there. A list that is full may have left it out. */
export function findInList(
  reply: RawReply,
  reference: string,
): { readonly told: Reported | { readonly kind: 'absent' }; readonly row: string | null } {
  const rows = rowsOf(reply)
  if (rows === null) return { told: { kind: 'unclear' }, row: null }
  const found = rows.filter((row) => wordOf(row['customer_reference']) === reference)
  const [row] = found
  if (row === undefined) return { told: { kind: rows.length < LISTED_MOST ? 'absent' : 'unclear' }, row: null }
  // Two rows of one reference contradict the provider's own rule: neither is believed.
  return { told: found.length > 1 ? { kind: 'unclear' } : readOrder(row), row: JSON.stringify(row) }
}

/** The orders that were made from `from` until before `to`; null when the list cannot be read. */
export function readDay(
  reply: RawReply,
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): { readonly orders: readonly ListedOrder[]; readonly isWhole: boolean } | null {
  const rows = rowsOf(reply)
  if (rows === null) return null
  const listed = rows.flatMap((row) => {
    const reference = wordOf(row['customer_reference'])
    return reference === null ? [] : [listedOrder(reference, row)]
  })
  const times = listed.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt.getTime()]))
  const isCut = rows.length >= LISTED_MOST && Math.min(...times) >= from.getTime()
  return {
    // A row without a time may be of that day: whoever compares must see it.
    orders: listed.filter(({ createdAt }) => createdAt === null || (createdAt >= from && createdAt < to)),
    isWhole: !isCut && from.getTime() >= now.getTime() - LISTED_MS,
  }
}

function listedOrder(reference: string, row: Fields): ListedOrder {
  const phone = wordOf(row['msisdn'])
  const createdAt = new Date(wordOf(row['created_at']) ?? '')
  const status = row['status']
  return {
    reference,
    kind: kindOf(row['transaction_type']),
    status: status === 'success' || status === 'failed' ? status : 'pending',
    phoneNumber: phone === null ? null : normalisePhone(phone),
    amount: amountOf(row['amount']),
    currency: wordOf(row['currency']),
    createdAt: Number.isNaN(createdAt.getTime()) ? null : createdAt,
  }
}

/** Our money there; no currency is echoed. */
export function readBalance({ httpStatus, text }: RawReply): Ugx | null {
  const fields = fieldsOf(text)
  if (httpStatus !== 200 || fields === null || truthOf(fields['success']) !== true) return null
  return amountOf(fields['balance'])
}

/** `status` and `request_status` must not disagree; an end is believed only when everything to compare is there. */
function readOrder(fields: Fields): Reported {
  const words = [fields['status'], fields['request_status']].filter((word) => word !== undefined && word !== null)
  const [status] = words
  if (status === undefined) return { kind: 'unclear' }
  if ((status !== 'success' && status !== 'failed') || words.some((word) => word !== status)) {
    return { kind: 'pending', told: words.map(String).join('/').slice(0, 60) }
  }
  const reference = wordOf(fields['customer_reference'])
  const phone = wordOf(fields['msisdn'])
  const currency = wordOf(fields['currency'])
  const amount = amountOf(fields['amount'])
  if (reference === null || phone === null || currency === null || amount === null) return { kind: 'unclear' }
  const report: OrderReport = {
    status,
    reference,
    internalReference: wordOf(fields['internal_reference']),
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
