import { normalisePhone } from '@mupiira/domain/phone/phone.ts'
import { type Ugx, ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import type { OrderKind, OrderReport, Told } from '../../modules/payments/ports.ts'

/** A reply as it came; `httpStatus` null: there was none. */
export type RawReply = { readonly httpStatus: number; readonly text: string }

export type SendReading =
  | { readonly kind: 'accepted'; readonly internalReference: string | null; readonly told: string | null }
  | { readonly kind: 'refused'; readonly message: string | null; readonly unavailable: boolean }
  | { readonly kind: 'unclear' }

type Fields = { readonly [name: string]: unknown }

const UNAVAILABLE = /service temporarily unavailable|payment service unavailable/i
/** Our reference is known there already: the order exists, which is the contrary of a refusal. */
const TAKEN_BEFORE = /reference.*(taken|exists|used|duplicate)|duplicate.*reference/i
const LONGEST_MESSAGE = 300

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
export function readStatusReply({ httpStatus, text }: RawReply): Told {
  const fields = fieldsOf(text)
  if (httpStatus !== 200 || fields === null || truthOf(fields['success']) !== true) return { kind: 'unclear' }
  return readOrder(fields)
}

/** The provider's list by our reference; null when it cannot be read. Rows without a reference are no order of ours. */
export function readList({ httpStatus, text }: RawReply): ReadonlyMap<string, Told> | null {
  const fields = fieldsOf(text)
  const rows = fields?.['transactions']
  if (httpStatus !== 200 || fields === null || truthOf(fields['success']) !== true || !Array.isArray(rows)) return null
  const orders = new Map<string, Told>()
  for (const row of rows as unknown[]) {
    if (!isFields(row)) continue
    const reference = wordOf(row['customer_reference'])
    if (reference === null) continue
    // Two rows of one reference contradict the provider's own rule: neither is believed.
    orders.set(reference, orders.has(reference) ? { kind: 'unclear' } : readOrder(row))
  }
  return orders
}

/** `status` and `request_status` must not disagree; an end is believed only when everything to compare is there. */
function readOrder(fields: Fields): Told {
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

function fieldsOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function truthOf(value: unknown): boolean | null {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : null
}

function wordOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' && text.length <= 200 ? text.trim() : null
}

/** The words of a refusal: `message`, or `error` of the specification's proxy. */
function messageOf(fields: Fields): string | null {
  for (const name of ['message', 'error']) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, LONGEST_MESSAGE)
  }
  return null
}

/** A number, or a number written as text; anything with more than two decimals is no amount. */
function amountOf(value: unknown): Ugx | null {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || number < 0) return null
  const amount = ugxFromNumber(number)
  return amount.ok ? amount.value : null
}

function kindOf(value: unknown): OrderKind | null {
  return value === 'collection' || value === 'payout' ? value : null
}
