import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../../kernel/db/failures.ts'
import { type Db, inTransaction } from '../../kernel/db/sql.ts'
import type { Desk } from './desk.ts'
import { keepExchanges } from './exchanges.ts'
import type { Payment } from './payment-row.ts'
import type { Order, SendAnswer } from './ports.ts'
import { SEND_WITHIN_MS } from '@mupiira/domain/payments/payment-times.ts'

const MOST_ATTEMPTS = 5
const FIRST_PAUSE_MS = 100

/**
 * Sends a requested payment to the provider, once in its life: that it is being sent is committed before the call. Who
 * finds it as sent after a crash looks for it at the provider, and never sends it again. A withdrawal of a player whom a
 * corrected result has brought below zero meanwhile is not sent any more: its money covers the debt first (D21).
 */
export async function sendOrder(desk: Desk, db: Db, requested: Payment): Promise<void> {
  const { clock } = desk.kernel
  const owes = requested.type === 'withdrawal' && (await desk.wallet.balance(requested.userId)).balance < 0n
  const [claimed] = await inTransaction(db, (tx) => {
    const now = clock.now()
    const isTooLate = now.getTime() - requested.createdAt.getTime() > SEND_WITHIN_MS
    const verdict = { kind: isTooLate || owes ? 'never-sent' : 'sending' } as const
    return desk.applyVerdicts(tx, [{ paymentId: requested.id, verdict }], now)
  })
  if (claimed?.hasMoved !== true || claimed.payment.stage !== 'sent') return
  const answer = await desk.providers.of(claimed.payment.provider).send(orderOf(claimed.payment))
  await writeDown(desk, db, claimed.payment, answer)
}

/** The order as the provider is asked for it, every time in the same words. */
export const orderOf = (payment: Payment): Order => ({
  kind: payment.type === 'deposit' ? 'collection' : 'payout',
  reference: payment.reference,
  phoneNumber: payment.phoneNumber,
  amount: payment.amount,
  description: payment.type === 'deposit' ? 'Deposit' : 'Withdrawal',
})

/** An answer is worth a few attempts: lost, the order must be looked for in the provider's list. */
async function writeDown(desk: Desk, db: Db, payment: Payment, answer: SendAnswer): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, async (tx) => {
        const now = desk.kernel.clock.now()
        const kept = { paymentId: payment.id, provider: payment.provider, exchange: answer.exchange }
        await keepExchanges(tx, [kept], now)
        await desk.applyVerdicts(tx, [{ paymentId: payment.id, verdict: answer }], now)
      })
    } catch (error) {
      if (!isDatabaseAway(error) || attempt >= MOST_ATTEMPTS) throw error
      await sleep(FIRST_PAUSE_MS * 2 ** attempt)
    }
  }
}
