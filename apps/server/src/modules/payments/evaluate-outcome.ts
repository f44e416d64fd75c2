import {
  PAYMENT_MOVES,
  type PaymentEvent,
  type PaymentMove,
  type PaymentReason,
} from '@mupiira/domain/payments/payment-moves.ts'
import { ASK_FOR_MS, MOST_POLLS, nextAt } from '@mupiira/domain/payments/payment-times.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import { canMove, type TransactionStatus, transactionStates } from '@mupiira/domain/ticket/states.ts'
import { differences } from './evaluate-report.ts'
import type { Payment } from './payment-row.ts'
import type { Exchange, SendAnswer, StatusAnswer, Reported } from './ports.ts'

/** About three days, most of it by the hour. */
const MOST_ASKED_AGAIN = 80

/** What anybody may propose about a payment. */
export type Decision =
  | { readonly kind: 'sending' }
  | { readonly kind: 'never-sent' }
  | SendAnswer
  | StatusAnswer
  | (Reported & { readonly exchange?: Exchange })
  /** An operator has looked, and says how it ended. */
  | { readonly kind: 'decided'; readonly ending: Exclude<TransactionStatus, 'pending'> }

export type Evaluation = {
  readonly after: Payment
  /** unmoved: nothing is written. contradicted: told of another end than the one it has. */
  readonly kind: 'unmoved' | 'moved' | 'contradicted'
}

/** What becomes of a payment by a proposal. Decides alone; what follows from it (money, events, the row) is the caller's. */
export function evaluate(before: Payment, verdict: Decision, now: Date): Evaluation {
  // Who says so has read the row a while ago; another may have begun to send it since, and then it may well arrive.
  if (verdict.kind === 'never-sent' && before.stage !== 'requested') return { after: before, kind: 'unmoved' }
  const move = PAYMENT_MOVES[before.type][before.stage][eventOf(before, verdict, now)]
  if (move === undefined) return atRest(before, verdict, now)
  const status = move.status ?? before.status
  const changesStatus = status !== before.status
  if (changesStatus && !canMove(transactionStates[before.type], before.status, status)) {
    // An operator cannot change an end either: money that was moved is corrected by moving money.
    if (verdict.kind === 'decided') return { after: before, kind: 'unmoved' }
    const toReview: PaymentMove = { stage: 'review', reason: 'contradicted' }
    return { after: moved(before, toReview, verdict, now), kind: 'contradicted' }
  }
  // The same end told again.
  if (before.stage === 'done' && move.stage === 'done' && !changesStatus) return atRest(before, verdict, now)
  return { after: moved(before, move, verdict, now), kind: 'moved' }
}

/** What comes of asking; a late reply to the order, or a decision of staff, says nothing to that question. */
const ANSWERS: ReadonlySet<Decision['kind']> = new Set(['final', 'pending', 'absent', 'unclear'])

/**
 * One that had ended, or waits for an operator, and was asked about because of a callback: an end, or that there is no such
 * order, ends the asking. While the provider says neither, whose books may be behind its callbacks, it is asked less and
 * less often, and no longer than for an order in doubt: callbacks are not proof of anything.
 */
function atRest(before: Payment, verdict: Decision, now: Date): Evaluation {
  const isAtRest = before.stage === 'done' || before.stage === 'review'
  if (!isAtRest || before.nextAt === null || !ANSWERS.has(verdict.kind)) return { after: before, kind: 'unmoved' }
  const polls = Math.max(before.polls, MOST_POLLS[before.type]) + 1
  const isInVain = polls > MOST_POLLS[before.type] + MOST_ASKED_AGAIN
  const isAnswered = verdict.kind === 'final' || verdict.kind === 'absent'
  if (isAnswered || isInVain) return { after: { ...before, nextAt: null }, kind: 'moved' }
  return { after: { ...before, polls, nextAt: nextAt(before.type, 'checking', polls, now) }, kind: 'moved' }
}

/** A proposal as an event of the table. */
function eventOf(payment: Payment, verdict: Decision, now: Date): PaymentEvent {
  switch (verdict.kind) {
    case 'sending':
      return 'sending'
    case 'never-sent':
    case 'refused':
      return 'refused'
    case 'accepted':
      return (verdict.internalReference ?? payment.internalReference) === null ? 'untracked' : 'accepted'
    case 'final':
      return differences(payment, verdict.report).length > 0
        ? 'mismatched'
        : verdict.report.status === 'success'
          ? 'succeeded'
          : 'failed'
    case 'pending':
    case 'unclear':
    case 'absent':
      if (payment.stage === 'polling' && payment.polls + 1 >= MOST_POLLS[payment.type]) return 'exhausted'
      if (payment.stage === 'checking' && hasExpired(payment, now)) return 'expired'
      return 'waiting'
    case 'decided':
      return verdict.ending === 'success' ? 'approved' : 'rejected'
    default:
      return exhaustive(verdict)
  }
}

const hasExpired = ({ unknownSince }: Payment, now: Date): boolean =>
  unknownSince !== null && now.getTime() - unknownSince.getTime() >= ASK_FOR_MS

function moved(before: Payment, move: PaymentMove, verdict: Decision, now: Date): Payment {
  const status = move.status ?? before.status
  const isPoll = verdict.kind === 'pending' || verdict.kind === 'unclear' || verdict.kind === 'absent'
  const polls = before.polls + (isPoll && before.stage !== 'sent' ? 1 : 0)
  return {
    ...before,
    ...factsOf(before, verdict),
    stage: move.stage,
    status,
    reason: reasonOf(before, move, verdict),
    polls,
    completedAt: status === before.status ? before.completedAt : now,
    ...(verdict.kind === 'sending'
      ? { sentAt: now, amountSent: before.type === 'withdrawal' ? before.amount : null }
      : {}),
    unknownSince: move.stage === 'checking' ? (before.unknownSince ?? now) : before.unknownSince,
    nextAt: nextAt(before.type, move.stage, polls, now),
  }
}

/** What a verdict tells of the order, whatever becomes of it. */
function factsOf(before: Payment, verdict: Decision): Partial<Payment> {
  switch (verdict.kind) {
    case 'accepted': {
      const internalReference = before.internalReference ?? verdict.internalReference
      return { internalReference, providerRef: internalReference, providerStatus: verdict.told ?? 'pending' }
    }
    case 'refused':
      return { providerRef: 'FAILED', providerMessage: verdict.message }
    case 'never-sent':
      return { providerRef: 'FAILED' }
    case 'pending':
      return { providerStatus: verdict.told }
    case 'final': {
      const { report } = verdict
      const internalReference = before.internalReference ?? report.internalReference
      return {
        internalReference,
        providerRef: internalReference,
        providerStatus: report.status,
        providerMessage: report.message,
        providerCharge: report.charge,
      }
    }
    case 'sending':
    case 'unclear':
    case 'absent':
    case 'decided':
      return {}
    default:
      return exhaustive(verdict)
  }
}

function reasonOf(before: Payment, move: PaymentMove, verdict: Decision): PaymentReason | null {
  if (move.reason === 'keep') return before.reason
  if (move.reason !== 'refused') return move.reason
  if (verdict.kind === 'never-sent') return 'never-sent'
  return verdict.kind === 'refused' && verdict.unavailable ? 'unavailable' : 'refused'
}
