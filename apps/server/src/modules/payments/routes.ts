import {
  getPayment,
  listPayments,
  orderCallback,
  orderCallbackPut,
  providerCallback,
  requestDeposit as depositEndpoint,
  requestWithdrawal as withdrawalEndpoint,
} from '@mupiira/contract/payments.ts'
import { formatAmount, formatPlain, ugxFromTyped } from '@mupiira/domain/money/ugx.ts'
import { may } from '../../kernel/http/access/actor.ts'
import { cursorPage, INVALID_CURSOR } from '../../kernel/http/input/cursor-page.ts'
import { type Outcome, type Refusal, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import { presentProtectionRefusal } from '../protection/index.ts'
import { type DepositRefusal, requestDeposit } from './deposits/request-deposit.ts'
import { payerRoutes } from './deposits/payer-routes.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment } from './payment.ts'
import { paymentById, paymentsOfUser } from './payments.repository.ts'
import { presentPayment } from './present-payment.ts'
import type { Callbacks } from './provider-exchange/receive-callback.ts'
import { cancelRoute } from './withdrawals/review-routes.ts'
import type { ReviewDecisions } from './withdrawals/decide-review.ts'
import { requestWithdrawal, type WithdrawalRefusal } from './withdrawals/request-withdrawal.ts'

const PAGE_SIZE = 20

export const paymentRoutes = (
  deps: PaymentDeps,
  {
    callbacks,
    reviews,
    process,
  }: {
    readonly callbacks: Callbacks
    readonly reviews: ReviewDecisions
    readonly process: (payment: Payment) => void
  },
): readonly Route[] => [
  route(depositEndpoint, async (call) => {
    if (!may(call.actor, 'wallet:deposit')) return { error: 'STAFF_CANNOT_DEPOSIT' }
    const amount = ugxFromTyped(call.body.amount)
    if (!amount.ok) return { error: 'AMOUNT_TOO_PRECISE' }
    const { phoneNumber: phone = '', method } = call.body
    const command = { userId: call.actor.userId, amount: amount.value, phone, method, address: call.address }
    const deposit = await requestDeposit(deps, command, (tx, payment) =>
      deps.kernel.idempotency.remember(tx, call.idempotencyRecord, accepted(payment)),
    )
    if (!deposit.ok) return depositRefused(deposit.error)
    process(deposit.value)
    return accepted(deposit.value)
  }),

  route(withdrawalEndpoint, async (call) => {
    if (!may(call.actor, 'wallet:withdraw')) return { error: 'STAFF_CANNOT_WITHDRAW' }
    const typed = call.body.amount
    const amount = typeof typed === 'number' ? ugxFromTyped(typed) : null
    if (amount?.ok === false && amount.error === 'TOO_PRECISE') return { error: 'AMOUNT_TOO_PRECISE' }
    const command = {
      userId: call.actor.userId,
      amount: amount?.ok === true ? amount.value : null,
      method: call.body.method ?? null,
    }
    const withdrawal = await requestWithdrawal(deps, command, (tx, payment) =>
      deps.kernel.idempotency.remember(tx, call.idempotencyRecord, accepted(payment)),
    )
    if (!withdrawal.ok) return withdrawalRefused(withdrawal.error)
    if (withdrawal.value.stage !== 'held') process(withdrawal.value)
    return accepted(withdrawal.value)
  }),

  route(listPayments, async ({ actor, query }) => {
    const before = query.cursor ?? null
    if (before !== null && !isId(before)) return INVALID_CURSOR
    const limit = query.limit ?? PAGE_SIZE
    const search = { userId: actor.userId, before, limit: limit + 1 }
    const found = await deps.kernel.db.asPlayer(actor.userId, (sql) => paymentsOfUser(sql, search))
    const page = cursorPage(found, limit)
    return { status: 200, body: { ...page, items: page.items.map(presentPayment) } }
  }),

  route(getPayment, async ({ actor, params }) => {
    const { id } = params
    const payment = isId(id) ? await deps.kernel.db.asPlayer(actor.userId, (sql) => paymentById(sql, id)) : null
    if (payment === null || payment.userId !== actor.userId) return { error: 'PAYMENT_NOT_FOUND' }
    return { status: 200, body: presentPayment(payment) }
  }),

  cancelRoute(deps.kernel, reviews),
  ...payerRoutes(deps),

  ...[providerCallback, orderCallback, orderCallbackPut].map((endpoint) =>
    route(endpoint, async ({ headers, body, params }): Promise<Outcome<typeof providerCallback>> => {
      const token = 'seal' in params ? params.seal : null
      const isValid = await callbacks.receive(params.provider, { headers, body, token })
      return isValid ? { status: 200, body: { received: true } } : { error: 'SIGNATURE_INVALID' }
    }),
  ),
]

/** 202: the payment is stored, and the stream reports the provider's reply. */
const accepted = (payment: Payment) => ({ status: 202, body: { transaction: presentPayment(payment) } }) as const

type Refused<E extends { readonly errors: readonly string[] }> = Refusal<
  Extract<E['errors'][number] | 'NOT_ALLOWED' | 'RATE_LIMITED', Refusal['error']>
>

function depositRefused(refusal: DepositRefusal): Refused<typeof depositEndpoint> {
  switch (refusal.code) {
    case 'PHONE_MISSING':
      return { error: 'PHONE_REQUIRED' }
    case 'FIRST_DEPOSIT_BELOW_MINIMUM':
      return { error: 'FIRST_DEPOSIT_TOO_SMALL' }
    case 'DEPOSIT_OUT_OF_RANGE':
      return {
        error: 'DEPOSIT_OUT_OF_RANGE',
        details: {
          which: refusal.first ? 'First time' : 'Subsequent',
          minimum: formatPlain(refusal.minimumUgx),
          maximum: formatPlain(refusal.maximumUgx),
        },
      }
    case 'LIMIT_REACHED':
    case 'EXCLUDED':
      return presentProtectionRefusal(refusal)
    case 'DEPOSIT_NOT_RECORDED':
      return { error: refusal.code, details: { message: 'please try again shortly' } }
    case 'PAYMENT_SERVICE_UNAVAILABLE':
      return { error: 'DEPOSIT_SERVICE_UNAVAILABLE', retryAfterSeconds: RETRY_AFTER_SECONDS }
    case 'RATE_LIMITED':
      return { error: refusal.code, retryAfterSeconds: refusal.retryAfterSeconds }
    default:
      return { error: refusal.code }
  }
}

function withdrawalRefused(refusal: WithdrawalRefusal): Refused<typeof withdrawalEndpoint> {
  switch (refusal.code) {
    case 'NEGATIVE_BALANCE':
      return { error: refusal.code, details: { balance: formatAmount(refusal.balanceUgx) } }
    case 'WITHDRAWAL_OUT_OF_RANGE':
      return {
        error: refusal.code,
        details: { minimum: formatPlain(refusal.minimumUgx), maximum: formatPlain(refusal.maximumUgx) },
      }
    case 'WITHDRAWAL_BELOW_MINIMUM':
      return { error: 'WITHDRAWAL_TOO_SMALL', details: { minimum: formatPlain(refusal.minimumUgx) } }
    case 'INSUFFICIENT_BALANCE':
      return { error: 'WITHDRAWAL_BALANCE', details: { help: refusal.help } }
    case 'CARRIER_UNKNOWN':
      return { error: 'CARRIER_UNSUPPORTED' }
    case 'PAYMENT_SERVICE_UNAVAILABLE':
      return { error: refusal.code, retryAfterSeconds: RETRY_AFTER_SECONDS }
    case 'RATE_LIMITED':
      return { error: refusal.code, retryAfterSeconds: refusal.retryAfterSeconds }
    default:
      return { error: refusal.code }
  }
}

/**
 * The retry delay of requests that were refused before anything was sent. The provider's own maintenance pause is five
 * minutes.
 */
const RETRY_AFTER_SECONDS = 300
