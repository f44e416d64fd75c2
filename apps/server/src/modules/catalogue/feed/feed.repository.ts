import { sql } from 'kysely'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { insertRows } from '../../../kernel/db/insert-rows.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { GameRow } from '../games/game-row.ts'
import type { LiveOddsOutcome } from '../ports.ts'
import { selectGames } from '../games/games.repository.ts'

const byMatchId = statement((p: Params<{ matchIds: readonly string[] }>) =>
  selectGames().where('feed_match_id', '=', anyOf(p.matchIds)),
)

export const gamesByFeedId = (db: Sql, matchIds: readonly string[]): Promise<GameRow[]> =>
  db.run(byMatchId({ matchIds }))

/** Whether the match id has the prefix; an empty prefix matches ids without one. */
const isFromFeed = (prefix: unknown) =>
  sql<boolean>`case when ${prefix} = '' then position(':' in feed_match_id) = 0 else starts_with(feed_match_id, ${prefix}) end`

const undecided = statement((p: Params<{ starts: readonly Date[] }>) =>
  selectGames()
    .where(sql<boolean>`status in ('upcoming', 'live')`)
    .where('start_time', '=', anyOf(p.starts))
    .where('result_version', '=', 0)
    .where('feed_match_id', 'is not', null),
)

/** Undecided games of feeds that start at one of these times. */
export const undecidedFeedGames = (db: Sql, starts: readonly Date[]): Promise<GameRow[]> =>
  db.run(undecided({ starts }))

const selectMatchIds = () =>
  q.selectFrom('games').innerJoin('feed_links', 'feed_links.game_id', 'games.id').select('feed_match_id as matchId')

const underWay = statement((p: Params<{ now: Date }>) =>
  selectMatchIds()
    .innerJoin('game_results', 'game_results.game_id', 'games.id')
    .where(sql<boolean>`status in ('upcoming', 'live')`)
    .where('start_time', '<=', p.now)
    .where('result_version', '=', 0),
)

/** Match ids of the feed's games that are live, or should be, and are undecided. */
export const feedGamesInPlay = async (db: Sql, now: Date): Promise<string[]> =>
  (await db.run(underWay({ now }))).map(({ matchId }) => matchId)

const quoted = statement((p: Params<{ until: Date }>) =>
  selectMatchIds()
    .innerJoin('game_offers', 'game_offers.game_id', 'games.id')
    .where('source', '=', 'feed')
    .where('status', '=', 'upcoming')
    .where('start_time', '<', p.until)
    .where('model', 'is not', null),
)

/** Match ids of quoted upcoming games that start before `until`. */
export const quotedGames = async (db: Sql, until: Date): Promise<string[]> =>
  (await db.run(quoted({ until }))).map(({ matchId }) => matchId)

type Ages = readonly (number | null)[]
type ReportTimes = { ids: readonly string[]; agesMs: Ages; now: Date; requestedAt: Date | null }

const reported = statement(
  (p: Params<ReportTimes>) => sql`
    update feed_links l set feed_reported_at = ${p.now}, feed_requested_at = greatest(l.feed_requested_at, r.requested_at)
      from (select id, ${p.requestedAt}::timestamptz - make_interval(secs => age_ms / 1000) as requested_at
              from unnest(${p.ids}::uuid[], ${p.agesMs}::float8[]) as ages (id, age_ms)) r
     where l.game_id = r.id
       and (l.feed_reported_at is null or l.feed_reported_at < ${p.now}::timestamptz - interval '4 seconds'
         or (l.feed_requested_at is null and r.requested_at is not null)
         or l.feed_requested_at < r.requested_at - interval '4 seconds')`,
)

/**
 * Records that the feed has reported live games, so that silence is detected (D22). A game whose report was older than
 * its request counts as requested when the report was updated. A report without an age decides no bets: it moves only
 * the time of the last report. Writes a game at most every four seconds, and does not count as a change of the game.
 */
export const markReported = (
  db: Sql,
  games: readonly { readonly id: string; readonly ageMs: number | null }[],
  now: Date,
  requestedAt: Date | null,
): Promise<number> =>
  db.change(reported({ ids: games.map(({ id }) => id), agesMs: games.map(({ ageMs }) => ageMs), now, requestedAt }))

