import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

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
    'catalogue-desk-counts',
  )
  if (row === undefined) throw new Error('a count has a row')
  return row
}

// Games by start time are split over two indexes.
const playedWhere = (condition: string): string =>
  `select start_time from games where start_time >= $1 and first_live_at is not null and ${condition}`
