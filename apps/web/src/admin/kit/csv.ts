import { spreadsheetText } from '@mupiira/domain/money/spreadsheet-text.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import type { NumberedPage } from './pager.tsx'
import type { CellValue, Column } from './table-columns.ts'
import type { ListParams } from './use-list-params.ts'

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

/** The sort order in the request. Without a sort order, the newest rows come first. */
export type Order<Sort extends string> = { readonly sort?: Sort | `-${Sort}` }

export type FetchPage<Row, Sort extends string> = (
  pageQuery: ListParams['pageQuery'] & { readonly pageSize: number } & Order<Sort>,
) => Promise<NumberedPage<Row>>

const PAGE_SIZE = 50
export const MAX_ROWS = 5_000

/**
 * Fetches the rows of a list, up to `MAX_ROWS`. Uses the list's cursors if there are any, so that rows added during the
 * export cause neither duplicates nor gaps.
 */
export async function rowsToExport<Row, Sort extends string>(
  fetchPage: FetchPage<Row, Sort>,
  order: Order<Sort>,
  onRows: (count: number) => void,
): Promise<{ readonly rows: readonly Row[]; readonly isComplete: boolean }> {
  const rows: Row[] = []
  let pageQuery: ListParams['pageQuery'] = { page: 1 }
  for (let page = 1; ; page += 1) {
    const { items, hasMore, nextCursor } = await fetchPage({ ...pageQuery, ...order, pageSize: PAGE_SIZE })
    pageQuery = { page: page + 1, ...(nextCursor ? { cursor: nextCursor } : {}) }
    rows.push(...items)
    onRows(rows.length)
    if (!hasMore) return { rows, isComplete: true }
    if (rows.length >= MAX_ROWS) return { rows, isComplete: false }
  }
}
