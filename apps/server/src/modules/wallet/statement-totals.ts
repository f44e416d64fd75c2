import type { StatementTotals } from '@mupiira/contract/wallet.ts'
import {
  netResultOf,
  STATEMENT_LINES,
  statementLine,
  type StatementLine,
} from '@mupiira/domain/money/statement-lines.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { EntryRange } from './statement-period.ts'

/** SQL of the references of stakes that are not decided yet; $1 is the player. */
export type OpenStakes = string
export const NO_OPEN_STAKES: OpenStakes = 'select null::uuid where false'

/** The sums of a range of entries; its opening balance and all lines make its closing balance, exactly. */
export async function readTotals(
  sql: Sql,
  userId: string,
  range: EntryRange,
  openStakes: OpenStakes,
): Promise<StatementTotals> {
  const sums = Object.fromEntries(STATEMENT_LINES.map((line) => [line, 0n])) as Record<StatementLine, bigint>
  let entries = 0
  let open = 0n
  if (range.first <= range.last) {
    const rows = await sql.query<{ type: string; amount: bigint; entries: bigint; open: bigint }>(
      `select type, sum(amount)::bigint as amount, count(*) as entries,
              coalesce(sum(amount) filter (where type = 'bet' and reference_id in (${openStakes})), 0)::bigint as open
         from balance_history where user_id = $1 and id between $2 and $3 group by type`,
      [userId, range.first, range.last],
      'wallet-totals',
    )
    for (const row of rows) {
      sums[statementLine(row.type)] += row.amount
      entries += Number(row.entries)
      open += row.open
    }
  }
  const opening = await balanceBefore(sql, userId, range)
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
    openStakes: shown(open),
    wins: shown(sums.wins),
    refunds: shown(sums.refunds),
    other: shown(sums.other),
    net: shown(netResultOf(sums, open)),
  }
}

/** The balance before a range; where it holds nothing, after the last entry before its end. */
async function balanceBefore(sql: Sql, userId: string, { first, last }: EntryRange): Promise<bigint> {
  const [row] = await sql.query<{ balance_after: bigint }>(
    'select balance_after from postings where player = $1 and id <= $2 order by id desc limit 1',
    [userId, first <= last ? first - 1n : last],
    'wallet-opening',
  )
  return row?.balance_after ?? 0n
}
