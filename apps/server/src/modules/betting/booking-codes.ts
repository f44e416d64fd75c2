import { randomBytes, randomFillSync } from 'node:crypto'
import { BOOKING_CODE_LENGTH, bookingCodeFrom } from '@mupiira/domain/booking-code/booking-code.ts'

// Codes of tickets and codes of slips end with characters of different halves of the alphabet: a ticket's own code is
// then unique against both tables without being looked up (decision 0030).
const ONES = 1

const pool = new Uint8Array(BOOKING_CODE_LENGTH * 512)
let used = pool.length

/** A new code for a ticket; random bytes are drawn for many codes at a time. That it is unique is the database's word (CODE-08). */
export function newBookingCode(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    for (let last = BOOKING_CODE_LENGTH - 1; last < pool.length; last += BOOKING_CODE_LENGTH) {
      pool[last] = (pool[last] ?? 0) & ~ONES
    }
    used = 0
  }
  const code = bookingCodeFrom(pool, used)
  used += BOOKING_CODE_LENGTH
  return code
}

/** A new code for a slip. */
export function newSlipCode(): string {
  const bytes = randomBytes(BOOKING_CODE_LENGTH)
  bytes[BOOKING_CODE_LENGTH - 1] = (bytes[BOOKING_CODE_LENGTH - 1] ?? 0) | ONES
  return bookingCodeFrom(bytes)
}

/** What a player reads when his ticket did not get the code that he asked for (CODE-20, D25). */
export const newCodeWarning = (asked: string, given: string): string =>
  `The booking code ${asked} was not issued to you. Your ticket has the new code ${given}.`

/** The same where the code is his, and stands on a ticket already: each ticket has its own (CODE-08). */
export const usedCodeWarning = (asked: string, given: string): string =>
  `The booking code ${asked} is on another ticket already. Your ticket has the new code ${given}.`
