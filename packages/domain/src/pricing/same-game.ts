import type { MarketId, Rulebook } from '../markets/types.ts';
import type { OddsHundredths } from '../odds/odds.ts';
import type { Result } from '../result.ts';
import type { ModelParams } from './types.ts';

export interface JointLeg {
  readonly market: MarketId;
  readonly selectionId: string;
}
export const MAX_SAME_GAME_SELECTIONS = 6;
export type JointError = 'IMPOSSIBLE_COMBINATION' | 'TOO_MANY_SELECTIONS' | 'SAME_CATEGORY' | 'MARKET_UNAVAILABLE';
/** Joint odds of 2 to 6 selections of one game (SLIP-05, D27, D52). `overroundPercent` is `settings.overround.same_game`. */
export declare function jointOdds(
  params: ModelParams,
  legs: readonly JointLeg[],
  options: { readonly rulebook: Rulebook; readonly overroundPercent: number },
): Result<OddsHundredths, JointError>;
