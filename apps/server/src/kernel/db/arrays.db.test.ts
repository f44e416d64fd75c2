import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { createLog } from '../log.ts'
import { columnsOf, optional, plain, plainArray, text } from './arrays.ts'
import { createDb } from './pool.ts'
import type { Db } from './sql.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = createDb({ url: database.url, name: 'arrays', maxConnections: 1, log: createLog('silent') })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

type Row = { readonly name: string; readonly amount: bigint; readonly note: string | null }

it('arrays bound as columns of a batch are read back unchanged, whatever they contain', async () => {
  const columns = [text<Row>((row) => row.name), plain<Row>((row) => row.amount), optional<Row>((row) => row.note)]
  const anyText = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .filter((each) => !each.includes('\0') && each.isWellFormed())
  const special = fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', ',', "'", '\\"', ' a ', '\n')
  const texts = fc.oneof(anyText, special)
  const amounts = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  const batches = fc.array(fc.record({ name: texts, amount: amounts, note: fc.option(texts) }))
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      const [row] = await db.query<{ names: string[]; amounts: string[]; notes: (string | null)[]; ids: string[] }>(
        'select $1::text[] as names, $2::bigint[]::text[] as amounts, $3::text[] as notes, $4::bigint[]::text[] as ids',
        [...columnsOf(columns, batch), plainArray(batch.map(({ amount }) => amount))],
      )
      expect(row).toEqual({
        names: batch.map(({ name }) => name),
        amounts: batch.map(({ amount }) => String(amount)),
        notes: batch.map(({ note }) => note),
        ids: batch.map(({ amount }) => String(amount)),
      })
    }),
    { numRuns: 200 },
  )
})
