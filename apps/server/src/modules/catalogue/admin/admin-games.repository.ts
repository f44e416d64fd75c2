import { type RawBuilder, sql } from 'kysely'
import { needsDecision } from '@mupiira/domain/match/decision.ts'
import type { GameStatus } from '@mupiira/domain/ticket/states.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import {
  type CappedTotal,
  exactTime,
  listPage,
  type ListPage,
  type PageRequest,
  selectPageRows,
  valueOrder,
} from '../../../kernel/db/list-page.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import { figuresOf, filledUntil, type RollupSource } from '../../../kernel/rollups.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { forDecision } from '../games/game-change.ts'
import type { GameRow } from '../games/game-row.ts'
import { anyIn, gamesById, selectGames } from '../games/games.repository.ts'
import { isDisputedByFeed } from '../games/taken-over.ts'

export type GameSearch = {
  /** Any part of the teams or the league. Case and accents do not matter. */
  readonly text: string | null
  readonly status: GameStatus | null
  /** Only upcoming and live games. */
  readonly isCurrent?: boolean
  /** Only upcoming and live games that staff, or a suspension of their league, closed to bets. */
  readonly isSuspended?: boolean
  /** Games that start from `from` until before `until`. */
  readonly starts?: { readonly from: Date; readonly until: Date } | null
  /** A league as `country/league`. */
  readonly league?: string | null
  readonly sport?: GameRow['sport'] | null
  readonly source?: GameRow['source'] | null
}

const SORTS = { start: 'start_time' }

/** The parts of the schedule, each in the order of an index. */
const SCHEDULE = [
  { is: sql<boolean>`t.status = 'live'`, firstStart: 'asc' },
  { is: sql<boolean>`t.status = 'upcoming'`, firstStart: 'asc' },
  { is: sql<boolean>`t.status not in ('upcoming', 'live')`, firstStart: 'desc' },
] as const

const reversed = (order: 'asc' | 'desc') => (order === 'asc' ? 'desc' : 'asc')

/**
 * Live games first, then upcoming games by kick-off, then the others, the latest first.
 */
function scheduleRows(found: FoundGames, { page, pageSize }: PageRequest, order: 'asc' | 'desc') {
  const skipped = (page - 1) * pageSize
  const ranked = SCHEDULE.map(({ is, firstStart }, part) => {
    const start = order === 'asc' ? firstStart : reversed(firstStart)
    const rank = sql<number>`row_number() over (order by t.start_time ${sql.raw(start)}, t.id ${sql.raw(order)})`
    return found
      .where(is)
      .select(['t.id', exactTime('t.created_at').as('at'), sql.lit(part).as('part'), rank.as('rank')])
      .orderBy('t.start_time', start)
      .orderBy('t.id', order)
      .limit(skipped + pageSize + 1)
  })
  const [live, upcoming, others] = ranked as [(typeof ranked)[0], (typeof ranked)[0], (typeof ranked)[0]]
  return q
    .selectFrom(
      q
        .selectFrom(live.as('live'))
        .selectAll()
        .unionAll(q.selectFrom(upcoming.as('upcoming')).selectAll())
        .unionAll(q.selectFrom(others.as('others')).selectAll())
        .as('parts'),
    )
    .select(['id', 'at'])
    .orderBy('part', order)
    .orderBy('rank')
    .limit(pageSize + 1)
    .offset(skipped)
}

const allGames = () => q.selectFrom('games as t')
type FoundGames = ReturnType<typeof allGames>

