import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../kernel/db/failures.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import type { LockedAccount } from '../wallet/index.ts'
import type { PaymentContext } from './context.ts'
import { keepExchanges } from './exchanges.ts'
import type { Payment } from './payment-row.ts'
import type { Order, SendAnswer } from './ports.ts'
import { lockPayments } from './queries.ts'
import { SEND_WITHIN_MS } from '@mupiira/domain/payments/payment-times.ts'

const MOST_ATTEMPTS = 5
const FIRST_PAUSE_MS = 100

/**
 * Sends a requested payment to the provider, once in its life: that it is being sent is committed before the call. Who
 * finds it as sent after a crash looks for it at the provider, and never sends it again.
 */
export async function sendOrder(context: PaymentContext, db: Db, requested: Payment): Promise<void> {
  const { clock } = context.kernel
  // Read before it counts as sent: what fails after that leaves an order that may never have left.
  const order = await orderOf(context, requested)
  const [claimed] = await db.transaction(async (tx) => {
    // The payment before the account, as where its money moves. What would forbid it and is committed later came too late.
    await lockPayments(tx, [requested.id])
    const account = (await context.wallet.lockAccounts(tx, [requested.userId])).get(requested.userId)
    const now = clock.now()
    const isTooLate = now.getTime() - requested.createdAt.getTime() > SEND_WITHIN_MS
    const isSent = !isTooLate && (await mayBeSent(context, tx, requested, account ?? null))
    const verdict = { kind: isSent ? 'sending' : 'never-sent' } as const
    return context.applyOutcomes(tx, [{ paymentId: requested.id, verdict }], now)
  })
  if (claimed?.hasMoved !== true || claimed.payment.stage !== 'sent') return
  const answer = await context.providers.of(claimed.payment.provider).send(order)
  await writeDown(context, db, claimed.payment, answer)
}

/**
 * Whether a payment may go out still: what has happened since it was asked for may forbid it. Nothing moves for an account
 * that is suspended or banned (D5, DEP-32); who excludes himself deposits no more, and withdraws (PLAY-03); the money of a
 * withdrawal covers first what a corrected result has made its player owe (D21).
 */
export async function mayBeSent(
  { protection, kernel }: Pick<PaymentContext, 'protection' | 'kernel'>,
  sql: Sql,
  { type, userId }: Payment,
  account: LockedAccount | null,
): Promise<boolean> {
  if (account === null || account.frozen) return false
  if (type === 'withdrawal') return account.balance >= 0n
  return !(await protection.excludedAmong(sql, [userId], kernel.clock.now())).has(userId)
}

/** The order as the provider is asked for it, every time in the same words. */
export async function orderOf({ accounts }: Pick<PaymentContext, 'accounts'>, payment: Payment): Promise<Order> {
  const { type, reference, phoneNumber, amount } = payment
  const order = { reference, phoneNumber, amount }
  if (type === 'deposit') return { ...order, kind: 'collection', description: 'Deposit' }
  const owner = await accounts.profile(payment.userId)
  const name = owner === null ? {} : { name: `${owner.firstName} ${owner.lastName}` }
  return { ...order, kind: 'payout', description: 'Withdrawal', ...name }
}

/** An answer is worth a few attempts: lost, the order must be looked for in the provider's list. */
async function writeDown(context: PaymentContext, db: Db, payment: Payment, answer: SendAnswer): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        const now = context.kernel.clock.now()
        const kept = { paymentId: payment.id, provider: payment.provider, exchange: answer.exchange }
        await keepExchanges(tx, [kept], now)
        await context.applyOutcomes(tx, [{ paymentId: payment.id, verdict: answer }], now)
      })
    } catch (error) {
      if (!isDatabaseUnavailable(error) || attempt >= MOST_ATTEMPTS) throw error
      await sleep(FIRST_PAUSE_MS * 2 ** attempt)
    }
  }
}
