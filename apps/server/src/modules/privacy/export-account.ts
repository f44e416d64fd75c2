import { Readable } from 'node:stream'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import type { FileAnswer } from '../../kernel/http/route.ts'
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts'

const ROWS_AT_ONCE = 500
const NOTE = 'Everything that the account stores. Amounts are in shillings (UGX), times in UTC.'

/** The column of a row's key, which the file does not show. */
const KEY = 'row_key'

type Cursor = readonly string[]
type Row = { readonly [KEY]: Cursor; readonly [column: string]: unknown }
type Page = { readonly rows: readonly object[]; readonly next: Cursor | null }
type Account = { readonly userId: string; readonly nationalIdNumber: string | null; readonly now: Date }

/** All data of a player as one JSON file, read and sent page by page. */
export const accountFile = (db: Db, account: Account): FileAnswer => ({
  contentType: 'application/json; charset=utf-8',
  content: Readable.from(fileParts(db, account)),
  headers: {
    'content-disposition': `attachment; filename="mupiira-my-data-${account.now.toISOString().slice(0, 10)}.json"`,
    'cache-control': 'no-store',
  },
})

async function* fileParts(db: Db, { userId, nationalIdNumber, now }: Account): AsyncGenerator<string> {
  const head = { note: NOTE, exportedAt: now.toISOString(), nationalIdNumber }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, table] of Object.entries(PERSONAL_TABLES)) {
    yield `,\n"${camelCase(name)}":[`
    for (let cursor: Cursor | null = [], isFirst = true; cursor !== null; isFirst = false) {
      const page: Page = await pageOf(db, name, table, userId, cursor)
      cursor = page.next
      const texts = page.rows.map((row) => `\n${JSON.stringify(row)}`).join(',')
      if (texts !== '') yield isFirst ? texts : `,${texts}`
    }
    yield ']'
  }
  yield '}\n'
}

async function pageOf(db: Db, name: string, table: PersonalTable, userId: string, cursor: Cursor): Promise<Page> {
  const { shown, as = {}, owned, order, readBy } = table
  const columns = shown.map((column) => `${as[column] ?? column} as "${camelCase(column)}"`)
  const key = order.join(', ')
  // As text, because a Date has no microseconds.
  const keyTexts = order.map((column) => `${column}::text`).join(', ')
  const after = cursor.length === 0 ? '' : `and (${key}) > (${order.map((_, at) => `$${at + 2}`).join(', ')})`
  const text = `select ${columns.join(', ')}, array[${keyTexts}] as ${KEY} from ${name}
    where ${owned} ${after} order by ${key} limit ${ROWS_AT_ONCE}`
  const read = (sql: Sql) => sql.query<Row>(text, [userId, ...cursor])
  const rows = readBy === 'server' ? await read(db) : await db.asPlayer(userId, read)
  const last = rows.at(-1)
  return { rows: rows.map(shownRow), next: rows.length < ROWS_AT_ONCE || last === undefined ? null : last[KEY] }
}

const shownRow = (row: Row): object =>
  Object.fromEntries(Object.entries(row).flatMap(([column, value]) => (column === KEY ? [] : [[column, plain(value)]])))

/** Amounts are the only values of type bigint. */
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? ugxToNumber(ugx(value)) : value)

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
