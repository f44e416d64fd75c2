import {
  MAX_POLLS,
  nextAt,
  PAYMENT_TRANSITIONS,
  type PaymentEvent,
  type PaymentReason,
  type PaymentTransition,
  QUERY_FOR_MS,
} from '@mupiira/domain/payments/payment-states.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import { canTransition, type TransactionStatus, transactionStates } from '@mupiira/domain/ticket/states.ts'
import type { Payment } from './payment.ts'
import type { Exchange, OrderReport, OrderStatus, QueryReply, SendReply } from './ports.ts'

/** Queries of a payment that has ended or is in review stop after about three days. */
const MAX_QUERIES_AFTER_END = 80

/** New information about a payment: a reply of its provider, or an operator's decision. */
export type PaymentOutcome =
  | { readonly kind: 'sending' }
  | { readonly kind: 'never-sent' }
  | SendReply
  | QueryReply
  | (OrderStatus & { readonly exchange?: Exchange })
  | { readonly kind: 'decided'; readonly ending: Exclude<TransactionStatus, 'pending'> }
  | { readonly kind: 'released' | 'cancelled' }
  | { readonly kind: 'denied'; readonly staffMessage: string }

/** Outcomes that can end a payment with a movement of money, so that its account must be locked before. */
const CAN_MOVE_MONEY: { readonly [kind in PaymentOutcome['kind']]: boolean } = {
  sending: false,
  'never-sent': true,
  accepted: false,
  refused: true,
  pending: false,
  // When the polls of a deposit end, it fails, which moves no money.
  absent: false,
  unclear: false,
  final: true,
  decided: true,
  released: false,
  denied: true,
  cancelled: true,
}

export const canMoveMoney = ({ kind }: PaymentOutcome): boolean => CAN_MOVE_MONEY[kind]

export type Evaluation = {
  readonly after: Payment
  /** contradicted: the provider reports another final result than the stored one. */
  readonly kind: 'unchanged' | 'changed' | 'contradicted'
}

/**
 * Applies an outcome to a payment by the state machine. A pure function: the caller moves money, publishes and stores.
 */
export function evaluateOutcome(before: Payment, outcome: PaymentOutcome, now: Date): Evaluation {
  // The caller read the row some time ago; another process may have started to send the order in the meantime.
  if (outcome.kind === 'never-sent' && !isUnsent(before)) return { after: before, kind: 'unchanged' }
  const transition = PAYMENT_TRANSITIONS[before.type][before.stage][eventOf(before, outcome, now)]
  if (transition === undefined) return scheduleNextQuery(before, outcome, now)
  const status = transition.status ?? before.status
  const changesStatus = status !== before.status
  if (changesStatus && !canTransition(transactionStates[before.type], before.status, status)) {
    // An operator cannot change a final status either. Money that has moved is corrected by another movement.
    if (outcome.kind === 'decided') return { after: before, kind: 'unchanged' }
    const toReview: PaymentTransition = { stage: 'review', reason: 'contradicted' }
    return { after: advance(before, toReview, outcome, now), kind: 'contradicted' }
  }
  const isRepeated = before.stage === 'done' && transition.stage === 'done' && !changesStatus
  if (isRepeated) return scheduleNextQuery(before, outcome, now)
  return { after: advance(before, transition, outcome, now), kind: 'changed' }
}

/** Whether the order still has to be sent for the first time. */
export const isUnsent = ({ stage }: Pick<Payment, 'stage'>): boolean => stage === 'requested' || stage === 'released'

const QUERY_REPLIES: ReadonlySet<PaymentOutcome['kind']> = new Set(['final', 'pending', 'absent', 'unclear'])

/**
 * A callback also triggers queries of payments that have ended or are in review. A final or absent reply stops these
 * queries; otherwise they continue at growing intervals, because the provider's records may lag behind its callbacks.
 */
function scheduleNextQuery(before: Payment, outcome: PaymentOutcome, now: Date): Evaluation {
  const isEndedOrInReview = before.stage === 'done' || before.stage === 'review'
  if (!isEndedOrInReview || before.nextAt === null || !QUERY_REPLIES.has(outcome.kind)) {
    return { after: before, kind: 'unchanged' }
  }
  const polls = Math.max(before.polls, MAX_POLLS[before.type]) + 1
  const isLast = polls > MAX_POLLS[before.type] + MAX_QUERIES_AFTER_END
  const isAnswered = outcome.kind === 'final' || outcome.kind === 'absent'
  if (isAnswered || isLast) return { after: { ...before, nextAt: null }, kind: 'changed' }
  return { after: { ...before, polls, nextAt: nextAt(before.type, 'checking', polls, now) }, kind: 'changed' }
}

