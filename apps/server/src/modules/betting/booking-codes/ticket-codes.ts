import { randomBytes } from 'node:crypto'
import { BOOKING_CODE_LENGTH, bookingCodeFrom } from '@mupiira/domain/booking-code/booking-code.ts'

/**
 * Ticket codes and slip codes end with characters of different halves of the alphabet, so a ticket code is unique in
 * both tables without a lookup (decision 0030).
 */
function newCode(half: 0 | 1): string {
  const bytes = randomBytes(BOOKING_CODE_LENGTH)
  const last = BOOKING_CODE_LENGTH - 1
  bytes[last] = ((bytes[last] ?? 0) & ~1) | half
  return bookingCodeFrom(bytes)
}

/** A new ticket code. A unique index guards against duplicates (CODE-08). */
export const newBookingCode = (): string => newCode(0)
export const newSlipCode = (): string => newCode(1)

/** The owner of a code: a player, or a browser by the hash of its cookie. */
export type CodeOwner = { readonly userId: string | null; readonly browser: Buffer | null }

export function isIssuedTo(owner: CodeOwner, requester: CodeOwner): boolean {
  if (owner.userId !== null) return owner.userId === requester.userId
  return owner.browser !== null && requester.browser !== null && owner.browser.equals(requester.browser)
}

/** A code under lock; `ticketId` is null while no ticket uses it. */
export type LockedCode = CodeOwner & { readonly code: string; readonly ticketId: string | null }

export type CodeRequest = {
  readonly userId: string
  readonly browser?: Buffer | null
  readonly slip: { readonly bookingCode?: string }
}

/** The code of a ticket, with a warning if it differs from the requested one. */
export type AssignedCode = { readonly code: string; readonly isOfSlip: boolean; readonly warning?: string }

/**
 * Assigns each accepted bet a unique code: the requested one if it was issued to the player, otherwise a new one
 * (CODE-20, D25).
 */
export function assignCodes(locked: readonly LockedCode[]): (request: CodeRequest) => AssignedCode {
  const codes = new Map(locked.map((row) => [row.code, { ...row, isUsed: row.ticketId !== null }]))
  return ({ userId, browser = null, slip }) => {
    const requested = slip.bookingCode?.trim().toUpperCase()
    if (requested === undefined) return { code: newBookingCode(), isOfSlip: false }
    const row = codes.get(requested)
    const isOwner = row !== undefined && isIssuedTo(row, { userId, browser })
    if (isOwner && !row.isUsed) {
      row.isUsed = true
      return { code: requested, isOfSlip: true }
    }
    const code = newBookingCode()
    const reason = isOwner ? 'is on another ticket already' : 'was not issued to you'
    const warning = `The booking code ${requested} ${reason}. Your ticket has the new code ${code}.`
    return { code, isOfSlip: false, warning }
  }
}
