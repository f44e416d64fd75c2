import type { ProfitAndLoss } from '@mupiira/contract/admin-figures.ts'
import { FIGURES } from '@mupiira/domain/money/figures.ts'
import { PROFIT_FIGURES } from '@mupiira/domain/money/profit-and-loss.ts'
import { GROUPING_TEXTS } from '@mupiira/domain/money/profit-groups.ts'
import { csvFile, type CsvRow } from '../../../kernel/http/files/csv.ts'
import type { FileAnswer } from '../../../kernel/http/route.ts'

/** The profit and loss as a file: the rows of the screen, and the total as the last row. */
export function profitAndLossCsv({ from, to, by, rows, total }: ProfitAndLoss): FileAnswer {
  const figures = PROFIT_FIGURES[by]
  const cells = (name: string, amounts: ProfitAndLoss['total']): CsvRow => [
    name,
    ...figures.map((figure) => (amounts[figure] ?? 0).toFixed(2)),
  ]
  return csvFile(
    `mupiira-profit-and-loss-${from}-${to}-by-${by}.csv`,
    [by === 'day' ? 'Day (EAT)' : GROUPING_TEXTS[by], ...figures.map((figure) => `${FIGURES[figure].name} (UGX)`)],
    [...rows.map((row) => cells(row.name, row.figures)), cells('Total', total)],
  )
}
