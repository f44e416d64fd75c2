import { sql } from 'kysely'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { restrictions } from '../../identity/index.ts'

const adjust = statement(
  (p: Params<{ removedFromCount: readonly string[]; counted: readonly string[] }>) => sql`
    update player_counters b set valid_tickets = b.valid_tickets + changed.tickets
      from (select user_id, sum(change)::int as tickets
              from (select unnest(${p.removedFromCount}::uuid[]) as user_id, -1 as change
                    union all select unnest(${p.counted}::uuid[]), 1) each_ticket
             group by user_id) changed
     where b.user_id = changed.user_id`,
)

/**
 * Updates the counts of valid tickets (SLIP-35). A ticket that is void, cancelled, or cashed out before its first start
 * is not counted. It is counted again when a correction makes it valid. One user id per ticket; lock the accounts first
 * (decision 0020).
 */
export async function adjustTicketCounts(
  tx: Tx,
  {
    removedFromCount = [],
    counted = [],
  }: { readonly removedFromCount?: readonly string[]; readonly counted?: readonly string[] },
): Promise<void> {
  if (removedFromCount.length + counted.length > 0) await tx.change(adjust({ removedFromCount, counted }))
}

const validTickets = statement((p: Params<{ userId: string }>) =>
  q.selectFrom('player_counters').select('valid_tickets as count').where('user_id', '=', p.userId),
)

export const countValidTickets = async (db: Sql, userId: string): Promise<number> =>
  (await db.first(validTickets({ userId })))?.count ?? 0

/** What a quote for this player depends on. */
export async function quotedPlayer(db: Sql, userId: string, now: Date) {
  const [tickets, restricted] = await Promise.all([countValidTickets(db, userId), restrictions.ofOne(db, userId, now)])
  return { isFirstBet: tickets === 0, ...restricted }
}

const limits = statement((p: Params<{ userIds: readonly string[] }>) =>
  q
    .selectFrom('player_counters')
    .select(['user_id as userId', 'most_stake as mostStake'])
    .where('user_id', '=', anyOf(p.userIds))
    .where('most_stake', 'is not', null),
)

/** Stake limits that staff has set, by player. Players without one are absent. */
export async function stakeLimits(db: Sql, userIds: readonly string[]): Promise<Map<string, Ugx>> {
  const rows = await db.run(limits({ userIds }))
  return new Map(rows.map(({ userId, mostStake }) => [userId, mostStake as Ugx]))
}

const lowerLimits = statement((p: Params<{ amountUgx: Ugx }>) =>
  q
    .selectFrom('player_counters')
    .select(({ fn }) => fn.countAll<bigint>().as('players'))
    .where('most_stake', '<', p.amountUgx),
)

/** The number of players with a stake limit below this amount. */
export const countLowerStakeLimits = async (db: Sql, amountUgx: Ugx): Promise<number> =>
  Number((await db.first(lowerLimits({ amountUgx })))?.players ?? 0n)

const setLimit = statement(
  (p: Params<{ userId: string; mostStake: Ugx | null }>) => sql`
    insert into player_counters (user_id, placed, valid_tickets, day, placed_on_day, most_stake)
    values (${p.userId}, 0, 0, '1970-01-01', 0, ${p.mostStake})
    on conflict (user_id) do update set most_stake = excluded.most_stake`,
)

/**
 * Sets the player's stake limit; null removes it. Returns the previous limit, or refuses if it differs from the limit
 * seen. The caller must hold the account lock.
 */
export async function limitStake(
  tx: Tx,
  { userId, mostStake, seen }: { readonly userId: string; readonly mostStake: Ugx | null; readonly seen?: Ugx | null },
): Promise<Result<Ugx | null, 'STAKE_LIMIT_CHANGED'>> {
  const before = (await stakeLimits(tx, [userId])).get(userId) ?? null
  if (seen !== undefined && seen !== before) return err('STAKE_LIMIT_CHANGED')
  await tx.change(setLimit({ userId, mostStake }))
  return ok(before)
}
