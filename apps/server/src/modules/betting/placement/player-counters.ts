import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { plainArray } from '../../../kernel/db/arrays.ts'
import { inLockOrder } from '../../../kernel/db/locks.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

// Rows of `player_counters`. The column `standing` counts tickets that are neither void nor cancelled.

export type Counters = {
  /** Tickets that are neither void nor cancelled. At zero the next bet counts as a first bet (SLIP-35). */
  readonly validTickets: number
  readonly today: number
  /** The stake limit that staff has set for the player; null without one. */
  readonly mostStake: Ugx | null
}

/** The counters of players who have placed a bet. Lock their accounts first. */
export async function readCounters(tx: Tx, userIds: readonly string[], now: Date): Promise<Map<string, Counters>> {
  const rows = await tx.query<Counters & { userId: string }>(
    `select user_id as "userId", standing as "validTickets", case when day >= $2::date then placed_on_day else 0 end as today, most_stake as "mostStake"
       from player_counters where user_id = any($1::uuid[])`,
    [plainArray(inLockOrder(userIds)), dayKey(now)],
    'betting-counters',
  )
  return new Map(rows.map((row) => [row.userId, row]))
}

/**
 * Updates the counts of valid tickets: voided tickets no longer count, corrected voids count again. One
 * user id per ticket; lock the accounts first (decision 0020).
 */
export async function adjustTicketCounts(
  tx: Tx,
  { voided = [], reinstated = [] }: { readonly voided?: readonly string[]; readonly reinstated?: readonly string[] },
): Promise<void> {
  if (voided.length + reinstated.length === 0) return
  await tx.change(
    `update player_counters b set standing = b.standing + changed.tickets
       from (select user_id, sum(change)::int as tickets
               from (select unnest($1::uuid[]) as user_id, -1 as change union all select unnest($2::uuid[]), 1) each_ticket
              group by user_id) changed
      where b.user_id = changed.user_id`,
    [voided, reinstated],
    'betting-adjust-ticket-counts',
  )
}

export async function countValidTickets(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ validTickets: number }>(
    'select standing as "validTickets" from player_counters where user_id = $1',
    [userId],
    'betting-count-valid',
  )
  return row?.validTickets ?? 0
}

const COUNT = `
  insert into player_counters as b (user_id, placed, standing, day, placed_on_day)
  select user_id, count(*), count(*), $2::date, count(*) from unnest($1::uuid[]) as placed (user_id) group by user_id order by user_id
  on conflict (user_id) do update
    set placed = b.placed + excluded.placed,
        standing = b.standing + excluded.standing,
        placed_on_day = excluded.placed_on_day + case when b.day >= excluded.day then b.placed_on_day else 0 end,
        day = greatest(b.day, excluded.day)`

/** Counts new tickets, one user id per ticket. */
export const countPlaced = (tx: Tx, userIds: readonly string[], now: Date): Promise<number> =>
  tx.change(COUNT, [plainArray(userIds), dayKey(now)], 'betting-count-tickets')

/** Stake limits that staff has set, by player. Players without one are absent. */
export async function stakeLimits(sql: Sql, userIds: readonly string[]): Promise<Map<string, Ugx>> {
  const rows = await sql.query<{ userId: string; mostStake: Ugx }>(
    `select user_id as "userId", most_stake as "mostStake" from player_counters
      where user_id = any($1::uuid[]) and most_stake is not null`,
    [userIds],
    'betting-stake-limits',
  )
  return new Map(rows.map(({ userId, mostStake }) => [userId, mostStake]))
}

/** Sets the player's stake limit; null removes it. Returns the previous limit. The caller must hold the account lock. */
export async function limitStake(tx: Tx, userId: string, mostStake: Ugx | null): Promise<Ugx | null> {
  const before = (await stakeLimits(tx, [userId])).get(userId) ?? null
  await tx.change(
    `insert into player_counters (user_id, placed, standing, day, placed_on_day, most_stake) values ($1, 0, 0, '1970-01-01', 0, $2)
     on conflict (user_id) do update set most_stake = excluded.most_stake`,
    [userId, mostStake],
  )
  return before
}
