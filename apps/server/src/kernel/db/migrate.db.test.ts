import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { createLog } from '../telemetry/log.ts'
import { migrate } from './migrate.ts'
import { createDb } from './pool.ts'
import type { Db } from './sql.ts'

let database: TestDatabase
let db: Db
let folder: URL

const file = (name: string, text: string) => writeFile(new URL(name, folder), text)
const here = () => db.query<{ name: string }>("select name from schema_migrations where name like '9%' order by name")

beforeAll(async () => {
  database = await testDatabase()
  db = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 2, log: createLog('silent') })
  folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'migrations-'))}/`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

it('the migration runner applies each file once and in order, even when several nodes start at the same time', async () => {
  await file('9002-fill.sql', 'insert into step values (2)')
  await file('9001-make.sql', 'create table step (n int); insert into step values (1)')
  await Promise.all([
    migrate(database.adminUrl, folder),
    migrate(database.adminUrl, folder),
    migrate(database.adminUrl, folder),
  ])
  expect(await db.query('select n from step order by n')).toEqual([{ n: 1 }, { n: 2 }])
  expect(await here()).toEqual([{ name: '9001-make' }, { name: '9002-fill' }])
})

it('the migration runner rolls back a failing file and names it in the error', async () => {
  await file('9003-bad.sql', 'insert into step values (3); select nonsense')
  await expect(migrate(database.adminUrl, folder)).rejects.toThrow(/9003-bad failed: .*nonsense/)
  expect(await db.query('select n from step where n = 3')).toEqual([])
  await file('9003-bad.sql', 'insert into step values (3)')
  await migrate(database.adminUrl, folder)
  expect(await here()).toHaveLength(3)
})

it('the migration runner succeeds for a role without ownership when all files are applied', async () => {
  await expect(migrate(database.url, folder)).resolves.toBeUndefined()
})

it('the migration runner rejects a file that was changed after it was applied', async () => {
  await file('9001-make.sql', 'create table step (n bigint)')
  await expect(migrate(database.adminUrl, folder)).rejects.toThrow('9001-make was changed after it was applied')
})
