import type { DayReport, ReportPart } from '@mupiira/contract/admin-report.ts'
import { csvFile, type CsvRow } from '../../kernel/http/files/csv.ts'
import type { FileAnswer } from '../../kernel/http/route.ts'

/** One table for all figures: the part of the report, the item, the number of entries, and the amount. */
const HEADINGS = ['Day', 'Part', 'Item', 'Entries', 'Amount (UGX)']

/** The daily report as a file, with the same figures as on screen. */
export const reportCsv = (report: DayReport): FileAnswer => {
  const rows = Object.values(ROWS).flatMap((rowsOf) => rowsOf(report))
  const cells = rows.map(({ part, item, entries, amount }): CsvRow => {
    return [report.day, part, item, entries?.toString() ?? '', amount?.toFixed(2) ?? '']
  })
  return csvFile(`mupiira-day-report-${report.day}.csv`, HEADINGS, cells)
}

type Row = { readonly part: string; readonly item: string; readonly entries?: number; readonly amount?: number }

/** The rows of each part. A new part, or a new figure of an account, does not compile without its rows. */
const ROWS: { readonly [part in ReportPart]: (report: DayReport) => Row[] } = {
  lines: ({ lines }) => lines.map(({ line, ...figures }) => ({ part: 'line', item: line, ...figures })),
  bonuses: ({ bonuses }) => [{ part: 'line', item: 'bonuses in payouts', amount: bonuses }],
  grossRevenue: ({ grossRevenue }) =>
    amountsOf(grossRevenue, { sportsbook: 'sportsbook', aviator: 'aviator' }).map((row) => ({
      part: 'gross gaming revenue',
      ...row,
    })),
  accounts: ({ accounts }) =>
    accounts.flatMap(({ account, ...figures }) =>
      amountsOf(figures, { opening: 'opening', in: 'in', out: 'out', closing: 'closing' }).map(({ item, amount }) => ({
        part: 'account',
        item: `${account}: ${item}`,
        amount,
      })),
    ),
  movements: ({ movements }) =>
    movements.map(({ kind, from, to, ...figures }) => ({
      part: 'movement',
      item: `${kind}: ${from} to ${to}`,
      ...figures,
    })),
  doneAlone: ({ doneAlone }) =>
    doneAlone.map(({ by, action, subject, reason }) => ({
      part: 'without approval',
      item: `${action} ${subject} by ${by}: ${reason}`,
    })),
}

/** A row for each figure, by its name. */
function amountsOf<Figure extends string>(
  figures: { readonly [figure in Figure]: number },
  names: { readonly [figure in Figure]: string },
): { readonly item: string; readonly amount: number }[] {
  return (Object.keys(names) as Figure[]).map((figure) => ({ item: names[figure], amount: figures[figure] }))
}
