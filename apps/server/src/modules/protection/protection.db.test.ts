import { ugx } from '@mupiira/domain/money/ugx.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../../kernel/create-kernel.ts'
import { newId } from '../../kernel/ids.ts'
import { testKernel } from '../../kernel/test-kernel.ts'
import { createProtection } from './index.ts'

let database: TestDatabase
let running: RunningKernel
beforeAll(async () => {
  database = await testDatabase()
  running = testKernel(database.url)
})
afterAll(async () => {
  await running.stop()
  await database.drop()
})

it('a player without limits may stake and deposit: one answer for each request', async () => {
  const protection = createProtection(running.kernel)
  const [a, b] = [newId(), newId()]
  const answers = await running.kernel.db.transaction((tx) =>
    protection.check(
      tx,
      [
        { userId: a, kind: 'stake', amount: ugx(500_000_000n) },
        { userId: b, kind: 'deposit', amount: ugx(700n) },
        { userId: a, kind: 'deposit', amount: ugx(1_100n) },
      ],
      new Date(),
    ),
  )
  expect(answers).toEqual([null, null, null])
})