const insertRaw = insertRows('feed_changes')

/** Stores raw reports for disputes. */
export async function storeRawChanges(
  tx: Tx,
  changes: readonly { readonly gameId: string; readonly raw: unknown }[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  await tx.change(insertRaw(changes.map(({ gameId, raw }) => ({ gameId, receivedAt: now, raw: JSON.stringify(raw) }))))
}

const PRUNED_AT_ONCE = 5_000

const prune = statement((p: Params<{ before: Date; limit: number }>) =>
  q
    .deleteFrom('feed_changes')
    .where(
      sql<boolean>`id = any (array(select id from feed_changes where received_at < ${p.before} order by received_at limit ${p.limit}))`,
    ),
)

/** Deletes raw changes beyond their retention. Returns the number of rows. */
export async function pruneRawChanges(db: Sql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION.feedChanges.ms)
  for (let total = 0; ;) {
    const deletedCount = await db.change(prune({ before, limit: PRUNED_AT_ONCE }))
    total += deletedCount
    if (deletedCount < PRUNED_AT_ONCE) return total
  }
}

const LAGS_COUNTED = 100

const insertLag = insertRows('feed_lags')
const oldLags = statement((p: Params<{ counted: number }>) =>
  q
    .deleteFrom('feed_lags')
    .where(sql<boolean>`id <= (select id from feed_lags order by id desc offset ${p.counted} limit 1)`),
)

/** Stores measured lags. Only the newest count. */
export async function storeLags(db: Sql, lagsMs: readonly number[], now: Date): Promise<void> {
  if (lagsMs.length === 0) return
  await db.change(insertLag(lagsMs.map((lagMs) => ({ measuredAt: now, lagMs }))))
  await db.change(oldLags({ counted: LAGS_COUNTED }))
}

/** The lag that 95 % of the last pushed goals did not exceed, and the number of these goals. */
export type FeedLag = { readonly lagMs: number; readonly goals: number }

const lag = statement(
  () => sql<FeedLag>`
    select coalesce(percentile_disc(0.95) within group (order by lag_ms), 0) as "lagMs", count(*)::int as goals from feed_lags`,
)

export const feedLag = async (db: Sql): Promise<FeedLag> => (await db.first(lag({}))) ?? { lagMs: 0, goals: 0 }

/** The parts of a feed: live scores, the week ahead, its odds, and each outcome of a request for live odds. */
export type FeedPart = 'football' | 'football-week' | 'football-odds' | `${typeof LIVE_ODDS}${LiveOddsOutcome}`
const LIVE_ODDS = 'live-odds '

const receivedWithin = statement((p: Params<{ name: FeedPart; ms: number }>) =>
  q
    .selectFrom('feed_states')
    .select('name')
    .where('name', '=', p.name)
    .where(sql<boolean>`received_at > now() - make_interval(secs => ${p.ms}::float8 / 1000)`),
)

/** Whether any node has received a response recently. */
export const wasReceivedWithin = async (db: Sql, name: FeedPart, ms: number): Promise<boolean> =>
  (await db.run(receivedWithin({ name, ms }))).length > 0

const received = statement(
  (p: Params<{ name: FeedPart }>) =>
    sql`insert into feed_states (name, received_at) values (${p.name}, now())
      on conflict (name) do update set received_at = now() where feed_states.received_at < now() - interval '1 second'`,
)

const silence = statement(
  (p: Params<{ name: FeedPart }>) => sql<{ ms: number }>`
    select extract(epoch from now() - received_at)::float8 * 1000 as ms from feed_states where name = ${p.name}`,
)

/** The time since the last response; null before the first start. */
export const silentForMs = async (db: Sql, name: FeedPart): Promise<number | null> =>
  (await db.first(silence({ name })))?.ms ?? null

export const wasReceived = (db: Sql, name: FeedPart): Promise<number> => db.change(received({ name }))

/** Records how a request for live odds ended: the last time of each outcome is stored. */
export const liveOddsEnded = (db: Sql, outcome: LiveOddsOutcome): Promise<number> =>
  wasReceived(db, `${LIVE_ODDS}${outcome}`)

