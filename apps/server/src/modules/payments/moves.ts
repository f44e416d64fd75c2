import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'
import type { Reason, Stage } from './payment-row.ts'

/**
 * What may happen to a payment. Request handlers, polls, callbacks and operators only propose:
 *
 * sending      the provider is about to be asked; committed before, so that a crash never sends twice
 * accepted     the provider has the order
 * untracked    the same, but it gave no reference to ask by (DEP-28, WDR-25)
 * refused      the provider does not have it and never will; or it was never sent
 * waiting      no final answer: pending, unknown, unreadable, none
 * exhausted    the last poll of the specification brought none either
 * expired      72 hours of asking brought none
 * succeeded, failed   the provider's end, compared with what was asked for
 * mismatched   the provider's end is about another amount, number or currency
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

export type Move = {
  readonly stage: Stage
  /** Where it changes; the domain's table says whether it may. */
  readonly status?: TransactionStatus
  readonly reason: Reason | null | 'keep'
}
type Moves = { readonly [stage in Stage]: { readonly [event in PaymentEvent]?: Move } }

const PAID: Move = { stage: 'done', status: 'success', reason: null }
const DECLINED: Move = { stage: 'done', status: 'failed', reason: 'declined' }
const REFUSED: Move = { stage: 'done', status: 'failed', reason: 'refused' }
const POLLING: Move = { stage: 'polling', reason: 'keep' }
const REVIEW: Move = { stage: 'review', reason: 'mismatch' }

const ends = { succeeded: PAID, failed: DECLINED, mismatched: REVIEW }
const taken = {
  accepted: { stage: 'polling', reason: null },
  untracked: { stage: 'polling', reason: 'untracked' },
} as const

/** A deposit fails for the player when the polls end, and is credited still when the provider confirms it (D32). */
const deposit: Moves = {
  requested: { sending: { stage: 'sent', reason: null }, refused: REFUSED },
  sent: { ...taken, waiting: POLLING, refused: REFUSED, ...ends },
  polling: {
    ...taken,
    waiting: POLLING,
    refused: REFUSED,
    ...ends,
    exhausted: { stage: 'checking', status: 'failed', reason: 'timed-out' },
  },
  checking: {
    waiting: { stage: 'checking', reason: 'keep' },
    expired: { stage: 'done', reason: 'keep' },
    ...ends,
    refused: REFUSED,
  },
  review: { succeeded: PAID, failed: DECLINED },
  done: { succeeded: PAID, failed: DECLINED, mismatched: REVIEW },
}

/** A withdrawal is never released while the provider's answer is unknown: it waits for an answer, then for an operator (D32). */
const withdrawal: Moves = {
  ...deposit,
  polling: { ...deposit.polling, exhausted: { stage: 'checking', reason: 'timed-out' } },
  checking: { ...deposit.checking, expired: { stage: 'review', reason: 'expired' } },
}

export const MOVES: { readonly [type in TransactionType]: Moves } = { deposit, withdrawal }
