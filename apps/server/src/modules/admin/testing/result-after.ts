import type { Tx } from '../../../kernel/db/sql.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import type { BackOffice, Reported } from './back-office.ts'

/** What is told to somebody who waits for what a transaction holds, while `meanwhile` happens. */
export async function resultAfter(
  { kernel: { db } }: BackOffice,
  hold: (tx: Tx) => Promise<unknown>,
  ask: () => Promise<Reported>,
  meanwhile: () => Promise<unknown>,
): Promise<Reported> {
  let told: Promise<Reported> | undefined
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
