import { type SelectQueryBuilder, sql } from 'kysely'
import { parseShortReference } from '@mupiira/domain/payments/short-reference.ts'
import { type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'
import type { DB } from '../../../kernel/db/database-types.ts'
import {
  type CappedTotal,
  type ListPage,
  type PageRequest,
  listPage,
  selectPageRows,
} from '../../../kernel/db/list-page.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Payment } from '../payment.ts'
import { PAYMENT_COLUMNS, paymentById } from '../payments.repository.ts'
import { type Review, reviewsOf } from '../withdrawals/reviews.repository.ts'
import { type DecisionRecord, decisionsOf } from './payment-decisions.repository.ts'
import {
  type DayOfPayments,
  endedByProvider,
  openPayments,
  PAYMENT_ROLLUPS,
  paymentsByDay,
  providerHours,
  unconfirmedByProvider,
  unconfirmedDeposits,
} from './payment-figures.repository.ts'
import { paymentsByReference } from './search-payments.repository.ts'

/** Maximum number of shown exchanges. Even a payment that was queried for 72 hours has fewer. */
const MAX_EXCHANGES = 200

export type PaymentFilter = {
  readonly type: TransactionType | null
  /** `unconfirmed`: failed deposits whose result is unknown. */
  readonly status: TransactionStatus | 'unconfirmed' | null
  /** Only payments that wait for an operator. */
  readonly toReview: boolean
  /** Only payments whose result is unknown since this time or longer. */
  readonly unknownSince?: Date
  /** Only payments created at this time or later. */
  readonly from: Date | null
  /** Only payments created before this time. */
  readonly until: Date | null
  /** Payments with this reference, short or long, or of one of these users; null: all. */
  readonly search: { readonly reference: string; readonly userIds: readonly string[] } | null
}

/** An exchange as stored: without keys, phone numbers masked. */
export type ExchangeRecord = {
  readonly id: string
  readonly provider: string
  readonly operation: string
  readonly request: unknown
  readonly httpStatus: number | null
  readonly response: string | null
  readonly failure: string | null
  readonly durationMs: number | null
  readonly createdAt: Date
}
export type PaymentRecord = {
  readonly payment: Payment
  readonly exchanges: readonly ExchangeRecord[]
  readonly decisions: readonly DecisionRecord[]
  readonly review: Review | null
}

/** All players' payments, for staff. */
export function createPaymentHistory({ db, rollups }: Pick<Kernel, 'db' | 'rollups'>) {
  PAYMENT_ROLLUPS.forEach(rollups.add)
  return {
    /** A page of payments, newest first by default. */
    page: (filter: PaymentFilter, pageRequest: PageRequest) => pageOfPayments(db, filter, pageRequest),
    totals: (from: Date | null, until: Date | null) => paymentsByDay(db, { from, until }),
    unconfirmed: (from: Date | null, until: Date | null) => unconfirmedDeposits(db, { from, until }),
    /** The payments of each provider that ended since then, and how many failed. */
    endedByProvider: (since: Date) => endedByProvider(db, since),
    /** The payments of a period without a final result. */
    openPayments: (period: { readonly from: Date; readonly until: Date }) => openPayments(db, period),
    unconfirmedByProvider: () => unconfirmedByProvider(db),
    /** The sums of all payments that a filter finds. */
    totalsOf: (filter: PaymentFilter) => totalsOf(db, filter),
    byReference: (typed: string, limit: number) => paymentsByReference(db, typed, limit),
    /** The phone numbers of a player's newest payments, most recently used first. */
    numbersOf: (userId: string) => db.run(numbersOf({ userId })),
    /** The replies of each provider since `from`, by hour. */
    providerHours: (from: Date) => providerHours(db, from),
    /** One payment with its exchanges and decisions. */
    async record(id: string): Promise<PaymentRecord | null> {
      const [payment, exchanges, decisions, reviews] = await Promise.all([
        paymentById(db, id),
        db.run(exchangesOf({ id })),
        decisionsOf(db, id),
        reviewsOf(db, [id]),
      ])
      if (payment === null) return null
      return { payment, exchanges: exchanges.reverse(), decisions, review: reviews.get(id) ?? null }
    },
  }
}

export type PaymentHistory = ReturnType<typeof createPaymentHistory>

const NUMBERS_FROM_PAYMENTS = 1_000
const MAX_NUMBERS = 10

const numbersOf = statement((p: Params<{ userId: string }>) =>
  q
    .selectFrom(
      q
        .selectFrom('transactions')
        .select(['phone_number', 'payment_method', 'created_at'])
        .where('user_id', '=', p.userId)
        .orderBy('id', 'desc')
        .limit(NUMBERS_FROM_PAYMENTS)
        .as('newest'),
    )
    .select([
      'phone_number as phoneNumber',
      'payment_method as network',
      sql<number>`count(*)::int`.as('payments'),
      sql<Date>`max(created_at)`.as('lastAt'),
    ])
    .groupBy(['phone_number', 'payment_method'])
    .orderBy('lastAt', 'desc')
    .limit(MAX_NUMBERS),
)

const exchangesOf = statement((p: Params<{ id: string }>) =>
  q
    .selectFrom('provider_exchanges')
    .select([
      sql<string>`id::text`.as('id'),
      'provider',
      'operation',
      'request',
      'http_status as httpStatus',
      'response',
      'failure',
      'duration_ms as durationMs',
      'created_at as createdAt',
    ])
    .where('transaction_id', '=', p.id)
    .orderBy('provider_exchanges.id', 'desc')
    .limit(MAX_EXCHANGES),
)

const SORTS = {
  amount: 'amount',
  fee: 'fee',
  type: 'type',
  status: 'status',
  method: 'payment_method',
  provider: 'provider',
}

function pageOfPayments(
  db: Sql,
  filter: PaymentFilter,
  pageRequest: PageRequest,
): Promise<ListPage<Payment> & CappedTotal> {
  return pageOf(db, filtered(filter), pageRequest)
}

/** A page of the withdrawals that wait for a review. */
export const heldWithdrawals = (db: Sql, pageRequest: PageRequest): Promise<ListPage<Payment> & CappedTotal> =>
  pageOf(db, q.selectFrom('transactions as t').where('t.stage', '=', 'held'), pageRequest)

function pageOf(db: Sql, matches: Filtered, pageRequest: PageRequest): Promise<ListPage<Payment> & CappedTotal> {
  return listPage(db, matches, pageRequest, async () => {
    const found = await db.run(selectPageRows(matches.select('t.id'), pageRequest, SORTS))
    const rows = await db.run(
      q
        .selectFrom('transactions')
        .select(PAYMENT_COLUMNS)
        .where('id', '=', anyOf(found.map(({ id }) => id))),
    )
    const payments = new Map((rows as Payment[]).map((payment) => [payment.id, payment]))
    return found.flatMap(({ id, at }) => {
      const payment = payments.get(id)
      return payment === undefined ? [] : [{ ...payment, at }]
    })
  })
}

export type PaymentTotals = {
  readonly days: readonly DayOfPayments[]
  readonly unconfirmed: { readonly transactions: number; readonly amountUgx: Ugx }
}

async function totalsOf(db: Sql, filter: PaymentFilter): Promise<PaymentTotals> {
  const { type, status, toReview, unknownSince, from, until, search } = filter
  // Searches, unconfirmed payments and decisions find few payments with their indexes. Rollups have the other sums.
  if (search !== null || toReview || unknownSince !== undefined || status === 'unconfirmed') {
    const [days, unconfirmed] = await Promise.all([
      db.run(
        filtered(filter)
          .select([sql<string>`kampala_day(t.created_at)::text`.as('day'), 't.type', 't.status', ...SUMS])
          .groupBy(['day', 't.type', 't.status'])
          .orderBy('day')
          .orderBy('t.type')
          .orderBy('t.status'),
      ),
      db.first(isUnconfirmed(filtered(filter)).select([...SUMS])),
    ])
    return {
      days: days.map(({ amount, transactions, ...day }) => ({
        ...(day as Pick<DayOfPayments, 'day' | 'type' | 'status'>),
        transactions: Number(transactions),
        amountUgx: ugx(amount),
      })),
      unconfirmed: { transactions: Number(unconfirmed?.transactions ?? 0n), amountUgx: ugx(unconfirmed?.amount ?? 0n) },
    }
  }
  const isShown = (each: Pick<DayOfPayments, 'type' | 'status'>): boolean =>
    (type === null || each.type === type) && (status === null || each.status === status)
  const [days, unconfirmed] = await Promise.all([
    paymentsByDay(db, { from, until }),
    isShown({ type: 'deposit', status: 'failed' }) ? unconfirmedDeposits(db, { from, until }) : NO_SUM,
  ])
  return { days: days.filter(isShown), unconfirmed }
}

const NO_SUM = { transactions: 0, amountUgx: ZERO }
const SUMS = [
  sql<bigint>`count(*)`.as('transactions'),
  sql<bigint>`coalesce(sum(t.amount), 0)::bigint`.as('amount'),
] as const

type Filtered = SelectQueryBuilder<DB & { t: DB['transactions'] }, 't', object>

function filtered({ type, status, toReview, unknownSince, from, until, search }: PaymentFilter): Filtered {
  let query: Filtered = search === null ? q.selectFrom('transactions as t') : found(search)
  if (type !== null) query = query.where('t.type', '=', type)
  if (status === 'unconfirmed') query = isUnconfirmed(query)
  else if (status !== null) query = query.where('t.status', '=', status)
  if (toReview) query = query.where('t.stage', '=', 'review')
  if (unknownSince !== undefined) {
    query = query.where('t.stage', '=', 'checking').where('t.unknown_since', '<=', unknownSince)
  }
  if (from !== null) query = query.where('t.created_at', '>=', from)
  if (until !== null) query = query.where('t.created_at', '<', until)
  return query
}

/** Deposits that failed for the player while their result is unknown (D32). Two small indexes have these conditions. */
const isUnconfirmed = (query: Filtered): Filtered =>
  query.where('t.status', '=', 'failed').where(sql<boolean>`(t.next_at is not null or t.stage = 'review')`)

/** A union of three index scans; `or` would read the whole table. */
const found = ({ reference, userIds }: NonNullable<PaymentFilter['search']>): Filtered =>
  q.selectFrom(
    q
      .selectFrom('transactions')
      .selectAll()
      .where('reference', '=', reference)
      .union(
        q
          .selectFrom('transactions')
          .selectAll()
          .where('short_reference', '=', parseShortReference(reference) ?? ''),
      )
      .union(
        q
          .selectFrom('transactions')
          .selectAll()
          .where('user_id', '=', anyOf([...userIds])),
      )
      .as('t'),
  ) as unknown as Filtered
