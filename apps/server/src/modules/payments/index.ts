import type { Transaction } from '@mupiira/contract/payments.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import type { Route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { pause } from '../../kernel/pause.ts'
import { createApplyOutcomes, type ApplyOutcomes } from './apply-outcome.ts'
import { createOutcomeBatcher, lookAfter } from './ask-provider.ts'
import { decidedBy, decidePayment, type PaymentDecision } from './decide-payment.ts'
import type { PaymentContext } from './context.ts'
import { explainPayments } from './move-money.ts'
import type { Payment } from './payment-row.ts'
import type { MobileMoneyProvider } from './ports.ts'
import { presentPayment } from './present.ts'
import { depositsSince, lockPayments, paymentById, takeToAsk } from './queries.ts'
import { createProviders } from './providers.ts'
import { createPaymentQueue } from './queue.ts'
import { createPaymentHistory, type PaymentHistory } from './history/create-history.ts'
import { createReconciliation, type Reconciliation } from './reconciliation/create-reconciliation.ts'
import { type CallbackWhat, createCallbackBatcher } from './receive-callback.ts'
import { paymentRoutes } from './routes.ts'
import { sendOrder } from './send-order.ts'

export type { Decision } from './evaluate-outcome.ts'
export type { StoredDecision, StoredWords, PaymentRecord } from './history/create-history.ts'
export type { PaymentFilter } from './history/payment-filter.ts'
export type { DayOfPayments } from './history/payment-tally.ts'
export type { Payment } from './payment-row.ts'
export { presentPayment } from './present.ts'

const LOOK_EVERY_MS = 500
/** How long an answer waits for the provider's word: then whoever reads the payment sees it. */
const WAIT_FOR_PROVIDER_MS = 3_000

export type Payments = {
  readonly routes: readonly Route[]
  transaction(id: string): Promise<Payment | null>
  /** As its player reads it; null for one that is not. */
  present(id: string): Promise<Transaction | null>
  /** The one way in which payments change, for whoever else decides about them. */
  readonly applyOutcomes: ApplyOutcomes
  /** The payment as it stands until the transaction ends; null where there is none. */
  lock(tx: Tx, paymentId: string): Promise<Payment | null>
  /** An operator's decision about a payment that waits for one. */
  decide(tx: Tx, decision: PaymentDecision, now: Date): ReturnType<typeof decidePayment>
  readonly decidedBy: typeof decidedBy
  /** Takes a payment to ask its provider now, once the transaction is committed; null where nobody need ask. */
  readonly takeToAsk: typeof takeToAsk
  /** Asks about one that was taken, and waits a moment for the answer. Never rejects. */
  askProvider(payment: Payment): Promise<void>
  readonly reconciliation: Reconciliation
  /** All players' payments, for staff. */
  readonly history: PaymentHistory
  /** Looks after everything that is due, until nothing is. */
  settleDue(): Promise<void>
}

/** Deposits and withdrawals by mobile money. */
export function createPayments(
  kernel: Kernel,
  deps: {
    readonly wallet: PaymentContext['wallet']
    readonly settings: PaymentContext['settings']
    readonly identity: PaymentContext['accounts']
    readonly protection: PaymentContext['protection']
  },
  ports: { readonly providers: readonly MobileMoneyProvider[] },
): Payments {
  const { db, log, jobs, metrics } = kernel
  const { wallet, settings, identity, protection } = deps
  const context: PaymentContext = {
    kernel,
    settings,
    wallet,
    accounts: identity,
    protection,
    providers: createProviders(ports.providers, settings),
    applyOutcomes: createApplyOutcomes(kernel, wallet),
  }
  const outcomes = createOutcomeBatcher(context)
  const queue = createPaymentQueue(context, outcomes)
  const callbacks = createCallbackBatcher(kernel, (payments) => queue.take(payments))
  const underWay = new Set<Promise<void>>()
  const reconciliation = createReconciliation(context, outcomes)
  const received = metrics.counter('payment_callbacks', 'Callbacks of providers by what they were', ['what'] as const)

  explainPayments(wallet)
  protection.countDepositsBy(depositsSince)
  jobs.every('look-after-payments', LOOK_EVERY_MS, () => queue.wake(), { leaderOnly: false })
  kernel.onStop('payments', async () => {
    await callbacks.drain()
    await Promise.allSettled([...underWay, queue.rest()])
    await outcomes.drain()
  })

  /** Never rejects: what fails here is taken up by the queue. */
  async function wordOf(payment: Payment, exchange: Promise<void>): Promise<void> {
    const work: Promise<void> = exchange
      .catch((error: unknown) => log.warn({ err: error, payment: payment.id }, 'a provider could not be asked'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
    const waited = new AbortController()
    const bound = pause(WAIT_FOR_PROVIDER_MS, waited.signal)
    await Promise.race([work, bound])
    waited.abort()
  }

  return {
    routes: paymentRoutes(context, db, {
      send: (payment) => wordOf(payment, sendOrder(context, db, payment)),
      callbacks,
      received: (what: CallbackWhat) => received.inc({ what }),
    }),
    transaction: (id) => read(db, id),
    async present(id) {
      const payment = await read(db, id)
      return payment === null ? null : presentPayment(payment)
    },
    applyOutcomes: context.applyOutcomes,
    decidedBy,
    takeToAsk,
    askProvider: (payment) => wordOf(payment, lookAfter(context, outcomes, payment)),
    lock: async (tx, paymentId) => (await lockPayments(tx, [paymentId])).get(paymentId) ?? null,
    decide: (tx, decision, now) => decidePayment(tx, context, decision, now),
    reconciliation,
    history: createPaymentHistory(kernel),
    settleDue: () => queue.drain(),
  }
}

const read = (sql: Sql, id: string): Promise<Payment | null> =>
  isId(id) ? paymentById(sql, id) : Promise.resolve(null)
