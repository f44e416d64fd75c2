import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { createLog } from '../telemetry/log.ts'
import { insertRows, rowInserter } from './insert-rows.ts'
import { createDb } from './pool.ts'
import { anyOf, type Params, q, statement } from './query.ts'
import type { Db } from './sql.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 1, log: createLog('silent') })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const requestedAt = new Date('2026-11-21T10:00:00.123Z')
const idOf = (no: number) => `00000000-0000-7000-8000-${String(no).padStart(12, '0')}`
const approvalOf = (no: number) => ({
  id: idOf(no),
  kind: 'adjustment',
  subject: `user:${idOf(no)}`,
  amount: BigInt(no) * 4_503_599_627_370_497n,
  request: JSON.stringify({ no }),
  reason: 'test',
  requestedBy: idOf(1),
  requestedAt,
})
const insertApprovals = insertRows('approvals')

const approvalById = statement((p: Params<{ id: string; kind: string }>) =>
  q
    .selectFrom('approvals')
    .select(['id', 'amount', 'request', 'requested_at', 'note'])
    .where('id', '=', p.id)
    .where('kind', '=', p.kind)
    .where('state', '=', 'waiting'),
)

it('many rows are inserted with one statement and read back with exact types', async () => {
  await db.transaction(async (tx) => {
    expect(await tx.change(insertApprovals([approvalOf(1), approvalOf(2)]))).toBe(2)
    expect(await tx.change(insertApprovals([]))).toBe(0)
  })
  expect(await db.first(approvalById({ id: idOf(2), kind: 'adjustment' }))).toEqual({
    id: idOf(2),
    amount: 9_007_199_254_740_994n,
    request: { no: 2 },
    requested_at: requestedAt,
    note: null,
  })
  expect(await db.first(approvalById({ id: idOf(2), kind: 'other' }))).toBeUndefined()
})

it('a prepared statement is named after the hash of its SQL text', async () => {
  const names = async () =>
    (await db.query<{ name: string }>('select name from pg_prepared_statements')).map((row) => row.name)
  const read = (id: string) => q.selectFrom('approvals').select('amount').where('id', '=', id)
  const before = await names()
  await db.run(read(idOf(1)))
  await db.run(read(idOf(2)))
  expect(await names()).toHaveLength(before.length + 1)
  expect(insertApprovals([approvalOf(2), approvalOf(3)]).name).toBe(insertApprovals([approvalOf(1)]).name)
})

it('an `in` list has the same SQL text for any number of values, and a compiled template gives the same rows as a query', async () => {
  const amounts = (ids: string[]) =>
    q.selectFrom('approvals').select('amount').where('id', '=', anyOf(ids)).orderBy('id')
  expect(await db.run(amounts([]))).toEqual([])
  expect(await db.run(amounts([idOf(1), idOf(2)]))).toHaveLength(2)
  const total = statement(
    (p: Params<{ ids: string[] }>) =>
      sql<{ total: string }>`select sum(amount) as total from approvals where id = ${anyOf(p.ids)}`,
  )
  expect(await db.run(total({ ids: [idOf(1), idOf(2)] }))).toEqual([{ total: '13510798882111491' }])
})

it('array literals transport every type of value, null and hostile text unchanged', async () => {
  const values = {
    text: [null, '', 'NULL', '{"a"}', String.raw`back\slash "quoted", comma`, 'ä\n✓'],
    jsonb: [null, '{"a": [1, "\\"x\\""]}', '[]', '1', '"x"', 'null'],
    uuid: [null, idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)],
    int2: [null, -1, 0, 1, 2, 32_767],
    int4: [null, -1, 0, 1, 2, 2_147_483_647],
    int8: [null, -1n, 0n, 1n, 2n, 9_223_372_036_854_775_807n],
    numeric: [null, '1.50', '0', '-3', '12345678901234567890.12', '1'],
    float8: [null, 0.1, -1, 1e300, 0, 1],
    bool: [null, true, false, true, false, true],
    timestamptz: [null, requestedAt, requestedAt, requestedAt, requestedAt, requestedAt],
    date: [null, '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'],
    bytea: [null, Buffer.from([0, 255]), Buffer.alloc(0), Buffer.from('a'), Buffer.from('"'), Buffer.from('\\')],
  }
  const types = Object.keys(values) as (keyof typeof values)[]
  await db.query(`create table every_type (no int, ${types.map((type) => `${type}_value ${type}`).join(', ')})`)
  const columns = ['no int4', ...types.map((type) => `${type}_value ${type}`)].join(', ')
  const rows = values.text.map((_, no) => ({
    no,
    ...Object.fromEntries(types.map((type) => [`${type}_value`, values[type][no]])),
  }))
  await db.change(rowInserter('every_type' as never, columns)(rows))
  const stored = await db.query('select * from every_type order by no')
  const parsed = (type: string, value: unknown) =>
    type === 'jsonb' && value !== null ? JSON.parse(String(value)) : value
  expect(stored).toEqual(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, name === 'jsonb_value' ? parsed('jsonb', value) : value]),
      ),
    ),
  )
})

it('an insert can end in `on conflict` and `returning`', async () => {
  const insertMissing = insertRows('approvals', (insert) =>
    insert.onConflict((conflict) => conflict.doNothing()).returning('id'),
  )
  expect(await db.run(insertMissing([approvalOf(2), approvalOf(3)]))).toEqual([{ id: idOf(3) }])
})

it('user input cannot add elements to an array of ids', async () => {
  const hostile = { ...approvalOf(9), id: `${idOf(9)}","${idOf(10)}` }
  await expect(db.change(insertApprovals([hostile]))).rejects.toMatchObject({ code: '22P02' })
})
