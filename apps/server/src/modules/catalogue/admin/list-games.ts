import { sql } from 'kysely'
import { needsDecision } from '@mupiira/domain/match/decision.ts'
import type { GameStatus } from '@mupiira/domain/ticket/states.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { forDecision } from '../games/game-change.ts'
import type { GameRow } from '../games/game-row.ts'
import { gamesById, selectGames } from '../games/games.repository.ts'

export type GameSearch = {
  /** Any part of the teams or the league. */
  readonly words: string | null
  readonly status: GameStatus | null
  readonly page: number
  readonly pageSize: number
}

/** Exact counting stops here, because no one opens that many pages. */
const COUNTED_UP_TO = 10_000

/** All games, newest first (ADMG-02), with the total; null when there are too many to page through. */
export async function listForAdmin(
  db: Sql,
  { words, status, page: pageNumber, pageSize }: GameSearch,
): Promise<{ games: GameRow[]; total: number | null }> {
  let found = q.selectFrom('games')
  if (words !== null) {
    const pattern = `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%`
    found = found.where(sql<boolean>`(name || ' ' || league) ilike ${pattern}`)
  }
  if (status !== null) found = found.where('status', '=', status)
  const page = found.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
  const [ids, counted] = await Promise.all([
    db.run(page.limit(pageSize).offset((pageNumber - 1) * pageSize)),
    db.first(
      q
        .selectFrom(
          found
            .select('id')
            .limit(COUNTED_UP_TO + 1)
            .as('found'),
        )
        .select(sql<number>`count(*)::int`.as('count')),
    ),
  ])
  const games = new Map(
    (
      await gamesById(
        db,
        ids.map(({ id }) => id),
      )
    ).map((game) => [game.id, game]),
  )
  const count = counted?.count ?? 0
  return { games: ids.flatMap(({ id }) => games.get(id) ?? []), total: count > COUNTED_UP_TO ? null : count }
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
const disputed = statement(() => selectGames().where('reported_result', 'is not', null))
const undecided = statement((p: Params<{ now: Date }>) =>
  selectGames()
    .where('result_version', '=', 0)
    .where((eb) => eb.or([eb('held', '=', true), eb('start_time', '<=', p.now)]))
    .where('status', '<>', 'cancelled')
    .orderBy('held', 'desc')
    .orderBy('start_time')
    .limit(500),
)

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

export type GameFigures = {
  readonly total: number
  readonly live: number
  readonly madeYesterday: number
  readonly madeToday: number
  /** Games that started on that day and were played. */
  readonly playedYesterday: number
  readonly playedToday: number
  /** Whether any game is older than yesterday, so that yesterday's count covers the full day. */
  readonly hadGamesBefore: boolean
}

/** Totals, live games, and games of two days in Kampala. Created games are counted by the day of creation. */
export async function countForAdmin(sql: Sql, yesterday: Date, today: Date): Promise<GameFigures> {
  const [row] = await sql.query<GameFigures>(
    `with made as (
       select coalesce(sum(games), 0)::int as total, coalesce(sum(games) filter (where day = $3), 0)::int as yesterday,
              coalesce(sum(games) filter (where day >= $4), 0)::int as today,
              coalesce(sum(games) filter (where day < $3), 0) > 0 as before
         from game_count
     ), played as (
       ${playedWhere(`status in ('upcoming', 'live')`)} union all ${playedWhere(`status not in ('upcoming', 'live')`)}
     )
     select total, (select count(*) from games where status = 'live')::int as live,
            made.before as "hadGamesBefore", made.yesterday as "madeYesterday", made.today as "madeToday",
            (select count(*) from played where start_time < $2)::int as "playedYesterday",
            (select count(*) from played where start_time >= $2)::int as "playedToday"
       from made`,
    [yesterday, today, dayKey(yesterday), dayKey(today)],
    'catalogue-admin-counts',
  )
  if (row === undefined) throw new Error('a count has a row')
  return row
}

// Games by start time are split over two indexes.
const playedWhere = (condition: string): string =>
  `select start_time from games where start_time >= $1 and first_live_at is not null and ${condition}`
