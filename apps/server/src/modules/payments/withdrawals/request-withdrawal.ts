import { checkWithdrawal, type WithdrawalRefusal as RuleRefusal } from '@mupiira/domain/limits/payment-rules.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { carrierOf, type PaymentMethod, paymentMethodOf } from '@mupiira/domain/phone/carriers.ts'
import { reviewDueAt, reviewReasons } from '@mupiira/domain/payments/withdrawal-review.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { isDatabaseUnavailable, isRetryable } from '../../../kernel/db/failures.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { PaymentDeps, StoreAnswer } from '../deps.ts'
import { newPayment, type Payment } from '../payment.ts'
import { insertPayment, lastDepositMethod } from '../payments.repository.ts'
import { holdOf } from '../post-to-ledger.ts'
import { paymentChanged } from '../present-payment.ts'
import { chooseProvider, lockNumber, type RouteRefusal } from '../provider-exchange/choose-provider.ts'
import { newShortReference, retryTakenReference } from '../short-references.ts'
import { readReviewFacts } from './review-facts.ts'
import { insertReview } from './reviews.repository.ts'

export type WithdrawalCommand = {
  readonly userId: string
  /** The amount; null if it is missing or not a number (WDR-08). */
  readonly amount: Ugx | null
  /** The player's choice. Null: the carrier of the last deposit, or the carrier of the number's prefix. */
  readonly method: PaymentMethod | null
}

export type WithdrawalRefusal =
  | RuleRefusal
  | RouteRefusal
  | { readonly code: 'NOT_ALLOWED' | 'BALANCE_UNREADABLE' | 'WITHDRAWAL_NOT_RECORDED' | 'CARRIER_UNKNOWN' }

/** A database failure before anything was stored. */
class NotStored extends Error {
  readonly code: 'BALANCE_UNREADABLE' | 'WITHDRAWAL_NOT_RECORDED'
  constructor(code: NotStored['code'], cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/**
 * Stores a withdrawal with its hold and the request's answer in one transaction. The provider is called afterwards, or
 * after staff's approval if a rule holds the withdrawal (decision 0022). If the commit gets no reply, it may have
 * succeeded. That error is therefore not a refusal, and the client repeats the request under its key.
 */
export async function requestWithdrawal(
  deps: PaymentDeps,
  command: WithdrawalCommand,
  storeAnswer: StoreAnswer,
): Promise<Result<Payment, WithdrawalRefusal>> {
  let isWritten = false
  try {
    const profile = await deps.identity.profiles.byId(command.userId).catch(named('BALANCE_UNREADABLE'))
    if (profile === null) return err({ code: 'NOT_ALLOWED' })
    return await retryTakenReference(() =>
      deps.kernel.db.transaction(async (tx) => {
        isWritten = false
        const result = await createWithdrawal(deps, tx, command, profile.phoneNumber, storeAnswer)
        isWritten = true
        return result
      }),
    ).catch((error: unknown) => {
      if (isWritten) throw error
      return named('WITHDRAWAL_NOT_RECORDED')(error)
    })
  } catch (error) {
    if (!(error instanceof NotStored)) throw error
    deps.kernel.log.warn({ err: error.cause }, 'a withdrawal could not be stored')
    return err({ code: error.code })
  }
}

async function createWithdrawal(
  deps: PaymentDeps,
  tx: Tx,
  { userId, amount, method: chosen }: WithdrawalCommand,
  phoneNumber: string,
  storeAnswer: StoreAnswer,
): Promise<Result<Payment, WithdrawalRefusal>> {
  const { kernel, wallet } = deps
  // Both statements are sent together: the number's lock, then the account's lock.
  const [, accounts] = await Promise.all([
    lockNumber(tx, phoneNumber),
    wallet.accounts.lock(tx, [userId]).catch(named('BALANCE_UNREADABLE')),
  ])
  const account = accounts.get(userId)
  // Read after the locks, so that the rules, the hold and the stored withdrawal use the same time.
  const now = kernel.clock.now()
  const settings = deps.settings.current()
  if (account === undefined || account.frozen) return err({ code: 'NOT_ALLOWED' })
  const terms = checkWithdrawal(amount, account.balance, settings)
  if (!terms.ok) return terms
  const method =
    chosen ??
    (await lastDepositMethod(tx, userId, phoneNumber)) ??
    paymentMethodOf(carrierOf(phoneNumber, settings.carrier_prefixes))
  if (method === null) return err({ code: 'CARRIER_UNKNOWN' })
  const provider = await chooseProvider(deps, tx, { method, phoneNumber, isOwn: true }, now)
  if (!provider.ok) return provider

  const facts = await readReviewFacts(tx, deps, { userId, amountUgx: terms.value.amountUgx, now, settings })
  const reasons = reviewReasons(facts, settings)
  const payment = newPayment(
    {
      id: newId(),
      shortReference: newShortReference('withdrawal'),
      userId,
      type: 'withdrawal',
      amount: terms.value.amountUgx,
      fee: terms.value.feeUgx,
      phoneNumber,
      paymentMethod: method,
      provider: provider.value,
    },
    now,
    reasons.length === 0 ? null : reviewDueAt(now, settings),
  )
  const held = await wallet.holds.place(tx, holdOf(payment), now)
  // checkWithdrawal has passed on the same locked account.
  if (!held.ok) throw new Error(`the hold of a withdrawal was refused: ${held.error}`)
  await Promise.all([
    insertPayment(tx, payment),
    reasons.length === 0 ? null : insertReview(tx, payment.id, reasons, now),
    kernel.outbox.appendEvents(tx, paymentChanged(null, payment, false)),
    storeAnswer(tx, payment),
  ])
  return ok(payment)
}

/**
 * Maps errors of an unavailable database to this code. Deadlocks pass through, because the transaction is
 * retried.
 */
function named(code: NotStored['code']): (error: unknown) => never {
  return (error) => {
    throw isDatabaseUnavailable(error) && !isRetryable(error) ? new NotStored(code, error) : error
  }
}
