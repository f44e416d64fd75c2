import type { DayReport } from '@mupiira/contract/admin-report.ts'
import { csvFile, type CsvRow } from '../../kernel/http/csv.ts'
import type { FileAnswer } from '../../kernel/http/route.ts'

/** One table of every figure: which part of the report, what, how many transfers, how much. */
const HEADINGS = ['Day', 'Part', 'Item', 'Entries', 'Amount (UGX)']

/** The day's report as a file: the same figures as its screen. */
export const reportCsv = (report: DayReport): FileAnswer =>
  csvFile(`mupiira-day-report-${report.day}.csv`, HEADINGS, rowsOf(report))

function rowsOf({ day, lines, bonuses, grossRevenue, accounts, movements, doneAlone }: DayReport): CsvRow[] {
  const row = (part: string, item: string, entries: number | '', amount: number | null): CsvRow => [
    day,
    part,
    item,
    String(entries),
    amount?.toFixed(2) ?? '',
  ]
  return [
    ...lines.map(({ line, entries, amount }) => row('line', line, entries, amount)),
    row('line', 'bonuses in payouts', '', bonuses),
    row('gross revenue', 'sportsbook', '', grossRevenue.sportsbook),
    row('gross revenue', 'aviator', '', grossRevenue.aviator),
    ...accounts.flatMap(({ account, opening, closing, ...moved }) => [
      row('account', `${account}: opening`, '', opening),
      row('account', `${account}: in`, '', moved.in),
      row('account', `${account}: out`, '', moved.out),
      row('account', `${account}: closing`, '', closing),
    ]),
    ...movements.map(({ kind, from, to, entries, amount }) =>
      row('movement', `${kind}: ${from} to ${to}`, entries, amount),
    ),
    ...doneAlone.map(({ by, action, subject, reason }) =>
      row('done alone', `${action} ${subject} by ${by}: ${reason}`, '', null),
    ),
  ]
}
