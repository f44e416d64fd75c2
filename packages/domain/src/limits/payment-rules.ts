import type { Ugx } from '../money/ugx.ts';
import type { Result } from '../result.ts';
import type { Settings } from '../settings/types.ts';

export type DepositRefusal =
  | { readonly code: 'MAINTENANCE' }
  | { readonly code: 'PHONE_MISSING' }
  | { readonly code: 'FIRST_DEPOSIT_BELOW_MINIMUM'; readonly minimumUgx: Ugx }
  | { readonly code: 'DEPOSIT_OUT_OF_RANGE'; readonly minimumUgx: Ugx; readonly maximumUgx: Ugx };
export type WithdrawalRefusal =
  | { readonly code: 'MAINTENANCE' }
  | { readonly code: 'NEGATIVE_BALANCE'; readonly balanceUgx: Ugx }
  | { readonly code: 'WITHDRAWAL_OUT_OF_RANGE'; readonly minimumUgx: Ugx; readonly maximumUgx: Ugx }
  | { readonly code: 'WITHDRAWAL_BELOW_MINIMUM'; readonly minimumUgx: Ugx }
  | { readonly code: 'INSUFFICIENT_BALANCE'; readonly balanceUgx: Ugx; readonly requiredUgx: Ugx };

export interface DepositRequest {
  readonly amountUgx: Ugx;
  readonly phone: string;
  readonly balanceUgx: Ugx;
  readonly hasDeposited: boolean;
}
export interface WithdrawalTerms {
  /** What the player receives and the provider is told to send (amount_sent). */
  readonly amountUgx: Ugx;
  readonly feeUgx: Ugx;
  /** What the balance is debited. */
  readonly debitUgx: Ugx;
}
export declare function isFirstDeposit(request: DepositRequest, settings: Settings): boolean;
export declare function checkDeposit(request: DepositRequest, settings: Settings): Result<Ugx, DepositRefusal>;
export declare function withdrawalFee(amountUgx: Ugx): Ugx;
/** `amountUgx` null: missing or not a number. */
export declare function checkWithdrawal(amountUgx: Ugx | null, balanceUgx: Ugx, settings: Settings): Result<WithdrawalTerms, WithdrawalRefusal>;
export declare function paymentRefusalText(refusal: DepositRefusal | WithdrawalRefusal): string;
