import { Readable } from 'node:stream'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { FileAnswer } from '../../kernel/http/route.ts'
import {
  camelCase,
  type Cursor,
  KEY,
  PERSONAL_TABLES,
  type PersonalPage,
  type PersonalRow,
  readPersonalRows,
} from './personal-tables.repository.ts'

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
  for (const name of Object.keys(PERSONAL_TABLES)) {
    yield `,\n"${camelCase(name)}":[`
    for (let cursor: Cursor | null = [], isFirst = true; cursor !== null; isFirst = false) {
      const page: PersonalPage = await readPersonalRows(db, name, userId, cursor)
      cursor = page.next
      const texts = page.rows.map((row) => `\n${JSON.stringify(shownRow(row))}`).join(',')
      if (texts !== '') yield isFirst ? texts : `,${texts}`
    }
    yield ']'
  }
  yield '}\n'
}

const shownRow = (row: PersonalRow): object =>
  Object.fromEntries(Object.entries(row).flatMap(([column, value]) => (column === KEY ? [] : [[column, plain(value)]])))

/** Amounts are the only values of type bigint. */
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? ugxToNumber(ugx(value)) : value)
