import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { SEND_WITHIN_MS } from '@mupiira/domain/payments/payment-states.ts'
import { createBatcher } from '../../../kernel/batcher.ts'
import { isDatabaseUnavailable } from '../../../kernel/db/failures.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { LockedAccount } from '../../wallet/index.ts'
import type { AppliedOutcome, OutcomeApplier, ReportedOutcome } from '../apply-outcome.ts'
import { type PaymentDeps, providerOf } from '../deps.ts'
import { isUnsent } from '../evaluate-outcome.ts'
import type { Payment } from '../payment.ts'
import { lockPayments } from '../payments.repository.ts'
import type { Order, OrderQuery, QueryReply } from '../ports.ts'
import { storeExchanges, type StoredExchange } from './exchanges.repository.ts'

/** Replies to many payments are stored together (decision 0022). */
const BATCH = { maxBatch: 64, maxWaitMs: 2, concurrency: 2, maxWaiting: 5_000 }
const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MS = 100

export type ProviderExchange = {
  /** Sends a requested or released payment; queries the provider about any other that is not held. */
  process(payment: Payment): Promise<void>
  drain(): Promise<void>
}

/** The exchange is null when a reply repeats the last one, which is not stored again. */
type Reply = ReportedOutcome & { readonly exchange: StoredExchange | null }

export function createProviderExchange(deps: PaymentDeps, applyOutcomes: OutcomeApplier): ProviderExchange {
  const { db, workerDb, clock, metrics } = deps.kernel
  const replies = createBatcher<Reply, AppliedOutcome>({
    ...BATCH,
    run: (batch) =>
      workerDb.transaction(async (tx) => {
        const { applied, now } = await applyOutcomes(tx, batch)
        const exchanges = batch.flatMap(({ exchange }) => (exchange === null ? [] : [exchange]))
        await storeExchanges(tx, exchanges, now)
        return [...applied]
      }),
    onBatch: (size) => metrics.batchSize.observe({ batcher: 'outcomes' }, size),
  })

  /**
   * Sends an order at most once: stage `sent` is committed before the call. After a crash the payment is looked up
   * at the provider and not sent again (decision 0022).
   */
  async function send(requested: Payment): Promise<void> {
    // Read first, because a failure after the commit below would leave a sent payment whose order was never
    // sent.
    const order = await orderOf(deps, requested)
    const sending = await markAsSending(requested)
    if (sending === null) return
    const reply = await providerOf(deps, sending).send(order)
    const exchange = { paymentId: sending.id, provider: sending.provider, exchange: reply.exchange }
    // Without the reply the order can only be found in the provider's list, so storing it is retried.
    for (let attempt = 1; ; attempt++) {
      try {
        await replies.submit({ paymentId: sending.id, outcome: reply, exchange })
        return
      } catch (error) {
        if (!isDatabaseUnavailable(error) || attempt >= MAX_ATTEMPTS) throw error
        await sleep(FIRST_PAUSE_MS * 2 ** attempt)
      }
    }
  }

  /** Null: another process sends the payment, or it ended because it may no longer be sent. */
  async function markAsSending({ id, userId, createdAt }: Payment): Promise<Payment | null> {
    const [applied] = await db.transaction(async (tx) => {
      // Lock payments before accounts, as every transaction does. A suspension that commits later does not affect this
      // payment.
      const payment = (await lockPayments(tx, [id])).get(id)
      const account = (await deps.wallet.accounts.lock(tx, [userId])).get(userId) ?? null
      const now = clock.now()
      const isInTime = payment?.stage === 'released' || now.getTime() - createdAt.getTime() <= SEND_WITHIN_MS
      const canSend = payment !== undefined && isInTime && (await maySend(deps, tx, payment, account))
      const outcome = { kind: canSend ? 'sending' : 'never-sent' } as const
      return (await applyOutcomes(tx, [{ paymentId: id, outcome }], now)).applied
    })
    return applied?.hasChanged === true && applied.payment.stage === 'sent' ? applied.payment : null
  }

  async function query(payment: Payment): Promise<void> {
    const reply = await providerOf(deps, payment).query(queryOf(payment))
    const exchange = { paymentId: payment.id, provider: payment.provider, exchange: reply.exchange }
    const { payment: after } = await replies.submit({
      paymentId: payment.id,
      outcome: reply,
      exchange: isNewReply(payment, reply) ? exchange : null,
    })
    if (reply.kind === 'absent') await resend(after)
  }

  /**
   * Sends a lost request again, to providers that accept a repeated order only once. The reply changes nothing, because
   * the next query decides (decision 0023).
   */
  async function resend(payment: Payment): Promise<void> {
    const provider = providerOf(deps, payment)
    if (payment.status !== 'pending' || payment.stage === 'review' || !provider.canResend(kindOf(payment))) return
    // An old deposit is not sent again, because the player no longer expects the prompt. A payout is still owed.
    const ageMs = clock.now().getTime() - payment.createdAt.getTime()
    if (payment.type === 'deposit' && ageMs > SEND_WITHIN_MS) return
    if (!(await maySend(deps, db, payment, await deps.wallet.accounts.find(payment.userId)))) return
    const { exchange } = await provider.send(await orderOf(deps, payment))
    await storeExchanges(workerDb, [{ paymentId: payment.id, provider: payment.provider, exchange }], clock.now())
  }

  return {
    async process(payment) {
      // A query without a result could send the order again, so a held withdrawal is not queried either.
      if (payment.stage === 'held') return
      await (isUnsent(payment) ? send(payment) : query(payment))
    },
    drain: () => replies.drain(),
  }
}

/**
 * Events since the request may forbid the payment: nothing is sent for a suspended or banned account, a self-excluded
 * player may withdraw but not deposit, and a corrected result may have left a debt that the withdrawal's money must
 * cover first.
 */
async function maySend(
  { protection, kernel }: Pick<PaymentDeps, 'protection' | 'kernel'>,
  db: Sql,
  { type, userId }: Payment,
  account: LockedAccount | null,
): Promise<boolean> {
  if (account === null || account.frozen) return false
  if (type === 'withdrawal') return account.balance >= 0n
  return !(await protection.reads.excludedAmong(db, [userId], kernel.clock.now())).has(userId)
}

const kindOf = ({ type }: Payment): Order['kind'] => (type === 'deposit' ? 'collection' : 'payout')

/** The order with the fields that every attempt repeats. */
async function orderOf({ identity }: Pick<PaymentDeps, 'identity'>, payment: Payment): Promise<Order> {
  const { type, reference, phoneNumber, amount, userId } = payment
  const order = { kind: kindOf(payment), reference, phoneNumber, amount }
  if (type === 'deposit') return { ...order, description: 'Deposit' }
  const owner = await identity.profiles.byId(userId)
  const name = owner === null ? {} : { name: nameOf(owner) }
  return { ...order, description: 'Withdrawal', ...name }
}

export const queryOf = (payment: Payment): OrderQuery => ({
  kind: kindOf(payment),
  reference: payment.reference,
  internalReference: payment.internalReference,
})

function isNewReply(payment: Payment, reply: QueryReply): boolean {
  if (reply.kind === 'final') return true
  if (reply.kind === 'pending') return reply.providerStatus !== payment.providerStatus
  return payment.stage === 'polling'
}
