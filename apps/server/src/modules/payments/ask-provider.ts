import { SEND_WITHIN_MS } from '@mupiira/domain/payments/payment-times.ts'
import { createBatcher, type Batcher } from '../../kernel/batcher.ts'
import type { Applied, Proposal } from './apply-outcome.ts'
import type { PaymentContext } from './context.ts'
import { keepExchanges, type StoredExchange } from './exchanges.ts'
import type { Payment } from './payment-row.ts'
import type { OrderQuery, StatusAnswer } from './ports.ts'
import { mayBeSent, orderOf, sendOrder } from './send-order.ts'

/** What a provider told of a payment, and the exchange where it says something new. */
export type Received = Proposal & { readonly exchange: StoredExchange | null }
export type OutcomeBatcher = Batcher<Received, Applied>

// What the provider answers while many payments are asked about is written down together (decision 0022).
const MAX_BATCH = 64
const MAX_WAIT_MS = 2
const BATCHERS = 2
const MAX_WAITING = 5_000

export function createOutcomeBatcher(context: PaymentContext): OutcomeBatcher {
  const { workerDb, clock, metrics } = context.kernel
  return createBatcher({
    maxBatch: MAX_BATCH,
    maxWaitMs: MAX_WAIT_MS,
    concurrency: BATCHERS,
    maxWaiting: MAX_WAITING,
    run: (batch) =>
      workerDb.transaction(async (tx) => {
        const now = clock.now()
        const kept = batch.flatMap(({ exchange }) => (exchange === null ? [] : [exchange]))
        const [applied] = await Promise.all([context.applyOutcomes(tx, batch, now), keepExchanges(tx, kept, now)])
        return applied
      }),
    onBatch: (size) => metrics.batchSize.observe({ batcher: 'verdicts' }, size),
  })
}

/**
 * What is due for a payment: a request that nobody sent is sent; of any other its provider is asked. By the provider's
 * reference where we have it, else by ours (an answer was lost, or a process died).
 */
export async function lookAfter(context: PaymentContext, batcher: OutcomeBatcher, payment: Payment): Promise<void> {
  if (payment.stage === 'requested') return sendOrder(context, context.kernel.workerDb, payment)
  const answer = await context.providers.of(payment.provider).status(queryOf(payment))
  const kept = { paymentId: payment.id, provider: payment.provider, exchange: answer.exchange }
  const after = await batcher.submit({
    paymentId: payment.id,
    verdict: answer,
    exchange: tellsNews(payment, answer) ? kept : null,
  })
  if (answer.kind === 'absent') await sendAgain(context, after.payment)
}

/**
 * A provider that takes the same order at most once, and says that it does not have this one, is given it again: the
 * request was lost on its way. What it answers moves nothing: the next look finds the order there, or does not (decision 0023).
 */
async function sendAgain(context: PaymentContext, payment: Payment): Promise<void> {
  const { kernel } = context
  const provider = context.providers.of(payment.provider)
  const { kind } = queryOf(payment)
  if (payment.status !== 'pending' || payment.stage === 'review' || !provider.mayRepeat(kind)) return
  // Nobody waits any more for a prompt on the phone; a payout is wanted still.
  const ageMs = kernel.clock.now().getTime() - payment.createdAt.getTime()
  if (payment.type === 'deposit' && ageMs > SEND_WITHIN_MS) return
  if (!(await mayBeSent(context, kernel.db, payment, await context.wallet.account(payment.userId)))) return
  const { exchange } = await provider.send(await orderOf(context, payment))
  const kept = { paymentId: payment.id, provider: payment.provider, exchange }
  await keepExchanges(kernel.workerDb, [kept], kernel.clock.now())
}

/** By what a payment's provider is asked for it. */
export const queryOf = ({ type, reference, internalReference }: Payment): OrderQuery => ({
  kind: type === 'deposit' ? 'collection' : 'payout',
  reference,
  internalReference,
})

/** A poll that says what the last one said is not written down again. */
function tellsNews(payment: Payment, answer: StatusAnswer): boolean {
  if (answer.kind === 'final') return true
  if (answer.kind === 'pending') return answer.told !== payment.providerStatus
  return payment.stage === 'polling'
}
