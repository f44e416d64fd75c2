import { type Static, Type } from 'typebox'
import { PAYMENT_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { PAYMENT_STAGES } from '@mupiira/domain/payments/payment-states.ts'
import { REVIEW_REASONS } from '@mupiira/domain/payments/withdrawal-review.ts'
import { AdminDay, AdminEntry, AdminPerson, AdminSearch } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Transaction } from './payments.ts'
import { Cursor, Id, Instant, literals, Money, nullable, numberedPage, PageNumber, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'

/** A payment in the console (ADMX-25, ADMX-26). */
export const AdminTransaction = Type.Object({
  ...Transaction.properties,
  user: nullable(AdminPerson),
  provider: Type.String(),
  /** Our reference at the provider. */
  reference: Type.String(),
  /** The stage of the payment at its provider. */
  stage: literals(PAYMENT_STAGES),
  /** True if staff must decide the payment (WDR-23). */
  toReview: Type.Boolean(),
  /** The reason for a failure or review: `timed-out`, `declined`, `insufficient-funds` … */
  reason: nullable(Type.String()),
})
export type AdminTransaction = Static<typeof AdminTransaction>

const filter = {
  type: Type.Optional(literals(['deposit', 'withdrawal'])),
  /**
   * `unconfirmed`: failed deposits whose result is unknown. They are credited if they are confirmed later. `overdue`:
   * payments whose result has been unknown for over an hour.
   */
  status: Type.Optional(literals(['pending', 'success', 'failed', 'unconfirmed', 'overdue'])),
  /** Only payments that wait for a decision. */
  review: Type.Optional(Type.Boolean()),
  /** A short reference, a complete reference at the provider, or the start of a player's name, phone or e-mail. */
  q: Type.Optional(AdminSearch),
  /** Payments of this player. Not combined with `q`. */
  user: Type.Optional(Id),
  from: Type.Optional(AdminDay),
  to: Type.Optional(AdminDay),
}

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/transactions',
  summary: 'All payments, newest first',
  access: 'admin',
  capability: 'admin:payments:read',
  query: Type.Object(
    {
      ...filter,
      sort: sortBy(PAYMENT_SORTS),
      /** Cursor of the next page. With a cursor, `page` is returned unchanged and otherwise ignored. */
      cursor: Type.Optional(Cursor),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    },
    strict,
  ),
  responses: { 200: numberedPage(AdminTransaction) },
  errors: ['SEARCH_TOO_WIDE'],
})

export const exportTransactions = listExport({
  path: '/api/admin/transactions',
  rows: 'payments',
  capability: 'admin:payments:read',
  filter: { ...filter, sort: sortBy(PAYMENT_SORTS) },
  errors: ['SEARCH_TOO_WIDE'],
})

const DayOfPayments = Type.Object({
  day: Type.String(),
  type: literals(['deposit', 'withdrawal']),
  status: literals(['pending', 'success', 'failed']),
  transactions: Type.Integer(),
  amount: Money,
})

export const transactionTotals = endpoint({
  method: 'GET',
  path: '/api/admin/transactions/totals',
  summary: 'All matching payments by day, type and status, and the matching deposits that are not confirmed yet',
  access: 'admin',
  capability: 'admin:payments:read',
  query: Type.Object(filter, strict),
  responses: {
    200: Type.Object({
      days: Type.Array(DayOfPayments),
      unconfirmed: Type.Object({ transactions: Type.Integer(), amount: Money }),
    }),
  },
  errors: ['SEARCH_TOO_WIDE'],
})

/** One request to the provider and its response. Keys are not stored and phone numbers are masked. */
export const StoredExchange = Type.Object({
  id: Type.String(),
  at: Instant,
  provider: Type.String(),
  operation: Type.String(),
  request: nullable(Type.String()),
  httpStatus: nullable(Type.Integer()),
  response: nullable(Type.String()),
  failure: nullable(Type.String()),
  durationMs: nullable(Type.Integer()),
})
export type StoredExchange = Static<typeof StoredExchange>

export const HoldReasons = Type.Array(literals(REVIEW_REASONS))

/** The review of a held withdrawal. The player reads only the message of the payment. */
const ReviewFile = Type.Object({
  reasons: HoldReasons,
  decision: nullable(literals(['approved', 'rejected', 'cancelled'])),
  decidedAt: nullable(Instant),
  by: nullable(Type.String()),
  note: nullable(Type.String()),
})

export const TransactionFile = Type.Object({
  transaction: AdminTransaction,
  internalReference: nullable(Type.String()),
  providerStatus: nullable(Type.String()),
  providerCharge: nullable(Money),
  providerMessage: nullable(Type.String()),
  reason: nullable(Type.String()),
  sentAt: nullable(Instant),
  /** The time of the next query to the provider. */
  nextAt: nullable(Instant),
  /** The review of a withdrawal that was held. */
  review: nullable(ReviewFile),
  entries: Type.Array(AdminEntry),
  exchanges: Type.Array(StoredExchange),
  decisions: Type.Array(
    Type.Object({ by: Type.String(), ending: literals(['success', 'failed']), note: Type.String(), at: Instant }),
  ),
})
export type TransactionFile = Static<typeof TransactionFile>

export const getTransactionFile = endpoint({
  method: 'GET',
  path: '/api/admin/transactions/{id}',
  summary: 'One payment with its exchanges and decisions',
  access: 'admin',
  capability: 'admin:payments:read',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: TransactionFile },
  errors: ['PAYMENT_NOT_FOUND'],
})
