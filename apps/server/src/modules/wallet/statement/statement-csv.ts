import { formatDecimal } from '@mupiira/domain/money/ugx.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { code, csvFile, type CsvRow } from '../../../kernel/http/files/csv.ts'
import type { FileAnswer } from '../../../kernel/http/route.ts'
import type { OpenStakes } from '../ports.ts'
import { descriptionOf, readTotals, typeOf } from './statement.ts'
import { entriesAfter, type EntryRow, type Period, rangeOf } from './statement.repository.ts'

const ROWS_AT_ONCE = 1_000
const HEADINGS = ['Date (EAT)', 'Type', 'Description', 'Amount (UGX)', 'Balance after (UGX)', 'Reference']

type Statement = {
  readonly userId: string
  readonly period: Period
  readonly name: string
  readonly openStakes: OpenStakes
}

/** The statement of a period, oldest first, with its totals below, streamed (PLAY-07). */
export const statementCsv = (db: Db, statement: Statement): FileAnswer =>
  csvFile(statement.name, HEADINGS, statementRows(db, statement))

async function* statementRows(db: Db, { userId, period, openStakes }: Statement): AsyncGenerator<CsvRow> {
  // The range and the totals are read before the entries, so that neither contains later entries.
  const { range, totals } = await db.asPlayer(userId, async (sql) => {
    const range = await rangeOf(sql, userId, period)
    return { range, totals: await readTotals(sql, userId, range, openStakes) }
  })
  for (let after: bigint | null = range.first - 1n; after !== null && after < range.last;) {
    const page = { userId, after, last: range.last, limit: ROWS_AT_ONCE }
    const rows: EntryRow[] = await db.asPlayer(userId, (sql) => entriesAfter(sql, page))
    after = rows.at(-1)?.id ?? null
    yield* rows.map(entryRow)
  }
  yield []
  const total = (name: string, amount: number): CsvRow => ['', '', name, amount.toFixed(2), '', '']
  yield total('Opening balance', totals.openingBalance)
  yield total('Deposits', totals.deposits)
  yield total('Withdrawals', totals.withdrawals)
  yield total('Withdrawal fees', totals.fees)
  yield total('Held for withdrawals', totals.held)
  yield total('Stakes', totals.stakes)
  yield total('Stakes on open bets (included above)', totals.openStakes)
  yield total('Wins', totals.wins)
  yield total('Refunds and corrections', totals.refunds)
  yield total('Top-ups and deductions', totals.other)
  yield total('Closing balance', totals.closingBalance)
  yield total('Net result of betting', totals.net)
}

const entryRow = (row: EntryRow): CsvRow => [
  sortableDateTime(row.createdAt),
  typeOf(row),
  descriptionOf(row),
  formatDecimal(row.amount),
  formatDecimal(row.balanceAfter),
  code(row.reference),
]
