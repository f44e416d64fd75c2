import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import type { Sql } from '../../kernel/db/sql.ts'

/** From a moment until before another; null: without that end. */
export type Period = { readonly from: Date | null; readonly until: Date | null }

/** A player's entries from one to another, both included; none where the first lies behind the last. */
export type EntryRange = { readonly first: bigint; readonly last: bigint }

const NO_END = 9_223_372_036_854_775_807n
export const EVERYTHING: EntryRange = { first: 0n, last: NO_END }

/** The period of two calendar days in Kampala, both included; or which of the two is no day, or lies before the other. */
export function readPeriod(query: {
  readonly from?: string | undefined
  readonly to?: string | undefined
}): Period | { readonly wrong: 'from' | 'to' } {
  const from = query.from === undefined ? null : startOfDayKey(query.from)
  const to = query.to === undefined ? null : startOfDayKey(query.to)
  if (query.from !== undefined && from === null) return { wrong: 'from' }
  if (query.to !== undefined && to === null) return { wrong: 'to' }
  if (from !== null && to !== null && to < from) return { wrong: 'to' }
  return { from, until: to === null ? null : startOfNextDay(to) }
}

/**
 * The entries of a period that are written by now. Ids of an account's entries are in the order of its balances, their times not
 * always: who asked first may have got the account second. A period therefore ends where the next one begins, so that each
 * entry is in one day, and a day opens with what the day before has closed with.
 */
export async function rangeOf(sql: Sql, userId: string, { from, until }: Period): Promise<EntryRange> {
  const [row] = await sql.query<{ first: bigint | null; last: bigint | null }>(
    `select (select id from postings where player = $1 and created_at >= coalesce($2, '-infinity'::timestamptz)
              order by id limit 1) as first,
            (select id from postings
              where player = $1
                and id < coalesce((select id from postings where player = $1 and created_at >= $3 order by id limit 1), $4)
              order by id desc limit 1) as last`,
    [userId, from, until, NO_END],
    'wallet-range',
  )
  return { first: row?.first ?? NO_END, last: row?.last ?? 0n }
}
