import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, Instant, Limit, Money, literals, nullable, page, strict } from './schemas.ts'

/** DATA-23, DATA-24. `message` is what the player reads about the present state. */
export const Transaction = Type.Object({
  id: Id,
  userId: Id,
  type: literals(['deposit', 'withdrawal']),
  amount: Money,
  fee: Money,
  amountSent: nullable(Money),
  status: literals(['pending', 'success', 'failed']),
  /** A withdrawal whose answer is unknown, or a deposit asked about again (D32). */
  beingChecked: Type.Boolean(),
  phoneNumber: Type.String(),
  paymentMethod: literals(['MTN', 'AIRTEL']),
  description: Type.String(),
  providerRef: nullable(Type.String()),
  /** Ours, by which the provider knows it, and staff finds it. */
  reference: Type.String(),
  message: Type.String(),
  createdAt: Instant,
  completedAt: nullable(Instant),
  /** When the app stops waiting for an answer. */
  pollingEndsAt: nullable(Instant),
})
export type Transaction = Static<typeof Transaction>

/** Of any size: the limits of payments answer in their own words. */
const PaymentAmount = Type.Number({ description: 'UGX, at most two decimals' })

/** 202 says that the payment was taken, never that it was paid: `GET /api/payments/{id}` and the stream tell what became of it. */
export const requestDeposit = endpoint({
  method: 'POST',
  path: '/api/payments/deposits',
  loginText: 'Please log in to deposit funds.',
  summary: 'Ask the provider to collect a deposit',
  access: 'player',
  idempotent: true,
  perMinute: 60,
  body: Type.Object(
    {
      amount: PaymentAmount,
      phoneNumber: Type.Optional(Type.String({ maxLength: 32 })),
      method: literals(['MTN', 'AIRTEL']),
    },
    strict,
  ),
  responses: { 202: Type.Object({ transaction: Transaction }) },
  errors: [
    'STAFF_CANNOT_DEPOSIT',
    'MAINTENANCE',
    'AMOUNT_TOO_PRECISE',
    'AMOUNT_NOT_WHOLE',
    'PHONE_REQUIRED',
    'INVALID_PHONE',
    'CARRIER_UNSUPPORTED',
    'FIRST_DEPOSIT_TOO_SMALL',
    'DEPOSIT_OUT_OF_RANGE',
    'LIMIT_REACHED',
    'EXCLUDED',
    'PAYMENT_SERVICE_UNAVAILABLE',
    'DEPOSIT_NOT_RECORDED',
  ],
})

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/api/payments/withdrawals',
  loginText: 'Please log in to withdraw funds',
  summary: 'Withdraw to the phone of the account',
  access: 'player',
  idempotent: true,
  perMinute: 60,
  // A missing amount, or a text, is answered in the rule's own words (WDR-08).
  body: Type.Object(
    { amount: Type.Optional(Type.Union([PaymentAmount, Type.String({ maxLength: 32 }), Type.Null()])) },
    strict,
  ),
  responses: { 202: Type.Object({ transaction: Transaction }) },
  errors: [
    'MAINTENANCE',
    'AMOUNT_TOO_PRECISE',
    'AMOUNT_NOT_WHOLE',
    'WITHDRAWAL_OUT_OF_RANGE',
    'WITHDRAWAL_TOO_SMALL',
    'WITHDRAWAL_BALANCE',
    'NEGATIVE_BALANCE',
    'CARRIER_UNSUPPORTED',
    'PAYMENT_SERVICE_UNAVAILABLE',
    'BALANCE_UNREADABLE',
    'WITHDRAWAL_NOT_RECORDED',
  ],
})

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  summary: 'Own payments, newest first',
  access: 'player',
  query: Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }, strict),
  responses: { 200: page(Transaction) },
  errors: [],
})

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/payments/{id}',
  summary: 'One own payment',
  access: 'player',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Transaction },
  errors: ['PAYMENT_NOT_FOUND'],
})

/** A provider's callback. Its body is kept raw for the signature; a good one only makes us ask the provider. */
export const providerCallback = endpoint({
  method: 'POST',
  path: '/api/webhooks/{provider}',
  summary: 'Callback of a payment provider',
  access: 'public',
  isCallback: true,
  perMinute: 100000,
  params: Type.Object({ provider: literals(['relworx', 'airtel']) }),
  body: Type.Object({}, { additionalProperties: true }),
  responses: { 200: Type.Object({ received: Type.Literal(true) }) },
  errors: ['SIGNATURE_INVALID'],
})

/** A callback to an address of its own: each order was given one that nobody can guess, since the body is not signed. */
export const orderCallback = endpoint({
  ...providerCallback,
  path: '/api/webhooks/{provider}/{seal}',
  summary: 'Callback of a payment provider about one order',
  params: Type.Object({ provider: literals(['mtn']), seal: Type.String({ maxLength: 128 }) }),
})

/** MTN uses either method. */
export const orderCallbackPut = endpoint({ ...orderCallback, method: 'PUT' })
