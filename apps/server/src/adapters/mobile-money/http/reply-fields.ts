import { type Ugx, ugxFromNumber } from '@mupiira/domain/money/ugx.ts'

/** An unparsed reply. */
export type RawReply = { readonly httpStatus: number; readonly text: string }

export type Fields = { readonly [name: string]: unknown }

const MAX_MESSAGE_LENGTH = 300

/** The JSON object of a reply; null for anything else (HTML, a list, a truncated body). */
export function fieldsOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A nested object; empty if it does not exist. */
export const partOf = (fields: Fields, name: string): Fields => (isFields(fields[name]) ? fields[name] : {})

export function booleanOf(value: unknown): boolean | null {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : null
}

/** The trimmed text or number as text; null unless it has 1 to 200 characters. */
export function shortTextOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' && text.length <= 200 ? text.trim() : null
}

/** The first non-empty text of these fields, cut to the length of the column. */
export function messageOf(fields: Fields, names: readonly string[] = ['message', 'error']): string | null {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, MAX_MESSAGE_LENGTH)
  }
  return null
}

/** An amount in UGX from a number or its text; null if it is negative or has more than two decimals. */
export function amountOf(value: unknown): Ugx | null {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || number < 0) return null
  const amount = ugxFromNumber(number)
  return amount.ok ? amount.value : null
}
