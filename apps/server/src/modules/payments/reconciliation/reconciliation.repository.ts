import { sql } from 'kysely'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { type Provider, PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import { anyOf, type Params, q, statement } from '../../../kernel/db/query.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Payment } from '../payment.ts'
import { PAYMENT_COLUMNS } from '../payments.repository.ts'

const dayPayments = statement((p: Params<{ provider: Provider; from: Date; to: Date }>) =>
  q
    .selectFrom('transactions')
    .select(PAYMENT_COLUMNS)
    .where('provider', '=', p.provider)
    .where('created_at', '>=', p.from)
    .where('created_at', '<', p.to),
)

export const paymentsOfDay = async (db: Sql, provider: Provider, from: Date, to: Date): Promise<Payment[]> =>
  (await db.run(dayPayments({ provider, from, to }))) as Payment[]

export type PostedPayment = { readonly payment: Payment; readonly posted: bigint }

const withPostings = statement((p: Params<{ ids: readonly string[]; float: string }>) =>
  q
    .selectFrom('transactions')
    .select(PAYMENT_COLUMNS)
    .select(
      sql<bigint>`
        coalesce((select sum(case when p.source = ${p.float} then p.amount else -p.amount end) from postings p
                   where p.reference = transactions.id
                     and (p.source = ${p.float} or p.destination = ${p.float})
                     and p.kind <> 'provider-charge'), 0)::bigint`.as('posted'),
    )
    .where('id', '=', anyOf(p.ids)),
)

/**
 * Current payments with the amount that the ledger has posted on the provider's float for each, without charges. One statement reads
 * both, so a payment that ends at the same time has its status and its posting, or neither.
 */
export async function withPostedAmounts(
  db: Sql,
  provider: Provider,
  payments: readonly Payment[],
): Promise<PostedPayment[]> {
  const ids = payments.map(({ id }) => id)
  const rows = await db.run(withPostings({ ids, float: PROVIDERS[provider].floatAccount }))
  return rows.map(({ posted, ...payment }) => ({ payment: payment as Payment, posted }))
}

const byReferences = statement((p: Params<{ references: readonly string[] }>) =>
  q.selectFrom('transactions').select('reference').where('reference', '=', anyOf(p.references)),
)

/** The references that belong to payments of any day: an order may be listed under the day after its request. */
export async function knownReferences(db: Sql, references: readonly string[]): Promise<Set<string>> {
  return new Set((await db.run(byReferences({ references }))).map(({ reference }) => reference))
}

const reviews = statement((p: Params<{ provider: Provider; except: readonly string[] }>) =>
  q
    .selectFrom('transactions')
    .select(PAYMENT_COLUMNS)
    .where('stage', '=', 'review')
    .where('provider', '=', p.provider)
    .where(sql<boolean>`id <> all(${p.except})`),
)

/** Payments of other days that wait for an operator. */
export const otherPaymentsInReview = async (
  db: Sql,
  provider: Provider,
  compared: readonly Payment[],
): Promise<Payment[]> => (await db.run(reviews({ provider, except: compared.map(({ id }) => id) }))) as Payment[]

/** A calendar day in Kampala; `age` 1 is yesterday. */
export type DayToCompare = { readonly day: string; readonly from: Date; readonly to: Date; readonly age: number }

const unfinished = statement(
  (
    p: Params<{
      days: readonly string[]
      from: readonly Date[]
      to: readonly Date[]
      providers: readonly Provider[]
    }>,
  ) => sql<{ day: string }>`
    select d.day
      from unnest(${p.days}::text[], ${p.from}::timestamptz[], ${p.to}::timestamptz[]) with ordinality
        as d (day, begins, ends, age)
     where exists (
       select from unnest(${p.providers}::text[]) as p (provider)
        where not exists (select from reconciliation_runs r
                           where r.provider = p.provider and r.day = d.day::date and r.created_at >= d.ends
                             and (r.unanswered = 0 or d.age > 1))
          and (d.age = 1
               or exists (select from transactions t where t.provider = p.provider
                             and t.created_at >= d.begins and t.created_at < d.ends)))
     order by d.age`,
)

/**
 * Days to compare, yesterday first. Yesterday is compared until a provider has answered for each of its payments. An
 * earlier day is compared when it has payments of a provider and was never compared after it was over.
 */
export async function daysToCompare(
  db: Sql,
  days: readonly DayToCompare[],
  providers: readonly Provider[],
): Promise<string[]> {
  const given = {
    days: days.map(({ day }) => day),
    from: days.map(({ from }) => from),
    to: days.map(({ to }) => to),
    providers,
  }
  return (await db.run(unfinished(given))).map(({ day }) => day)
}

export type ReconciliationRun = {
  readonly provider: Provider
  readonly day: string
  readonly compared: number
  readonly unanswered: number
  readonly differences: number
  readonly until: Date
  readonly expectedUgx: Ugx | null
  readonly foundUgx: Ugx | null
}

const insertRun = statement((p: Params<ReconciliationRun & { readonly id: string; readonly now: Date }>) =>
  q.insertInto('reconciliation_runs').values({
    id: p.id,
    provider: p.provider,
    day: p.day,
    compared: p.compared,
    unanswered: p.unanswered,
    differences: p.differences,
    until: p.until,
    expected: p.expectedUgx,
    found: p.foundUgx,
    created_at: p.now,
  }),
)

export const storeRun = (tx: Tx, run: ReconciliationRun, now: Date): Promise<number> =>
  tx.change(insertRun({ ...run, id: newId(), now }))

export type LastRun = { readonly at: Date; readonly day: string }

export const lastRun = async (db: Sql): Promise<LastRun | null> =>
  (await db.first(
    q
      .selectFrom('reconciliation_runs')
      .select(({ fn }) => [fn.max('created_at').as('at'), sql<string>`max(day)::text`.as('day')])
      .having(({ fn }) => fn.countAll(), '>', 0),
  )) ?? null

const lastWalletRun = statement((p: Params<{ provider: Provider }>) =>
  q
    .selectFrom('reconciliation_runs')
    .select(['until', 'expected'])
    .where('provider', '=', p.provider)
    .where('expected', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1),
)

/** The expected balance of the wallet at the last comparison, and the time up to which it was compared. */
export async function lastExpectation(
  db: Sql,
  provider: Provider,
): Promise<{ readonly until: Date; readonly expected: bigint } | null> {
  const last = await db.first(lastWalletRun({ provider }))
  return last === undefined || last.expected === null ? null : { until: last.until, expected: last.expected }
}

const floatMoves = statement(
  (p: Params<{ provider: Provider; float: string; after: Date; until: Date }>) => sql<{
    posted: bigint
    charged: bigint
  }>`
    with ended as (
      -- Charges of older payments are not posted.
      select id, case when exists (select from provider_charges c where c.transaction_id = transactions.id) then 0
                      else coalesce(provider_charge, 0) end as charge
        from transactions
       where provider = ${p.provider} and status = 'success'
         and completed_at > ${p.after} and completed_at <= ${p.until}
    ), moved as (
      select id from ended
      union all
      select id from reconciliation_cases
       where provider = ${p.provider} and booked <> 0 and closed_at > ${p.after} and closed_at <= ${p.until}
    )
    select coalesce((select sum(case when p.source = ${p.float} then p.amount else -p.amount end)
                       from moved m
                       join postings p on p.reference = m.id
                                     and (p.source = ${p.float} or p.destination = ${p.float})), 0)::bigint as posted,
           coalesce((select sum(charge) from ended), 0)::bigint as charged`,
)

/** The amount that payments and booked cases moved on the float in a period, less the provider's charges. */
export async function floatChangeBetween(
  db: Sql,
  provider: Provider,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<bigint> {
  const row = await db.first(floatMoves({ provider, float: PROVIDERS[provider].floatAccount, after, until }))
  return (row?.posted ?? 0n) - (row?.charged ?? 0n)
}

/** Payments that the provider's figure may or may not contain. */
const isInTransit = (p: Params<{ provider: Provider; until: Date }>) => sql<boolean>`
  provider = ${p.provider}
  and (completed_at > ${p.until} or (next_at is not null and sent_at is not null) or stage = 'review')`

const inTransit = statement(
  (p: Params<{ provider: Provider; until: Date; chargeShare: bigint; maxCharge: bigint }>) => sql<{
    deposits: bigint
    withdrawals: bigint
    depositCount: number
    withdrawalCount: number
    charges: bigint
    bookedDown: bigint
    bookedUp: bigint
  }>`
    with payments as (
      select type, amount from transactions where ${isInTransit(p)}
    ), booked as (
      select booked from reconciliation_cases where provider = ${p.provider} and closed_at > ${p.until}
    )
    select coalesce(sum(amount) filter (where type = 'deposit'), 0)::bigint as deposits,
           coalesce(sum(amount) filter (where type = 'withdrawal'), 0)::bigint as withdrawals,
           coalesce(sum(least(amount / ${p.chargeShare}::bigint, ${p.maxCharge}::bigint)), 0)::bigint as charges,
           (count(*) filter (where type = 'deposit'))::int as "depositCount",
           (count(*) filter (where type = 'withdrawal'))::int as "withdrawalCount",
           (select coalesce(sum(least(booked, 0)), 0)::bigint from booked) as "bookedDown",
           (select coalesce(sum(greatest(booked, 0)), 0)::bigint from booked) as "bookedUp"
      from payments`,
)

export type PaymentInTransit = Pick<Payment, 'id' | 'shortReference' | 'type' | 'amount' | 'status' | 'createdAt'>

const MAX_NAMED = 50
const namedInTransit = statement((p: Params<{ provider: Provider; until: Date }>) =>
  q
    .selectFrom('transactions')
    .select(['id', 'short_reference as shortReference', 'type', 'amount', 'status', 'created_at as createdAt'])
    .where(isInTransit(p))
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_NAMED)
    .$castTo<PaymentInTransit>(),
)

type CountedSum = { readonly count: number; readonly amountUgx: Ugx }

export type MoneyInTransit = {
  /** The range of differences that the payments and bookings explain. */
  readonly lowest: bigint
  readonly highest: bigint
  readonly deposits: CountedSum
  readonly withdrawals: CountedSum
  /** These payments, the oldest first. */
  readonly payments: readonly PaymentInTransit[]
}

/** Payments and bookings that may or may not be in the provider's figure yet. */
export async function moneyInTransit(
  db: Sql,
  provider: Provider,
  limits: { readonly until: Date; readonly chargeShare: bigint; readonly maxCharge: bigint },
): Promise<MoneyInTransit> {
  const { until } = limits
  const [row, payments] = await Promise.all([
    db.first(inTransit({ provider, ...limits })),
    db.run(namedInTransit({ provider, until })),
  ])
  if (row === undefined) throw new Error('the sums returned no row')
  return {
    lowest: row.bookedDown - row.withdrawals - row.charges,
    highest: row.bookedUp + row.deposits,
    deposits: { count: row.depositCount, amountUgx: ugx(row.deposits) },
    withdrawals: { count: row.withdrawalCount, amountUgx: ugx(row.withdrawals) },
    payments,
  }
}
