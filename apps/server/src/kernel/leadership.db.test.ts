import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { createDb } from './db/pool.ts'
import type { Db } from './db/sql.ts'
import { createLeadership } from './leadership.ts'
import { createLog } from './log.ts'

const log = createLog('silent')
let database: TestDatabase
let owner: Db

beforeAll(async () => {
  database = await testDatabase()
  owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 1, log })
  // The database says of itself what the test tells it to.
  await owner.query(`alter database "${new URL(database.url).pathname.slice(1)}" set search_path = public, pg_catalog`)
  await say(true)
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

const say = (standby: boolean) =>
  owner.query(
    `create or replace function public.pg_is_in_recovery() returns boolean language sql as 'select ${standby}'`,
  )

it('[OPS-06] who has reached a standby does not lead by its locks; who led loses the lead there', async () => {
  const leadership = createLeadership(database.url, log)
  leadership.contend('work')
  leadership.start()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(leadership.leads('work')).toBe(false)
  await say(false)
  await expect.poll(() => leadership.leads('work'), { timeout: 10_000 }).toBe(true)
  await say(true)
  await expect.poll(() => leadership.leads('work'), { timeout: 10_000 }).toBe(false)
  await leadership.stop()
})
