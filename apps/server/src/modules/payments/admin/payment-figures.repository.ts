import { sql } from 'kysely'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { TransactionStatus, TransactionType } from '@mupiira/domain/ticket/states.ts'
import { type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { figuresOf, filledUntil, type RollupSource } from '../../../kernel/rollups.ts'

/**
 * Payments by day of request, type and status. When a payment ends, the hour of its end counts one pending payment less
 * and one successful or failed payment more. A deposit may fail first and succeed later.
 */
const PAYMENTS: RollupSource<'entries' | 'amount'> = {
  name: 'payments',
  figures: ['entries', 'amount'],
  oldest: q.selectFrom('transactions').select(({ fn }) => fn.min('created_at').as('at')),
  changes: (from, until) => sql`
    select created_at as at, kampala_day(created_at) as day, array[type, 'pending'] as key, 1 as entries, amount
      from transactions where created_at >= ${from} and created_at < ${until}
    union all
    select at, kampala_day(created_at), array[type, side.status], sign, sign * amount
      from (
        select completed_at as at, created_at, type, amount,
               case when failed_at is null then 'pending' else 'failed' end as status_before, status
          from transactions where completed_at >= ${from} and completed_at < ${until}
        union all
        select failed_at, created_at, type, amount, 'pending', 'failed'
          from transactions where failed_at >= ${from} and failed_at < ${until}
      ) change
     cross join lateral (values (-1, status_before), (1, change.status)) side (sign, status)`,
}

/** Calls to providers, without their callbacks. */
const PROVIDERS: RollupSource<'entries' | 'failures' | 'duration_ms'> = {
  name: 'providers',
  figures: ['entries', 'failures', 'duration_ms'],
  oldest: q.selectFrom('provider_exchanges').select(({ fn }) => fn.min('created_at').as('at')),
  changes: (from, until) => sql`
    select created_at as at, kampala_day(created_at) as day, array[provider] as key, 1 as entries,
           (failure is not null or coalesce(http_status, 0) >= 500)::int as failures, coalesce(duration_ms, 0) as duration_ms
      from provider_exchanges
     where created_at >= ${from} and created_at < ${until} and operation <> 'callback'`,
}

export const PAYMENT_ROLLUPS = [PAYMENTS, PROVIDERS] as const

/** Payments of one type and status that were requested on one day in Kampala. */
export type DayOfPayments = {
  readonly day: string
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly transactions: number
  readonly amountUgx: Ugx
}

const type = sql<TransactionType>`key[1]`
const status = sql<TransactionStatus>`key[2]`
const entries = sql<bigint>`sum(entries)::bigint`

const byDay = statement((p: Params<{ since: Date; from: Date | null; until: Date | null }>) =>
  q
    .selectFrom(figuresOf(PAYMENTS, p.since).as('figures'))
    .select([
      'day',
      type.as('type'),
      status.as('status'),
      entries.as('transactions'),
      sql<bigint>`sum(amount)::bigint`.as('amount'),
    ])
    // A payment has no changes before its day, so skip the earlier hours.
    .where('hour', '>=', sql<Date>`coalesce(${p.from}::timestamptz, '-infinity')`)
    .where('day', '>=', sql<string>`coalesce(kampala_day(${p.from}::timestamptz), '-infinity')`)
    .where('day', '<', sql<string>`coalesce(kampala_day(${p.until}::timestamptz), 'infinity')`)
    .groupBy(['day', 'type', 'status'])
    .having(entries, '<>', 0n)
    .orderBy('day')
    .orderBy('type')
    .orderBy('status'),
)

/** The exact totals of complete days. */
export async function paymentsByDay(
  db: Sql,
  range: { readonly from: Date | null; readonly until: Date | null },
): Promise<DayOfPayments[]> {
  const rows = await db.run(byDay({ since: await filledUntil(db, PAYMENTS), ...range }))
  return rows.map(({ transactions, amount, ...row }) => ({
    ...row,
    transactions: Number(transactions),
    amountUgx: ugx(amount),
  }))
}

const unconfirmed = statement((p: Params<{ from: Date | null; until: Date | null }>) =>
  q
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<bigint>().as('transactions'))
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('status', '=', 'failed')
    // Two small indexes have these conditions.
    .where(sql<boolean>`(next_at is not null or stage = 'review')`)
    .where('created_at', '>=', sql<Date>`coalesce(${p.from}::timestamptz, '-infinity')`)
    .where('created_at', '<', sql<Date>`coalesce(${p.until}::timestamptz, 'infinity')`),
)

