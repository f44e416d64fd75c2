import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'

/** The letters without I and O, and the digits 2 to 9: 32 characters, five random bits each (CODE-07). */
export const BOOKING_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const BOOKING_CODE_LENGTH = 8

/** Creates a code of 8 characters from 8 random bytes. Throws if there are fewer bytes. */
export function bookingCodeFrom(randomBytes: Uint8Array): string {
  if (randomBytes.length < BOOKING_CODE_LENGTH) throw new RangeError('a booking code needs 8 random bytes')
  let code = ''
  for (let at = 0; at < BOOKING_CODE_LENGTH; at++) {
    code += BOOKING_CODE_ALPHABET.charAt((randomBytes[at] ?? 0) & 31)
  }
  return code
}

/** Parses a typed code (CODE-03): trimmed, uppercased, 6 to 12 letters or digits. */
export function parseBookingCode(text: string): Result<string, 'EMPTY_BOOKING_CODE' | 'INVALID_BOOKING_CODE'> {
  const code = text.trim().toUpperCase()
  if (code === '') return err('EMPTY_BOOKING_CODE')
  return /^[A-Z0-9]{6,12}$/.test(code) ? ok(code) : err('INVALID_BOOKING_CODE')
}

/**
 * The text for a booking code that cannot be loaded (CODE-11). `bookingClosedText('won')` → "This bet is won and
 * cannot be modified"
 */
export const bookingClosedText = (status: string): string => `This bet is ${status} and cannot be modified`
