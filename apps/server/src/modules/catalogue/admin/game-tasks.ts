import { type TaskReading, tasksOf } from '../../../kernel/access/tasks.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { keepFor } from '../../../kernel/keep-for.ts'
import type { GameRow } from '../games/game-row.ts'
import { contradictoryGames, gamesToDecide } from './admin-games.repository.ts'

/** Every open console reads the games to decide, so the games with open tickets are read at most this often. */
const OPEN_FRESH_MS = 30_000

export type OpenOn = (now: Date) => Promise<readonly string[]>

export const gamesWithOpenTickets = (db: Sql, gamesWithOpenLegs: (sql: Sql) => Promise<string[]>): OpenOn =>
  keepFor(OPEN_FRESH_MS, () => gamesWithOpenLegs(db))

type WaitingGames = { readonly decide?: boolean | undefined; readonly contradictory?: boolean | undefined }

/** The games that a filter of waiting games finds; null without such a filter. */
export async function waitingGames(
  db: Sql,
  openOn: OpenOn,
  { decide = false, contradictory = false }: WaitingGames,
  now: Date,
): Promise<readonly GameRow[] | null> {
  if (decide) return gamesToDecide(db, await openOn(now), now)
  return contradictory ? contradictoryGames(db) : null
}

/** The games that wait for staff. */
export function createGameTasks(db: Sql, gamesWithOpenLegs: (sql: Sql) => Promise<string[]>) {
  const openOn = gamesWithOpenTickets(db, gamesWithOpenLegs)
  return {
    games: async ({ now }) =>
      tasksOf(await gamesToDecide(db, await openOn(now), now), (game) => game.finishedAt ?? game.startTime),
    // Since when the scores contradict is not stored.
    feeds: async () => ({ count: (await contradictoryGames(db)).length, oldestAt: null }),
  } satisfies { readonly [kind: string]: TaskReading }
}
