import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { balanceEvents, lockAccounts, lockedBalances, postLocked } from './locked-accounts.repository.ts'
import { type PostOptions, type PostedTransfer, type Transfer, playerSide } from './transfer.ts'

/**
 * Moves money, all or nothing. Throws if an account is missing or would be overdrawn, or if a transfer with the
 * same reference, kind and ordinal exists. Callers must check this before, on locked accounts.
 */
export async function postTransfers(
  tx: Tx,
  outbox: Outbox,
  transfers: readonly Transfer[],
  now: Date,
  options: PostOptions = {},
): Promise<PostedTransfer[]> {
  if (transfers.length === 0) return []
  await lockMissing(tx, new Set(transfers.flatMap((transfer) => playerSide(transfer)?.player ?? [])))
  const { posted, balances } = await postLocked(tx, transfers, now)
  if (options.events !== 'caller') await outbox.appendEvents(tx, balanceEvents(balances))
  return posted
}

/**
 * Locks the accounts that the transaction has not locked yet. Separate locks can deadlock, and then the transaction is
 * retried.
 */
export async function lockMissing(tx: Tx, userIds: Iterable<string>): Promise<void> {
  const balances = lockedBalances(tx)
  const missing = [...userIds].filter((id) => !balances.has(id))
  if (missing.length > 0) await lockAccounts(tx, missing)
}
