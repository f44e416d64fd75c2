import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { createLog } from '../log.ts'
import { optionalArray, plainArray, textArray } from './arrays.ts'
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

it('what goes into a column of a batch comes out of it, whatever it holds', async () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .filter((each) => !each.includes('\0') && each.isWellFormed())
  const special = fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', ',', "'", '\\"', ' a ', '\n')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(text, special)),
      fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      fc.array(fc.option(fc.oneof(text, special))),
      async (texts, numbers, optional) => {
        const [row] = await db.query<{ texts: string[]; numbers: string[]; optional: (string | null)[] }>(
          'select $1::text[] as texts, $2::bigint[]::text[] as numbers, $3::text[] as optional',
          [textArray(texts), plainArray(numbers), optionalArray(optional)],
        )
        expect(row).toEqual({ texts, numbers: numbers.map(String), optional })
      },
    ),
    { numRuns: 200 },
  )
})