function foundGames({ text, status, isCurrent, isSuspended, starts, league, sport, source }: GameSearch): FoundGames {
  let found = allGames()
  if (text !== null) {
    const pattern = `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
    found = found.where(sql<boolean>`search_fold(name || ' ' || league) like search_fold(${pattern})`)
  }
  if (status !== null) found = found.where('t.status', '=', status)
  if (isCurrent === true) found = found.where(sql<boolean>`t.status in ('upcoming', 'live')`)
  if (isSuspended === true) found = found.where(IS_SUSPENDED)
  if (starts) found = found.where('t.start_time', '>=', starts.from).where('t.start_time', '<', starts.until)
  if (league) found = found.where(sql<boolean>`league_scope(t.country, t.league) = ${league}`)
  if (sport) found = found.where('t.sport', '=', sport)
  if (source) found = found.where('t.source', '=', source)
  return found
}

const IS_SUSPENDED = sql<boolean>`t.status in ('upcoming', 'live') and exists (
  select from game_offers o
   where o.game_id = t.id and (o.suspended or o.start_approval_pending or o.scope_suspended))`

/** All games, newest first by default (ADMG-02), with a capped total. */
export async function listForAdmin(
  db: Sql,
  search: GameSearch,
  pageRequest: PageRequest,
): Promise<ListPage<GameRow> & CappedTotal> {
  const found = foundGames(search)
  const value = valueOrder(pageRequest)
  const { items, ...page } = await listPage(db, found, pageRequest, () =>
    value?.column === 'schedule'
      ? db.run(scheduleRows(found, pageRequest, value.order))
      : db.run(selectPageRows(found.select('t.id'), pageRequest, SORTS)),
  )
  const ids = items.map(({ id }) => id)
  const games = new Map((await gamesById(db, ids)).map((game) => [game.id, game]))
  return { items: ids.flatMap((id) => games.get(id) ?? []), ...page }
}

/** A feed may report half time and scorers some time after the score. */
const REPORTED_WITHIN_MS = 3_600_000

const incompleteOf = statement((p: Params<{ ids: readonly string[]; before: Date }>) =>
  selectGames()
    .where('games.id', '=', anyOf(p.ids))
    .where('result_version', '>', 0)
    .whereRef('settled_version', '=', 'result_version')
    .where('finished_at', '<=', p.before)
    .where('reported_result', 'is', null),
)
const disputed = statement(() =>
  selectGames().where(
    'games.id',
    '=',
    anyIn(q.selectFrom('game_results').select('game_id').where('reported_result', 'is not', null)),
  ),
)
const undecided = statement((p: Params<{ now: Date }>) =>
  selectGames().where(
    'games.id',
    '=',
    anyIn(
      q
        .selectFrom('games as g')
        .innerJoin('game_results as r', 'r.game_id', 'g.id')
        .select('g.id')
        .where('r.result_version', '=', 0)
        .where((eb) => eb.or([eb('r.held', '=', true), eb('g.start_time', '<=', p.now)]))
        .where('g.status', '<>', 'cancelled')
        .where('g.hidden', '=', false)
        .orderBy('r.held', 'desc')
        .orderBy('g.start_time')
        .limit(500),
    ),
  ),
)

const contradictory = statement(() =>
  selectGames().where(
    'games.id',
    '=',
    anyIn(
      q
        .selectFrom('game_results')
        .select('game_id')
        .where(sql<boolean>`score_disputed`)
        .union(
          q
            .selectFrom('games as g')
            .innerJoin('feed_links as f', 'f.game_id', 'g.id')
            .select('g.id as game_id')
            .where(sql<boolean>`g.source = 'hand' and g.status in ('upcoming', 'live')`)
            .where('f.feed_report', 'is not', null),
        )
        .limit(500),
    ),
  ),
)

/** Games whose feeds report different scores, or whose feed contradicts staff, the earliest start first. */
export const contradictoryGames = async (db: Sql): Promise<GameRow[]> =>
  (await db.run(contradictory({})))
    .filter(
      (game) => game.scoreDisputed || isDisputedByFeed(game, { home: game.homeScore ?? 0, away: game.awayScore ?? 0 }),
    )
    .toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime())

/**
 * Games that need a decision by staff, the earliest start first: held; contradictory; long over without a result;
 * settled with bets still waiting for a half-time score or scorer that was never reported (D20, D54); or settled
 * while the feed now reports another result (decision 0027).
 */
export async function gamesToDecide(db: Sql, openOn: readonly string[], now: Date): Promise<GameRow[]> {
  const [incomplete, disputes, rows] = await Promise.all([
    db.run(incompleteOf({ ids: openOn, before: new Date(now.getTime() - REPORTED_WITHIN_MS) })),
    db.run(disputed({})),
    db.run(undecided({ now })),
  ])
  return rows
    .filter((game) => game.held || needsDecision(forDecision(game), now))
    .concat(incomplete, disputes)
    .toSorted((a, b) => a.startTime.getTime() - b.startTime.getTime())
}

const scored = statement(() =>
  q
    .selectFrom('games')
    .innerJoin('game_results', 'game_results.game_id', 'games.id')
    .select('id')
    .where('source', '=', 'hand')
    .where('result_version', '=', 0)
    .where(sql<boolean>`status in ('live', 'finished', 'completed')`),
)

/** Manual games that have begun and have no result. Their score is computed from their goal events. */
export const manualGamesToScore = async (tx: Tx): Promise<string[]> => (await tx.run(scored({}))).map(({ id }) => id)

const ofCountry = statement((p: Params<{ sport: GameRow['sport']; name: string }>) =>
  q
    .selectFrom('games')
    .select(['country', 'league'])
    .where('sport', '=', p.sport)
    .where('status', 'in', ['upcoming', 'live'])
    .where(sql<boolean>`search_fold(country || ' ' || league) = search_fold(${p.name})`)
    .groupBy(['country', 'league'])
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('country')
    .orderBy('league')
    .limit(1),
)

/**
 * The league of most upcoming and live games with this full name, in any case and without accents: "Uganda Premier
 * League" → "Premier League" of Uganda.
 */
export async function leagueNamed(
  tx: Tx,
  { sport, league }: Pick<GameRow, 'sport' | 'league'>,
): Promise<Pick<GameRow, 'country' | 'league'> | undefined> {
  const [found] = await tx.run(ofCountry({ sport, name: league }))
  return found
}

const remove = statement((p: Params<{ id: string; now: Date }>) =>
  q
    .with('gone', (db) => db.deleteFrom('games').where('id', '=', p.id).returning(['id', 'created_at']))
    .insertInto('deleted_games')
    .columns(['id', 'created_at', 'deleted_at'])
    .expression((db) => db.selectFrom('gone').select(['id', 'created_at', p.now.as('deleted_at')])),
)

/** Deletes a game and counts it as deleted. */
export const removeGame = (tx: Tx, id: string, now: Date): Promise<number> => tx.change(remove({ id, now }))

/** Games by day of creation; deleted games are subtracted on the day of deletion. */
export const GAMES: RollupSource<'entries'> = {
  name: 'games',
  figures: ['entries'],
  oldest: sql<{ at: Date | null }>`
    select least((select min(created_at) from games), (select min(created_at) from deleted_games)) as at`,
  changes: (from, until) => sql`
    select created_at as at, kampala_day(created_at) as day, '{}'::text[] as key, 1 as entries
      from (select created_at from games union all select created_at from deleted_games) created
     where created_at >= ${from} and created_at < ${until}
    union all
    select deleted_at, kampala_day(created_at), '{}', -1 from deleted_games
     where deleted_at >= ${from} and deleted_at < ${until}`,
}

export type GameFigures = {
  readonly total: number
  readonly live: number
  readonly createdYesterday: number
  readonly createdToday: number
  /** Games that started on that day and were played. */
  readonly playedYesterday: number
  readonly playedToday: number
  /** Whether any game is older than yesterday, so that yesterday's count covers the full day. */
  readonly hadGamesBefore: boolean
}

type TwoDays = { readonly yesterday: Date; readonly today: Date }

const figures = statement((p: Params<{ since: Date; dayBefore: string; day: string } & TwoDays>) => {
  const created = (days: RawBuilder<unknown>) => sql<number>`coalesce(sum(entries) filter (where ${days}), 0)::int`
  // Two partial indexes cover the games by start time, so there is one condition for each.
  const played = (times: RawBuilder<unknown>) => sql<number>`(
    select count(*) from games where status in ('upcoming', 'live') and first_live_at is not null and ${times}
  )::int + (
    select count(*) from games where status not in ('upcoming', 'live') and first_live_at is not null and ${times}
  )::int`
  return q
    .selectFrom(figuresOf(GAMES, p.since).as('figures'))
    .select([
      created(sql`true`).as('total'),
      created(sql`day = ${p.dayBefore}::date`).as('createdYesterday'),
      created(sql`day = ${p.day}::date`).as('createdToday'),
      sql<boolean>`coalesce(sum(entries) filter (where day < ${p.dayBefore}::date), 0) > 0`.as('hadGamesBefore'),
      sql<number>`(select count(*) from games where status = 'live')::int`.as('live'),
      played(sql`start_time >= ${p.yesterday} and start_time < ${p.today}`).as('playedYesterday'),
      played(sql`start_time >= ${p.today}`).as('playedToday'),
    ])
})

/** Totals, live games, and games of two days in Kampala. Created games are counted by the day of creation. */
export async function countForAdmin(db: Sql, yesterday: Date, today: Date): Promise<GameFigures> {
  const since = await filledUntil(db, GAMES)
  const row = await db.first(figures({ since, yesterday, today, dayBefore: dayKey(yesterday), day: dayKey(today) }))
  if (row === undefined) throw new Error('the sum returned no row')
  return row
}