function eventOf(payment: Payment, outcome: PaymentOutcome, now: Date): PaymentEvent {
  switch (outcome.kind) {
    case 'sending':
      return 'sending'
    case 'never-sent':
    case 'refused':
      return 'refused'
    case 'accepted':
      return (outcome.internalReference ?? payment.internalReference) === null ? 'untracked' : 'accepted'
    case 'final':
      if (!agreesWith(payment, outcome.report)) return 'mismatched'
      return outcome.report.status === 'success' ? 'succeeded' : 'failed'
    case 'pending':
    case 'unclear':
    case 'absent':
      if (payment.stage === 'polling' && payment.polls + 1 >= MAX_POLLS[payment.type]) return 'exhausted'
      if (payment.stage === 'checking' && hasExpired(payment, now)) return 'expired'
      return 'waiting'
    case 'decided':
      return outcome.ending === 'success' ? 'approved' : 'rejected'
    case 'released':
    case 'denied':
    case 'cancelled':
      return outcome.kind
    default:
      return exhaustive(outcome)
  }
}

/**
 * Whether the provider's report is about this payment. The signature of a callback does not even cover the amount, so
 * no money moves on a report that differs. Fields that the provider does not document are null and cannot differ.
 */
export function agreesWith(payment: Payment, report: OrderReport): boolean {
  const isSame = <T>(reported: T | null, ours: T | null): boolean =>
    reported === null || ours === null || reported === ours
  return (
    report.reference === payment.reference &&
    isSame(report.amount, payment.amount) &&
    isSame(report.currency, 'UGX') &&
    isSame(report.phoneNumber, payment.phoneNumber) &&
    isSame(report.kind, payment.type === 'deposit' ? 'collection' : 'payout') &&
    isSame(report.internalReference, payment.internalReference)
  )
}

const hasExpired = ({ unknownSince }: Payment, now: Date): boolean =>
  unknownSince !== null && now.getTime() - unknownSince.getTime() >= QUERY_FOR_MS

function advance(before: Payment, transition: PaymentTransition, outcome: PaymentOutcome, now: Date): Payment {
  const status = transition.status ?? before.status
  const isPoll = outcome.kind === 'pending' || outcome.kind === 'unclear' || outcome.kind === 'absent'
  const polls = before.polls + (isPoll && before.stage !== 'sent' ? 1 : 0)
  return {
    ...before,
    ...reportedFields(before, outcome),
    stage: transition.stage,
    status,
    reason: reasonOf(before, transition, outcome),
    polls,
    completedAt: status === before.status ? before.completedAt : now,
    ...(outcome.kind === 'sending'
      ? { sentAt: now, amountSent: before.type === 'withdrawal' ? before.amount : null }
      : {}),
    unknownSince: transition.stage === 'checking' ? (before.unknownSince ?? now) : before.unknownSince,
    nextAt: nextAt(before.type, transition.stage, polls, now),
  }
}

/** Fields of the payment that the provider's reply sets. */
function reportedFields(before: Payment, outcome: PaymentOutcome): Partial<Payment> {
  switch (outcome.kind) {
    case 'accepted': {
      const internalReference = before.internalReference ?? outcome.internalReference
      const providerStatus = outcome.providerStatus ?? 'pending'
      return { internalReference, providerRef: internalReference, providerStatus }
    }
    case 'refused':
      return { providerRef: 'FAILED', providerMessage: outcome.message }
    case 'never-sent':
      return { providerRef: 'FAILED' }
    case 'pending':
      return { providerStatus: outcome.providerStatus }
    case 'final': {
      const { report } = outcome
      const internalReference = before.internalReference ?? report.internalReference
      return {
        internalReference,
        providerRef: internalReference,
        providerStatus: report.status,
        providerMessage: report.message,
        providerCharge: report.charge,
      }
    }
    case 'denied':
      return { staffMessage: outcome.staffMessage }
    case 'sending':
    case 'unclear':
    case 'absent':
    case 'decided':
    case 'released':
    case 'cancelled':
      return {}
    default:
      return exhaustive(outcome)
  }
}

function reasonOf(before: Payment, transition: PaymentTransition, outcome: PaymentOutcome): PaymentReason | null {
  if (transition.reason === 'keep') return before.reason
  if (transition.reason === 'declined' && outcome.kind === 'final') return outcome.report.failureCause ?? 'declined'
  if (transition.reason !== 'refused') return transition.reason
  if (outcome.kind === 'never-sent') return 'never-sent'
  return outcome.kind === 'refused' && outcome.unavailable ? 'unavailable' : 'refused'
}
