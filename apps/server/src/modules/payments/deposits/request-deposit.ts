import { checkDeposit, type DepositRefusal as RuleRefusal } from '@mupiira/domain/limits/payment-rules.ts'
import { type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { isDatabaseUnavailable } from '../../../kernel/db/failures.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { ProtectionRefusal } from '../../protection/index.ts'
import type { PaymentDeps, StoreAnswer } from '../deps.ts'
import { newPayment, type Payment } from '../payment.ts'
import { hasDeposited, insertPayment, recheckTimedOutDeposits } from '../payments.repository.ts'
import { paymentChanged } from '../present-payment.ts'
import { chooseProvider, lockNumber, type RouteRefusal } from '../provider-exchange/choose-provider.ts'
import { newShortReference, retryTakenReference } from '../short-references.ts'
import { checkOwnNumber, checkPayer, lockPayers, recordPrompt, type PayerRefusal } from './check-payer.ts'

export type DepositCommand = {
  readonly userId: string
  readonly amount: Ugx
  /** The phone number as entered. */
  readonly phone: string
  readonly method: PaymentMethod
  /** The client's IP address. */
  readonly address: string
}

export type DepositRefusal =
  | RuleRefusal
  | ProtectionRefusal
  | PayerRefusal
  | RouteRefusal
  | { readonly code: 'NOT_ALLOWED' | 'INVALID_PHONE' | 'DEPOSIT_NOT_RECORDED' }

/**
 * Stores a deposit and the request's answer in one transaction. The provider is called afterwards (decision 0022). If
 * the commit gets no reply, it may have succeeded. That error is therefore not a refusal, and the client repeats the
 * request under its key.
 */
export async function requestDeposit(
  deps: PaymentDeps,
  command: DepositCommand,
  storeAnswer: StoreAnswer,
): Promise<Result<Payment, DepositRefusal>> {
  const { db, clock } = deps.kernel
  let isWritten = false
  try {
    await recheckTimedOutDeposits(db, command.userId, clock.now())
    const ownNumber = (await deps.identity.profiles.byId(command.userId))?.phoneNumber ?? null
    return await retryTakenReference(() =>
      db.transaction(async (tx) => {
        isWritten = false
        const result = await createDeposit(deps, tx, command, ownNumber, storeAnswer)
        isWritten = true
        return result
      }),
    )
  } catch (error) {
    if (isWritten || !isDatabaseUnavailable(error)) throw error
    return err({ code: 'DEPOSIT_NOT_RECORDED' })
  }
}

async function createDeposit(
  deps: PaymentDeps,
  tx: Tx,
  { userId, amount, phone, method, address }: DepositCommand,
  ownNumber: string | null,
  storeAnswer: StoreAnswer,
): Promise<Result<Payment, DepositRefusal>> {
  const { kernel, wallet, protection } = deps
  const payer = parseAccountPhone(phone)
  const isOwn = payer.ok && payer.value === ownNumber
  // Locks in the order number, account, network, sent together. The network is last, so that waiting for a busy account
  // does not block other accounts of its network.
  const [, accounts] = await Promise.all([
    payer.ok ? lockNumber(tx, payer.value) : null,
    wallet.accounts.lock(tx, [userId]),
    payer.ok && !isOwn ? lockPayers(tx, address) : null,
  ])
  const account = accounts.get(userId)
  // Read after the locks, so that the limits, the stored deposit and its calendar day use the same time.
  const now = kernel.clock.now()
  const settings = deps.settings.current()
  if (account === undefined || account.frozen) return err({ code: 'NOT_ALLOWED' })
  const allowed = checkDeposit(
    {
      amountUgx: amount,
      phone,
      balanceUgx: account.balance,
      hasDeposited: settings.first_deposit_rule === 'history' && (await hasDeposited(tx, userId)),
    },
    settings,
  )
  if (!allowed.ok) return allowed
  if (!payer.ok) return err({ code: 'INVALID_PHONE' })
  const phoneNumber = payer.value
  const [limit] = await protection.commands.check(tx, [{ userId, kind: 'deposit', amount }], now)
  if (limit != null) return err(limit)
  const request = { userId, ownNumber, phoneNumber, address }
  const refusal = isOwn ? await checkOwnNumber(tx, userId, phoneNumber) : await checkPayer(tx, request, now)
  if (refusal !== null) return err(refusal)
  const provider = await chooseProvider(deps, tx, { method, phoneNumber, isOwn }, now)
  if (!provider.ok) return provider
  if (!isOwn) await recordPrompt(tx, request, now)

  const payment = newPayment(
    {
      id: newId(),
      shortReference: newShortReference('deposit'),
      userId,
      type: 'deposit',
      amount,
      fee: ZERO,
      phoneNumber,
      paymentMethod: method,
      provider: provider.value,
    },
    now,
  )
  await Promise.all([
    insertPayment(tx, payment),
    kernel.outbox.appendEvents(tx, paymentChanged(null, payment, false)),
    storeAnswer(tx, payment),
  ])
  return ok(payment)
}
