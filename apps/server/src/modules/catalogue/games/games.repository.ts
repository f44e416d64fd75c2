import { isDeepStrictEqual } from 'node:util'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../kernel/db/database-types.ts'
import { columnOf, insertRows } from '../../../kernel/db/insert-rows.ts'
import { type Bound, anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { hasAffectedBets, isRescheduled, VOID_RESCHEDULED } from './affected-bets.ts'
import type { GameRow } from './game-row.ts'
import { lockOffers } from './offer-lock.repository.ts'
import { syncSuspensions } from './suspensions.repository.ts'

/** `'homeOdds'` → `'home_odds'` */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name
type ColumnType = 'uuid' | 'text' | 'int4' | 'bool' | 'timestamptz' | 'jsonb'
/** The fields of a game that have a column in the table, with the column's type. */
type Fields<Table extends keyof DB> = {
  readonly [Name in keyof GameRow as Snake<Name> extends keyof DB[Table] ? Name : never]?: ColumnType
}

const IDENTITY = {
  id: 'uuid',
  shortId: 'text',
  homeTeam: 'text',
  awayTeam: 'text',
  league: 'text',
  country: 'text',
  sport: 'text',
  startTime: 'timestamptz',
  firstScheduledAt: 'timestamptz',
  earlierStarts: 'jsonb',
  firstLiveAt: 'timestamptz',
  status: 'text',
  source: 'text',
  knockOut: 'bool',
  hidden: 'bool',
  createdAt: 'timestamptz',
} as const satisfies Fields<'games'>

const OFFER = {
  homeOdds: 'int4',
  drawOdds: 'int4',
  awayOdds: 'int4',
  over25Odds: 'int4',
  under25Odds: 'int4',
  model: 'jsonb',
  priceVersion: 'int4',
  pricedAt: 'timestamptz',
  quotedAt: 'timestamptz',
  drawPossible: 'bool',
  players: 'jsonb',
  lineUpsAt: 'timestamptz',
  controls: 'jsonb',
  priceReaction: 'jsonb',
  suspended: 'bool',
  suspendedAt: 'timestamptz',
  marketSuspensions: 'jsonb',
  startApprovalPending: 'bool',
} as const satisfies Fields<'game_offers'>

const CLOCK = {
  minutesPassed: 'int4',
  minuteAt: 'timestamptz',
  atHalfTime: 'bool',
  period: 'text',
  breakDuration: 'int4',
  matchDuration: 'int4',
  halfTimeDuration: 'int4',
  clockOffset: 'int4',
} as const satisfies Fields<'game_clocks'>

const RESULT = {
  homeScore: 'int4',
  awayScore: 'int4',
  halfTimeHomeScore: 'int4',
  halfTimeAwayScore: 'int4',
  winner: 'text',
  goalEvents: 'jsonb',
  goalsComplete: 'bool',
  redCards: 'jsonb',
  lastGoalAt: 'timestamptz',
  lastIncidentAt: 'timestamptz',
  incidents: 'int4',
  knownIncidents: 'int4',
  alerts: 'int4',
  playStopped: 'bool',
  lastAlertAt: 'timestamptz',
  scoreDisputed: 'bool',
  participants: 'jsonb',
  qualifier: 'text',
  retired: 'bool',
  held: 'bool',
  resultConfirmed: 'bool',
  reportedResult: 'jsonb',
  finishedAt: 'timestamptz',
  decision: 'jsonb',
  resultVersion: 'int4',
} as const satisfies Fields<'game_results'>

const LINK = { feedMatchId: 'text', feedTeamIds: 'jsonb', feedReport: 'jsonb' } as const satisfies Fields<'feed_links'>

/** A table that stores part of a game. Its rows are written for the games in which any of its fields changed. */
function part(table: 'games' | 'game_offers' | 'game_clocks' | 'game_results' | 'feed_links', fields: object) {
  const names = Object.keys(fields) as (keyof GameRow)[]
  const key = table === 'games' ? 'id' : 'game_id'
  const overwritten = [...names, 'updatedAt']
    .map(columnOf)
    .filter((column) => column !== key && column !== 'created_at')
  const insert = insertRows(table, (into) =>
    into.onConflict((conflict) =>
      conflict.column(key as never).doUpdateSet({
        ...Object.fromEntries(overwritten.map((column) => [column, sql.ref(`excluded.${column}`)])),
        ...(table === 'game_offers' ? { offer_version: sql`game_offers.offer_version + 1` } : {}),
      } as never),
    ),
  ) as unknown as (rows: readonly object[]) => Bound<unknown>
  const rowOf = (game: GameRow): object => {
    const row: Record<string, unknown> = { ...(key === 'game_id' && { gameId: game.id }), updatedAt: game.updatedAt }
    for (const [name, type] of Object.entries(fields)) {
      const value: unknown = game[name as keyof GameRow]
      row[name] = type === 'jsonb' && value !== null ? JSON.stringify(value) : value
    }
    return row
  }
  return {
    selected: names.map((name) => `${table}.${columnOf(name)} as ${name}`),
    hasChanged: ({ before, after }: Written): boolean =>
      before === null || names.some((name) => !isDeepStrictEqual(before[name], after[name])),
    write: (games: readonly GameRow[]): Bound<unknown> => insert(games.map(rowOf)),
  }
}

const PARTS = {
  identity: part('games', IDENTITY),
  offer: part('game_offers', OFFER),
  clock: part('game_clocks', CLOCK),
  result: part('game_results', RESULT),
  link: part('feed_links', LINK),
}

/** Fields that only the database changes. */
const DATABASE_COLUMNS = [
  'games.name',
  'game_offers.offer_version as offerVersion',
  'game_offers.scope_suspended as scopeSuspended',
  'game_results.settled_version as settledVersion',
  'feed_links.feed_reported_at as feedReportedAt',
  'feed_links.feed_requested_at as feedRequestedAt',
] as const

const LAST_CHANGE = sql<Date>`greatest(games.updated_at, game_offers.updated_at, game_clocks.updated_at,
  game_results.updated_at, feed_links.updated_at)`.as('updatedAt')

const COLUMNS = [...Object.values(PARTS).flatMap(({ selected }) => selected), ...DATABASE_COLUMNS]

/** Games with all their parts; conditions may name any of the five tables. */
export const selectGames = () =>
  q
    .selectFrom('games')
    .innerJoin('game_offers', 'game_offers.game_id', 'games.id')
    .innerJoin('game_clocks', 'game_clocks.game_id', 'games.id')
    .innerJoin('game_results', 'game_results.game_id', 'games.id')
    .leftJoin('feed_links', 'feed_links.game_id', 'games.id')
    .select(COLUMNS as never)
    .select(sql<boolean>`coalesce(feed_links.stale and games.source = 'feed', false)`.as('stale'))
    .select(LAST_CHANGE)
    .$castTo<GameRow>()

/**
 * `where('games.id', '=', anyIn(ids))` finds the ids first, then each part by its key. With a join, the planner would
 * read whole tables of parts for a few hundred games. One plan serves any number of ids.
 */
export const anyIn = (ids: Expression<unknown>): RawBuilder<string> => sql<string>`any (array(${ids}))`

const byId = statement((p: Params<{ ids: readonly string[] }>) =>
  selectGames()
    .where('games.id', '=', anyIn(sql`select unnest(${p.ids}::uuid[])`))
    .orderBy('games.id'),
)

const reportTimes = statement(
  (p: Params<{ ids: readonly string[] }>) => sql<FeedTimes & { id: string }>`
    select game_id as id, feed_reported_at as "feedReportedAt", feed_requested_at as "feedRequestedAt"
      from feed_links where game_id = any(${p.ids}::uuid[])`,
)

/** When the feed last reported each game. These times change without an event. */
export type FeedTimes = Pick<GameRow, 'feedReportedAt' | 'feedRequestedAt'>
export const feedTimes = (db: Sql, ids: readonly string[]): Promise<(FeedTimes & { id: string })[]> =>
  db.run(reportTimes({ ids }))

export const gamesById = (db: Sql, ids: readonly string[]): Promise<GameRow[]> => db.run(byId({ ids }))

const open = statement((p: Params<{ until: Date }>) =>
  selectGames()
    .where(
      'games.id',
      '=',
      anyIn(
        q
          .selectFrom('games as g')
          .select('g.id')
          .where(sql<boolean>`g.status in ('upcoming', 'live')`)
          .where('g.start_time', '<', p.until)
          .where('g.hidden', '=', false),
      ),
    )
    .orderBy('games.start_time')
    .orderBy('games.id'),
)

/** Upcoming and live games that start before `until`, by start time. */
export const openGames = (db: Sql, until: Date): Promise<GameRow[]> => db.run(open({ until }))

export type GameCursor = { readonly startTime: Date; readonly id: string }

const over = statement((p: Params<{ startTime: Date | null; id: string | null; limit: number }>) =>
  selectGames()
    .where(sql<boolean>`games.status not in ('upcoming', 'live')`)
    .where('games.hidden', '=', false)
    .where(
      sql<boolean>`(${p.startTime}::timestamptz is null or (games.start_time, games.id) < (${p.startTime}, ${p.id}::uuid))`,
    )
    .orderBy('games.start_time', 'desc')
    .orderBy('games.id', 'desc')
    .limit(p.limit),
)

/** Games that are over, latest first, after the given one. */
export const finishedGames = (db: Sql, after: GameCursor | null, limit: number): Promise<GameRow[]> =>
  db.run(over({ startTime: after?.startTime ?? null, id: after?.id ?? null, limit }))

const locked = statement((p: Params<{ ids: readonly string[] }>) =>
  q.selectFrom('games').select('id').where('id', '=', anyOf(p.ids)).orderBy('id').forNoKeyUpdate(),
)

/**
 * Locks games, then reads them with a second statement. A single statement would read the tables as they were before
 * the lock.
 */
export async function lockGames(tx: Tx, ids: readonly string[]): Promise<GameRow[]> {
  const [, games] = await Promise.all([lockRows(tx, ids), gamesById(tx, ids)])
  return games
}

export const lockRows = (tx: Tx, ids: readonly string[]): Promise<unknown> => tx.run(locked({ ids }))

export const lockGame = async (tx: Tx, id: string): Promise<GameRow | null> => (await lockGames(tx, [id]))[0] ?? null

/** Which party decided a game. */
export type DecidedBy = 'feed' | 'clock' | 'operator'
export type ResultEntry = { readonly decidedBy: DecidedBy; readonly actorId?: string; readonly note?: string }

/** A game before (null when new) and after a change, both under its lock. */
export type Written = { readonly before: GameRow | null; readonly after: GameRow }

/** A change affects bets if the game is upcoming before or after the change, or if it changes the offer. */
const affectsBets = (change: Written): boolean =>
  change.before?.status === 'upcoming' || change.after.status === 'upcoming' || PARTS.offer.hasChanged(change)

/**
 * A suspension of a league or of all games also applies to new games, games that changed league, and reopened games.
 */
const isListedAgain = ({ before, after }: Written): boolean =>
  before === null || before.league !== after.league || before.country !== after.country || isOpenAgain(before, after)
const isListed = ({ status }: GameRow): boolean => status === 'upcoming' || status === 'live'
const isOpenAgain = (before: GameRow, after: GameRow): boolean => isListed(after) && !isListed(before)

/** Version 0 of a result records bets that are void because an undecided game was rescheduled by a day or more. */
export const decidedIn = (changes: readonly Written[]): GameRow[] =>
  changes
    .filter(({ before, after }) => after.resultVersion > 0 || (wasRescheduled(before, after) && hasAffectedBets(after)))
    .map(({ after }) => after)

const wasRescheduled = (before: GameRow | null, after: GameRow): boolean =>
  before !== null && isRescheduled(before, after)

/**
 * Writes the changed parts of games. Results are also appended to their history. Writing a result takes the exclusive
 * offer lock of the game, so no bet is in flight when settlement reads it.
 */
export async function writeGames(tx: Tx, changes: readonly Written[], entry: ResultEntry): Promise<void> {
  if (changes.length === 0) return
  const decided = decidedIn(changes)
  const listedAgain = changes.filter(isListedAgain).map(({ after }) => after)
  const write = (written: (typeof PARTS)[keyof typeof PARTS], having: readonly Written[]) =>
    having.length === 0 ? null : tx.change(written.write(having.map(({ after }) => after)))
  await Promise.all([
    lockOffers(
      tx,
      decided.map((game) => game.id),
      'exclusive',
    ),
    write(PARTS.identity, changes.filter(PARTS.identity.hasChanged)),
    write(PARTS.offer, changes.filter(affectsBets)),
    write(PARTS.clock, changes.filter(PARTS.clock.hasChanged)),
    write(PARTS.result, changes.filter(PARTS.result.hasChanged)),
    write(
      PARTS.link,
      changes.filter((change) => change.after.feedMatchId !== null && PARTS.link.hasChanged(change)),
    ),
    syncSuspensions(
      tx,
      listedAgain.map(({ id }) => id),
      new Date(Math.max(...listedAgain.map(({ updatedAt }) => updatedAt.getTime()))),
    ),
    decided.length === 0 ? null : tx.change(insertVersions(decided.map((game) => versionOf(game, entry)))),
  ])
}

const insertVersions = insertRows('game_result_versions', (insert) =>
  insert.onConflict((conflict) => conflict.columns(['game_id', 'version']).doNothing()),
)

const versionOf = (game: GameRow, { decidedBy, actorId = null as never, note = '' }: ResultEntry) => ({
  gameId: game.id,
  version: game.resultVersion,
  decision: JSON.stringify(game.resultVersion === 0 ? VOID_RESCHEDULED : game.decision),
  firstLiveAt: game.firstLiveAt,
  decidedBy,
  actorId,
  note,
  decidedAt: game.updatedAt,
})

const changed = statement(
  (p: Params<{ ids: readonly string[]; versions: readonly number[] }>) =>
    sql<{ id: string }>`select known.id from unnest(${p.ids}::uuid[], ${p.versions}::int[]) as known (id, offer_version)
      left join game_offers o on o.game_id = known.id where o.offer_version is distinct from known.offer_version`,
)

/**
 * Cached games as the transaction sees them. Live games, and games with a changed offer, are read again. Deleted games
 * are absent.
 */
export async function currentGames(db: Sql, cached: readonly GameRow[]): Promise<readonly GameRow[]> {
  const versions = cached.map(({ offerVersion }) => offerVersion)
  const rows = await db.run(changed({ ids: cached.map(({ id }) => id), versions }))
  const live = cached.filter(({ status }) => status === 'live')
  const stale = new Set([...rows, ...live].map(({ id }) => id))
  if (stale.size === 0) return cached
  return [...cached.filter(({ id }) => !stale.has(id)), ...(await gamesById(db, [...stale]))]
}
