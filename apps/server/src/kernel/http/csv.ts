import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FileAnswer } from './route.ts'

/** Spreadsheets turn codes such as 23E4, MAR2345 or 0077 into numbers and dates. A formula with quotes keeps them as text. */
export type Code = { readonly code: string }
export type CsvRow = readonly (string | Code)[]

export const code = (value: string): Code => ({ code: value })

const AMOUNT = /^-?\d+(\.\d+)?$/
/** Only codes of these characters are written as a formula, because such a code cannot break out of the quotes. */
const PLAIN_CODE = /^[\w.-]+$/

/** A CSV file for download, written row by row as it is read. Amounts stay numbers; other cells never become formulas. */
export function csvFile(
  name: string,
  headings: readonly string[],
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
): FileAnswer {
  const csv = stringify({
    // Excel reads UTF-8 as Latin-1 unless the file starts with a byte order mark.
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
    cast: {
      string: (value) => (AMOUNT.test(value) ? { value, escape_formulas: false } : value),
      object: (cell) => {
        const value = (cell as Code).code
        return PLAIN_CODE.test(value) ? { value: `="${value}"`, escape_formulas: false } : value
      },
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
