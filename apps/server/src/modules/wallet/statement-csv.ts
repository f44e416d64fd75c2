import type { ServerResponse } from 'node:http'
import { formatDecimal, ugx } from '@mupiira/domain/money/ugx.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { beginCsv, csvLine, writeCsv } from '../../kernel/http/csv.ts'
import { type Period, rangeOf } from './statement-period.ts'
import { type OpenStakes, readTotals } from './statement-totals.ts'
import type { EntryRow } from './statement.ts'

const ROWS_AT_ONCE = 1_000
const HEADINGS = ['Date (EAT)', 'Type', 'Description', 'Amount (UGX)', 'Balance after (UGX)', 'Reference']

/** Writes the statement of a period as it is read, oldest first, with its sums below: no statement is ever whole in memory (PLAY-07). */
export async function writeStatementCsv(
  db: Db,
  response: ServerResponse,
  asked: { readonly userId: string; readonly period: Period; readonly name: string; readonly openStakes: OpenStakes },
): Promise<void> {
  const { userId, period } = asked
  const range = await rangeOf(db, userId, period)
  const totals = await readTotals(db, userId, range, asked.openStakes)
  beginCsv(response, asked.name)
  response.write(csvLine(HEADINGS))
  for (let after: bigint | null = range.first - 1n; after !== null && after < range.last;) {
    const rows: EntryRow[] = await db.query<EntryRow>(
      `select id, amount, previous_balance, new_balance, type, description, reference_id, created_at
         from balance_history where user_id = $1 and id > $2 and id <= $3 order by id limit $4`,
      [userId, after, range.last, ROWS_AT_ONCE],
      'wallet-csv',
    )
    after = rows.at(-1)?.id ?? null
    if (!(await writeCsv(response, rows.map(entryLine).join('')))) return
  }
  const sum = (name: string, amount: number): string => csvLine(['', '', name, plainAmount(amount), '', ''])
  response.end(
    [
      '\r\n',
      sum('Opening balance', totals.openingBalance),
      sum('Deposits', totals.deposits),
      sum('Withdrawals', totals.withdrawals),
      sum('Withdrawal fees', totals.fees),
      sum('Held for withdrawals', totals.held),
      sum('Stakes', totals.stakes),
      sum('Of these on open bets', totals.openStakes),
      sum('Wins', totals.wins),
      sum('Refunds and corrections', totals.refunds),
      sum('Top-ups and deductions', totals.other),
      sum('Closing balance', totals.closingBalance),
      sum('Net result of betting', totals.net),
    ].join(''),
  )
}

const entryLine = (row: EntryRow): string =>
  csvLine([
    sortableDateTime(row.created_at),
    row.type,
    row.description,
    formatDecimal(ugx(row.amount)),
    formatDecimal(ugx(row.new_balance)),
    row.reference_id,
  ])

const plainAmount = (amount: number): string => amount.toFixed(2)
