import type { StatementTotals } from '@mupiira/contract/wallet.ts'
import {
  netResultOf,
  STATEMENT_LINES,
  statementLine,
  type StatementLine,
} from '@mupiira/domain/money/statement-lines.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Period } from './statement.ts'

/** A player's entries from one to another, both included: what a period is when money has stopped moving in it. */
export type EntryRange = { readonly first: bigint; readonly last: bigint }

/** The entries of a period; null when there are none. Ids of an account's entries are in the order of its balances. */
export async function rangeOf(sql: Sql, userId: string, { from, until }: Period): Promise<EntryRange | null> {
  const [row] = await sql.query<{ first: bigint | null; last: bigint | null }>(
    `select (select id from posting where player = $1 and created_at >= coalesce($2, '-infinity'::timestamptz) order by id limit 1) as first,
            (select id from posting where player = $1 and created_at < coalesce($3, 'infinity'::timestamptz) order by id desc limit 1) as last`,
    [userId, from, until],
    'wallet-range',
  )
  if (row?.first == null || row.last === null || row.first > row.last) return null
  return { first: row.first, last: row.last }
}

/** The sums of a period; its opening balance and all lines make its closing balance, exactly. */
export async function readTotals(sql: Sql, userId: string, period: Period): Promise<StatementTotals> {
  const range = await rangeOf(sql, userId, period)
  const sums = Object.fromEntries(STATEMENT_LINES.map((line) => [line, 0n])) as Record<StatementLine, bigint>
  let entries = 0
  if (range !== null) {
    const rows = await sql.query<{ type: string; amount: bigint; entries: bigint }>(
      `select type, sum(amount)::bigint as amount, count(*) as entries from balance_history
        where user_id = $1 and id between $2 and $3 group by type`,
      [userId, range.first, range.last],
      'wallet-totals',
    )
    for (const row of rows) {
      sums[statementLine(row.type)] += row.amount
      entries += Number(row.entries)
    }
  }
  const opening = await balanceBefore(sql, userId, range?.first ?? null, period.until)
  const closing = STATEMENT_LINES.reduce((balance, line) => balance + sums[line], opening)
  const shown = (amount: bigint): number => ugxToNumber(ugx(amount))
  return {
    openingBalance: shown(opening),
    closingBalance: shown(closing),
    entries,
    deposits: shown(sums.deposits),
    withdrawals: shown(sums.withdrawals),
    fees: shown(sums.fees),
    held: shown(sums.held),
    stakes: shown(sums.stakes),
    wins: shown(sums.wins),
    refunds: shown(sums.refunds),
    other: shown(sums.other),
    net: shown(netResultOf(sums)),
  }
}

/** The balance before an entry; without one, the last balance before the end of the period. */
async function balanceBefore(sql: Sql, userId: string, entry: bigint | null, until: Date | null): Promise<bigint> {
  const [row] = await sql.query<{ balance_after: bigint }>(
    `select balance_after from posting
      where player = $1 and id < coalesce($2, 9223372036854775807)
        and ($2::bigint is not null or created_at < coalesce($3, 'infinity'::timestamptz))
      order by id desc limit 1`,
    [userId, entry, until],
    'wallet-opening',
  )
  return row?.balance_after ?? 0n
}
