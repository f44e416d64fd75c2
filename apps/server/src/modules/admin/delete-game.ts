import type { Tx } from '../../kernel/db/sql.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'
import { type ClosingDeps, whileClosed } from './close-to-bets.ts'

type Deps = ClosingDeps & {
  readonly betting: Pick<Betting, 'gamesWithBets'>
  readonly catalogue: Pick<Catalogue, 'games' | 'changeGame' | 'deleteGame' | 'lockGame'>
}

/**
 * Deletes a game that nobody has bet on (ADMG-05). It is closed to bets before they are looked for: none comes in between.
 * Refused, it is as it was before; `UNAVAILABLE`: somebody may still be betting on it.
 */
export async function deleteUnusedGame(
  { db, clock, betting, catalogue }: Deps,
  id: string,
  recorded: (tx: Tx, game: GameRow) => Promise<void>,
): Promise<'GAME_NOT_FOUND' | 'GAME_OF_FEED' | 'GAME_HAS_BETS' | 'UNAVAILABLE' | null> {
  const game = (await catalogue.games([id])).get(id)
  if (game === undefined) return 'GAME_NOT_FOUND'
  if (game.source === 'feed') return 'GAME_OF_FEED'
  if ((await betting.gamesWithBets(db, [id])).has(id)) return 'GAME_HAS_BETS'
  const done = await whileClosed({ db, clock, catalogue }, id, (closing) =>
    db.transaction(async (tx) => {
      const closed = await catalogue.lockGame(tx, id)
      if (closed === null) return 'GAME_NOT_FOUND'
      if (!closed.closedFor.includes(closing)) return 'UNAVAILABLE'
      if ((await betting.gamesWithBets(tx, [id])).has(id)) return 'GAME_HAS_BETS'
      await recorded(tx, closed)
      await catalogue.deleteGame(tx, id)
      return 'DELETED'
    }),
  )
  return done === 'DELETED' ? null : (done ?? 'UNAVAILABLE')
}
