import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { createDb } from './db/pool.ts'
import type { Db } from './db/sql.ts'
import { createLeadership } from './leadership.ts'
import { createLog } from './telemetry/log.ts'

const log = createLog('silent')
let database: TestDatabase
let owner: Db

beforeAll(async () => {
  database = await testDatabase()
  owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 1, log })
  // Shadows the built-in function, so that the test decides whether the database is a standby.
  await owner.query(`alter database "${new URL(database.url).pathname.slice(1)}" set search_path = public, pg_catalog`)
  await setStandby(true)
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

const setStandby = (standby: boolean) =>
  owner.query(
    `create or replace function public.pg_is_in_recovery() returns boolean language sql as 'select ${standby}'`,
  )

it('[OPS-06] a node connected to a standby database does not become leader, and a leader whose connection moves to a standby loses leadership', async () => {
  const leadership = createLeadership(database.url, log)
  leadership.contend('work')
  leadership.start()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(leadership.leads('work')).toBe(false)
  await setStandby(false)
  await expect.poll(() => leadership.leads('work')).toBe(true)
  await setStandby(true)
  await expect.poll(() => leadership.leads('work')).toBe(false)
  await leadership.stop()
})
