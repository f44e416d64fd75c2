import { sql } from 'kysely'
import { type Params, statement } from '../../kernel/db/query.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { postTransfers } from './post-transfers.ts'
import type { PostedTransfer, PostOptions, Transfer } from './transfer.ts'

const setCorrection = statement(
  (p: Params<{ value: string }>) => sql`select set_config('mupiira.correction', ${p.value}, true)`,
)

/** Lets `work` take balances below zero (D21). */
export async function asCorrection<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.run(setCorrection({ value: 'on' }))
  const result = await work()
  await tx.run(setCorrection({ value: '' }))
  return result
}

/** Transfers of a resettlement. Only these may make a balance negative (D21). */
export const correctTransfers = (
  tx: Tx,
  outbox: Outbox,
  transfers: readonly Transfer[],
  now: Date,
  options: PostOptions = {},
): Promise<PostedTransfer[]> => asCorrection(tx, () => postTransfers(tx, outbox, transfers, now, options))
