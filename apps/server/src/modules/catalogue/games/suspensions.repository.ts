import { type RawBuilder, sql } from 'kysely'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'

/** `scope` is `all`, or a league as `country/league`. */
export type SuspensionRow = {
  readonly scope: string
  readonly actorId: string
  readonly reason: string
  readonly createdAt: Date
}

const present = statement(() =>
  q
    .selectFrom('game_suspensions')
    .select(['scope', 'actor_id as actorId', 'reason', 'created_at as createdAt'])
    .orderBy('scope'),
)

export const suspensionsNow = (db: Sql): Promise<SuspensionRow[]> => db.run(present({}))

const listed = sql<boolean>`status in ('upcoming', 'live')`

const leagues = statement(() =>
  q
    .selectFrom('games')
    .select(sql<string>`league_scope(country, league)`.as('scope'))
    .distinct()
    .where(listed)
    .orderBy('scope'),
)

/** The scopes of leagues with upcoming or live games. */
export const listedLeagues = async (db: Sql): Promise<string[]> => (await db.run(leagues({}))).map(({ scope }) => scope)

const football = statement(
  (p: Params<{ since: Date }>) => sql<{ scope: string; isListed: boolean }>`
    select league_scope(country, league) as scope, bool_or(status in ('upcoming', 'live')) as "isListed" from games
     where sport = 'soccer' and not hidden
       and (status in ('upcoming', 'live') or status not in ('upcoming', 'live') and start_time > ${p.since})
     group by 1 order by 1`,
)

/** The football leagues that have upcoming or live games, or games that started since then. */
export const footballLeagues = (db: Sql, since: Date): Promise<{ scope: string; isListed: boolean }[]> =>
  db.run(football({ since }))

const inLeague = statement((p: Params<{ scope: string }>) =>
  q
    .selectFrom('games')
    .select('id')
    .where(listed)
    .where(sql<boolean>`league_scope(country, league) = ${p.scope}`),
)

/** The upcoming and live games of a league. */
export const listedGamesOf = async (db: Sql, scope: string): Promise<string[]> =>
  (await db.run(inLeague({ scope }))).map(({ id }) => id)

/** A change by staff: the scope is suspended, or resumed. */
export type Suspension = Omit<SuspensionRow, 'createdAt'> & { readonly suspended: boolean }

/** Whether the scope was suspended before, how many games the change has suspended or reopened, and when. */
export type SuspensionChange = { readonly wasSuspended: boolean; readonly games: number; readonly at: Date }

const lockListed = statement(() => q.selectFrom('games').select('id').where(listed).orderBy('id').forNoKeyUpdate())
const lockTable = statement(() => sql`lock table game_suspensions in exclusive mode`)
const insert = statement((p: Params<{ scope: string; actorId: string; reason: string; now: Date }>) =>
  q
    .insertInto('game_suspensions')
    .values({ scope: p.scope, actor_id: p.actorId, reason: p.reason, created_at: p.now })
    .onConflict((conflict) => conflict.column('scope').doNothing()),
)
const remove = statement((p: Params<{ scope: string }>) =>
  q.deleteFrom('game_suspensions').where('scope', '=', p.scope),
)

const isSuspended = sql<boolean>`exists (select from game_suspensions s where s.scope in ('all', league_scope(games.country, games.league)))`

/** A waiting bet must not miss a suspension that has ended (INP-06). */
const suspendedAt = (now: RawBuilder<Date>) =>
  sql<Date>`case when ${isSuspended} then ${now}::timestamptz else suspended_at end`

const syncListed = statement((p: Params<{ now: Date }>) =>
  q
    .updateTable('game_offers')
    .from('games')
    .set({
      scope_suspended: isSuspended,
      suspended_at: suspendedAt(p.now),
      offer_version: sql`offer_version + 1`,
      updated_at: sql`greatest(${p.now}, game_offers.updated_at + interval '1 millisecond')`,
    })
    .whereRef('game_offers.game_id', '=', 'games.id')
    .where(listed)
    .where(sql<boolean>`scope_suspended <> ${isSuspended}`)
    .returning('game_id as id'),
)

/**
 * Suspends the upcoming and live games of a league, or of all leagues, and games added later; or lifts the suspension
 * of games to which no other suspension applies. The change applies at the commit, and all nodes are notified. It takes
 * an exclusive lock on the table of suspensions and `syncSuspensions` a shared one, so a new game cannot miss a
 * concurrent suspension. Locks the games first, as their writers do.
 */
export async function setSuspended(
  { clock, outbox }: Pick<Kernel, 'clock' | 'outbox'>,
  tx: Tx,
  { scope, suspended, actorId, reason }: Suspension,
): Promise<SuspensionChange> {
  await tx.run(lockListed({}))
  await tx.run(lockTable({}))
  const now = clock.now()
  const written = await tx.change(suspended ? insert({ scope, actorId, reason, now }) : remove({ scope }))
  const gameIds = (await tx.run(syncListed({ now }))).map(({ id }) => id)
  if (gameIds.length > 0) await outbox.appendEvents(tx, [{ type: 'games-changed', data: { gameIds } }])
  return { wasSuspended: (written === 1) !== suspended, games: gameIds.length, at: now }
}

const shareTable = statement(() => sql`lock table game_suspensions in row share mode`)
const syncGames = statement((p: Params<{ ids: readonly string[]; now: Date }>) =>
  q
    .updateTable('game_offers')
    .from('games')
    .set({
      scope_suspended: isSuspended,
      suspended_at: suspendedAt(p.now),
      offer_version: sql`offer_version + 1`,
    })
    .whereRef('game_offers.game_id', '=', 'games.id')
    .where('games.id', '=', anyOf(p.ids))
    .where(sql<boolean>`scope_suspended <> ${isSuspended}`),
)

/** Applies the suspensions to games that are new, changed league or reopened at `now`. */
export async function syncSuspensions(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0) await Promise.all([tx.run(shareTable({})), tx.change(syncGames({ ids, now }))])
}
