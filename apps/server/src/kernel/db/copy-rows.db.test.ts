import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { createLog } from '../log.ts'
import { newId } from '../ids.ts'
import { type CopyField, copyRows } from './copy-rows.ts'
import { isUniqueViolation } from './failures.ts'
import { createDb } from './pool.ts'
import { type Db, type Tx } from './sql.ts'

let database: TestDatabase
let db: Db

type Row = {
  readonly id: string
  readonly name: string
  readonly note: string | null
  readonly amount: number | bigint
  readonly legs: number
  readonly odds: string
  readonly isRead: boolean
  readonly data: unknown
  readonly at: Date
}

const FIELDS: readonly CopyField<Row>[] = [
  (to, row) => to.uuid(row.id),
  (to, row) => to.text(row.name),
  (to, row) => (row.note === null ? to.none() : to.text(row.note)),
  (to, row) => to.int8(row.amount),
  (to, row) => to.int2(row.legs),
  (to, row) => to.int4(row.legs),
  (to, row) => to.numeric(row.odds),
  (to, row) => to.bool(row.isRead),
  (to, row) => to.jsonb(row.data),
  (to, row) => to.timestamp(row.at),
]
const COPY = 'copy thing (id, name, note, amount, legs, legs4, odds, read, data, at) from stdin (format binary)'
const READ = `select id, name, note, amount, legs, legs4, odds, read as "isRead", data, at from thing order by place`

const copy = (tx: Tx, rows: readonly Row[]) => tx.copy(COPY, copyRows(FIELDS, rows), 'copy-things')
const row = (changed: Partial<Row> = {}): Row => ({
  id: newId(),
  name: 'a',
  note: null,
  amount: 1,
  legs: 1,
  odds: '1.50',
  isRead: false,
  data: {},
  at: new Date(0),
  ...changed,
})

beforeAll(async () => {
  database = await testDatabase()
  db = createDb({ url: database.adminUrl, name: 'copies', maxConnections: 1, log: createLog('silent') })
  await db.query(
    `create table thing (place bigint generated always as identity, id uuid primary key, name text not null, note text,
       amount bigint, legs int2, legs4 int, odds numeric, read boolean, data jsonb, at timestamptz)`,
  )
})
beforeEach(() => db.query('truncate thing'))
afterAll(async () => {
  await db.close()
  await database.drop()
})

it('what is copied is what comes out, whatever it holds', async () => {
  const anyText = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .filter((each) => !each.includes('\0') && each.isWellFormed())
  const texts = fc.oneof(anyText, fc.constantFrom('', '\\N', '\\.', '"', '\n', 'Kyambogo é'))
  const odds = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 99 }))
    .map(([full, places]) => `${full}.${String(places).padStart(2, '0')}`)
  const rows = fc.array(
    fc.record({
      id: fc.uuid(),
      name: texts,
      note: fc.option(texts),
      amount: fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      legs: fc.integer({ min: -0x7fff, max: 0x7fff }),
      odds,
      isRead: fc.boolean(),
      data: fc.dictionary(anyText, fc.oneof(anyText, fc.integer(), fc.boolean())).map((each) => ({ ...each })),
      at: fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
    }),
    { maxLength: 200 },
  )
  await fc.assert(
    fc.asyncProperty(rows, async (batch) => {
      await db.query('truncate thing')
      const distinct = [...new Map(batch.map((each) => [each.id, each])).values()]
      expect(await db.transaction((tx) => copy(tx, distinct))).toBe(distinct.length)
      const found = await db.query(READ)
      expect(found).toEqual(
        distinct.map(({ amount, ...each }) => ({ ...each, amount: BigInt(amount), legs4: each.legs })),
      )
    }),
    { numRuns: 60 },
  )
})

it('odds of one digit, of many, and of whole thousands keep their places', async () => {
  const odds = ['1', '1.5', '12345.67', '10000', '20000.00', '99999999.99', '100000000.01']
  await db.transaction((tx) =>
    copy(
      tx,
      odds.map((each) => row({ odds: each })),
    ),
  )
  expect((await db.query(READ)).map((each) => each['odds'])).toEqual(odds)
})

it.each<[string, Partial<Row>]>([
  ['an id that is none', { id: 'f0b1c2d3-0000-7000-8000-00000000000g' }],
  ['a shorter id', { id: 'f0b1c2d3' }],
  ['a fraction', { amount: 0.5 }],
  ['what no double holds', { amount: 2 ** 53 }],
  ['more than a column holds', { amount: 2n ** 63n }],
  ['a number that is too large', { legs: 40_000 }],
  ['odds that are no number', { odds: '1e3' }],
])('%s is refused before anything is sent', async (_, changed) => {
  const refused = db.transaction(async (tx) => {
    await copy(tx, [row()])
    await copy(tx, [row(changed)])
  })
  await expect(refused).rejects.toThrow(RangeError)
  expect(await db.query(READ)).toEqual([])
})

it('behind a failure it is passed over, and its own failure ends what is behind it; the connection lives on', async () => {
  const behind = db.transaction((tx) => Promise.all([tx.query('select 1 / 0', [], 'divide'), copy(tx, [row()])]))
  await expect(behind).rejects.toMatchObject({ code: '22012' })
  const twice = row()
  const failing = db.transaction((tx) =>
    Promise.all([copy(tx, [row(), twice, twice]), tx.query('select 1 as one', [], 'one')]),
  )
  await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'thing_pkey'))
  const unreadable = db.transaction((tx) => copy(tx, [row({ name: 'a\0b' })]))
  await expect(unreadable).rejects.toMatchObject({ code: '22021' })
  expect(await db.transaction((tx) => copy(tx, [row(), row()]))).toBe(2)
  expect(await db.query(READ)).toHaveLength(2)
})
