import type { Transaction } from '@mupiira/contract/payments.ts'
import { formatAmount, ugx } from '@mupiira/domain/money/ugx.ts'
import { reviewStateOf } from '@mupiira/domain/payments/withdrawal-review.ts'
import type { Payment } from '../payment.ts'

/** The review of a withdrawal as its player sees it; null if it was never held. */
export const presentReview = ({ stage, reason, reviewDueAt }: Payment): Transaction['review'] =>
  reviewDueAt === null ? null : { state: reviewStateOf(stage, reason), dueAt: reviewDueAt.toISOString() }

/**
 * The player's message while a withdrawal is held, and after a rejection or cancellation; null in every other state.
 */
export function reviewMessage({ stage, reason, amount, fee, staffMessage }: Payment): string | null {
  if (stage === 'held') {
    return 'We are checking your withdrawal before we send it. The money stays on hold until we decide.'
  }
  const returned = `UGX ${formatAmount(ugx(amount + fee))} is back in your balance.`
  if (reason === 'cancelled') return `You cancelled this withdrawal. ${returned}`
  return reason === 'denied' ? `We did not approve this withdrawal. ${returned} Reason: ${staffMessage ?? ''}` : null
}

/** For the event of a decision on a held withdrawal. */
export function reviewEvent(
  before: Payment | null,
  after: Payment,
): { readonly review?: 'approved' | 'rejected' | 'cancelled' } {
  const state = reviewStateOf(after.stage, after.reason)
  return before?.stage === 'held' && state !== 'waiting' ? { review: state } : {}
}
