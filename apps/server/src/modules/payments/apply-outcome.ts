import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Wallet } from '../wallet/index.ts'
import { canMoveMoney, evaluateOutcome, type PaymentOutcome } from './evaluate-outcome.ts'
import type { Payment } from './payment.ts'
import { lockPayments, type SavedPayment, savePayments } from './payments.repository.ts'
import { postToLedger } from './post-to-ledger.ts'
import { paymentChanged } from './present-payment.ts'

export type ReportedOutcome = { readonly paymentId: string; readonly outcome: PaymentOutcome }
export type AppliedOutcome = { readonly payment: Payment; readonly hasChanged: boolean }
/**
 * Takes outcomes of any payments. Returns the results in the same order, and the time read after locking payments and
 * accounts. `at`: this time, if the caller has already taken the locks.
 */
export type OutcomeApplier = (
  tx: Tx,
  outcomes: readonly ReportedOutcome[],
  at?: Date,
) => Promise<{ readonly applied: readonly AppliedOutcome[]; readonly now: Date }>

type Step = {
  readonly before: Payment
  readonly after: Payment
  readonly outcome: PaymentOutcome
  readonly isContradicted: boolean
}

/**
 * The only place where status, stage and money of payments change (decision 0022). Each outcome is evaluated on the
 * locked row. A change of status moves the money in the ledger and is published. An outcome may arrive twice, late or
 * from several sources at once, and the state machine ignores outdated outcomes. Callbacks arrive in bursts, so a batch
 * needs as many statements as one outcome.
 */
export function createOutcomeApplier({ clock, outbox, metrics, log }: Kernel, wallet: Wallet): OutcomeApplier {
  const endedPayments = metrics.counter('payments_ended', 'Payments that reached a final status', [
    'type',
    'status',
    'reason',
  ] as const)
  const contradictions = metrics.counter('payment_contradictions', 'Final results that contradict the stored one')

  function report({ before, after, outcome, isContradicted }: Step): void {
    if (isContradicted) {
      contradictions.inc()
      const reported = outcome.kind === 'final' ? outcome.report.status : outcome.kind
      log.error(
        { payment: before.id, status: before.status, reported },
        'a provider contradicts the result of a payment',
      )
    } else if (after.stage === 'review' && before.stage !== 'review') {
      log.error({ payment: after.id, reason: after.reason }, 'a payment waits for an operator')
    }
  }

  return async (tx, outcomes, at) => {
    const payments = await lockPayments(
      tx,
      outcomes.map(({ paymentId }) => paymentId),
    )
    // The outcomes are evaluated after the locks, so every account that may be posted to is locked. The locks also
    // serialise two deposits of one account: only one of them can be the first.
    const accounts = await wallet.accounts.lock(
      tx,
      outcomes.flatMap(({ paymentId, outcome }) =>
        canMoveMoney(outcome) ? (payments.get(paymentId)?.userId ?? []) : [],
      ),
    )
    const now = at ?? clock.now()
    const { applied, steps } = evaluateAll(payments, outcomes, now)
    for (const step of steps) tx.afterCommit(() => report(step))
    const ended = endedIn(steps)
    const [{ balanceEvents, firstDeposits }] = await Promise.all([
      postToLedger(tx, wallet, { ended, accounts }, now),
      savePayments(tx, lastSteps(steps), now),
    ])
    const changes = steps.flatMap(({ before, after }) => paymentChanged(before, after, firstDeposits.has(after)))
    await outbox.appendEvents(tx, [...balanceEvents, ...changes])
    tx.afterCommit(() => {
      for (const { type, status, reason } of ended) endedPayments.inc({ type, status, reason: reason ?? 'none' })
    })
    return { applied, now }
  }
}

/** Evaluates the outcomes in order, each after the ones before it. */
function evaluateAll(locked: ReadonlyMap<string, Payment>, outcomes: readonly ReportedOutcome[], now: Date) {
  const payments = new Map(locked)
  const steps: Step[] = []
  const applied = outcomes.map(({ paymentId, outcome }): AppliedOutcome => {
    const before = payments.get(paymentId)
    if (before === undefined) throw new Error(`payment ${paymentId} does not exist`)
    const { after, kind } = evaluateOutcome(before, outcome, now)
    if (kind === 'unchanged') return { payment: before, hasChanged: false }
    payments.set(paymentId, after)
    steps.push({ before, after, outcome, isContradicted: kind === 'contradicted' })
    return { payment: after, hasChanged: true }
  })
  return { applied, steps }
}

const endedIn = (steps: readonly Step[]): Payment[] =>
  steps.filter(({ before, after }) => before.status !== after.status).map(({ after }) => after)

/** The last state of each payment, with the last response of the provider. */
function lastSteps(steps: readonly Step[]): SavedPayment[] {
  const saved = new Map<string, SavedPayment>()
  for (const { after, outcome } of steps) {
    const response = ('exchange' in outcome ? outcome.exchange?.response : null) ?? null
    saved.set(after.id, {
      payment: after,
      response: response === null ? (saved.get(after.id)?.response ?? null) : asJson(response),
    })
  }
  return [...saved.values()]
}

/** A response that is not JSON is stored as a JSON string. */
function asJson(response: string): string {
  try {
    return JSON.stringify(JSON.parse(response))
  } catch {
    return JSON.stringify(response)
  }
}
