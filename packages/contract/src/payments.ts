import { type Static, Type } from 'typebox'
import { providersWithCallback } from '@mupiira/domain/payments/providers.ts'
import { PAYMENT_METHODS } from '@mupiira/domain/phone/carriers.ts'
import { endpoint } from './endpoint.ts'
import { Cursor, Empty, Id, Instant, Limit, Money, literals, nullable, page, strict } from './schemas.ts'

/** A payment (DATA-23, DATA-24). `message` describes the current state to the player. */
export const Transaction = Type.Object({
  id: Id,
  userId: Id,
  type: literals(['deposit', 'withdrawal']),
  amount: Money,
  fee: Money,
  amountSent: nullable(Money),
  status: literals(['pending', 'success', 'failed']),
  /**
   * True for a withdrawal with an unknown outcome or held for review, and for a failed deposit that is still queried
   * (D32).
   */
  beingChecked: Type.Boolean(),
  phoneNumber: Type.String(),
  paymentMethod: literals(PAYMENT_METHODS),
  description: Type.String(),
  providerRef: nullable(Type.String()),
  /** The reference that players and staff read out: `D7KQ2MXP`. */
  shortReference: Type.String(),
  message: Type.String(),
  createdAt: Instant,
  completedAt: nullable(Instant),
  /** The time at which the app stops waiting for the outcome. */
  pollingEndsAt: nullable(Instant),
  /** The review of a withdrawal that was held (WDR-31). The player can cancel it while it waits. */
  review: nullable(
    Type.Object({
      state: literals(['waiting', 'approved', 'rejected', 'cancelled']),
      /** The time by which staff decide. */
      dueAt: Instant,
    }),
  ),
})
export type Transaction = Static<typeof Transaction>

/** The schema sets no limits, because the payment rules have their own messages. */
const PaymentAmount = Type.Number({ description: 'UGX, at most two decimals' })

/** 202: the request is stored. The outcome arrives by the stream and `GET /api/payments/{id}`. */
export const requestDeposit = endpoint({
  method: 'POST',
  path: '/api/payments/deposits',
  loginText: 'Please log in to deposit funds.',
  summary: 'Request a deposit from the provider',
  access: 'player',
  idempotent: true,
  perMinute: 60,
  body: Type.Object(
    {
      amount: PaymentAmount,
      phoneNumber: Type.Optional(Type.String({ maxLength: 32 })),
      method: literals(PAYMENT_METHODS),
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
    'OWN_NUMBER_FIRST',
    'PAYER_OPTED_OUT',
    'TOO_MANY_PAYERS',
    'FIRST_DEPOSIT_TOO_SMALL',
    'DEPOSIT_OUT_OF_RANGE',
    'LIMIT_REACHED',
    'EXCLUDED',
    'DEPOSIT_SERVICE_UNAVAILABLE',
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
  // The schema accepts any type, so that a missing amount gets the message of the withdrawal rules.
  body: Type.Object(
    {
      amount: Type.Optional(Type.Union([PaymentAmount, Type.String({ maxLength: 32 }), Type.Null()])),
      /** Default: the network of the last deposit from the account's number, otherwise the network of its prefix. */
      method: Type.Optional(literals(PAYMENT_METHODS)),
    },
    strict,
  ),
  responses: { 202: Type.Object({ transaction: Transaction }) },
  errors: [
    'STAFF_CANNOT_WITHDRAW',
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
  summary: "The player's payments, newest first",
  access: 'player',
  query: Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }, strict),
  responses: { 200: page(Transaction) },
  errors: [],
})

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/payments/{id}',
  summary: 'One of the player’s payments',
  access: 'player',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Transaction },
  errors: ['PAYMENT_NOT_FOUND'],
})

/** Repeating it changes nothing. */
export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/api/payments/{id}/cancel',
  summary: 'Cancel a withdrawal that waits for a review',
  access: 'player',
  perMinute: 60,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Optional(Empty),
  responses: { 200: Type.Object({ transaction: Transaction }) },
  errors: ['PAYMENT_NOT_FOUND', 'WITHDRAWAL_NOT_HELD'],
})

const Code = Type.String({ pattern: '^\\d{6}$' })

export const getOwnNumber = endpoint({
  method: 'GET',
  path: '/api/payer/own-number',
  summary: 'Whether deposits from other numbers are possible',
  access: 'player',
  responses: {
    200: Type.Object({
      phoneNumber: Type.String(),
      /** Confirmed by a successful deposit or an SMS code (D51a). */
      confirmed: Type.Boolean(),
    }),
  },
  errors: [],
})

export const sendOwnNumberCode = endpoint({
  method: 'POST',
  path: '/api/payer/own-number/code',
  summary: 'Send a code to the number of the account',
  access: 'player',
  perMinute: 6,
  body: Type.Object({}, strict),
  responses: { 202: Type.Object({ sent: Type.Literal(true) }) },
  errors: [],
})

export const confirmOwnNumber = endpoint({
  method: 'POST',
  path: '/api/payer/own-number/confirm',
  summary: 'Confirm the number of the account with its code',
  access: 'player',
  perMinute: 12,
  body: Type.Object({ code: Code }, strict),
  responses: { 200: Type.Object({ confirmed: Type.Literal(true) }) },
  errors: ['PHONE_CODE_WRONG'],
})

const Payer = { phoneNumber: Type.String({ maxLength: 32 }) }

export const sendOptOutCode = endpoint({
  method: 'POST',
  path: '/api/payer/opt-out/code',
  summary: 'Send a code to a number, to block payment requests from other accounts',
  access: 'public',
  perMinute: 6,
  body: Type.Object(Payer, strict),
  responses: { 202: Type.Object({ sent: Type.Literal(true) }) },
  errors: ['INVALID_PHONE'],
})

export const confirmOptOut = endpoint({
  method: 'POST',
  path: '/api/payer/opt-out/confirm',
  summary: 'Block or allow payment requests from other accounts to a number',
  access: 'public',
  perMinute: 12,
  body: Type.Object({ ...Payer, code: Code, optedOut: Type.Boolean() }, strict),
  responses: { 200: Type.Object({ optedOut: Type.Boolean() }) },
  errors: ['INVALID_PHONE', 'PHONE_CODE_WRONG'],
})

/** A provider's callback. A valid one only triggers a query, because its content is not trusted. */
export const providerCallback = endpoint({
  method: 'POST',
  path: '/api/webhooks/{provider}',
  summary: 'Callback of a payment provider',
  access: 'public',
  isCallback: true,
  perMinute: 100000,
  params: Type.Object({ provider: literals(providersWithCallback('shared-address')) }),
  body: Type.Object({}, { additionalProperties: true }),
  responses: { 200: Type.Object({ received: Type.Literal(true) }) },
  errors: ['SIGNATURE_INVALID'],
})

/** An unsigned callback. Each order has a secret address. */
export const orderCallback = endpoint({
  ...providerCallback,
  path: '/api/webhooks/{provider}/{seal}',
  summary: 'Callback of a payment provider about one order',
  params: Type.Object({
    provider: literals(providersWithCallback('order-address')),
    seal: Type.String({ maxLength: 128 }),
  }),
})

/** MTN uses POST or PUT. */
export const orderCallbackPut = endpoint({ ...orderCallback, method: 'PUT' })
