import { exhaustive } from '@mupiira/domain/result.ts'
import { canMove, transactionStates } from '@mupiira/domain/ticket/states.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Wallet } from '../wallet/index.ts'
import { announce } from './events.ts'
import { differences } from './judge-report.ts'
import { MOVES, type Move, type PaymentEvent } from './moves.ts'
import { moveMoney } from './move-money.ts'
import type { Payment } from './payment-row.ts'
import type { Exchange, SendAnswer, StatusAnswer, Told } from './ports.ts'
import { lockPayment, savePayment } from './queries.ts'
import { ASK_FOR_MS, MOST_POLLS, nextAt } from './timing.ts'

/** What anybody may propose about a payment. */
export type Verdict =
  | { readonly kind: 'sending' }
  | { readonly kind: 'never-sent' }
  | SendAnswer
  | StatusAnswer
  | (Told & { readonly exchange?: Exchange })

export type Applied = { readonly payment: Payment; readonly hasMoved: boolean }
export type ApplyVerdict = (tx: Tx, paymentId: string, verdict: Verdict, now: Date) => Promise<Applied>

/**
 * The one place where a payment changes. It locks the row, reads the proposal as an event, looks the move up, moves the
 * money that belongs to a change of status, and announces it. What the table does not list changes nothing, so that
 * any proposal may come twice, late, or from several sides at once.
 */
export function createApplyVerdict({ outbox, metrics, log }: Kernel, wallet: Wallet): ApplyVerdict {
  const ended = metrics.counter('payments_ended', 'Payments that got a final status', [
    'type',
    'status',
    'reason',
  ] as const)
  const contradictions = metrics.counter('payment_contradictions', 'Ends told of a payment that had ended otherwise')

  return async (tx, paymentId, verdict, now) => {
    const before = await lockPayment(tx, paymentId)
    const event = eventOf(before, verdict, now)
    const move = MOVES[before.type][before.stage][event]
    if (move === undefined) return { payment: before, hasMoved: false }
    const status = move.status ?? before.status
    const changesStatus = status !== before.status
    if (changesStatus && !canMove(transactionStates[before.type], before.status, status)) {
      contradictions.inc()
      log.error(
        { payment: before.id, status: before.status, told: status },
        'the provider contradicts a payment that has ended',
      )
      return {
        payment: await save(tx, before, { stage: 'review', reason: 'contradicted' }, verdict, now),
        hasMoved: true,
      }
    }
    // The same end told again.
    if (before.stage === 'done' && move.stage === 'done' && !changesStatus) return { payment: before, hasMoved: false }

    const after = await save(tx, before, move, verdict, now)
    const isFirst = changesStatus && (await moveMoney(tx, wallet, after, now))
    await outbox.appendEvents(tx, announce(before, after, isFirst))
    if (changesStatus) {
      tx.afterCommit(() => ended.inc({ type: after.type, status: after.status, reason: after.reason ?? 'none' }))
    }
    if (after.stage === 'review')
      log.error({ payment: after.id, reason: after.reason }, 'a payment waits for an operator')
    return { payment: after, hasMoved: true }
  }
}

/** A proposal as an event of the table. */
function eventOf(payment: Payment, verdict: Verdict, now: Date): PaymentEvent {
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
    default:
      return exhaustive(verdict)
  }
}

const hasExpired = ({ unknownSince }: Payment, now: Date): boolean =>
  unknownSince !== null && now.getTime() - unknownSince.getTime() >= ASK_FOR_MS

/** A callback that overtook the reply of its own order has asked for a look already; storing the reply must not put it off. */
const isCalledFor = (before: Payment, move: Move, now: Date): boolean =>
  before.stage === 'sent' && move.stage === 'polling' && before.nextAt !== null && before.nextAt <= now

async function save(tx: Tx, before: Payment, move: Move, verdict: Verdict, now: Date): Promise<Payment> {
  const status = move.status ?? before.status
  const isPoll = verdict.kind === 'pending' || verdict.kind === 'unclear' || verdict.kind === 'absent'
  const polls = before.polls + (isPoll && before.stage !== 'sent' ? 1 : 0)
  const after: Payment = {
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
    nextAt: isCalledFor(before, move, now) ? now : nextAt(before.type, move.stage, polls, now),
  }
  const exchange = 'exchange' in verdict ? verdict.exchange : undefined
  await savePayment(tx, after, exchange?.response == null ? undefined : jsonText(exchange.response), now)
  return after
}

/** What a verdict tells of the order, whatever becomes of it. */
function factsOf(before: Payment, verdict: Verdict): Partial<Payment> {
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
      return {}
    default:
      return exhaustive(verdict)
  }
}

function reasonOf(before: Payment, move: Move, verdict: Verdict): Payment['reason'] {
  if (move.reason === 'keep') return before.reason
  if (move.reason !== 'refused') return move.reason
  if (verdict.kind === 'never-sent') return 'never-sent'
  return verdict.kind === 'refused' && verdict.unavailable ? 'unavailable' : 'refused'
}

/** The provider's answer as JSON; what is none is kept as a text. */
function jsonText(response: string): string {
  try {
    return JSON.stringify(JSON.parse(response))
  } catch {
    return JSON.stringify(response)
  }
}
