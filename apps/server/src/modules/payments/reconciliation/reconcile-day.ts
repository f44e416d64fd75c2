import { dayKey, startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import { lookAfter, type OutcomeBatcher } from '../ask-provider.ts'
import type { PaymentContext } from '../context.ts'
import { FLOAT } from '../move-money.ts'
import { PAYMENT_COLUMNS, type Payment, type PaymentRow, readPayment } from '../payment-row.ts'
import type { MobileMoneyProvider, ProviderName } from '../ports.ts'
import { keepCases, type ReconciliationCase } from './case-rows.ts'
import { type CaseKind, comparePayment, type Difference, unknownHere } from './compare-orders.ts'
import { compareWallet, type WalletReport } from './compare-wallet.ts'
import { receiveProvider, type Received } from './query-provider.ts'

export type Reconciled = {
  readonly provider: ProviderName
  /** The calendar day in Kampala. */
  readonly day: string
  /** Our payments of the day, and how many of them the provider did not answer for. */
  readonly compared: number
  readonly unanswered: number
  /** Payments that ended because the comparison asked about them. */
  readonly settled: number
  readonly wallet: WalletReport | null
  /** Differences that nobody has explained, the oldest first, of earlier days too. */
  readonly open: readonly ReconciliationCase[]
}

/**
 * Compares a day with a provider: its orders, ours, and the ledger; then its wallets with our float. What it says of payments
 * that are undecided here is proposed like any poll. Every difference becomes a case with its age. null: it gave no list.
 */
export async function reconcileDay(
  context: PaymentContext,
  batcher: OutcomeBatcher,
  provider: MobileMoneyProvider,
  day: string,
): Promise<Reconciled | null> {
  const { workerDb, clock } = context.kernel
  const from = startOfDayKey(day)
  if (from === null) throw new RangeError(`not a day: ${day}`)
  const to = startOfNextDay(from)
  const asked = await paymentsOfDay(workerDb, provider.name, from, to)
  const received = await receiveProvider(context, provider, asked, { from, to })
  if (received === null) return null
  const settled = await settleUndecided(context, batcher, asked, received)
  const payments = await asPosted(workerDb, provider.name, asked)
  const unanswered = payments.flatMap(({ payment }) => (received.of(payment).isAnswered ? [] : [payment.reference]))
  const known = await knownReferences(
    workerDb,
    received.listed.map(({ reference }) => reference),
  )
  const balance = await provider.balance()
  const foundUgx: Ugx | null =
    balance.kind === 'balance' ? ugx(balance.wallets.reduce((sum, { amount }) => sum + amount, 0n)) : null

  return workerDb.transaction(async (tx) => {
    const now = clock.now()
    const wallet = foundUgx === null ? null : await compareWallet(tx, { provider: provider.name, foundUgx }, now)
    const differences: Difference[] = [
      ...payments.flatMap(({ payment, posted }) => comparePayment(payment, received.of(payment), posted) ?? []),
      ...unknownHere(received.listed, known),
      ...(await inReview(tx, provider.name, asked)),
      ...(wallet?.difference == null ? [] : [wallet.difference]),
    ]
    const unreceived: CaseKind[] = [
      ...(wallet === null ? ['wallet' as const] : []),
      ...(received.isWhole ? [] : ['unknown-here' as const]),
    ]
    const silent = { kinds: unreceived, references: unanswered }
    const open = await keepCases(tx, { provider: provider.name, day, differences, silent }, now)
    await tx.change(
      `insert into reconciliation_run
         (id, provider, day, compared, unanswered, differences, until, expected, found, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        newId(),
        provider.name,
        day,
        payments.length,
        unanswered.length,
        differences.length,
        wallet?.report.until ?? now,
        wallet?.report.expectedUgx ?? null,
        foundUgx,
        now,
      ],
    )
    return {
      provider: provider.name,
      day,
      compared: payments.length,
      unanswered: unanswered.length,
      settled,
      wallet: wallet?.report ?? null,
      open,
    }
  })
}

/** So long a day is remembered that no provider could be compared on. */
const LOOKS_BACK_DAYS = 7

/**
 * Days in Kampala that are left to compare, yesterday first: yesterday until a provider has answered for each payment of it,
 * a day before that, when it has payments of a provider that was never compared since it was over.
 */
export async function daysLeft(sql: Sql, providers: readonly ProviderName[], now: Date): Promise<string[]> {
  const days = Array.from({ length: LOOKS_BACK_DAYS }, (_, at) =>
    dayKey(new Date(now.getTime() - (at + 1) * 86_400_000)),
  )
  const starts = days.map((day) => startOfDayKey(day) ?? now)
  const rows = await sql.query<{ day: string }>(
    `select left_over.day from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) with ordinality
              as left_over (day, begins, ends, age)
      where exists (
        select from unnest($4::text[]) as p (provider)
         where not exists (select from reconciliation_run r
                            where r.provider = p.provider and r.day = left_over.day::date and r.created_at >= left_over.ends
                              and (r.unanswered = 0 or left_over.age > 1))
           and (left_over.age = 1
                or exists (select from transactions t where t.provider = p.provider
                              and t.created_at >= left_over.begins and t.created_at < left_over.ends)))
      order by left_over.age`,
    [days, starts, starts.map(startOfNextDay), providers],
  )
  return rows.map(({ day }) => day)
}

/** What is undecided here, or failed by time, and has ended there: asked about like any other time. */
async function settleUndecided(
  context: PaymentContext,
  batcher: OutcomeBatcher,
  payments: readonly Payment[],
  received: Received,
): Promise<number> {
  const ended = payments.filter((payment) => {
    const { order } = received.of(payment)
    if (order === null || order.status === 'pending' || payment.sentAt === null) return false
    // What staff has decided is not opened again: it is a difference that they know.
    const isMissed = payment.status === 'failed' && order.status === 'success' && payment.reason !== 'decided'
    return payment.status === 'pending' || isMissed
  })
  for (const payment of ended) await lookAfter(context, batcher, payment)
  return ended.length
}

async function paymentsOfDay(sql: Sql, provider: ProviderName, from: Date, to: Date): Promise<Payment[]> {
  const rows = await sql.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from transactions where provider = $1 and created_at >= $2 and created_at < $3`,
    [provider, from, to],
  )
  return rows.map(readPayment)
}

/**
 * Payments as they are now, each with what the ledger has moved on the float for it: a deposit came from it, a payout went
 * there. Read by one statement: a payment that ends meanwhile has both its status and its posting, or neither.
 */
async function asPosted(
  sql: Sql,
  provider: ProviderName,
  payments: readonly Payment[],
): Promise<readonly { readonly payment: Payment; readonly posted: bigint }[]> {
  const rows = await sql.query<PaymentRow & { posted: bigint }>(
    `select ${PAYMENT_COLUMNS},
            coalesce((select sum(case when p.source = $2 then p.amount else -p.amount end) from posting p
                       where p.reference = transactions.id and (p.source = $2 or p.destination = $2)), 0)::bigint as posted
       from transactions where id = any($1::uuid[])`,
    [payments.map(({ id }) => id), FLOAT[provider]],
  )
  return rows.map(({ posted, ...row }) => ({ payment: readPayment(row), posted }))
}

/** Of any day: an order may be listed under the day after its request. */
async function knownReferences(sql: Sql, references: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ reference: string }>(
    'select reference from transactions where reference = any($1::text[])',
    [references],
  )
  return new Set(rows.map(({ reference }) => reference))
}

/** Whatever waits for an operator, of earlier days too. */
async function inReview(sql: Sql, provider: ProviderName, compared: readonly Payment[]): Promise<Difference[]> {
  const rows = await sql.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from transactions where stage = 'review' and provider = $1 and id <> all($2::uuid[])`,
    [provider, compared.map(({ id }) => id)],
  )
  return rows.flatMap((row) => {
    const payment = readPayment(row)
    return (
      comparePayment(
        payment,
        { isAnswered: false, order: null },
        payment.status === 'success' ? expectedOn(payment) : 0n,
      ) ?? []
    )
  })
}

const expectedOn = ({ type, amount }: Payment): bigint => (type === 'deposit' ? amount : -amount)
