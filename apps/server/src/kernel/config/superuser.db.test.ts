import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import { refuseSuperusers } from './superuser.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const refusal = () =>
  refuseSuperusers({ databaseUrl: database.url, databaseAdminUrl: database.adminUrl }).then(
    () => 'accepted',
    (error: Error) => error.message,
  )

it('[OPS-08] a production start refuses database logins with superuser rights, and accepts logins without', async () => {
  expect(await refusal()).toBe('accepted')
  // Tests cannot log in as a superuser. This view hides the system catalogue and reports every role as a superuser.
  await database.asOwner('create view public.pg_roles as select rolname, true as rolsuper from pg_catalog.pg_roles')
  await database.asOwner(
    `alter database "${new URL(database.url).pathname.slice(1)}" set search_path = public, pg_catalog`,
  )
  await database.asOwner('grant select on public.pg_roles to public')
  const message = await refusal()
  expect(message).toContain('DATABASE_URL logs in as a superuser')
  expect(message).toContain('DATABASE_ADMIN_URL logs in as a superuser')
})
