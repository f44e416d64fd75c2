import { type LiabilityLimits, mostStakeWithin } from '../limits/stake-rules.ts'
import { floorRatio, minUgx, type Ugx, ugx } from '../money/ugx.ts'
import type { OddsHundredths } from '../odds/odds.ts'
import { UNRESTRICTED } from './restrictions.ts'

/** The share of a maximum stake, in whole shillings. `factoredStake(ugxFromShillings(1_001), 10)` → UGX 100 */
export const factoredStake = (maximumUgx: Ugx, stakeFactor: number): Ugx =>
  ugx(floorRatio(maximumUgx * BigInt(stakeFactor), 10_000n) * 100n)

type Bet = { readonly maximumUgx: Ugx; readonly odds: readonly OddsHundredths[]; readonly limits: LiabilityLimits }

/**
 * The most that a player can stake on a bet. With a stake factor, it is this share of what the limits leave a player
 * without open bets. `odds` has those of each game.
 */
export function mostStakeByFactor(stakeFactor: number, { maximumUgx, odds, limits }: Bet): Ugx {
  if (stakeFactor === UNRESTRICTED.stakeFactor) return maximumUgx
  const perGame = odds.map((each) => mostStakeWithin({ odds: each, headroomUgx: limits.playerUgx }))
  return factoredStake(perGame.reduce(minUgx, maximumUgx), stakeFactor)
}
