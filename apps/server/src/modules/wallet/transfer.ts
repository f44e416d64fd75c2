import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { isHouseAccount } from './house-accounts.ts'

/** Money from one account to another: exactly one side is a player's, or both are the house's. */
export type Transfer = {
  readonly source: string
  readonly destination: string
  /** Above zero. */
  readonly amount: Ugx
  /** The mover's word for why: 'bet', 'win', 'deposit' … */
  readonly kind: string
  /** What explains it: the ticket, the payment. With `kind` and `ordinal` it is unique: nothing is moved twice. */
  readonly reference: string
  /** Tells repeated transfers of one kind for one reference apart; 0 unless given. */
  readonly ordinal?: number
  /** What the player reads in the statement. */
  readonly description: string
}

export type PostedTransfer = {
  readonly postingId: bigint
  /** The player's balance after this very transfer; null between house accounts. */
  readonly balanceAfter: Ugx | null
}

export type PostOptions = {
  /** `caller`: the caller announces the balances itself, in an outbox row of its own. */
  readonly events?: 'wallet' | 'caller'
}

/** The player's side and what the transfer adds to its balance; null between house accounts. Throws on a transfer that cannot be. */
export function playerSide(transfer: Transfer): { readonly player: string; readonly change: bigint } | null {
  const { source, destination, amount } = transfer
  if (amount <= 0n) throw new RangeError(`a transfer moves more than zero, not ${amount}`)
  if (source === destination) throw new RangeError('a transfer has two accounts')
  const fromHouse = isHouseAccount(source)
  const toHouse = isHouseAccount(destination)
  if (fromHouse && toHouse) return null
  if (fromHouse) return { player: destination, change: amount }
  if (toHouse) return { player: source, change: -amount }
  throw new RangeError('money never moves from player to player')
}
