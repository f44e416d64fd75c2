import type { requestDeposit } from '@mupiira/contract/payments.ts'
import { checkDeposit } from '@mupiira/domain/limits/payment-rules.ts'
import { type Ugx, ugxFromTyped, ZERO } from '@mupiira/domain/money/ugx.ts'
import { carrierOf, type PaymentMethod, paymentMethodOf } from '@mupiira/domain/phone/carriers.ts'
import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { isDatabaseUnavailable } from '../../kernel/db/failures.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Call } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { PaymentContext } from './context.ts'
import { announce } from './events.ts'
import { descriptionOf } from './move-money.ts'
import { newPayment, type Payment } from './payment-row.ts'
import { presentPayment } from './present.ts'
import { askOnceMore, hasDeposited, insertPayment } from './queries.ts'
import { type DepositAnswer, depositRefusal } from './refusals.ts'
import { nextAt } from '@mupiira/domain/payments/payment-times.ts'

type Request = Pick<Call<typeof requestDeposit>, 'actor' | 'body' | 'slot' | 'now' | 'log'>
export type Taken = { readonly taken: Payment }

/**
 * Writes a deposit down: judged, stored as pending and answered in one transaction, before the provider hears of it
 * (decision 0022). The answer says that it was taken, never that it was paid. One whose commit has no answer may be taken:
 * that is no refusal, and it must be asked again under its key.
 */
export async function takeDeposit(context: PaymentContext, request: Request): Promise<Taken | DepositAnswer> {
  const amount = ugxFromTyped(request.body.amount)
  if (!amount.ok) return { error: 'AMOUNT_TOO_PRECISE' }
  const { db } = context.kernel
  let isWritten = false
  try {
    const { userId } = request.actor
    await askOnceMore(db, userId, request.now)
    const ownNumber = (await context.accounts.profile(userId))?.phoneNumber ?? null
    return await db.transaction(async (tx) => {
      isWritten = false
      const answer = await take(context, tx, request, amount.value, ownNumber)
      isWritten = true
      return answer
    })
  } catch (error) {
    if (isWritten || !isDatabaseUnavailable(error)) throw error
    return { error: 'DEPOSIT_NOT_RECORDED', details: { message: 'please try again shortly' } }
  }
}

async function take(
  context: PaymentContext,
  tx: Tx,
  { actor: { userId }, body, slot, now }: Request,
  amount: Ugx,
  ownNumber: string | null,
): Promise<Taken | DepositAnswer> {
  const settings = context.settings.current()
  const phone = body.phoneNumber ?? ''
  const account = (await context.wallet.lockAccounts(tx, [userId])).get(userId)
  if (account === undefined || account.frozen) return { error: 'NOT_ALLOWED' }
  const allowed = checkDeposit(
    {
      amountUgx: amount,
      phone,
      balanceUgx: account.balance,
      hasDeposited: settings.first_deposit_rule === 'history' && (await hasDeposited(tx, userId)),
    },
    settings,
  )
  if (!allowed.ok) return depositRefusal(allowed.error)
  const phoneNumber = parseAccountPhone(phone)
  if (!phoneNumber.ok) return { error: 'INVALID_PHONE' }
  const method: PaymentMethod = body.method
  if (paymentMethodOf(carrierOf(phoneNumber.value, settings.carrier_prefixes)) !== method) {
    return { error: 'CARRIER_UNSUPPORTED', details: { method: method === 'MTN' ? 'MTN' : 'Airtel' } }
  }
  const [limit] = await context.protection.check(tx, [{ userId, kind: 'deposit', amount }], now)
  if (limit != null) return { error: limit.code, details: limit.details }
  const isOwn = phoneNumber.value === ownNumber
  const route = await context.providers.route(tx, { method, phoneNumber: phoneNumber.value, isOwn }, now)
  if (!route.ok) return route.refusal

  const id = newId()
  const payment = newPayment({
    id,
    userId,
    type: 'deposit',
    amount,
    fee: ZERO,
    phoneNumber: phoneNumber.value,
    paymentMethod: method,
    provider: route.provider,
    description: descriptionOf('deposit', method, phoneNumber.value),
    now,
    nextAt: nextAt('deposit', 'requested', 0, now) ?? now,
  })
  await insertPayment(tx, payment)
  await context.kernel.outbox.appendEvents(tx, announce(null, payment, false))
  await context.kernel.idempotency.remember(tx, slot, { status: 202, body: { transaction: presentPayment(payment) } })
  return { taken: payment }
}