/** Deposits that failed for the player while their result is unknown (D32). */
export async function unconfirmedDeposits(
  db: Sql,
  range: { readonly from: Date | null; readonly until: Date | null },
): Promise<{ readonly transactions: number; readonly amountUgx: Ugx }> {
  const row = await db.first(unconfirmed(range))
  return { transactions: Number(row?.transactions ?? 0n), amountUgx: ugx(row?.amount ?? 0n) }
}

const MAX_LISTED = 50

const openOnes = statement((p: Params<{ from: Date; until: Date; limit: number }>) =>
  q
    .selectFrom('transactions')
    .select(['id', 'short_reference as shortReference', sql<number>`(count(*) over ())::int`.as('count')])
    .where('created_at', '>=', p.from)
    .where('created_at', '<', p.until)
    .where('status', '<>', 'success')
    .where(sql<boolean>`(status = 'pending' or next_at is not null or stage = 'review')`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(p.limit),
)

/** The payments of a period without a final result, the oldest first, at most 50, and their number. */
export async function openPayments(db: Sql, period: { readonly from: Date; readonly until: Date }) {
  const rows = await db.run(openOnes({ ...period, limit: MAX_LISTED }))
  const payments = rows.map(({ id, shortReference }) => ({ id, shortReference }))
  return { payments, paymentCount: rows[0]?.count ?? 0 }
}

const ended = statement((p: Params<{ since: Date }>) =>
  q
    .selectFrom('transactions')
    .select(['provider', sql<number>`count(*)::int`.as('ended')])
    .select(sql<number>`(count(*) filter (where status = 'failed'))::int`.as('failed'))
    .where('completed_at', '>=', p.since)
    // Staff and players ended these.
    .where(sql<boolean>`coalesce(reason, '') not in ('decided', 'denied', 'cancelled')`)
    .groupBy('provider'),
)

/** The payments of each provider that ended since then, and how many of them failed. */
export const endedByProvider = (
  db: Sql,
  since: Date,
): Promise<{ readonly provider: string; readonly ended: number; readonly failed: number }[]> => db.run(ended({ since }))

// A withdrawal that was held counts from its release.
const unconfirmedSince = sql<Date>`min(coalesce(sent_at, case stage when 'released' then updated_at else created_at end))`
const withoutResult = statement(() =>
  q
    .selectFrom('transactions')
    .select(['provider', sql<number>`count(*)::int`.as('payments'), unconfirmedSince.as('oldest')])
    // Two small indexes have these conditions.
    .where(sql<boolean>`(next_at is not null or stage = 'review')`)
    .groupBy('provider'),
)

/** The payments of each provider without a final result. */
export const unconfirmedByProvider = (
  db: Sql,
): Promise<{ readonly provider: string; readonly payments: number; readonly oldest: Date }[]> =>
  db.run(withoutResult({}))

/** Calls to a provider in one hour. */
export type HourOfProvider = {
  readonly at: Date
  readonly provider: string
  readonly exchanges: number
  /** Calls without a usable reply. */
  readonly failures: number
  readonly meanMs: number
}

const hoursSince = statement((p: Params<{ since: Date; from: Date }>) =>
  q
    .selectFrom(figuresOf(PROVIDERS, p.since).as('figures'))
    .select([
      'hour as at',
      sql<string>`key[1]`.as('provider'),
      sql<number>`sum(entries)::int`.as('exchanges'),
      sql<number>`sum(failures)::int`.as('failures'),
      sql<number>`round(sum(duration_ms) / sum(entries))::int`.as('meanMs'),
    ])
    .where('hour', '>=', p.from)
    .groupBy(['at', 'provider'])
    .orderBy('at')
    .orderBy('provider'),
)

export const providerHours = async (db: Sql, from: Date): Promise<HourOfProvider[]> =>
  db.run(hoursSince({ since: await filledUntil(db, PROVIDERS), from }))
