import { BOOKING_CODE_ALPHABET } from '../booking-code/booking-code.ts'
import type { TransactionType } from '../ticket/states.ts'

const FIRST_LETTERS: { readonly [T in TransactionType]: string } = { deposit: 'D', withdrawal: 'W' }
export const RANDOM_CHARACTERS = 7

/**
 * The reference of a payment that people can read out: D or W and seven characters of the alphabet of booking codes.
 * Throws if there are fewer than seven random bytes. `shortReferenceFrom('deposit', bytes)` → "D7KQ2MXP"
 */
export function shortReferenceFrom(type: TransactionType, randomBytes: Uint8Array): string {
  if (randomBytes.length < RANDOM_CHARACTERS) throw new RangeError('a short reference needs 7 random bytes')
  const characters = [...randomBytes.subarray(0, RANDOM_CHARACTERS)]
  return FIRST_LETTERS[type] + characters.map((byte) => BOOKING_CODE_ALPHABET.charAt(byte & 31)).join('')
}

/**
 * Reads a typed short reference. Case, spaces and dashes do not matter. Null for other texts.
 * `parseShortReference('d7kq-2mxp')` → "D7KQ2MXP"
 */
export function parseShortReference(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return /^[DW][A-HJ-NP-Z2-9]{7}$/.test(code) ? code : null
}