/** Why live odds are missing, and when they last arrived; null if they never did. */
export type MissingLiveOdds = {
  readonly failure: Exclude<LiveOddsOutcome, 'RECEIVED'>
  readonly receivedAt: Date | null
}

/** API-Football's last live odds apply for as long; its games then close. */
const LIVE_ODDS_MAX_AGE_MS = 15_000

// A feed that is no longer asked for live odds has only old outcomes.
const missingLiveOddsNow = statement(
  (p: Params<{ maxAgeMs: number }>) => sql<MissingLiveOdds>`
    with outcomes as (select substr(name, ${LIVE_ODDS.length + 1}) as outcome, received_at from feed_states where starts_with(name, ${LIVE_ODDS})),
         received as (select max(received_at) as at from outcomes where outcome = 'RECEIVED')
    select outcome as failure, received.at as "receivedAt" from outcomes, received
     where outcome <> 'RECEIVED' and received_at > now() - interval '1 minute'
       and (received.at is null
         or received.at < received_at and received.at < now() - make_interval(secs => ${p.maxAgeMs}::float8 / 1000))
     order by received_at desc limit 1`,
)

/** Null while live odds arrive, and while none are requested. */
export const missingLiveOdds = async (db: Sql): Promise<MissingLiveOdds | null> =>
  (await db.first(missingLiveOddsNow({ maxAgeMs: LIVE_ODDS_MAX_AGE_MS }))) ?? null

const start = statement(
  (p: Params<{ names: readonly FeedPart[] }>) =>
    sql`insert into feed_states (name, received_at) select unnest(${p.names}::text[]), now() on conflict do nothing`,
)

/** Starts the waiting time of parts that were never received. */
export const expectReports = (db: Sql, names: readonly FeedPart[]): Promise<number> => db.change(start({ names }))

export type StaleAfter = { readonly liveMs: number; readonly pricesMs: number; readonly weekMs: number }

const staleNow = statement(
  (p: Params<StaleAfter & { prefix: string }>) => sql<{ id: string; stale: boolean }>`
    with parts as (
      select now() - min(received_at) filter (where name = 'football') as live,
             now() - min(received_at) filter (where name in ('football-week', 'football-odds')) as week
        from feed_states),
    due as (
      select g.id, l.stale as was,
             not ${isFromFeed(p.prefix)}
               or parts.live > make_interval(secs => (case g.status when 'live' then ${p.liveMs}::float8 else ${p.pricesMs}::float8 end) / 1000)
               or g.status = 'upcoming' and parts.week > make_interval(secs => ${p.weekMs}::float8 / 1000) as stale
        from parts, games g join feed_links l on l.game_id = g.id join game_results r on r.game_id = g.id
       where g.source = 'feed' and g.status in ('upcoming', 'live') and r.result_version = 0)
    select g.id, due.stale from games g join due on due.id = g.id where due.stale <> due.was
     order by g.id for no key update of g`,
)

const markStale = statement(
  (p: Params<{ ids: readonly string[]; stale: readonly boolean[]; now: Date }>) =>
    sql`update feed_links l set stale = s.stale, updated_at = ${p.now}
          from unnest(${p.ids}::uuid[], ${p.stale}::bool[]) as s (id, stale) where l.game_id = s.id`,
)

const raiseVersions = statement((p: Params<{ ids: readonly string[] }>) =>
  q
    .updateTable('game_offers')
    .set({ offer_version: sql`offer_version + 1` })
    .where('game_id', '=', anyOf(p.ids)),
)

/**
 * Marks games that the feed with this id prefix no longer reports, and unmarks reported games. Returns changed games.
 */
export async function syncStale(tx: Tx, prefix: string, after: StaleAfter, now: Date): Promise<string[]> {
  const changed = await tx.run(staleNow({ ...after, prefix }))
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return []
  await Promise.all([
    tx.change(markStale({ ids, stale: changed.map(({ stale }) => stale), now })),
    tx.change(raiseVersions({ ids })),
  ])
  return ids
}
