import { isLate, type Paging, type Walk, walkFromNewest } from '../../../kernel/db/late-page.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { PAYMENT_COLUMNS, type Payment, type PaymentRow, readPayment } from '../payment-row.ts'
import { paymentById } from '../queries.ts'
import { filteredPayments, type PaymentFilter } from './payment-filter.ts'
import { countTallied, foldPaymentTally, placeTallied, talliedPayments } from './payment-tally.ts'
import { foldProviderTally, providerHours } from './provider-health.ts'

const FOLD_EVERY_MS = 10_000
/** A payment that was asked about for days has no more than this. */
const MOST_EXCHANGES = 200

/** What we asked a provider about a payment, or it told us, as it was kept: keys never, phone numbers masked. */
export type StoredWords = {
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
export type StoredDecision = {
  readonly ending: 'success' | 'failed'
  readonly decidedBy: string
  readonly note: string
  readonly createdAt: Date
}
export type PaymentRecord = {
  readonly payment: Payment
  readonly exchanges: readonly StoredWords[]
  readonly decisions: readonly StoredDecision[]
}

export type PaymentHistory = ReturnType<typeof createPaymentHistory>

/** All players' payments, for staff. */
export function createPaymentHistory({ db, workerDb, jobs, config }: Kernel) {
  const fold = (): Promise<number> => foldPaymentTally(workerDb)
  if (config.roles.has('worker')) {
    jobs.every('fold-payment-tally', FOLD_EVERY_MS, async () => void (await fold()), { leaderOnly: true })
    const foldExchanges = async () => void (await foldProviderTally(workerDb))
    jobs.every('fold-provider-tally', FOLD_EVERY_MS, foldExchanges, { leaderOnly: true })
  }
  return {
    /** Newest first, with an exact count. */
    page: (filter: PaymentFilter, paging: Paging) => paymentsOnPage(db, filter, paging),
    tallied: (from: Date | null, until: Date | null) => talliedPayments(db, { from, until }),
    foldTally: fold,
    /** How each provider has answered since then, by hour. */
    providerHours: (from: Date) => providerHours(db, from),

    /** One payment with all that was said and decided about it. */
    async record(id: string): Promise<PaymentRecord | null> {
      const [payment, exchanges, decisions] = await Promise.all([
        paymentById(db, id),
        db.query<StoredWords>(
          `select id::text, provider, operation, request, http_status as "httpStatus", response, failure,
                  duration_ms as "durationMs", created_at as "createdAt"
             from provider_exchange where transaction_id = $1 order by id desc limit $2`,
          [id, MOST_EXCHANGES],
          'payment-exchanges',
        ),
        db.query<StoredDecision>(
          `select ending, decided_by as "decidedBy", note, created_at as "createdAt"
             from payment_decision where transaction_id = $1 order by id`,
          [id],
          'payment-decisions',
        ),
      ])
      return payment === null ? null : { payment, exchanges: exchanges.reverse(), decisions }
    },
  }
}

/** Newest first, and how many pass. On a late page only its days are walked over. */
async function paymentsOnPage(
  sql: Sql,
  filter: PaymentFilter,
  paging: Paging,
): Promise<{ payments: Payment[]; total: number }> {
  if (!isTallied(filter) || !isLate(paging)) {
    const [payments, total] = await Promise.all([
      walkPayments(sql, filter, walkFromNewest(paging)),
      countPayments(sql, filter),
    ])
    return { payments, total }
  }
  const { stretches, total } = await placeTallied(sql, filter, paging)
  const walked = await Promise.all(
    stretches.map(({ from, until, walk }) => walkPayments(sql, { ...filter, from, until }, walk)),
  )
  return { payments: walked.flat(), total }
}

async function walkPayments(sql: Sql, filter: PaymentFilter, { order, skipped, taken }: Walk): Promise<Payment[]> {
  const { from, where, values } = filteredPayments(filter)
  const columns = PAYMENT_COLUMNS.split(',').map((column) => `p.${column.trim()}`)
  const rows = await sql.query<PaymentRow>(
    `select ${columns.join(', ')}
       from (select t.id, t.created_at from ${from} where ${where} order by t.created_at ${order}, t.id ${order}
              limit $${values.length + 1} offset $${values.length + 2}) t
       join transactions p on p.id = t.id
      order by t.created_at desc, t.id desc`,
    [...values, taken, skipped],
  )
  return rows.map(readPayment)
}

const isTallied = ({ search, toReview }: PaymentFilter): boolean => search === null && !toReview

/** Exact. What staff must decide, and what a search finds, is counted; the rest is tallied. */
async function countPayments(sql: Sql, filter: PaymentFilter): Promise<number> {
  if (isTallied(filter)) return countTallied(sql, filter)
  const { from, where, values } = filteredPayments(filter)
  const [row] = await sql.query<{ count: number }>(`select count(*)::int as count from ${from} where ${where}`, values)
  return row?.count ?? 0
}
