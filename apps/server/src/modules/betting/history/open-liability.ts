import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../../kernel/db/sql.ts'

/** All open tickets at one moment: number, stakes, and payout if all of them win. */
export type OpenLiability = {
  readonly at: Date
  readonly tickets: number
  readonly stakeUgx: Ugx
  readonly payoutUgx: Ugx
}

type Row = { at: Date; tickets: bigint; stake: bigint; payout: bigint }

const OPEN = `
  select $1::timestamptz as at, count(*) as tickets, coalesce(sum(total_stake), 0)::bigint as stake,
         coalesce(sum(potential_win), 0)::bigint as payout
    from tickets where status = 'pending'`

/** Records the current hour once. */
export async function noteLiability(sql: Sql, now: Date): Promise<void> {
  const hour = new Date(now.getTime() - (now.getTime() % 3_600_000))
  const [noted] = await sql.query('select from open_liabilities where at = $1', [hour])
  if (noted !== undefined) return
  await sql.change(`insert into open_liabilities (at, tickets, stake, payout) ${OPEN} on conflict do nothing`, [hour])
}

/** The recorded hours since `from`, and the current value. */
export async function liabilitySince(sql: Sql, from: Date, now: Date): Promise<OpenLiability[]> {
  const rows = await sql.query<Row>(
    `select at, tickets, stake, payout from open_liabilities where at >= $2 and at < $1 union all ${OPEN} order by at`,
    [now, from],
  )
  return rows.map(({ at, tickets, stake, payout }) => {
    return { at, tickets: Number(tickets), stakeUgx: ugx(stake), payoutUgx: ugx(payout) }
  })
}
