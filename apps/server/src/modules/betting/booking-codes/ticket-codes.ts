import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { BOOKING_CODE_LENGTH, bookingCodeFrom, parseBookingCode } from '@mupiira/domain/booking-code/booking-code.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Tx } from '../../../kernel/db/sql.ts'

/**
 * Ticket codes and slip codes end with characters of different halves of the alphabet, so a ticket code is unique in both
 * tables without a lookup (decision 0030).
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
type LockedCode = CodeOwner & { readonly code: string; readonly ticketId: string | null }

type CodeRequest = {
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

const lockAll = statement((p: Params<{ codes: readonly string[] }>) =>
  q
    .selectFrom('booking_codes')
    .select(['code', 'user_id as userId', 'browser', 'ticket_id as ticketId'])
    .where('code', '=', anyOf(p.codes))
    .orderBy('code')
    .forUpdate(),
)

/** Locks the requested codes in a fixed order, so that two bets never get the same one. Lock the accounts first. */
export async function lockCodes(tx: Tx, batch: readonly CodeRequest[]): Promise<LockedCode[]> {
  const codes = batch.flatMap(({ slip }) => {
    const code = parseBookingCode(slip.bookingCode ?? '')
    return code.ok ? [code.value] : []
  })
  return codes.length === 0 ? [] : tx.run(lockAll({ codes }))
}

const setTickets = statement(
  (p: Params<{ codes: readonly string[]; ticketIds: readonly string[] }>) => sql`
    update booking_codes b set ticket_id = used.ticket_id
      from unnest(${p.codes}::text[], ${p.ticketIds}::uuid[]) as used (code, ticket_id) where b.code = used.code`,
)

type Coded = { readonly code: AssignedCode; readonly ticket: { readonly id: string } }

/** Marks the slip codes in this list as used by their tickets. */
export async function markUsed(tx: Tx, placed: readonly Coded[]): Promise<void> {
  const used = placed.filter(({ code }) => code.isOfSlip)
  if (used.length === 0) return
  await tx.change(
    setTickets({ codes: used.map(({ code }) => code.code), ticketIds: used.map(({ ticket }) => ticket.id) }),
  )
}
