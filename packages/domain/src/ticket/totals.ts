import { floorRatio, minUgx, type Ugx, ugx } from '../money/ugx.ts'
import { type OddsHundredths, totalOdds } from '../odds/odds.ts'

export type BonusPercent = 0 | 3 | 5

/** The figures of a slip and its ticket, all computed from the displayed total odds (SLIP-71). */
export interface SlipTotals {
  readonly totalOddsHundredths: bigint
  readonly qualifyingGames: number
  readonly bonusPercent: BonusPercent
  readonly potentialWinUgx: Ugx
  readonly bonusUgx: Ugx
  /** Potential win and bonus, capped at the maximum payout; the ticket's potential_win (D45). */
  readonly payoutUgx: Ugx
  /** True if the maximum payout capped `payoutUgx` (SLIP-70). */
  readonly isCapped: boolean
}

export const BONUS_LADDER = [
  { games: 3, percent: 3 },
  { games: 5, percent: 5 },
] as const

/** Converts the setting `bonus_min_odds`: 1.2 → 120. */
export const bonusRule = (bonusMinOdds: number) => ({ minOddsHundredths: Math.round(bonusMinOdds * 100) })
export type BonusRule = ReturnType<typeof bonusRule>
/** No odds reach this minimum. It fits the column of a ticket. */
export const NO_BONUS: BonusRule = { minOddsHundredths: 2_147_483_647 }

/** The win bonus of a number of qualifying games: 0, 3 or 5 percent (SLIP-25). */
export const bonusPercentFor = (qualifyingGames: number): BonusPercent =>
  BONUS_LADDER.filter(({ games }) => qualifyingGames >= games).at(-1)?.percent ?? 0

/** Counts games whose odds (joint odds for several selections) reach the minimum (D19). */
export const countQualifying = (perGame: readonly number[], rule: BonusRule): number =>
  perGame.filter((hundredths) => hundredths >= rule.minOddsHundredths).length

/**
 * Computes total odds, win bonus, potential win and payout of a slip (SLIP-24..29, 70, 71). `perGame` has one price
 * per game: the selection's odds, or the joint odds. The payout is rounded down once, and the bonus is its difference
 * to the potential win.
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
    isCapped: uncut > maxPayoutUgx,
  }
}

/** Stake × odds plus bonus, rounded down to 0.01 once (SETL-09, 10), before the maximum payout. */
export function grossPayout(stakeUgx: Ugx, totalOddsHundredths: bigint, bonusPercent: number): Ugx {
  return ugx(floorRatio(stakeUgx * totalOddsHundredths * BigInt(100 + bonusPercent), 10_000n))
}

/** The stake divided by the number of selections, rounded down to 0.01 (SLIP-42). Throws without selections. */
export const stakePerSelection = (stakeUgx: Ugx, selections: number): Ugx =>
  ugx(floorRatio(stakeUgx, BigInt(selections)))
