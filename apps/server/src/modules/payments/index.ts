import type { Transaction } from '@mupiira/contract/payments.ts'
import type { Approvals } from '../../kernel/access/approvals.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { reconciliationRoutes } from './admin/reconciliation-routes.ts'
import { type PaymentAdminDeps, transactionRoutes } from './admin/transaction-routes.ts'
import { withdrawalReviewRoutes } from './admin/withdrawal-review-routes.ts'
import { createDifferenceCloser } from './admin/close-difference.ts'
import type { CloseRefusal } from './reconciliation/close-case.ts'
import { createPaymentResolver, type ResolveRefusal } from './admin/resolve-payment.ts'
import { createPaymentHistory, type PaymentHistory } from './admin/payment-history.repository.ts'
import { createPaymentTasks } from './admin/payment-tasks.repository.ts'
import { type OutcomeApplier, createOutcomeApplier } from './apply-outcome.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment } from './payment.ts'
import { isOwnNumberConfirmed } from './deposits/check-payer.ts'
import { depositsSince, paymentById, shortReferencesOf } from './payments.repository.ts'
import type { MobileMoneyProvider, SmsSender } from './ports.ts'
import { presentPayment } from './present-payment.ts'
import { createProviderExchange } from './provider-exchange/exchange-orders.ts'
import { createPaymentQueue } from './provider-exchange/queue.ts'
import { createCallbacks } from './provider-exchange/receive-callback.ts'
import { createReconciliation, type Reconciliation } from './reconciliation/reconciliation.ts'
import { PAYMENT_POSTINGS } from './payment-postings.repository.ts'
import { paymentRoutes } from './routes.ts'
import { createReviewDecisions } from './withdrawals/decide-review.ts'
import type { ReviewEvidence } from './withdrawals/review-facts.ts'

export { presentForAdmin } from './admin/transaction-routes.ts'
export type { PaymentHistory } from './admin/payment-history.repository.ts'
export type { DayOfPayments } from './admin/payment-figures.repository.ts'
export type { Payment } from './payment.ts'
export { isBeingChecked } from './present-payment.ts'

const WAKE_EVERY_MS = 500

export type Payments = {
  readonly routes: readonly Route[]
  readonly commands: {
    /** Applies outcomes in the caller's transaction. */
    readonly applyOutcomes: OutcomeApplier
    /** Processes everything that is due until nothing is left. */
    processDue(): Promise<void>
    /** Resolves when no payment is being sent or queried. */
    idle(): Promise<void>
  }
  readonly reads: {
    byId(id: string): Promise<Payment | null>
    /** A payment as its player sees it. */
    present(id: string): Promise<Transaction | null>
    /** The short references of payments by id. */
    shortReferences(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  }
  readonly administration: {
    /** Console endpoints of payments and reconciliation. */
    routes(deps: PaymentAdminDeps, approvals: Approvals<ResolveRefusal | CloseRefusal>): readonly Route[]
    readonly history: PaymentHistory
    readonly reconciliation: Reconciliation
    readonly tasks: ReturnType<typeof createPaymentTasks>
  }
}

/** Deposits and withdrawals by mobile money. docs/payments.md follows a deposit through these files. */
export function createPayments(
  kernel: Kernel,
  modules: Pick<PaymentDeps, 'wallet' | 'settings' | 'protection' | 'identity'>,
  ports: {
    readonly providers: readonly MobileMoneyProvider[]
    readonly texts: SmsSender
    readonly review: ReviewEvidence
  },
): Payments {
  const { db, log, jobs } = kernel
  const deps: PaymentDeps = {
    kernel,
    ...modules,
    providers: new Map(ports.providers.map((provider) => [provider.name, provider])),
    texts: ports.texts,
    review: ports.review,
  }
  const applyOutcomes = createOutcomeApplier(kernel, deps.wallet)
  const exchange = createProviderExchange(deps, applyOutcomes)
  const queue = createPaymentQueue(kernel, exchange.process)
  const callbacks = createCallbacks(deps, queue.add)
  const reviews = createReviewDecisions({ ...deps, applyOutcomes })
  const history = createPaymentHistory(kernel)
  const reconciliation = createReconciliation(deps, exchange.process)
  /** Queries a payment. An error is only logged, because the payment stays due. */
  const queryProvider = (payment: Payment): Promise<void> =>
    exchange.process(payment).catch((error: unknown) => {
      log.warn({ err: error, payment: payment.id }, 'a provider could not be queried')
    })

  deps.wallet.ledger.explain(PAYMENT_POSTINGS)
  deps.protection.commands.countDepositsBy(depositsSince)
  deps.identity.accounts.registerNumberProof(isOwnNumberConfirmed)
  jobs.every('process-payments', WAKE_EVERY_MS, () => queue.wake(), { leaderOnly: false })
  kernel.onStop('payments', async () => {
    await callbacks.drain()
    await queue.idle()
    await exchange.drain()
  })

  return {
    routes: paymentRoutes(deps, { callbacks, reviews, process: (payment) => queue.add([payment]) }),
    commands: { applyOutcomes, processDue: () => queue.drain(), idle: () => queue.idle() },
    reads: {
      byId: (id) => read(db, id),
      async present(id) {
        const payment = await read(db, id)
        return payment === null ? null : presentPayment(payment)
      },
      shortReferences: (ids) => shortReferencesOf(db, ids),
    },
    administration: {
      routes: ({ audit, profiles }, approvals) => [
        ...transactionRoutes({
          deps,
          history,
          queryProvider,
          audit,
          profiles,
          resolvePayment: createPaymentResolver(kernel.clock, audit, applyOutcomes, approvals),
        }),
        ...withdrawalReviewRoutes({
          deps,
          audit,
          profiles,
          reviews,
          fourEyes: approvals.fourEyes,
          process: (payment) => queue.add([payment]),
        }),
        ...reconciliationRoutes(
          kernel,
          reconciliation,
          audit,
          createDifferenceCloser(kernel.clock, audit, reconciliation, approvals),
        ),
      ],
      history,
      reconciliation,
      tasks: createPaymentTasks(db),
    },
  }
}

const read = (db: Sql, id: string): Promise<Payment | null> => (isId(id) ? paymentById(db, id) : Promise.resolve(null))
