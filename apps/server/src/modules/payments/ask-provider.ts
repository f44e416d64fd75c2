import { SEND_WITHIN_MS } from '@mupiira/domain/payments/payment-times.ts'
import { createLane, type Lane } from '../../kernel/lane.ts'
import type { Applied, Proposal } from './apply-verdict.ts'
import type { Desk } from './desk.ts'
import { keepExchanges, type KeptExchange } from './exchanges.ts'
import type { Payment } from './payment-row.ts'
import type { OrderQuery, StatusAnswer } from './ports.ts'
import { mayBeSent, orderOf, sendOrder } from './send-order.ts'

/** What a provider told of a payment, and the exchange where it says something new. */
export type Heard = Proposal & { readonly exchange: KeptExchange | null }
export type VerdictLane = Lane<Heard, Applied>

// What the provider answers while many payments are asked about is written down together (decision 0022).
const MAX_BATCH = 64
const MAX_WAIT_MS = 2
const LANES = 2
const MAX_WAITING = 5_000

export function createVerdictLane(desk: Desk): VerdictLane {
  const { workerDb, clock, metrics } = desk.kernel
  return createLane({
    maxBatch: MAX_BATCH,
    maxWaitMs: MAX_WAIT_MS,
    lanes: LANES,
    maxWaiting: MAX_WAITING,
    run: (batch) =>
      workerDb.transaction(async (tx) => {
        const now = clock.now()
        const kept = batch.flatMap(({ exchange }) => (exchange === null ? [] : [exchange]))
        const [applied] = await Promise.all([desk.applyVerdicts(tx, batch, now), keepExchanges(tx, kept, now)])
        return applied
      }),
    onBatch: (size) => metrics.batchSize.observe({ lane: 'verdicts' }, size),
  })
}

/**
 * What is due for a payment: a request that nobody sent is sent; of any other its provider is asked. By the provider's
 * reference where we have it, else by ours (an answer was lost, or a process died).
 */
export async function lookAfter(desk: Desk, lane: VerdictLane, payment: Payment): Promise<void> {
  if (payment.stage === 'requested') return sendOrder(desk, desk.kernel.workerDb, payment)
  const answer = await desk.providers.of(payment.provider).status(queryOf(payment))
  const kept = { paymentId: payment.id, provider: payment.provider, exchange: answer.exchange }
  const after = await lane.submit({
    paymentId: payment.id,
    verdict: answer,
    exchange: tellsNews(payment, answer) ? kept : null,
  })
  if (answer.kind === 'absent') await sendAgain(desk, after.payment)
}

/**
 * A provider that takes the same order at most once, and says that it does not have this one, is given it again: the
 * request was lost on its way. What it answers moves nothing: the next look finds the order there, or does not (decision 0023).
 */
async function sendAgain(desk: Desk, payment: Payment): Promise<void> {
  const { kernel } = desk
  const provider = desk.providers.of(payment.provider)
  const { kind } = queryOf(payment)
  if (payment.status !== 'pending' || payment.stage === 'review' || !provider.mayRepeat(kind)) return
  // Nobody waits any more for a prompt on the phone; a payout is wanted still.
  const ageMs = kernel.clock.now().getTime() - payment.createdAt.getTime()
  if (payment.type === 'deposit' && ageMs > SEND_WITHIN_MS) return
  if (!(await mayBeSent(desk, kernel.db, payment, await desk.wallet.account(payment.userId)))) return
  const { exchange } = await provider.send(await orderOf(desk, payment))
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
