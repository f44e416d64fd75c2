import { needsDecision } from '@mupiira/domain/match/decision.ts'
import type { GameStatus } from '@mupiira/domain/ticket/states.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { forDecision } from '../games/game-change.ts'
import { GAME_COLUMNS, type GameRow } from '../games/game-row.ts'

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
  sql: Sql,
  { words, status, page, pageSize }: GameSearch,
): Promise<{ games: GameRow[]; total: number | null }> {
  const values: unknown[] = []
  const conditions = [
    ...(words === null
      ? []
      : [`(name || ' ' || league) ilike $${values.push(`%${words.replace(/[\\%_]/g, '\\$&')}%`)}`]),
    ...(status === null ? [] : [`status = $${values.push(status)}`]),
  ]
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const [games, [counted]] = await Promise.all([
    sql.query<GameRow>(
      `select ${GAME_COLUMNS} from games where id in
         (select id from games ${where} order by created_at desc, id desc limit $${values.length + 1} offset $${values.length + 2})
        order by created_at desc, id desc`,
      [...values, pageSize, (page - 1) * pageSize],
    ),
    sql.query<{ count: number }>(
      `select count(*)::int as count from (select from games ${where} limit ${COUNTED_UP_TO + 1}) found`,
      values,
    ),
  ])
  const count = counted?.count ?? 0
  return { games, total: count > COUNTED_UP_TO ? null : count }
}

/** A feed may report half time and scorers some time after the score. */
const REPORTED_WITHIN_MS = 3_600_000

/**
 * Games that need a decision by staff, the earliest start first: held; contradictory; long over without a result;
 * settled with bets still waiting for a half-time score or scorer that was never reported (D20, D54); or settled
 * while the feed now reports another result (decision 0027).
 */
export async function gamesToDecide(sql: Sql, openOn: readonly string[], now: Date): Promise<GameRow[]> {
  const incomplete = await sql.query<GameRow>(
    `select ${GAME_COLUMNS} from games
      where id = any($1::uuid[]) and result_version > 0 and settled_version = result_version and finished_at <= $2
        and told_result is null
     union all select ${GAME_COLUMNS} from games where told_result is not null`,
    [openOn, new Date(now.getTime() - REPORTED_WITHIN_MS)],
  )
  const rows = await sql.query<GameRow>(
    `select ${GAME_COLUMNS} from games
      where result_version = 0 and (held or start_time <= $1) and status <> 'cancelled'
      order by held desc, start_time limit 500`,
    [now],
  )
  return rows
    .filter((game) => game.held || needsDecision(forDecision(game), now))
    .concat(incomplete)
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
