import type { Tx } from '../kernel/db/sql.ts'
import { untilLockWaits } from '../kernel/db/test-lock-waits.ts'
import type { TestResponse } from './test-client.ts'
import type { AdminFixture } from './admin-fixture.ts'

/**
 * Sends a request that waits for a lock of the transaction `hold`, does `concurrently` while the request waits, and
 * returns the response.
 */
export async function responseAfterLock(
  { kernel: { db } }: AdminFixture,
  hold: (tx: Tx) => Promise<unknown>,
  send: () => Promise<TestResponse>,
  concurrently: () => Promise<unknown>,
): Promise<TestResponse> {
  let response: Promise<TestResponse> | undefined
  await db.transaction(async (tx) => {
    await hold(tx)
    response = send()
    await untilLockWaits(db)
    await concurrently()
  })
  if (response === undefined) throw new Error('no request was sent')
  return response
}

export const lockGame = (id: string) => (tx: Tx) => tx.query('select from games where id = $1 for update', [id])
