import { type Db, inTransaction } from '../../kernel/db/sql.ts'
import type { Desk } from './desk.ts'
import { keepExchange } from './exchanges.ts'
import type { Payment } from './payment-row.ts'
import type { OrderKind, StatusAnswer } from './ports.ts'
import { paymentById } from './queries.ts'
import { orderOf, sendOrder } from './send-order.ts'
import { SEND_WITHIN_MS } from './timing.ts'

/**
 * What is due for a payment: a request that nobody sent is sent; of any other its provider is asked. By the provider's
 * reference where we have it, else by ours (an answer was lost, or a process died).
 */
export async function lookAfter(desk: Desk, db: Db, paymentId: string): Promise<void> {
  const payment = await paymentById(db, paymentId)
  if (payment === null) return
  if (payment.stage === 'requested') return sendOrder(desk, db, payment)
  const answer = await desk.providers
    .of(payment.provider)
    .status({ kind: kindOf(payment), reference: payment.reference, internalReference: payment.internalReference })
  const after = await inTransaction(db, async (tx) => {
    const now = desk.kernel.clock.now()
    if (tellsNews(payment, answer)) {
      await keepExchange(tx, { paymentId, provider: payment.provider, exchange: answer.exchange }, now)
    }
    return desk.applyVerdict(tx, paymentId, answer, now)
  })
  if (answer.kind === 'absent') await sendAgain(desk, db, after.payment)
}

/**
 * A provider that takes the same order at most once, and says that it does not have this one, is given it again: the
 * request was lost on its way. What it answers moves nothing: the next look finds the order there, or does not (0085).
 */
async function sendAgain(desk: Desk, db: Db, payment: Payment): Promise<void> {
  const { kernel, providers } = desk
  const provider = providers.of(payment.provider)
  if (payment.status !== 'pending' || payment.stage === 'review' || !provider.mayRepeat(kindOf(payment))) return
  // Nobody waits any more for a prompt on the phone; a payout is wanted still.
  const ageMs = kernel.clock.now().getTime() - payment.createdAt.getTime()
  if (payment.type === 'deposit' && ageMs > SEND_WITHIN_MS) return
  const { exchange } = await provider.send(orderOf(payment))
  const kept = { paymentId: payment.id, provider: payment.provider, exchange }
  await keepExchange(db, kept, kernel.clock.now())
}

const kindOf = ({ type }: Payment): OrderKind => (type === 'deposit' ? 'collection' : 'payout')

/** A poll that says what the last one said is not written down again. */
function tellsNews(payment: Payment, answer: StatusAnswer): boolean {
  if (answer.kind === 'final') return true
  if (answer.kind === 'pending') return answer.told !== payment.providerStatus
  return payment.stage === 'polling'
}
