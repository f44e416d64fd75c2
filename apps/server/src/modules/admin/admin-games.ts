import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue, GameRow } from '../catalogue/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { EvaluateResult } from './evaluate-result.ts'
import type { ProposeStart } from './move-start.ts'
import { presentAdminGame } from './present-game.ts'
import type { SayResult } from './enter-result.ts'

export type GameDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly betting: Pick<Betting, 'gamesWithBets' | 'gamesWithOpenLegs' | 'exposureOfReschedule'>
  readonly catalogue: Catalogue
  readonly pricing: Pick<Pricing, 'offerAt' | 'pricesOf'>
}

/** Dependencies of the console's game endpoints. */
export type AdminGames = GameDeps &
  Pick<Kernel, 'clock' | 'db'> & {
    readonly sayResult: SayResult
    readonly evaluateResult: EvaluateResult
    readonly proposeStart: ProposeStart
  }

export async function showGames({ betting, clock, db, pricing }: AdminGames, games: readonly GameRow[]) {
  const withBets = await betting.gamesWithBets(
    db,
    games.map(({ id }) => id),
  )
  return games.map((game) => presentAdminGame(game, withBets.has(game.id), pricing.pricesOf(game, clock.now())))
}

export async function showGame(backOffice: AdminGames, game: GameRow) {
  const [shown] = await showGames(backOffice, [game])
  if (shown === undefined) throw new Error('a game that is there is shown')
  return shown
}
