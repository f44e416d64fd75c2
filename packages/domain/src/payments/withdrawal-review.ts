import { type Ugx, ugxFromShillings } from '../money/ugx.ts'
import type { Settings } from '../settings/types.ts'
import { HOUR_MS } from '../time/durations.ts'
import type { PaymentReason, PaymentStage } from './payment-states.ts'

/** The rules that hold a withdrawal for review by staff, in the order in which the console names them (WDR-31). */
export const REVIEW_REASONS = ['amount', 'first-withdrawal', 'fast-turnover', 'manual-game', 'related-account'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** What the rules need to know about a withdrawal and its player. Facts of rules that are off are not read. */
export type WithdrawalFacts = {
  readonly amountUgx: Ugx
  /** Whether a withdrawal was paid to the player before. */
  readonly hasWithdrawn: boolean
  /** Successful deposits within the hours of the rule. */
  readonly depositedUgx: Ugx
  /** Stakes less refunds since the first of these deposits. */
  readonly stakedUgx: Ugx
  /** Whether the player won on a manual game since the last paid withdrawal. */
  readonly hasWonOnManualGame: boolean
  /** Whether another account has the same device or payment number. */
  readonly hasRelatedAccounts: boolean
}

/** The rules that hold this withdrawal; empty: it is sent at once. */
export function reviewReasons(facts: WithdrawalFacts, settings: Settings): ReviewReason[] {
  const holds: { readonly [reason in ReviewReason]: boolean } = {
    amount: facts.amountUgx >= ugxFromShillings(settings.withdrawal_review_amount),
    'first-withdrawal': settings.withdrawal_review_first && !facts.hasWithdrawn,
    'fast-turnover': settings.withdrawal_review_turnover_hours > 0 && isFastTurnover(facts, settings),
    'manual-game': settings.withdrawal_review_manual_games && facts.hasWonOnManualGame,
    'related-account': settings.withdrawal_review_related && facts.hasRelatedAccounts,
  }
  return REVIEW_REASONS.filter((reason) => holds[reason])
}

/** Deposits of the last hours with stakes below the set share of them. Compared exactly, in hundredths of a percent. */
function isFastTurnover({ depositedUgx, stakedUgx }: WithdrawalFacts, settings: Settings): boolean {
  const share = BigInt(Math.round(settings.withdrawal_review_turnover_share * 100))
  return depositedUgx > 0n && stakedUgx * 10_000n < depositedUgx * share
}

/** The time by which staff decide, as promised to the player when the withdrawal is requested. */
export const reviewDueAt = (now: Date, settings: Settings): Date =>
  new Date(now.getTime() + settings.withdrawal_review_target * HOUR_MS)

/** The state of a review, from the payment's stage and reason. */
export type ReviewState = 'waiting' | 'approved' | 'rejected' | 'cancelled'

export function reviewStateOf(stage: PaymentStage, reason: PaymentReason | null): ReviewState {
  if (stage === 'held') return 'waiting'
  if (reason === 'denied') return 'rejected'
  return reason === 'cancelled' ? 'cancelled' : 'approved'
}
