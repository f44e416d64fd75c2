import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { asCorrection } from './accounts.repository.ts'
import type { HouseAccount } from './house-accounts.ts'
import { balanceEvents, postLocked } from './locked-accounts.repository.ts'
import { postTransfers } from './post-transfers.ts'
import type { PostOptions, Transfer } from './transfer.ts'

export type PlayerCredit = Pick<Transfer, 'amount' | 'kind' | 'reference' | 'ordinal' | 'description'> & {
  readonly account: string
  readonly from: HouseAccount
}

/** Money between accounts. Lock every account first, then decide, then post. */
export function createTransfers(outbox: Outbox) {
  const post = (tx: Tx, transfers: readonly Transfer[], now: Date, options?: PostOptions) =>
    postTransfers(tx, outbox, transfers, now, options)

  return {
    /** Posts all transfers or none: see `postTransfers`. */
    post,
    /** Like `post`, for accounts that are already locked. It can be among the last statements of the transaction. */
    postLocked,
    /** Transfers of a resettlement. Only these may make a balance negative (D21). */
    correct: (tx: Tx, transfers: readonly Transfer[], now: Date, options?: PostOptions) =>
      asCorrection(tx, () => post(tx, transfers, now, options)),
    /** Posts one credit, also to a frozen account, because money that arrived belongs to the player (D32). */
    async credit(tx: Tx, { account, from, ...fields }: PlayerCredit, now: Date): Promise<{ balanceAfter: Ugx }> {
      const [posted] = await post(tx, [{ source: from, destination: account, ...fields }], now)
      if (posted === undefined || posted.balanceAfter === null) throw new Error('the transfer has no player account')
      return { balanceAfter: posted.balanceAfter }
    },
    /** The `balance-changed` events of balances, for callers of `post` with `events: 'caller'`. */
    balanceEvents,
  }
}
