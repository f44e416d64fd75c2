import { randomBytes, randomFillSync } from 'node:crypto'
import { BOOKING_CODE_LENGTH, bookingCodeFrom, parseBookingCode } from '@mupiira/domain/booking-code/booking-code.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { type CodeOwner, isIssuedTo } from './owner.ts'

// Ticket codes and slip codes end with characters of different halves of the alphabet, so a ticket code is unique in
// both tables without a lookup (decision 0030).
const SLIP_BIT = 1

const pool = new Uint8Array(BOOKING_CODE_LENGTH * 512)
let used = pool.length

/** A new ticket code. A unique index guards against duplicates (CODE-08). */
export function newBookingCode(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    for (let last = BOOKING_CODE_LENGTH - 1; last < pool.length; last += BOOKING_CODE_LENGTH) {
      pool[last] = (pool[last] ?? 0) & ~SLIP_BIT
    }
    used = 0
  }
  const code = bookingCodeFrom(pool, used)
  used += BOOKING_CODE_LENGTH
  return code
}

export function newSlipCode(): string {
  const bytes = randomBytes(BOOKING_CODE_LENGTH)
  bytes[BOOKING_CODE_LENGTH - 1] = (bytes[BOOKING_CODE_LENGTH - 1] ?? 0) | SLIP_BIT
  return bookingCodeFrom(bytes)
}

/** Warning for a ticket that did not get the requested code (CODE-20, D25). */
const newCodeWarning = (requested: string, given: string): string =>
  `The booking code ${requested} was not issued to you. Your ticket has the new code ${given}.`

/** Warning for a code that another ticket already uses (CODE-08). */
const usedCodeWarning = (requested: string, given: string): string =>
  `The booking code ${requested} is on another ticket already. Your ticket has the new code ${given}.`

export type BookedLeg = { readonly gameId: string; readonly market: MarketId; readonly selection: string }

/** A row of `booking_codes`. */
type CodeRow = CodeOwner & {
  readonly code: string
  readonly selections: readonly BookedLeg[]
  readonly ticketId: string | null
}

const MAX_ATTEMPTS = 8

export async function createSlipCode(
  sql: Sql,
  owner: CodeOwner,
  selections: readonly BookedLeg[],
  now: Date,
): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const code = newSlipCode()
    const inserted = await sql.change(
      `insert into booking_codes (code, user_id, browser, selections, created_at) values ($1, $2, $3, $4, $5)
       on conflict (code) do nothing`,
      [code, owner.userId, owner.browser, JSON.stringify(selections), now],
    )
    if (inserted === 1) return code
  }
  throw new Error(`${MAX_ATTEMPTS} booking codes in a row were taken`)
}

export async function findCode(sql: Sql, code: string): Promise<CodeRow | null> {
  const [row] = await sql.query<CodeRow>(
    `select code, user_id as "userId", browser, selections, ticket_id as "ticketId" from booking_codes where code = $1`,
    [code],
    'betting-find-code',
  )
  return row ?? null
}

export async function ticketOfCode(sql: Sql, code: string): Promise<{ id: string; userId: string } | null> {
  const [row] = await sql.query<{ id: string; userId: string }>(
    `select id, user_id as "userId" from tickets where booking_code = $1`,
    [code],
    'betting-ticket-of-code',
  )
  return row ?? null
}

type LockedCode = CodeOwner & { readonly code: string; readonly ticketId: string | null }

/** Locks the requested codes in a fixed order, so that two bets never get the same one. Lock the accounts first. */
export async function lockCodes(tx: Tx, codes: readonly string[]): Promise<LockedCode[]> {
  if (codes.length === 0) return []
  return tx.query<LockedCode>(
    `select code, user_id as "userId", browser, ticket_id as "ticketId" from booking_codes
      where code = any($1::text[]) order by code for update`,
    [codes],
    'betting-lock-codes',
  )
}

export async function useCodes(tx: Tx, used: readonly { code: string; ticketId: string }[]): Promise<void> {
  if (used.length === 0) return
  await tx.change(
    `update booking_codes b set ticket_id = used.ticket_id
       from unnest($1::text[], $2::uuid[]) as used (code, ticket_id) where b.code = used.code`,
    [used.map((each) => each.code), used.map((each) => each.ticketId)],
    'betting-use-codes',
  )
}

/** Deletes codes issued before `before` that no ticket uses. */
export const pruneCodes = (sql: Sql, before: Date): Promise<number> =>
  sql.change(`delete from booking_codes where ticket_id is null and created_at < $1`, [before])

type CodeRequest = {
  readonly userId: string
  readonly browser?: Buffer | null
  readonly slip: { readonly bookingCode?: string }
}

/** The code of a ticket, with a warning if it differs from the requested one. */
export type AssignedCode = { readonly code: string; readonly isOfSlip: boolean; readonly warning?: string }

/** The codes that a batch of bets requests. */
export function requestedCodes(batch: readonly CodeRequest[]): string[] {
  const codes = new Set<string>()
  for (const { slip } of batch) {
    const parsed = slip.bookingCode === undefined ? null : parseBookingCode(slip.bookingCode)
    if (parsed?.ok) codes.add(parsed.value)
  }
  return [...codes]
}

/**
 * Assigns each accepted bet a unique code: the requested one if it was issued to the player, otherwise a new one
 * (CODE-20, D25).
 */
export function assignCodes(locked: readonly LockedCode[]): (request: CodeRequest) => AssignedCode {
  const free = new Map(locked.map((row) => [row.code, row]))
  const taken = new Set(locked.flatMap((row) => (row.ticketId === null ? [] : [row.code])))
  return ({ userId, browser = null, slip }) => {
    const requested = slip.bookingCode?.trim().toUpperCase()
    if (requested === undefined) return { code: newBookingCode(), isOfSlip: false }
    const row = free.get(requested)
    const isOwner = row !== undefined && isIssuedTo(row, { userId, browser })
    if (isOwner && !taken.has(requested)) {
      taken.add(requested)
      return { code: requested, isOfSlip: true }
    }
    const code = newBookingCode()
    return {
      code,
      isOfSlip: false,
      warning: isOwner ? usedCodeWarning(requested, code) : newCodeWarning(requested, code),
    }
  }
}
