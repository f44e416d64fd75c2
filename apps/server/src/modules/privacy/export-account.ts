import { Readable } from 'node:stream'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import type { FileAnswer } from '../../kernel/http/route.ts'
import { PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts'

const ROWS_AT_ONCE = 500
const NOTE = 'Everything that the account stores. Amounts are in shillings (UGX), times in UTC.'

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
    for (let offset = 0, isLast = false; !isLast; offset += ROWS_AT_ONCE) {
      const rows = await pageOf(db, name, table, userId, offset)
      isLast = rows.length < ROWS_AT_ONCE
      const texts = rows.map((row) => `\n${JSON.stringify(row)}`).join(',')
      if (texts !== '') yield offset === 0 ? texts : `,${texts}`
    }
    yield ']'
  }
  yield '}\n'
}

async function pageOf(
  db: Sql,
  name: string,
  { shown, as = {}, owned, order }: PersonalTable,
  userId: string,
  offset: number,
): Promise<object[]> {
  const columns = shown.map((column) => `${as[column] ?? column} as "${camelCase(column)}"`)
  const text = `select ${columns.join(', ')} from ${name} where ${owned} order by ${order} limit ${ROWS_AT_ONCE} offset $2`
  const rows = await db.query(text, [userId, offset])
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value)])))
}

/** Amounts are the only values of type bigint. */
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? ugxToNumber(ugx(value)) : value)

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
