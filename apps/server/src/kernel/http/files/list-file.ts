import { Readable } from 'node:stream'
import { writeXlsxStream, type XlsxStreamRow } from 'hucre/xlsx'
import { formatOdds } from '@mupiira/domain/odds/odds-format.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'
import { asKampalaClock, sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import type { FileAnswer } from '../route.ts'
import { code, csvFile, type CsvRow } from './csv.ts'

type Cell = string | number | Date | null

/** A column of an exported list, as `list-columns.ts` of the contract defines it. */
export type FileColumn<Row> = {
  readonly title: string
  readonly kind?: 'money' | 'odds' | 'time'
  readonly heading?: string
  readonly value: (row: Row) => Cell
}

type ListFile<Row> = {
  /** The name without extension. */
  readonly name: string
  readonly format: 'csv' | 'xlsx'
  readonly columns: readonly FileColumn<Row>[]
  readonly rows: AsyncIterable<Row>
}

/** A list as a file for download. Rows are written as they are read, so memory does not grow with their number. */
export const listFile = <Row>(file: ListFile<Row>): FileAnswer => (file.format === 'csv' ? asCsv(file) : asXlsx(file))

function asCsv<Row>({ name, columns, rows }: ListFile<Row>): FileAnswer {
  async function* lines(): AsyncGenerator<CsvRow> {
    for await (const row of rows) yield columns.map(({ kind, value }) => csvCell(kind, value(row)))
  }
  return csvFile(`${name}.csv`, columns.map(headingOf), lines())
}

function csvCell(kind: FileColumn<never>['kind'], value: Cell): CsvRow[number] {
  if (value === null) return ''
  if (value instanceof Date) return sortableDateTime(value)
  if (typeof value === 'string') return code(value)
  if (kind === 'money') return value.toFixed(2)
  return kind === 'odds' ? formatOdds(oddsFromNumber(value)) : String(value)
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const FORMATS = { money: '#,##0.00', odds: '0.00', time: 'yyyy-mm-dd hh:mm:ss' } as const
const WIDTHS = { money: 16, odds: 10, time: 20 } as const
const TEXT_WIDTH = 22
/** The longest text that a cell of a spreadsheet holds. */
const MAX_CELL_CHARACTERS = 32_767
/**
 * Spreadsheets hold 1,048,576 rows in a sheet. Half of them keep the XML of a sheet with long texts below 4 GiB, so the
 * file needs no ZIP64, which some programs do not read.
 */
const ROWS_PER_SHEET = 500_000

/** A workbook with typed cells. Its texts are never formulas, so they are not escaped. */
function asXlsx<Row>({ name, columns, rows }: ListFile<Row>): FileAnswer {
  async function* lines(): AsyncGenerator<XlsxStreamRow> {
    for await (const row of rows) yield columns.map(({ value }) => xlsxCell(value(row)))
  }
  const book = writeXlsxStream(lines(), {
    name: 'Rows',
    columns: columns.map((column) => ({
      header: headingOf(column),
      width: column.kind === undefined ? TEXT_WIDTH : WIDTHS[column.kind],
      ...(column.kind === undefined ? {} : { numFmt: FORMATS[column.kind] }),
    })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: ROWS_PER_SHEET,
  })
  return {
    contentType: XLSX_TYPE,
    content: Readable.fromWeb(book as ReadableStream<Uint8Array>),
    headers: { 'content-disposition': `attachment; filename="${name}.xlsx"` },
  }
}

/** Workbooks store times without a zone, as the clock of Kampala. */
function xlsxCell(value: Cell): Cell {
  if (value instanceof Date) return asKampalaClock(value)
  return typeof value === 'string' ? value.slice(0, MAX_CELL_CHARACTERS) : value
}

const UNITS = { money: ' (UGX)', odds: '', time: ' (EAT)' } as const

/** The title with its unit: "Stake (UGX)". */
const headingOf = ({ title, kind, heading }: Omit<FileColumn<never>, 'value'>): string =>
  heading ?? `${title}${kind === undefined ? '' : UNITS[kind]}`
