import { randomFillSync } from 'node:crypto'
import { BOOKING_CODE_LENGTH, bookingCodeFrom } from '@mupiira/domain/booking-code/booking-code.ts'

const pool = new Uint8Array(BOOKING_CODE_LENGTH * 512)
let used = pool.length

/** A new code; random bytes are drawn for many codes at a time. That it is unique is the database's word (CODE-08). */
export function newBookingCode(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return bookingCodeFrom(pool.subarray(used, (used += BOOKING_CODE_LENGTH)))
}

/** What a player reads when his ticket did not get the code that he asked for (CODE-20, D25). */
export const newCodeWarning = (asked: string, given: string): string =>
  `The booking code ${asked} was not issued to you. Your ticket has the new code ${given}.`
