import type { Ugx } from '../money/ugx.ts';
import type { Result } from '../result.ts';
import type { Settings } from '../settings/types.ts';

export type StakeRefusal =
  | { readonly code: 'MAINTENANCE' }
  | { readonly code: 'BETTING_DISABLED' }
  | { readonly code: 'NO_SELECTIONS' }
  | { readonly code: 'TOO_MANY_SELECTIONS'; readonly maximum: number }
  | { readonly code: 'INVALID_STAKE'; readonly minimumUgx: Ugx; readonly notPositive: boolean }
  | { readonly code: 'STAKE_BELOW_MINIMUM'; readonly minimumUgx: Ugx }
  | { readonly code: 'STAKE_ABOVE_MAXIMUM'; readonly maximumUgx: Ugx }
  | { readonly code: 'DAILY_BET_LIMIT'; readonly limit: number }
  | { readonly code: 'NEGATIVE_BALANCE'; readonly balanceUgx: Ugx }
  | { readonly code: 'INSUFFICIENT_BALANCE'; readonly balanceUgx: Ugx; readonly requiredUgx: Ugx };

export interface StakeRequest {
  readonly stakeUgx: Ugx;
  readonly selections: number;
  readonly balanceUgx: Ugx;
  /** Unknown counts as a first bet (SLIP-33). */
  readonly isFirstBet: boolean | 'unknown';
  readonly ticketsToday: number;
}
export const MAX_SELECTIONS = 45;
export declare function checkStake(request: StakeRequest, settings: Settings): Result<Ugx, StakeRefusal>;
export declare function minimumStake(isFirstBet: boolean | 'unknown', settings: Settings): Ugx;
/** The text a player reads. */
export declare function stakeRefusalText(refusal: StakeRefusal): string;
