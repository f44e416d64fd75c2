import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { JudgeResult } from './judge-result.ts'
import type { ProposeStart } from './move-start.ts'
import { presentDeskGame } from './present-game.ts'
import type { SayResult } from './say-result.ts'

export type GameDoors = {
  readonly audit: Pick<Audit, 'record'>
  readonly betting: Pick<Betting, 'gamesWithBets' | 'gamesWithOpenLegs' | 'worthOfMoved'>
  readonly catalogue: Catalogue
  readonly pricing: Pick<Pricing, 'offerAt' | 'pricesOf'>
}

/** What the games of the console are shown and changed with. */
export type GameDesk = GameDoors &
  Pick<Kernel, 'clock' | 'db'> & {
    readonly sayResult: SayResult
    readonly judgeResult: JudgeResult
    readonly proposeStart: ProposeStart
  }

export async function showGames({ betting, clock, db, pricing }: GameDesk, games: readonly GameRow[]) {
  const withBets = await betting.gamesWithBets(
    db,
    games.map(({ id }) => id),
  )
  return games.map((game) => presentDeskGame(game, withBets.has(game.id), pricing.pricesOf(game, clock.now())))
}

export async function showGame(desk: GameDesk, game: GameRow) {
  const [shown] = await showGames(desk, [game])
  if (shown === undefined) throw new Error('a game that is there is shown')
  return shown
}
