import { LOWEST_OFFERED, type OddsHundredths } from '../odds/odds.ts'
import type { Ugx } from '../money/ugx.ts'

/** The highest value of the setting `price_reaction`, in percent. */
export const MAX_REACTION_PERCENT = 10

/** A price changes at each full tenth of the limit, so small bets change nothing. */
const TENTHS = 10n

/**
 * By how much a selection's liability lowers its price, in hundredths of a percent: a tenth of the strength for each
 * full tenth of the limit, at most the strength. `reactionOf(35n, 100n, 5)` → 150
 */
export function reactionOf(liabilityUgx: Ugx, limitUgx: Ugx, strengthPercent: number): number {
  if (liabilityUgx <= 0n) return 0
  const tenths = limitUgx <= 0n ? TENTHS : (liabilityUgx * TENTHS) / limitUgx
  const used = Number(tenths < TENTHS ? tenths : TENTHS)
  return Math.floor(Math.min(strengthPercent, MAX_REACTION_PERCENT) * used * 10)
}

/** A price after the reaction: never raised, and never below the lowest offered odds. */
export const loweredOdds = (odds: OddsHundredths, reaction: number): OddsHundredths =>
  Math.max(Math.floor((odds * (10_000 - reaction)) / 10_000), LOWEST_OFFERED) as OddsHundredths

/** The overround in percent at which joint odds are lower by the reaction. */
export const overroundWithReaction = (percent: number, reaction: number): number =>
  reaction === 0 ? percent : ((1 + percent / 100) / (1 - reaction / 10_000)) * 100 - 100
