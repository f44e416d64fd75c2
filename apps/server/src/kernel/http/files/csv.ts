import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { spreadsheetText } from '@mupiira/domain/money/spreadsheet-text.ts'
import type { FileAnswer } from '../route.ts'

/** A code stays text, even if it has only digits. */
export type Code = { readonly code: string }
export type CsvRow = readonly (string | Code)[]

export const code = (value: string): Code => ({ code: value })

const AMOUNT = /^-?\d+(\.\d+)?$/

/**
 * A CSV file for download, written row by row as it is read. Amounts stay numbers, and spreadsheets show other cells
 * unchanged.
 */
export function csvFile(
  name: string,
  headings: readonly string[],
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
): FileAnswer {
  const csv = stringify({
    // Excel reads UTF-8 as Latin-1 unless the file starts with a byte order mark.
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: {
      string: (value) => (AMOUNT.test(value) ? value : spreadsheetText(value)),
      object: (cell) => spreadsheetText((cell as Code).code),
    },
  })
  csv.write(headings)
  // An error ends the download early, and Fastify logs the error.
  pipeline(Readable.from(rows), csv, () => {})
  return {
    contentType: 'text/csv; charset=utf-8',
    content: csv,
    headers: { 'content-disposition': `attachment; filename="${name}"` },
  }
}
