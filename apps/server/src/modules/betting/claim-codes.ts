import { parseBookingCode } from '@mupiira/domain/booking-code/booking-code.ts'
import { newBookingCode, newCodeWarning, usedCodeWarning } from './booking-codes.ts'
import { isIssuedTo } from './code-owner.ts'
import type { LockedCode } from './code-rows.ts'

type Asking = {
  readonly userId: string
  readonly browser?: Buffer | null
  readonly slip: { readonly bookingCode?: string }
}

/** The code of a ticket, with a warning if it differs from the requested one. */
export type ClaimedCode = { readonly code: string; readonly isOfSlip: boolean; readonly warning?: string }

/** The codes that a batch of bets requests. */
export function askedCodes(batch: readonly Asking[]): string[] {
  const codes = new Set<string>()
  for (const { slip } of batch) {
    const read = slip.bookingCode === undefined ? null : parseBookingCode(slip.bookingCode)
    if (read?.ok) codes.add(read.value)
  }
  return [...codes]
}

/**
 * Assigns each accepted bet a unique code: the requested one if it was issued to the player, otherwise a new one
 * (CODE-20, D25).
 */
export function claimCodes(locked: readonly LockedCode[]): (request: Asking) => ClaimedCode {
  const free = new Map(locked.map((row) => [row.code, row]))
  const taken = new Set(locked.flatMap((row) => (row.ticketId === null ? [] : [row.code])))
  return ({ userId, browser = null, slip }) => {
    const asked = slip.bookingCode?.trim().toUpperCase()
    if (asked === undefined) return { code: newBookingCode(), isOfSlip: false }
    const row = free.get(asked)
    const isHis = row !== undefined && isIssuedTo(row, { userId, browser })
    if (isHis && !taken.has(asked)) {
      taken.add(asked)
      return { code: asked, isOfSlip: true }
    }
    const code = newBookingCode()
    return { code, isOfSlip: false, warning: isHis ? usedCodeWarning(asked, code) : newCodeWarning(asked, code) }
  }
}
