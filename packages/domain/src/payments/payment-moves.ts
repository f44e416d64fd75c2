import type { TransactionStatus, TransactionType } from '../ticket/states.ts'

/**
 * Where a payment stands with its provider:
 *
 * requested  committed, the provider was not asked yet
 * sent       it is being asked, or was when a process died
 * polling    asked about every 5 s
 * checking   the answer is unknown, asked about at growing intervals
 * review     an operator decides
 * done       nothing is left to do
 */
export type PaymentStage = 'requested' | 'sent' | 'polling' | 'checking' | 'review' | 'done'

/** Why it stands where it stands, beyond its status: chooses the words that the player reads. */
export type PaymentReason =
  | 'untracked'
  | 'refused'
  | 'unavailable'
  | 'never-sent'
  | 'declined'
  | 'timed-out'
  | 'mismatch'
  | 'contradicted'
  | 'expired'
  | 'decided'

/**
 * What may happen to a payment. Requests, polls, callbacks, reconciliation and operators only propose:
 *
 * sending      the provider is about to be asked; committed before, so that a crash never sends twice
 * accepted     the provider has the order
 * untracked    the same, but it gave no reference to ask by (DEP-28, WDR-25)
 * refused      the provider does not have it and never will; or it was never sent
 * waiting      no final answer: pending, unknown, unreadable, none
 * exhausted    the last poll of the specification brought none either
 * expired      72 hours of asking brought none
 * succeeded, failed    the provider's end, compared with what was asked for
 * mismatched           the provider's end is about another amount, number or currency
 * approved, rejected   an operator's decision, after he has seen what the provider says (D32)
 */
export type PaymentEvent =
  | 'sending'
  | 'accepted'
  | 'untracked'
  | 'refused'
  | 'waiting'
  | 'exhausted'
  | 'expired'
  | 'succeeded'
  | 'failed'
  | 'mismatched'
  | 'approved'
  | 'rejected'

export type PaymentMove = {
  readonly stage: PaymentStage
  /** Where it changes; `transactionStates` says whether it may. */
  readonly status?: TransactionStatus
  readonly reason: PaymentReason | null | 'keep'
}
export type PaymentMoves = {
  readonly [stage in PaymentStage]: { readonly [event in PaymentEvent]?: PaymentMove }
}

const PAID: PaymentMove = { stage: 'done', status: 'success', reason: null }
const DECLINED: PaymentMove = { stage: 'done', status: 'failed', reason: 'declined' }
const REFUSED: PaymentMove = { stage: 'done', status: 'failed', reason: 'refused' }
const APPROVED: PaymentMove = { stage: 'done', status: 'success', reason: 'decided' }
const REJECTED: PaymentMove = { stage: 'done', status: 'failed', reason: 'decided' }
const POLLING: PaymentMove = { stage: 'polling', reason: 'keep' }
const REVIEW: PaymentMove = { stage: 'review', reason: 'mismatch' }

const ends = { succeeded: PAID, failed: DECLINED, mismatched: REVIEW }
const taken = {
  accepted: { stage: 'polling', reason: null },
  untracked: { stage: 'polling', reason: 'untracked' },
} as const

/**
 * A refusal ends only what is just being sent: once it was asked about it may have been sent again (decision 0023), and a refusal
 * that comes then is about one of the two. A deposit fails for the player when the polls end, and is credited still when the provider confirms it
 * (D32).
 */
const deposit: PaymentMoves = {
  requested: { sending: { stage: 'sent', reason: null }, refused: REFUSED },
  sent: { ...taken, waiting: POLLING, refused: REFUSED, ...ends },
  polling: {
    ...taken,
    waiting: POLLING,
    ...ends,
    exhausted: { stage: 'checking', status: 'failed', reason: 'timed-out' },
  },
  checking: {
    waiting: { stage: 'checking', reason: 'keep' },
    expired: { stage: 'done', reason: 'keep' },
    ...ends,
  },
  review: { succeeded: PAID, failed: DECLINED, approved: APPROVED, rejected: REJECTED },
  done: { succeeded: PAID, failed: DECLINED, mismatched: REVIEW },
}

/** A withdrawal is never released while the provider's answer is unknown: it waits for an answer, then for an operator (D32). */
const withdrawal: PaymentMoves = {
  ...deposit,
  polling: { ...deposit.polling, exhausted: { stage: 'checking', reason: 'timed-out' } },
  checking: { ...deposit.checking, expired: { stage: 'review', reason: 'expired' } },
}

/** The state machine of a payment; what it does not list changes nothing. `PAYMENT_MOVES.deposit.polling.succeeded` */
export const PAYMENT_MOVES: { readonly [type in TransactionType]: PaymentMoves } = { deposit, withdrawal }
