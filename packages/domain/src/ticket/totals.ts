import type { Ugx } from '../money/ugx.ts';
import type { OddsHundredths } from '../odds/odds.ts';

export interface BonusRule {
  /** `settings.bonus_min_odds` as odds: 120. */
  readonly minOddsHundredths: number;
}
export interface SlipTotals {
  readonly totalOddsHundredths: bigint;
  readonly qualifyingGames: number;
  readonly bonusPercent: number;
  readonly potentialWinUgx: Ugx;
  readonly bonusUgx: Ugx;
  /** potentialWin + bonus, cut to the maximum payout; the ticket's potential_win (D45). */
  readonly payoutUgx: Ugx;
  readonly cut: boolean;
}
/** `perGame`: the odds of each game's selection, or its joint odds where it has several. */
export declare function slipTotals(stakeUgx: Ugx, perGame: readonly OddsHundredths[], bonus: BonusRule, maxPayoutUgx: Ugx): SlipTotals;
export declare function bonusPercentFor(qualifyingGames: number): 0 | 3 | 5;
/** Games that are missing to the next step, and that step; null at the highest (SLIP-26, 27). */
export declare function nextBonusStep(qualifyingGames: number): { readonly missingGames: number; readonly percent: number } | null;
/** Total stake ÷ selections, in hundredths rounded down (SLIP-42). */
export declare function stakePerSelection(stakeUgx: Ugx, selections: number): Ugx;
