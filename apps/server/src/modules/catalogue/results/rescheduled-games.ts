import type { Sql } from '../../../kernel/db/sql.ts'
import { MOVED, affectedBetsOf, type Starts } from '../games/affected-bets.ts'
import type { DecidedGame } from '../games/queries.ts'

/** An undecided game with bets that are void because its start was moved by a day or more. */
export type RescheduledGame = DecidedGame & { readonly moves: number }

/** Undecided games that were rescheduled since settlement last checked them. They may have no void bets. */
export async function rescheduledGames(sql: Sql, most: number): Promise<RescheduledGame[]> {
  const rows = await sql.query<Starts & { gameId: string }>(
    `select id as "gameId", start_time as "startTime", earlier_starts as "earlierStarts" from games
      where result_version = 0 and jsonb_array_length(earlier_starts) > settled_moves order by id limit $1`,
    [most],
    'catalogue-rescheduled-games',
  )
  return rows.map((row) => ({
    gameId: row.gameId,
    resultVersion: 0,
    verdict: MOVED,
    firstLiveAt: null,
    affectedBets: affectedBetsOf(row),
    moves: row.earlierStarts.length,
  }))
}

export const markReschedulesSettled = (sql: Sql, games: readonly RescheduledGame[]): Promise<number> =>
  sql.change(
    `update games g set settled_moves = greatest(g.settled_moves, s.moves)
       from unnest($1::uuid[], $2::int[]) as s (id, moves) where g.id = s.id`,
    [games.map(({ gameId }) => gameId), games.map(({ moves }) => moves)],
  )
