import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { asCorrection } from './accounts.repository.ts'
import { postTransfers } from './post-transfers.ts'
import type { PostedTransfer, PostOptions, Transfer } from './transfer.ts'

/** Transfers of a resettlement. Only these may make a balance negative (D21). */
export const correctTransfers = (
  tx: Tx,
  outbox: Outbox,
  transfers: readonly Transfer[],
  now: Date,
  options: PostOptions = {},
): Promise<PostedTransfer[]> => asCorrection(tx, () => postTransfers(tx, outbox, transfers, now, options))
