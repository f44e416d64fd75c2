import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'

/** A Ugandan number in international format: "+256" and nine digits. */
export type PhoneNumber = `+256${string}`

export const INVALID_PHONE_TEXT = 'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)'

const COUNTRY = '256'
const LOCAL_DIGITS = 9

/**
 * Normalises a typed number (AUTH-01..04): removes all characters except digits and plus, then adds +256 to numbers of
 * the forms 0…, 256… and nine digits. `normalisePhone('0772 123-456')` → "+256772123456"
 */
export function normalisePhone(text: string): string {
  // "00256…" and "000256…" are international prefixes.
  const stripped = text.replace(/[^\d+]/g, '').replace(/^\+?0+(?=256\d{9}$)/, '')
  if (stripped.startsWith('0')) return `+${COUNTRY}${stripped.slice(1)}`
  if (stripped.startsWith(COUNTRY)) return `+${stripped}`
  if (/^\d{9}$/.test(stripped)) return `+${COUNTRY}${stripped}`
  return stripped
}

/**
 * Parses the number of a login or registration form (AUTH-05): removes 256, 0 or 00256 and requires nine digits.
 * Otherwise INVALID_PHONE with the text `INVALID_PHONE_TEXT`.
 */
export function parseAccountPhone(text: string): Result<PhoneNumber, 'INVALID_PHONE'> {
  let digits = text.replace(/\D/g, '').replace(/^0+(?=256\d{9}$)/, '')
  if (digits.startsWith(COUNTRY)) digits = digits.slice(COUNTRY.length)
  if (digits.length === LOCAL_DIGITS + 1 && digits.startsWith('0')) digits = digits.slice(1)
  // A subscriber number never begins with 0. Nine digits with a leading 0 are a local number with a missing digit.
  if (digits.length !== LOCAL_DIGITS || digits.startsWith('0')) return err('INVALID_PHONE')
  return ok<PhoneNumber>(`+${COUNTRY}${digits}`)
}

/**
 * Formats "+256771234567" as "+256 77 123 4567" (AUTH-09) and "0771234567" as "077 123 4567" (AUTH-10). Returns other
 * text unchanged.
 */
export function displayPhone(phone: string): string {
  if (phone.startsWith(`+${COUNTRY}`)) {
    const rest = phone.slice(4)
    return [`+${COUNTRY}`, rest.slice(0, 2), rest.slice(2, 5), rest.slice(5)].filter(Boolean).join(' ')
  }
  if (phone.startsWith('0')) return [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)].filter(Boolean).join(' ')
  return phone
}

/** Masks the middle of a number (WDR-01, OPS-10): "+256771234567" → "+256 77 ••• ••67". */
export function maskPhone(phone: string): string {
  const international = normalisePhone(phone)
  if (!/^\+256\d{9}$/.test(international)) return '•••'
  return `+${COUNTRY} ${international.slice(4, 6)} ••• ••${international.slice(-2)}`
}

const DERIVED = '@phone.invalid'

/**
 * The e-mail address derived from a phone number, for the profile only (AUTH-65, D3). Its domain is reserved (RFC
 * 2606), so mail is never delivered.
 */
export const derivedEmail = (phone: PhoneNumber): string => `${phone.slice(1)}${DERIVED}`

/** Returns whether an address is derived from a phone number. Mail to it is never delivered. */
export const isDerivedEmail = (email: string): boolean => email.endsWith(DERIVED)

/** The address, or null if it is derived from the phone number and receives no mail. */
export const reachableEmail = (email: string): string | null => (isDerivedEmail(email) ? null : email)
