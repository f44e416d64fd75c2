import { afterAll, beforeAll, expect, it } from 'vitest'
import { FLOAT_ACCOUNTS, PROVIDER_NAMES, PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('[OPS-05] every provider has its own float account in the ledger', async () => {
  const rows = await app.kernel.db.query<{ id: string; name: string }>(
    `select id, name from accounts where kind = 'house' and name like 'float-%' order by id`,
  )
  expect(rows).toEqual(
    PROVIDER_NAMES.map((name) => ({ id: PROVIDERS[name].floatAccount, name: `float-${name}` })).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    ),
  )
  expect(new Set(Object.values(FLOAT_ACCOUNTS)).size).toBe(PROVIDER_NAMES.length)
})
