import type { DayReport, ReportPart } from '@mupiira/contract/admin-report.ts'
import { actionText } from '@mupiira/domain/access/action-texts.ts'
import { accountText, entryText, LINE_TEXTS, REPORT_PARTS } from '@mupiira/domain/money/figure-texts.ts'
import { FIGURES, PRODUCTS } from '@mupiira/domain/money/figures.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import { csvFile, type CsvRow } from '../../kernel/http/files/csv.ts'
import type { FileAnswer } from '../../kernel/http/route.ts'

/** One table for all figures: the part of the report, the item, the number of entries, and the amount. */
const HEADINGS = ['Day (EAT)', 'Part', 'Item', 'Entries', 'Amount (UGX)']

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
  lines: ({ lines }) =>
    REPORT_PARTS.flatMap(({ title, lines: names }) =>
      names.flatMap((name) =>
        lines
          .filter(({ line }) => line === name)
          .map(({ entries, amount }) => ({ part: title, item: LINE_TEXTS[name], entries, amount })),
      ),
    ),
  bonusCost: ({ bonusCost }) => [{ part: PRODUCTS.sportsbook, item: FIGURES.bonusCost.name, amount: bonusCost }],
  payouts: ({ payouts }) =>
    amountsOf(payouts, PRODUCTS).map(({ item, amount }) => ({ part: item, item: FIGURES.payouts.name, amount })),
  grossGamingRevenue: ({ grossGamingRevenue }) =>
    amountsOf(grossGamingRevenue, PRODUCTS).map(({ item, amount }) => {
      return { part: item, item: FIGURES.grossGamingRevenue.name, amount }
    }),
  accounts: ({ accounts }) =>
    accounts.flatMap(({ account, ...figures }) =>
      amountsOf(figures, { opening: 'Opening', in: 'In', out: 'Out', closing: 'Closing' }).map(({ item, amount }) => ({
        part: 'Accounts',
        item: `${accountText(account)}: ${item}`,
        amount,
      })),
    ),
  movements: ({ movements }) =>
    movements.map(({ kind, from, to, ...figures }) => ({
      part: 'Movements',
      item: `${entryText(kind)}: from ${accountText(from)} to ${accountText(to)}`,
      ...figures,
    })),
  doneAlone: ({ doneAlone }) =>
    doneAlone.map(({ at, by, action, subject, subjectName, reason }) => ({
      part: 'Without approval',
      item: `${sortableDateTime(new Date(at))} ${actionText(action)}: ${subjectName === '' ? '' : `${subjectName}, `}${subject}, by ${by}: ${reason}`,
    })),
}

/** A row for each figure, by its name. */
function amountsOf<Figure extends string>(
  figures: { readonly [figure in Figure]: number },
  names: { readonly [figure in Figure]: string },
): { readonly item: string; readonly amount: number }[] {
  return (Object.keys(names) as Figure[]).map((figure) => ({ item: names[figure], amount: figures[figure] }))
}
