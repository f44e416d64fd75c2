import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { GameRow } from '../games/game-row.ts'
import { lockGame } from '../games/games.repository.ts'
import { lockOffers } from '../games/offer-lock.repository.ts'
import { changeGame, deleteGame } from './manual-games.ts'
import type { ShowGameDeps } from './present-game.ts'

/**
 * Deletes a game without bets (ADMG-05), or hides one of a feed (D7a). The exclusive offer lock guarantees that no bet
 * on the game is in progress.
 */
export function deleteUnusedGame(
  kernel: Pick<Kernel, 'clock' | 'db' | 'outbox'>,
  { gamesWithBets }: Pick<ShowGameDeps, 'gamesWithBets'>,
  id: string,
  recorded: (tx: Tx, game: GameRow, now: Date) => Promise<void>,
): Promise<Result<void, 'GAME_NOT_FOUND' | 'GAME_HAS_BETS'>> {
  return kernel.db.transaction(async (tx) => {
    const game = await lockGame(tx, id)
    if (game === null) return err('GAME_NOT_FOUND')
    await lockOffers(tx, [id], 'exclusive')
    const now = kernel.clock.now()
    if ((await gamesWithBets(tx, [id])).has(id)) return err('GAME_HAS_BETS')
    await recorded(tx, game, now)
    // The feed would report a deleted game again.
    if (game.feedMatchId === null) await deleteGame(kernel.outbox, tx, id, now)
    else await changeGame(kernel, tx, id, { hidden: true }, now)
    return ok(undefined)
  })
}
