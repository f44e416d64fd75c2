import { maskPhone } from '@mupiira/domain/phone/phone.ts'
import { type Db, inTransaction } from '../../kernel/db/sql.ts'
import type { Verdict } from './apply-verdict.ts'
import type { Desk } from './desk.ts'
import { keepExchange } from './exchanges.ts'
import type { Payment } from './payment-row.ts'
import type { Exchange, ListAnswer } from './ports.ts'
import { paymentById } from './queries.ts'
import { sendOrder } from './send-order.ts'

/** The provider's list, asked for at most once for all payments that are looked at together. */
export type SharedList = () => Promise<ListAnswer>

/**
 * What is due for a payment: a request that nobody sent is sent; of any other the provider is asked. By its own
 * reference where we have it, else our reference is looked for in its list (an answer was lost, or a process died).
 */
export async function lookAfter(desk: Desk, db: Db, paymentId: string, list: SharedList): Promise<void> {
  const payment = await paymentById(db, paymentId)
  if (payment === null) return
  if (payment.stage === 'requested') return sendOrder(desk, db, payment)
  const { verdict, exchange } = await ask(desk, payment, list)
  await inTransaction(db, async (tx) => {
    const now = desk.kernel.clock.now()
    if (tellsNews(payment, verdict)) {
      await keepExchange(tx, { paymentId, provider: payment.provider, exchange }, now)
    }
    await desk.applyVerdict(tx, paymentId, verdict, now)
  })
}

async function ask(
  desk: Desk,
  payment: Payment,
  list: SharedList,
): Promise<{ readonly verdict: Verdict; readonly exchange: Exchange }> {
  if (payment.internalReference !== null) {
    const answer = await desk.provider.status(payment.internalReference)
    return { verdict: answer, exchange: answer.exchange }
  }
  const { exchange, ...answer } = await list()
  if (answer.kind === 'unclear') return { verdict: answer, exchange }
  const told = answer.orders.get(payment.reference)
  if (told === undefined) return { verdict: { kind: 'absent' }, exchange }
  // Of the list only the row that was looked for is kept.
  const row = told.kind === 'final' ? JSON.stringify(told.report, fitToKeep) : null
  return { verdict: { ...told, exchange: { ...exchange, response: row } }, exchange: { ...exchange, response: row } }
}

/** A poll that says what the last one said is not written down again. */
function tellsNews(payment: Payment, verdict: Verdict): boolean {
  if (verdict.kind === 'final') return true
  if (verdict.kind === 'pending') return verdict.told !== payment.providerStatus
  return payment.stage === 'polling'
}

const fitToKeep = (name: string, value: unknown): unknown => {
  if (name === 'phoneNumber' && typeof value === 'string') return maskPhone(value)
  return typeof value === 'bigint' ? String(value) : value
}
