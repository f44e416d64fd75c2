import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'

type Deps = {
  readonly db: Db
  readonly betting: Pick<Betting, 'gamesWithBets'>
  readonly catalogue: Pick<Catalogue, 'deleteGame' | 'lockGame' | 'lockOffers'>
}

/** Deletes a manual game without bets (ADMG-05). Under the exclusive offer lock no bet on it can be in flight. */
export function deleteUnusedGame(
  { db, betting, catalogue }: Deps,
  id: string,
  recorded: (tx: Tx, game: GameRow) => Promise<void>,
): Promise<'GAME_NOT_FOUND' | 'GAME_OF_FEED' | 'GAME_HAS_BETS' | null> {
  return db.transaction(async (tx) => {
    const game = await catalogue.lockGame(tx, id)
    if (game === null) return 'GAME_NOT_FOUND'
    if (game.source === 'feed') return 'GAME_OF_FEED'
    await catalogue.lockOffers(tx, [id], 'exclusive')
    if ((await betting.gamesWithBets(tx, [id])).has(id)) return 'GAME_HAS_BETS'
    await recorded(tx, game)
    await catalogue.deleteGame(tx, id)
    return null
  })
}
