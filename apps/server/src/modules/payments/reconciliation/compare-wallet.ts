import { formatAmount, type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { FLOAT } from '../move-money.ts'
import type { ProviderName } from '../ports.ts'
import type { Difference } from './compare-orders.ts'

/** What has ended so short a time ago may still be on its way into the provider's figure, or into ours. */
const SETTLED_AFTER_MS = 60_000
/** Until an order has ended nobody says what it costs: a payout may have cost as much already, and a share of its amount. */
const DEAREST_CHARGE = 200_000n
const DEAREST_SHARE = 20n

export type WalletReport = {
  readonly until: Date
  /** By the ledger's float account and the provider's charges; null at the first comparison, which begins with what is there. */
  readonly expectedUgx: Ugx
  readonly foundUgx: Ugx
  readonly isFirst: boolean
  /** Payments under way, which may be in the provider's figure or not. */
  readonly open: number
}

/**
 * The provider's wallets against our float account: what they held by the last comparison, and what the ledger has moved on
 * the float since then, less what the provider charged. Payments under way widen what is right.
 */
export async function compareWallet(
  sql: Sql,
  wallet: { readonly provider: ProviderName; readonly foundUgx: Ugx },
  now: Date,
): Promise<{ readonly report: WalletReport; readonly difference: Difference | null }> {
  const { provider, foundUgx } = wallet
  const until = new Date(now.getTime() - SETTLED_AFTER_MS)
  const [last] = await sql.query<{ until: Date; expected: bigint }>(
    `select until, expected from reconciliation_run where provider = $1 and expected is not null
      order by created_at desc limit 1`,
    [provider],
  )
  const moving = await underWay(sql, provider, until)
  if (last === undefined) {
    return { report: { until, expectedUgx: foundUgx, foundUgx, isFirst: true, open: moving.count }, difference: null }
  }
  const upTo = until > last.until ? until : last.until
  const moved = await movedSince(sql, provider, { after: last.until, until: upTo })
  const expectedUgx = ugx(last.expected + moved)
  const report = { until: upTo, expectedUgx, foundUgx, isFirst: false, open: moving.count }
  const more = ugx(foundUgx - expectedUgx)
  if (more >= moving.least && more <= moving.most) return { report, difference: null }
  const detail = `the provider holds UGX ${formatAmount(foundUgx)}, UGX ${formatAmount(expectedUgx)} expected, ${moving.count} payments under way`
  return { report, difference: { kind: 'wallet', subject: 'wallet', paymentId: null, amountUgx: more, detail } }
}

/** What the ledger moved on the float by payments and by cases that were booked, less the charges of those payments. */
async function movedSince(
  sql: Sql,
  provider: ProviderName,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<bigint> {
  const [row] = await sql.query<{ posted: bigint; charged: bigint }>(
    `with ended as (
       select id, coalesce(provider_charge, 0) as charge from transactions
        where provider = $1 and status = 'success' and completed_at > $2 and completed_at <= $3
     ), moved as (
       select id from ended
       union all
       select id from reconciliation_case where provider = $1 and booked <> 0 and closed_at > $2 and closed_at <= $3
     )
     select coalesce((select sum(case when p.source = $4 then p.amount else -p.amount end)
                        from moved m join posting p on p.reference = m.id and (p.source = $4 or p.destination = $4)), 0)::bigint as posted,
            coalesce((select sum(charge) from ended), 0)::bigint as charged`,
    [provider, after, until, FLOAT[provider]],
  )
  return (row?.posted ?? 0n) - (row?.charged ?? 0n)
}

/** Payments on their way into either figure, and what staff has booked since `until`: asked again, he would book it twice. */
async function underWay(
  sql: Sql,
  provider: ProviderName,
  until: Date,
): Promise<{ readonly least: bigint; readonly most: bigint; readonly count: number }> {
  const [row] = await sql.query<{ deposits: bigint; withdrawals: bigint; charges: bigint; count: number }>(
    `select coalesce(sum(amount) filter (where type = 'deposit'), 0)::bigint as deposits,
            coalesce(sum(amount) filter (where type = 'withdrawal'), 0)::bigint as withdrawals,
            coalesce(sum(least(amount / $3, $4)), 0)::bigint as charges, count(*)::int as count
       from transactions
      where provider = $1 and (completed_at > $2 or (next_at is not null and sent_at is not null) or stage = 'review')`,
    [provider, until, DEAREST_SHARE, DEAREST_CHARGE],
  )
  const { deposits = 0n, withdrawals = 0n, charges = 0n, count = 0 } = row ?? {}
  const [just] = await sql.query<{ least: bigint; most: bigint }>(
    `select coalesce(sum(least(booked, 0)), 0)::bigint as least, coalesce(sum(greatest(booked, 0)), 0)::bigint as most
       from reconciliation_case where provider = $1 and closed_at > $2`,
    [provider, until],
  )
  return { least: (just?.least ?? 0n) - withdrawals - charges, most: (just?.most ?? 0n) + deposits, count }
}
