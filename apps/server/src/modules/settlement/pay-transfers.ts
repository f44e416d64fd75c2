import type { Clock } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import {
  type Balance,
  HOUSE,
  type LockedAccount,
  type PostedTransfer,
  type Transfer,
  type Wallet,
} from '../wallet/index.ts'

/** The accounts of a chunk, locked once, and the time read after locking them. */
export function lockForPayment(tx: Tx, { wallet, clock }: { readonly wallet: Wallet; readonly clock: Clock }) {
  let accounts: ReadonlyMap<string, LockedAccount> = new Map()
  let now = clock.now()
  return {
    async lock(userIds: readonly string[]): Promise<Date> {
      accounts = await wallet.accounts.lock(tx, userIds)
      now = clock.now()
      return now
    },
    accounts: () => accounts,
    now: () => now,
  }
}

/** Posts transfers of locked accounts and returns the new balances for the chunk's event row. */
export async function payTransfers(
  wallet: Wallet,
  accounts: ReadonlyMap<string, LockedAccount>,
  transfers: readonly Transfer[],
  post: (transfers: readonly Transfer[]) => Promise<PostedTransfer[]>,
): Promise<OutboxEvent[]> {
  const players = transfers.map(playerOf)
  const posted = await post(transfers)
  const balances = new Map<string, Balance>()
  for (const [at, { balanceAfter }] of posted.entries()) {
    const userId = players[at] ?? ''
    const held = accounts.get(userId)?.held
    if (balanceAfter !== null && held !== undefined) balances.set(userId, { balance: balanceAfter, held })
  }
  return wallet.transfers.balanceEvents(balances)
}

const playerOf = ({ source, destination }: Transfer): string => (source === HOUSE.book ? destination : source)
