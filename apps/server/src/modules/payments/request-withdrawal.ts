import type { requestWithdrawal } from '@mupiira/contract/payments.ts'
import { checkWithdrawal } from '@mupiira/domain/limits/payment-rules.ts'
import { type Ugx, ugxFromTyped } from '@mupiira/domain/money/ugx.ts'
import { carrierOf, paymentMethodOf } from '@mupiira/domain/phone/carriers.ts'
import { isDatabaseUnavailable, isRetryable } from '../../kernel/db/failures.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Call } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import type { LockedAccount } from '../wallet/index.ts'
import type { PaymentContext } from './context.ts'
import { announce } from './events.ts'
import { descriptionOf, holdRequest } from './move-money.ts'
import { newPayment } from './payment-row.ts'
import { presentPayment } from './present.ts'
import { insertPayment } from './queries.ts'
import { type WithdrawalAnswer, withdrawalRefusal } from './refusals.ts'
import type { Taken } from './request-deposit.ts'
import { nextAt } from '@mupiira/domain/payments/payment-times.ts'

type Request = Pick<Call<typeof requestWithdrawal>, 'actor' | 'body' | 'slot' | 'now' | 'log'>

/** Something of ours did not work before anything was done; the player reads which (WDR-26, WDR-27). */
class NotDone extends Error {
  readonly code: 'BALANCE_UNREADABLE' | 'WITHDRAWAL_NOT_RECORDED'
  constructor(code: NotDone['code'], cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/**
 * Writes a withdrawal down: judged, its amount and fee set aside, stored as pending and answered in one transaction,
 * before the provider hears of it (decision 0022). One whose commit has no answer may be taken: that is no refusal, and it must
 * be asked again under its key.
 */
export async function takeWithdrawal(context: PaymentContext, request: Request): Promise<Taken | WithdrawalAnswer> {
  const { userId } = request.actor
  const amount = amountOf(request.body.amount)
  if (amount === 'TOO_PRECISE') return { error: 'AMOUNT_TOO_PRECISE' }
  try {
    const profile = await context.accounts.profile(userId).catch(notDone('BALANCE_UNREADABLE'))
    if (profile === null) return { error: 'NOT_ALLOWED' }
    let isWritten = false
    return await context.kernel.db
      .transaction(async (tx): Promise<Taken | WithdrawalAnswer> => {
        isWritten = false
        const accounts = await context.wallet.lockAccounts(tx, [userId]).catch(notDone('BALANCE_UNREADABLE'))
        const account = accounts.get(userId)
        if (account === undefined || account.frozen) return { error: 'NOT_ALLOWED' }
        const found = { account, phoneNumber: profile.phoneNumber }
        const answer = await take(context, tx, request, amount, found)
        isWritten = true
        return answer
      })
      .catch((error: unknown) => {
        if (isWritten) throw error
        return notDone('WITHDRAWAL_NOT_RECORDED')(error)
      })
  } catch (error) {
    if (!(error instanceof NotDone)) throw error
    request.log.warn({ err: error.cause }, 'a withdrawal could not be taken')
    return { error: error.code }
  }
}

async function take(
  context: PaymentContext,
  tx: Tx,
  { actor: { userId }, slot, now }: Request,
  amount: Ugx | null,
  { account, phoneNumber }: { readonly account: LockedAccount; readonly phoneNumber: string },
): Promise<Taken | WithdrawalAnswer> {
  const settings = context.settings.current()
  const terms = checkWithdrawal(amount, account.balance, settings)
  if (!terms.ok) return withdrawalRefusal(terms.error)
  const method = paymentMethodOf(carrierOf(phoneNumber, settings.carrier_prefixes))
  if (method === null) return { error: 'CARRIER_UNSUPPORTED', details: { method: 'MTN or Airtel' } }
  const route = await context.providers.route(tx, { method, phoneNumber, isOwn: true }, now)
  if (!route.ok) return route.refusal

  const payment = newPayment({
    id: newId(),
    userId,
    type: 'withdrawal',
    amount: terms.value.amountUgx,
    fee: terms.value.feeUgx,
    phoneNumber,
    paymentMethod: method,
    provider: route.provider,
    description: descriptionOf('withdrawal', method, phoneNumber),
    now,
    nextAt: nextAt('withdrawal', 'requested', 0, now) ?? now,
  })
  const held = await context.wallet.placeHold(tx, holdRequest(payment), now)
  // Judged above on the account that this transaction has locked.
  if (!held.ok) throw new Error(`the hold of a withdrawal was refused: ${held.error}`)
  await insertPayment(tx, payment)
  await context.kernel.outbox.appendEvents(tx, announce(null, payment, false))
  await context.kernel.idempotency.remember(tx, slot, { status: 202, body: { transaction: presentPayment(payment) } })
  return { taken: payment }
}

/** null: missing, not a number, or beyond every amount (WDR-08). */
function amountOf(given: unknown): Ugx | null | 'TOO_PRECISE' {
  if (typeof given !== 'number') return null
  const amount = ugxFromTyped(given)
  if (amount.ok) return amount.value
  return amount.error === 'TOO_PRECISE' ? 'TOO_PRECISE' : null
}

/** Names errors that say that the database cannot serve now; a deadlock passes, for the transaction is run anew. */
function notDone(code: NotDone['code']): (error: unknown) => never {
  return (error) => {
    throw isDatabaseUnavailable(error) && !isRetryable(error) ? new NotDone(code, error) : error
  }
}
