import { randomBytes, randomFillSync } from 'node:crypto'
import { BOOKING_CODE_LENGTH, bookingCodeFrom } from '@mupiira/domain/booking-code/booking-code.ts'

// Ticket codes and slip codes end with characters of different halves of the alphabet, so a ticket code is unique in
// both tables without a lookup (decision 0030).
const ONES = 1

const pool = new Uint8Array(BOOKING_CODE_LENGTH * 512)
let used = pool.length

/** A new ticket code. A unique index guards against duplicates (CODE-08). */
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

export function newSlipCode(): string {
  const bytes = randomBytes(BOOKING_CODE_LENGTH)
  bytes[BOOKING_CODE_LENGTH - 1] = (bytes[BOOKING_CODE_LENGTH - 1] ?? 0) | ONES
  return bookingCodeFrom(bytes)
}

/** Warning for a ticket that did not get the requested code (CODE-20, D25). */
export const newCodeWarning = (asked: string, given: string): string =>
  `The booking code ${asked} was not issued to you. Your ticket has the new code ${given}.`

/** Warning for a code that another ticket already uses (CODE-08). */
export const usedCodeWarning = (asked: string, given: string): string =>
  `The booking code ${asked} is on another ticket already. Your ticket has the new code ${given}.`
