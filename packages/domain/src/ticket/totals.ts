import { floorRatio, minUgx, ugx } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import { totalOdds } from '../odds/odds.ts'
import type { OddsHundredths } from '../odds/odds.ts'

export interface BonusRule {
  /** The setting `bonus_min_odds` as odds: 120. */
  readonly minOddsHundredths: number
}

export type BonusPercent = 0 | 3 | 5

/** The figures of a slip and of its ticket; all are computed from the shown total odds (SLIP-71). */
export interface SlipTotals {
  readonly totalOddsHundredths: bigint
  readonly qualifyingGames: number
  readonly bonusPercent: BonusPercent
  readonly potentialWinUgx: Ugx
  readonly bonusUgx: Ugx
  /** Potential win and bonus, cut to the maximum payout; the ticket's potential_win (D45). */
  readonly payoutUgx: Ugx
  /** Whether the maximum payout cut it (SLIP-70). */
  readonly cut: boolean
}

// Minimum number of qualifying games and the bonus percentage (SLIP-25).
const BONUS_LADDER = [
  { games: 3, percent: 3 },
  { games: 5, percent: 5 },
] as const

/** `bonus_min_odds` of the settings as a rule: 1.2 → 120. */
export const bonusRule = (bonusMinOdds: number): BonusRule => ({ minOddsHundredths: Math.round(bonusMinOdds * 100) })

/** The win bonus of so many qualifying games: 0, 3 or 5 percent (SLIP-25). */
export function bonusPercentFor(qualifyingGames: number): BonusPercent {
  let percent: BonusPercent = 0
  for (const step of BONUS_LADDER) if (qualifyingGames >= step.games) percent = step.percent
  return percent
}

/** How many games lead to the next step, and its percent; null at the highest (SLIP-26, 27). `nextBonusStep(2)` → 1 game, 3 % */
export function nextBonusStep(
  qualifyingGames: number,
): { readonly missingGames: number; readonly percent: number } | null {
  const step = BONUS_LADDER.find(({ games }) => games > qualifyingGames)
  return step === undefined ? null : { missingGames: step.games - qualifyingGames, percent: step.percent }
}

/** Each game counts once, when its odds (joint odds for several selections) reach the minimum (D19). */
export const countQualifying = (perGame: readonly number[], rule: BonusRule): number =>
  perGame.filter((hundredths) => hundredths >= rule.minOddsHundredths).length

/**
 * Total odds, win bonus, potential win and payout of a slip (SLIP-24..29, 70, 71). `perGame` holds for each game the odds
 * of its selection, or its joint odds. The payout is rounded down once, and the bonus is what it adds to the potential win.
 */
export function slipTotals(
  stakeUgx: Ugx,
  perGame: readonly OddsHundredths[],
  bonus: BonusRule,
  maxPayoutUgx: Ugx,
): SlipTotals {
  const totalOddsHundredths = totalOdds(perGame)
  const qualifyingGames = countQualifying(perGame, bonus)
  const bonusPercent = bonusPercentFor(qualifyingGames)
  const uncut = grossPayout(stakeUgx, totalOddsHundredths, bonusPercent)
  const payoutUgx = minUgx(uncut, maxPayoutUgx)
  const potentialWinUgx = minUgx(grossPayout(stakeUgx, totalOddsHundredths, 0), maxPayoutUgx)
  return {
    totalOddsHundredths,
    qualifyingGames,
    bonusPercent,
    potentialWinUgx,
    bonusUgx: ugx(payoutUgx - potentialWinUgx),
    payoutUgx,
    cut: uncut > maxPayoutUgx,
  }
}

/** Stake × odds with the bonus on top, rounded down to 0.01 once (SETL-09, 10); not yet cut to the maximum payout. */
export function grossPayout(stakeUgx: Ugx, totalOddsHundredths: bigint, bonusPercent: number): Ugx {
  return ugx(floorRatio(stakeUgx * totalOddsHundredths * BigInt(100 + bonusPercent), 10_000n))
}

/** The total stake divided by the number of selections, rounded down to 0.01 (SLIP-42); throws without a selection. */
export const stakePerSelection = (stakeUgx: Ugx, selections: number): Ugx =>
  ugx(floorRatio(stakeUgx, BigInt(selections)))
