import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { CodeOwner } from './code-owner.ts'
import { newSlipCode } from './booking-codes.ts'

export type BookedLeg = { readonly gameId: string; readonly market: MarketId; readonly selection: string }

/** A row of `booking_codes`. */
export type CodeRow = CodeOwner & {
  readonly code: string
  readonly selections: readonly BookedLeg[]
  readonly ticketId: string | null
}

const MOST_DRAWS = 8

export async function insertCode(
  sql: Sql,
  owner: CodeOwner,
  selections: readonly BookedLeg[],
  now: Date,
): Promise<string> {
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const code = newSlipCode()
    const written = await sql.change(
      `insert into booking_codes (code, user_id, browser, selections, created_at) values ($1, $2, $3, $4, $5)
       on conflict (code) do nothing`,
      [code, owner.userId, owner.browser, JSON.stringify(selections), now],
    )
    if (written === 1) return code
  }
  throw new Error(`${MOST_DRAWS} booking codes in a row were taken`)
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

export type LockedCode = CodeOwner & { readonly code: string; readonly ticketId: string | null }

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
