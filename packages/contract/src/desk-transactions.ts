import { type Static, Type } from 'typebox'
import { DeskDay, DeskEntry, DeskPerson, DeskSearch } from './desk-tickets.ts'
import { endpoint } from './endpoint.ts'
import { Transaction } from './payments.ts'
import { Id, Instant, literals, Money, nullable, numberedPage, PageNumber, strict } from './schemas.ts'

/** ADMX-25, ADMX-26 */
export const DeskTransaction = Type.Object({
  ...Transaction.properties,
  user: nullable(DeskPerson),
  provider: Type.String(),
  /** Where it stands with the provider. */
  stage: literals(['requested', 'sent', 'polling', 'checking', 'review', 'done']),
  /** It waits for a decision of staff (WDR-23). */
  toReview: Type.Boolean(),
})
export type DeskTransaction = Static<typeof DeskTransaction>

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/admin/transactions',
  summary: 'All payments, newest first, with an exact count',
  access: 'admin',
  capability: 'admin:money',
  query: Type.Object(
    {
      type: Type.Optional(literals(['deposit', 'withdrawal'])),
      status: Type.Optional(literals(['pending', 'success', 'failed'])),
      /** Only those that wait for a decision. */
      review: Type.Optional(Type.Boolean()),
      /** A whole reference, or what is known of a player from its beginning. */
      q: Type.Optional(DeskSearch),
      /** One player's; without `q`. */
      user: Type.Optional(Id),
      from: Type.Optional(DeskDay),
      to: Type.Optional(DeskDay),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    },
    strict,
  ),
  responses: { 200: numberedPage(DeskTransaction) },
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
  summary: 'Payments by day, type and status',
  access: 'admin',
  capability: 'admin:money',
  query: Type.Object({ from: Type.Optional(DeskDay), to: Type.Optional(DeskDay) }, strict),
  responses: { 200: Type.Object({ days: Type.Array(DayOfPayments) }) },
  errors: [],
})

/** One exchange with the provider: keys were never kept, phone numbers are masked. */
export const KeptExchange = Type.Object({
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
export type KeptExchange = Static<typeof KeptExchange>

export const TransactionFile = Type.Object({
  transaction: DeskTransaction,
  internalReference: nullable(Type.String()),
  providerStatus: nullable(Type.String()),
  providerCharge: nullable(Money),
  providerMessage: nullable(Type.String()),
  reason: nullable(Type.String()),
  sentAt: nullable(Instant),
  /** The provider is asked again at it. */
  nextAt: nullable(Instant),
  entries: Type.Array(DeskEntry),
  exchanges: Type.Array(KeptExchange),
  decisions: Type.Array(
    Type.Object({ by: Type.String(), ending: literals(['success', 'failed']), note: Type.String(), at: Instant }),
  ),
})
export type TransactionFile = Static<typeof TransactionFile>

export const getTransactionFile = endpoint({
  method: 'GET',
  path: '/api/admin/transactions/{id}',
  summary: 'One payment with all that was said and decided about it',
  access: 'admin',
  capability: 'admin:money',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: TransactionFile },
  errors: ['PAYMENT_NOT_FOUND'],
})
