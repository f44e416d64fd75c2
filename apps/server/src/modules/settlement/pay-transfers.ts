import type { Tx } from '../../kernel/db/sql.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import { type Balance, HOUSE, type PostedTransfer, type Transfer, type Wallet } from '../wallet/index.ts'

/** Locks the accounts, posts the transfers and returns the new balances for the chunk's event row. */
export async function payTransfers(
  tx: Tx,
  wallet: Wallet,
  transfers: readonly Transfer[],
  post: (transfers: readonly Transfer[]) => Promise<PostedTransfer[]>,
): Promise<OutboxEvent[]> {
  const players = transfers.map(playerOf)
  const accounts = await wallet.lockAccounts(tx, players)
  const posted = await post(transfers)
  const balances = new Map<string, Balance>()
  for (const [at, { balanceAfter }] of posted.entries()) {
    const userId = players[at] ?? ''
    const held = accounts.get(userId)?.held
    if (balanceAfter !== null && held !== undefined) balances.set(userId, { balance: balanceAfter, held })
  }
  return wallet.balanceEvents(balances)
}

const playerOf = ({ source, destination }: Transfer): string => (source === HOUSE.book ? destination : source)
