import type { Sql } from '../../../kernel/db/sql.ts'

export type GameFigures = {
  readonly total: number
  readonly live: number
  readonly madeYesterday: number
  readonly madeToday: number
  /** Games whose start lay in the day, and that took place. */
  readonly playedYesterday: number
  readonly playedToday: number
}

/** How many games there are, in play, and of two days. */
export async function countForDesk(sql: Sql, yesterday: Date, today: Date): Promise<GameFigures> {
  const [row] = await sql.query<GameFigures>(
    `select (select count(*) from games)::int as total,
            (select count(*) from games where status = 'live')::int as live,
            (select count(*) from games where created_at >= $1 and created_at < $2)::int as "madeYesterday",
            (select count(*) from games where created_at >= $2)::int as "madeToday",
            (select count(*) from games where start_time >= $1 and start_time < $2 and first_live_at is not null)::int as "playedYesterday",
            (select count(*) from games where start_time >= $2 and first_live_at is not null)::int as "playedToday"`,
    [yesterday, today],
    'catalogue-desk-counts',
  )
  if (row === undefined) throw new Error('a count has a row')
  return row
}
