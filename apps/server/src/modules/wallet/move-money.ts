import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import type { HouseAccount } from './house-accounts.ts'
import { type LockedAccount, lockAccounts } from './locked-accounts.repository.ts'
import { postTransfers } from './post-transfers.ts'
import type { Transfer } from './transfer.ts'

export type DebitRefusal = 'ACCOUNT_MISSING' | 'ACCOUNT_FROZEN' | 'NEGATIVE_BALANCE' | 'INSUFFICIENT_BALANCE'

/** The first rule that stops a player from spending the amount, or null. Requires a locked account. */
export function debitRefusal(account: LockedAccount | undefined, amount: Ugx): DebitRefusal | null {
  if (account === undefined) return 'ACCOUNT_MISSING'
  if (account.frozen) return 'ACCOUNT_FROZEN'
  if (account.balance < 0n) return 'NEGATIVE_BALANCE'
  return account.balance < amount ? 'INSUFFICIENT_BALANCE' : null
}

type PostingFields = Pick<Transfer, 'amount' | 'kind' | 'reference' | 'ordinal' | 'description'>
export type PlayerDebit = PostingFields & { readonly account: string; readonly to: HouseAccount }
export type PlayerCredit = PostingFields & { readonly account: string; readonly from: HouseAccount }

/** One debit that the player requests: locks the account, decides and posts. */
export async function transferFromPlayer(
  tx: Tx,
  outbox: Outbox,
  debit: PlayerDebit,
  now: Date,
): Promise<Result<{ balanceAfter: Ugx }, DebitRefusal>> {
  const { account, to, ...fields } = debit
  const refusal = debitRefusal((await lockAccounts(tx, [account])).get(account), debit.amount)
  if (refusal !== null) return err(refusal)
  return ok(await postOne(tx, outbox, { source: account, destination: to, ...fields }, now))
}

/** One credit, also to a frozen account, because money that arrived belongs to the player (D32). */
export function creditPlayer(tx: Tx, outbox: Outbox, credit: PlayerCredit, now: Date): Promise<{ balanceAfter: Ugx }> {
  const { account, from, ...fields } = credit
  return postOne(tx, outbox, { source: from, destination: account, ...fields }, now)
}

async function postOne(tx: Tx, outbox: Outbox, transfer: Transfer, now: Date): Promise<{ balanceAfter: Ugx }> {
  const [posted] = await postTransfers(tx, outbox, [transfer], now)
  if (posted === undefined || posted.balanceAfter === null) throw new Error('the transfer has no player account')
  return { balanceAfter: posted.balanceAfter }
}
