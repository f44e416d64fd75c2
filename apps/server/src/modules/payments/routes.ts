import {
  getPayment,
  listPayments,
  orderCallback,
  orderCallbackPut,
  providerCallback,
  requestDeposit,
  requestWithdrawal,
} from '@mupiira/contract/payments.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { may } from '../../kernel/http/actor.ts'
import { cursorPage, NOT_A_CURSOR } from '../../kernel/http/cursor-page.ts'
import { type Outcome, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { PaymentContext } from './context.ts'
import type { Payment } from './payment-row.ts'
import { presentPayment } from './present.ts'
import { paymentById, paymentsOf } from './queries.ts'
import { type CallbackBatcher, type CallbackWhat, receiveCallback } from './receive-callback.ts'
import { takeDeposit, type Taken } from './request-deposit.ts'
import { takeWithdrawal } from './request-withdrawal.ts'

const PAGE = 20

export type PaymentActions = {
  /** Sends a payment that was taken, and waits a little for what comes of it. */
  send(payment: Payment): Promise<void>
  readonly callbacks: CallbackBatcher
  received(what: CallbackWhat): void
}

export const paymentRoutes = (context: PaymentContext, db: Db, actions: PaymentActions): readonly Route[] => [
  route(requestDeposit, async (call) => {
    if (!may(call.actor, 'wallet:deposit')) return { error: 'STAFF_CANNOT_DEPOSIT' }
    const outcome = await takeDeposit(context, call)
    return 'taken' in outcome ? answer(outcome, actions) : outcome
  }),

  route(requestWithdrawal, async (call) => {
    const outcome = await takeWithdrawal(context, call)
    return 'taken' in outcome ? answer(outcome, actions) : outcome
  }),

  route(listPayments, async ({ actor, query }) => {
    const before = query.cursor ?? null
    if (before !== null && !isId(before)) return NOT_A_CURSOR
    const limit = query.limit ?? PAGE
    const page = cursorPage(await paymentsOf(db, { userId: actor.userId, before, limit: limit + 1 }), limit)
    return { status: 200, body: { ...page, items: page.items.map(presentPayment) } }
  }),

  route(getPayment, async ({ actor, params }) => {
    const payment = isId(params.id) ? await paymentById(db, params.id) : null
    if (payment === null || payment.userId !== actor.userId) return { error: 'PAYMENT_NOT_FOUND' }
    return { status: 200, body: presentPayment(payment) }
  }),

  ...[providerCallback, orderCallback, orderCallbackPut].map((endpoint) =>
    route(endpoint, (call): Promise<Outcome<typeof providerCallback>> =>
      receiveCallback(context, actions.callbacks, call, actions.received),
    ),
  ),
]

/** The stored answer: the payment as it was taken. What came of it meanwhile is read by its id (decision 0022). */
async function answer({ taken }: Taken, actions: PaymentActions) {
  await actions.send(taken)
  return { status: 202, body: { transaction: presentPayment(taken) } } as const
}
