import { type CellValue, type Column, valueText } from './table-columns.ts'

/** Numbers stay numbers. Other cells that a spreadsheet would treat as a formula become text. */
function cellOf(value: CellValue): string {
  if (typeof value === 'number') return String(value)
  const text = valueText(value)
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  // A spreadsheet would read digits as a number and drop zeros, so a formula keeps codes and references as text.
  if (/^\d+(?:e\d+)?$/i.test(text)) return `"=""${text}"""`
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows as CSV with the byte order mark that Excel needs for UTF-8. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => cellOf(title)),
    ...rows.map((row) => columns.map(({ value }) => cellOf(value(row)))),
  ]
  return `\uFEFF${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`
}
