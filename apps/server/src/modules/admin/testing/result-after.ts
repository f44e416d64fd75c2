import type { Tx } from '../../../kernel/db/sql.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import type { TestResponse } from '../../../testing/test-client.ts'
import type { AdminFixture } from './admin-fixture.ts'

/** What is told to somebody who waits for what a transaction holds, while `meanwhile` happens. */
export async function resultAfter(
  { kernel: { db } }: AdminFixture,
  hold: (tx: Tx) => Promise<unknown>,
  ask: () => Promise<TestResponse>,
  meanwhile: () => Promise<unknown>,
): Promise<TestResponse> {
  let told: Promise<TestResponse> | undefined
  await db.transaction(async (tx) => {
    await hold(tx)
    told = ask()
    await untilLockWaits(db)
    await meanwhile()
  })
  if (told === undefined) throw new Error('nobody has asked')
  return told
}

export const holdGame = (id: string) => (tx: Tx) => tx.query('select from games where id = $1 for update', [id])
