import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'

type Deps = {
  readonly db: Db
  readonly betting: Pick<Betting, 'gamesWithBets'>
  readonly catalogue: Pick<Catalogue, 'changeGame' | 'deleteGame' | 'lockGame' | 'lockOffers'>
}

/** Deletes a game without bets (ADMG-05), or hides one of a feed (D7a). Under the exclusive offer lock no bet on it can be in flight. */
export function deleteUnusedGame(
  { db, betting, catalogue }: Deps,
  id: string,
  recorded: (tx: Tx, game: GameRow) => Promise<void>,
  now: Date,
): Promise<'GAME_NOT_FOUND' | 'GAME_HAS_BETS' | null> {
  return db.transaction(async (tx) => {
    const game = await catalogue.lockGame(tx, id)
    if (game === null) return 'GAME_NOT_FOUND'
    await catalogue.lockOffers(tx, [id], 'exclusive')
    if ((await betting.gamesWithBets(tx, [id])).has(id)) return 'GAME_HAS_BETS'
    await recorded(tx, game)
    // Its feed would report a deleted game again.
    if (game.feedMatchId === null) await catalogue.deleteGame(tx, id)
    else await catalogue.changeGame(tx, id, { hidden: true }, now)
    return null
  })
}
