import type { TransactionStatus, TransactionType } from '../ticket/states.ts'
import { HOUR_MS, SECOND_MS } from '../time/durations.ts'

/**
 * How far a payment has come with its provider:
 *
 * held       a withdrawal that a rule holds for review by staff (withdrawal-review.ts); it is never sent
 * released   approved by staff; the provider has not received it
 * requested  stored; the provider has not received it
 * sent       the request is on its way, or was when a process died
 * polling    the provider is queried every 5 s
 * checking   the result is unknown; the provider is queried at growing intervals
 * review     an operator decides
 * done       nothing is left to do
 */
export const PAYMENT_STAGES = [
  'held',
  'released',
  'requested',
  'sent',
  'polling',
  'checking',
  'review',
  'done',
] as const
export type PaymentStage = (typeof PAYMENT_STAGES)[number]

/** Why a payment is in its stage. It selects the message for the player. */
export type PaymentReason =
  | 'untracked'
  | 'refused'
  | 'unavailable'
  | 'never-sent'
  | FailureCause
  | 'timed-out'
  | 'mismatch'
  | 'contradicted'
  | 'expired'
  | 'decided'
  | 'denied'
  | 'cancelled'

/**
 * Why the provider ended a payment without paying. `declined` also covers every cause that the provider does not name.
 */
export type FailureCause = 'declined' | 'insufficient-funds' | 'unanswered'

/**
 * Input of the state machine:
 *
 * sending      the request is about to leave; committed first, so that a crash never sends it twice
 * accepted     the provider has the order
 * untracked    the provider has the order but gave no reference to query it by (DEP-28, WDR-25)
 * refused      the provider will never take the order, or it was never sent
 * waiting      no final answer: pending, unknown, unreadable or missing
 * exhausted    the last poll of the specification brought no final answer
 * expired      72 hours of queries brought no final answer
 * succeeded, failed    a final answer of the provider that agrees with the order
 * mismatched           a final answer about another amount, number or currency
 * approved, rejected   an operator's decision (D32)
 * released, denied     staff's decision on a held withdrawal (WDR-33)
 * cancelled            the player cancelled a held withdrawal (WDR-32)
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
  | 'released'
  | 'denied'
  | 'cancelled'

export type PaymentTransition = {
  readonly stage: PaymentStage
  /** Present where the status changes; `transactionStates` says which changes are allowed. */
  readonly status?: TransactionStatus
  readonly reason: PaymentReason | null | 'keep'
}
type Transitions = {
  readonly [stage in PaymentStage]: { readonly [event in PaymentEvent]?: PaymentTransition }
}

const PAID: PaymentTransition = { stage: 'done', status: 'success', reason: null }
const DECLINED: PaymentTransition = { stage: 'done', status: 'failed', reason: 'declined' }
const REFUSED: PaymentTransition = { stage: 'done', status: 'failed', reason: 'refused' }
const APPROVED: PaymentTransition = { stage: 'done', status: 'success', reason: 'decided' }
const REJECTED: PaymentTransition = { stage: 'done', status: 'failed', reason: 'decided' }
const POLLING: PaymentTransition = { stage: 'polling', reason: 'keep' }
const REVIEW: PaymentTransition = { stage: 'review', reason: 'mismatch' }

const final = { succeeded: PAID, failed: DECLINED, mismatched: REVIEW }
const orderAccepted = {
  accepted: { stage: 'polling', reason: null },
  untracked: { stage: 'polling', reason: 'untracked' },
} as const

/**
 * A refusal ends a payment only while it is being sent. After the first query the order may have been sent again, and a
 * late refusal may be about either request.
 *
 * A deposit fails for the player when the polls end; a later confirmation still credits it.
 */
const deposit: Transitions = {
  held: {},
  released: {},
  requested: { sending: { stage: 'sent', reason: null }, refused: REFUSED },
  sent: { ...orderAccepted, waiting: POLLING, refused: REFUSED, ...final },
  polling: {
    ...orderAccepted,
    waiting: POLLING,
    ...final,
    exhausted: { stage: 'checking', status: 'failed', reason: 'timed-out' },
  },
  checking: {
    waiting: { stage: 'checking', reason: 'keep' },
    expired: { stage: 'done', reason: 'keep' },
    ...final,
  },
  review: { succeeded: PAID, failed: DECLINED, approved: APPROVED, rejected: REJECTED },
  done: { succeeded: PAID, failed: DECLINED, mismatched: REVIEW },
}

/**
 * A withdrawal keeps its hold while the result is unknown: first the provider decides, after 72 hours an operator. A
 * held withdrawal leaves its stage only by a decision, so no reply of a provider and no retry can send it.
 */
const withdrawal: Transitions = {
  ...deposit,
  held: {
    released: { stage: 'released', reason: null },
    denied: { stage: 'done', status: 'failed', reason: 'denied' },
    cancelled: { stage: 'done', status: 'failed', reason: 'cancelled' },
  },
  released: deposit.requested,
  polling: { ...deposit.polling, exhausted: { stage: 'checking', reason: 'timed-out' } },
  checking: { ...deposit.checking, expired: { stage: 'review', reason: 'expired' } },
}

/** The state machine of payments. Combinations that are not listed change nothing. */
export const PAYMENT_TRANSITIONS: { readonly [type in TransactionType]: Transitions } = { deposit, withdrawal }

export const POLL_EVERY_MS = 5 * SECOND_MS
export const MAX_POLLS: { readonly [type in TransactionType]: number } = { deposit: 15, withdrawal: 18 }
export const QUERY_FOR_MS = 72 * HOUR_MS
/** After this time without a result, staff look at the payment. */
export const UNCONFIRMED_LONG_MS = HOUR_MS
const FIRST_CHECK_MS = 30 * SECOND_MS
const MAX_CHECK_MS = HOUR_MS
/** The time after which a claimed payment is due again. Longer than any call to a provider. */
export const LEASE_MS = 30 * SECOND_MS
/**
 * A request that was not sent within this time is dropped, because the player no longer expects the prompt. A released
 * withdrawal has no such limit: staff approved it, and the player expects the money.
 */
export const SEND_WITHIN_MS = 120 * SECOND_MS
export const RECHECK_WITHIN_MS = 30 * 60 * SECOND_MS

/**
 * The time at which a payment that entered `stage` after this many polls is due; null if it waits for staff or is done.
 */
export function nextAt(type: TransactionType, stage: PaymentStage, polls: number, now: Date): Date | null {
  const inMs = {
    held: null,
    released: LEASE_MS,
    requested: LEASE_MS,
    sent: LEASE_MS,
    polling: POLL_EVERY_MS,
    // 30 s, 1 min, 2 min … 1 h
    checking: Math.min(FIRST_CHECK_MS * 2 ** Math.min(30, Math.max(0, polls - MAX_POLLS[type])), MAX_CHECK_MS),
    review: null,
    done: null,
  }[stage]
  return inMs === null ? null : new Date(now.getTime() + inMs)
}

type Polled = {
  readonly type: TransactionType
  readonly stage: PaymentStage
  readonly createdAt: Date
  readonly sentAt: Date | null
}

/** The time of the last poll, at which the app stops waiting for a result; null if the payment is not polled. */
export function pollingEndsAt({ type, stage, createdAt, sentAt }: Polled): Date | null {
  if (stage !== 'requested' && stage !== 'sent' && stage !== 'polling') return null
  return new Date((sentAt ?? createdAt).getTime() + MAX_POLLS[type] * POLL_EVERY_MS)
}
