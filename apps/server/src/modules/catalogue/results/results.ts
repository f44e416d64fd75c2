import { err, type Result } from '@mupiira/domain/result.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { GameRow } from '../games/game-row.ts'
import { gamesById } from '../games/games.repository.ts'
import {
  decideResult,
  evaluateResult,
  lockResultsForReading,
  lockResultsShared,
  type ResultEntry,
  type ResultRefusal,
  type StaffResult,
} from './correct-result.ts'
import {
  decidedAmong,
  decidedGames,
  markReschedulesSettled,
  markSettled,
  rescheduledGames,
  resultsOf,
} from './settlement.repository.ts'

/** Results of games: entered by staff, read and marked by settlement. */
export function createResults({ db, outbox, workerDb }: Pick<Kernel, 'db' | 'outbox' | 'workerDb'>) {
  return {
    /** Enters a first or corrected result. Its timestamp (the game's `updatedAt`) is read after locking. */
    decide: (tx: Tx, gameId: string, entered: StaffResult, entry: ResultEntry, clock: Clock) =>
      decideResult(outbox, tx, gameId, entered, entry, clock),
    /** The game with an entered result, before it is decided. */
    async evaluate(gameId: string, entered: StaffResult, now: Date): Promise<Result<GameRow, ResultRefusal>> {
      const [game] = await gamesById(db, [gameId])
      return game === undefined ? err('GAME_NOT_FOUND') : evaluateResult(game, entered, now)
    },
    /** All result versions that bets on these games were settled on, in order. */
    history: (gameIds: readonly string[]) => resultsOf(db, gameIds),
    lockForReading: lockResultsForReading,
    lockShared: lockResultsShared,
    /** Decided games that are not settled yet, the earliest end first. */
    toSettle: (limit: number) => decidedGames(workerDb, limit),
    /** Undecided games that were rescheduled since settlement last checked their bets (D20). */
    rescheduledToSettle: (limit: number) => rescheduledGames(workerDb, limit),
    /** The decided games among `ids`, settled or not. */
    decidedAmong: (ids: readonly string[], sql: Sql = workerDb) => decidedAmong(sql, ids),
    markSettled,
    markReschedulesSettled,
  }
}
