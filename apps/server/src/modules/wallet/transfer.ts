import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { isHouseAccount } from './house-accounts.ts'

/** Money from one account to another. Either one side is a player's account, or both are house accounts. */
export type Transfer = {
  readonly source: string
  readonly destination: string
  /** The amount, above zero. */
  readonly amount: Ugx
  /** Why the money moves. */
  readonly kind: LedgerKind
  /** The ticket or payment. Unique with `kind` and `ordinal`, so nothing moves twice. */
  readonly reference: string
  /** Distinguishes repeated transfers of one kind for one reference; default 0. */
  readonly ordinal?: number
  /** Shown to the player in the statement. */
  readonly description: string
}

export type PostedTransfer = {
  readonly postingId: bigint
  /** The player's balance after this transfer; null between house accounts. */
  readonly balanceAfter: Ugx | null
}

export type PostOptions = {
  /** `caller`: the caller publishes the changed balances. */
  readonly events?: 'wallet' | 'caller'
}

/** The player's side and the change of its balance; null between house accounts. Throws for an impossible transfer. */
export function playerSide(transfer: Transfer): { readonly player: string; readonly change: bigint } | null {
  const { source, destination, amount } = transfer
  if (amount <= 0n) throw new RangeError(`the amount of a transfer must be above zero, not ${amount}`)
  if (source === destination) throw new RangeError('a transfer needs two accounts')
  const fromHouse = isHouseAccount(source)
  const toHouse = isHouseAccount(destination)
  if (fromHouse && toHouse) return null
  if (fromHouse) return { player: destination, change: amount }
  if (toHouse) return { player: source, change: -amount }
  throw new RangeError('a transfer must not have two player accounts')
}
