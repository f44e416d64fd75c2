import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'

/** A Ugandan number in international form: "+256" and nine digits. */
export type PhoneNumber = `+256${string}`

export const INVALID_PHONE_TEXT = 'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)'

const COUNTRY = '256'
const LOCAL_DIGITS = 9

/**
 * Normalises what people type (AUTH-01..04): only digits and plus stay; 0… and 256… and nine bare digits get +256.
 * Anything else is returned stripped and unchanged. `normalisePhone('0772 123-456')` → "+256772123456"
 */
export function normalisePhone(text: string): string {
  // "00256…" and "000256…" are the international prefix.
  const stripped = text.replace(/[^\d+]/g, '').replace(/^\+?0+(?=256\d{9}$)/, '')
  if (stripped.startsWith('0')) return `+${COUNTRY}${stripped.slice(1)}`
  if (stripped.startsWith(COUNTRY)) return `+${stripped}`
  if (/^\d{9}$/.test(stripped)) return `+${COUNTRY}${stripped}`
  return stripped
}

/**
 * The number of a login or registration form (AUTH-05): digits only, a leading 256 (or the 0 of local writing) taken
 * or an international 00256 off, exactly nine digits left; else INVALID_PHONE, whose text is `INVALID_PHONE_TEXT`.
 */
export function parseAccountPhone(text: string): Result<PhoneNumber, 'INVALID_PHONE'> {
  let digits = text.replace(/\D/g, '').replace(/^0+(?=256\d{9}$)/, '')
  if (digits.startsWith(COUNTRY)) digits = digits.slice(COUNTRY.length)
  if (digits.length === LOCAL_DIGITS + 1 && digits.startsWith('0')) digits = digits.slice(1)
  // A subscriber number never begins with 0, and "0…" of nine digits is a local number with a digit missing.
  if (digits.length !== LOCAL_DIGITS || digits.startsWith('0')) return err('INVALID_PHONE')
  return ok<PhoneNumber>(`+${COUNTRY}${digits}`)
}

/** "+256771234567" → "+256 77 123 4567" (AUTH-09), "0771234567" → "077 123 4567" (AUTH-10); others unchanged. */
export function displayPhone(phone: string): string {
  if (phone.startsWith(`+${COUNTRY}`)) {
    const rest = phone.slice(4)
    return [`+${COUNTRY}`, rest.slice(0, 2), rest.slice(2, 5), rest.slice(5)].filter(Boolean).join(' ')
  }
  if (phone.startsWith('0')) return [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)].filter(Boolean).join(' ')
  return phone
}

/** Hides the middle of a number (WDR-01, OPS-10): "+256771234567" → "+256 77 ••• ••67". */
export function maskPhone(phone: string): string {
  const international = normalisePhone(phone)
  if (!/^\+256\d{9}$/.test(international)) return '•••'
  return `+${COUNTRY} ${international.slice(4, 6)} ••• ••${international.slice(-2)}`
}

const DERIVED = '@phone.invalid'

/**
 * The e-mail address derived from a phone number, a profile field only (AUTH-65, D3). Its domain is reserved (RFC 2606), so
 * mail to it is never delivered.
 */
export const derivedEmail = (phone: PhoneNumber): string => `${phone.slice(1)}${DERIVED}`

/** Whether an address is derived from a phone number; nothing can be sent to it. */
export const isDerivedEmail = (email: string): boolean => email.endsWith(DERIVED)
