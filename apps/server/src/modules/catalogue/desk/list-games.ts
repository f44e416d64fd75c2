import type { GameStatus } from '@mupiira/domain/ticket/states.ts'
import { needsDecision } from '@mupiira/domain/match/verdict.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { forVerdict } from '../game-change.ts'
import { GAME_COLUMNS, type GameRow } from '../game-row.ts'

export type GameSearch = {
  /** Any part of the teams or the league. */
  readonly words: string | null
  readonly status: GameStatus | null
  readonly page: number
  readonly pageSize: number
}

/** Up to here what was found is counted one by one; nobody turns that many pages. */
const COUNTED_UP_TO = 10_000

/** All games, newest first (ADMG-02), and how many there are; null: more than can be paged. */
export async function listForDesk(
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

/** Games that an operator must decide: contradictory, held, or long over without a result (D20, D54); the oldest first. */
export async function gamesToDecide(sql: Sql, now: Date): Promise<GameRow[]> {
  const rows = await sql.query<GameRow>(
    `select ${GAME_COLUMNS} from games
      where result_version = 0 and start_time <= $1 and status <> 'cancelled' order by start_time limit 500`,
    [now],
  )
  return rows.filter((game) => game.held || needsDecision(forVerdict(game), now))
}
