import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { LockedAccount } from './accounts.repository.ts'

export type DebitRefusal = 'ACCOUNT_MISSING' | 'ACCOUNT_FROZEN' | 'NEGATIVE_BALANCE' | 'INSUFFICIENT_BALANCE'

/** Why a player may not spend the amount, or null; the first that applies. Decided on a locked account. */
export function debitRefusal(account: LockedAccount | undefined, amount: Ugx): DebitRefusal | null {
  if (account === undefined) return 'ACCOUNT_MISSING'
  if (account.frozen) return 'ACCOUNT_FROZEN'
  if (account.balance < 0n) return 'NEGATIVE_BALANCE'
  return account.balance < amount ? 'INSUFFICIENT_BALANCE' : null
}
