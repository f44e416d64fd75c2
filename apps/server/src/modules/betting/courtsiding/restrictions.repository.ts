import { sql } from 'kysely'
import type { InPlayRestriction } from '@mupiira/contract/admin-courtsiding.ts'
import { NO_RESTRICTION } from '@mupiira/domain/in-play/live-wait.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'

/** The fields of a player without a restriction. */
export const UNRESTRICTED = {
  inPlayDelay: NO_RESTRICTION.extraDelaySeconds,
  isInPlayExcluded: NO_RESTRICTION.isExcluded,
}

export const isStricter = (restriction: InPlayRestriction, before: InPlayRestriction): boolean =>
  restriction.extraDelaySeconds > before.extraDelaySeconds || (restriction.isExcluded && !before.isExcluded)

type Row = InPlayRestriction & { readonly userId: string }

const isRestricted = sql<boolean>`(in_play_delay > 0 or in_play_excluded)`
const select = () =>
  q
    .selectFrom('player_counters')
    .select(['user_id as userId', 'in_play_delay as extraDelaySeconds', 'in_play_excluded as isExcluded'])
    .where(isRestricted)

const ofPlayers = statement((p: Params<{ userIds: readonly string[] }>) =>
  select().where('user_id', '=', anyOf(p.userIds)),
)
const all = statement(() => select().orderBy('user_id'))

const byUser = (rows: readonly Row[]): Map<string, InPlayRestriction> =>
  new Map(rows.map(({ userId, extraDelaySeconds, isExcluded }) => [userId, { extraDelaySeconds, isExcluded }]))

/** The restrictions of live bets by player. Players without one are absent. */
export const inPlayRestrictions = async (db: Sql, userIds: readonly string[]) =>
  byUser(await db.run(ofPlayers({ userIds })))

export const restrictedPlayers = async (db: Sql) => byUser(await db.run(all({})))

const set = statement(
  (p: Params<{ userId: string; delay: number; isExcluded: boolean }>) => sql`
    insert into player_counters (user_id, placed, valid_tickets, day, placed_on_day, in_play_delay, in_play_excluded)
    values (${p.userId}, 0, 0, '1970-01-01', 0, ${p.delay}, ${p.isExcluded})
    on conflict (user_id) do update
      set in_play_delay = excluded.in_play_delay, in_play_excluded = excluded.in_play_excluded`,
)

type Change = { readonly userId: string; readonly restriction: InPlayRestriction; readonly seen: InPlayRestriction }

/**
 * Sets a player's restriction, or refuses if it differs from the one seen. Returns the restriction before. The caller
 * must hold the account lock.
 */
export async function restrictInPlay(
  tx: Tx,
  { userId, restriction, seen }: Change,
): Promise<Result<InPlayRestriction, 'IN_PLAY_RESTRICTION_CHANGED'>> {
  const before = (await inPlayRestrictions(tx, [userId])).get(userId) ?? NO_RESTRICTION
  if (before.extraDelaySeconds !== seen.extraDelaySeconds || before.isExcluded !== seen.isExcluded)
    return err('IN_PLAY_RESTRICTION_CHANGED')
  await tx.change(set({ userId, delay: restriction.extraDelaySeconds, isExcluded: restriction.isExcluded }))
  return ok(before)
}
