import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import type { Wallet } from '../wallet/index.ts'
import { announce } from './events.ts'
import { evaluate, type Decision } from './evaluate-outcome.ts'
import { type Moved, moveMoney } from './move-money.ts'
import type { Payment } from './payment-row.ts'
import { lockPayments, type Saved, savePayments } from './queries.ts'

export type Proposal = { readonly paymentId: string; readonly verdict: Decision }
export type Applied = { readonly payment: Payment; readonly hasMoved: boolean }
/** Proposals about any payments; the outcomes are in their order. */
export type ApplyOutcomes = (tx: Tx, proposals: readonly Proposal[], now: Date) => Promise<Applied[]>

type Step = { readonly before: Payment; readonly after: Payment; readonly verdict: Decision }

/**
 * The one place where payments change (decision 0022). It locks the rows, judges each proposal by the table of moves, moves
 * the money that belongs to changes of status, and announces them. What the table does not list changes nothing, so
 * that any proposal may come twice, late, or from several sides at once. A batch costs what one costs: callbacks come in crowds.
 */
export function createApplyOutcomes({ outbox, metrics, log }: Kernel, wallet: Wallet): ApplyOutcomes {
  const ended = metrics.counter('payments_ended', 'Payments that got a final status', [
    'type',
    'status',
    'reason',
  ] as const)
  const contradictions = metrics.counter('payment_contradictions', 'Ends told of a payment that had ended otherwise')

  function note({ before, after, verdict }: Step, isContradicted: boolean): void {
    if (isContradicted) {
      contradictions.inc()
      const told = verdict.kind === 'final' ? verdict.report.status : verdict.kind
      log.error(
        { payment: before.id, status: before.status, told },
        'the provider contradicts a payment that has ended',
      )
    } else if (after.stage === 'review' && before.stage !== 'review') {
      log.error({ payment: after.id, reason: after.reason }, 'a payment waits for an operator')
    }
  }

  return async (tx, proposals, now) => {
    const payments = await lockPayments(
      tx,
      proposals.map(({ paymentId }) => paymentId),
    )
    const steps: Step[] = []
    const applied = proposals.map(({ paymentId, verdict }): Applied => {
      const before = payments.get(paymentId)
      if (before === undefined) throw new Error(`there is no payment ${paymentId}`)
      const { after, kind } = evaluate(before, verdict, now)
      if (kind === 'unmoved') return { payment: before, hasMoved: false }
      payments.set(paymentId, after)
      const step = { before, after, verdict }
      steps.push(step)
      tx.afterCommit(() => note(step, kind === 'contradicted'))
      return { payment: after, hasMoved: true }
    })
    const ends = steps.filter(({ before, after }) => before.status !== after.status).map(({ after }) => after)
    const [money] = await Promise.all([
      moveMoney(tx, wallet, ends, now),
      savePayments(tx, [...lastOf(steps).values()], now),
    ])
    await outbox.appendEvents(tx, eventsOf(steps, money))
    tx.afterCommit(() => {
      for (const { type, status, reason } of ends) ended.inc({ type, status, reason: reason ?? 'none' })
    })
    return applied
  }
}

/** What is told of the same payment within one batch is told in its order. */
const eventsOf = (steps: readonly Step[], { events, firstDeposits }: Moved): OutboxEvent[] => [
  ...events,
  ...steps.flatMap(({ before, after }) => announce(before, after, firstDeposits.has(after))),
]

function lastOf(steps: readonly Step[]): Map<string, Saved> {
  const last = new Map<string, Saved>()
  for (const { after, verdict } of steps) {
    const response = 'exchange' in verdict ? verdict.exchange?.response : null
    const kept = response == null ? last.get(after.id)?.response : jsonText(response)
    last.set(after.id, { payment: after, response: kept ?? null })
  }
  return last
}

/** The provider's answer as JSON; what is none is kept as a text. */
function jsonText(response: string): string {
  try {
    return JSON.stringify(JSON.parse(response))
  } catch {
    return JSON.stringify(response)
  }
}
