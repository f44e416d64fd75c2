import { spreadsheetText } from '@mupiira/domain/money/spreadsheet-text.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import type { CellValue, Column } from './table-columns.ts'

/**
 * Numbers stay numbers, and times have a format that spreadsheets can sort. Other cells are escaped, so that
 * spreadsheets show them unchanged.
 */
function cellOf(value: CellValue): string {
  if (typeof value === 'number') return String(value)
  const text = value instanceof Date ? sortableDateTime(value) : spreadsheetText(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The rows as CSV with the byte order mark that Excel needs for UTF-8. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => cellOf(title)),
    ...rows.map((row) => columns.map(({ value }) => cellOf(value(row)))),
  ]
  return `\uFEFF${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`
}
