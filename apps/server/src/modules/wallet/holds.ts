import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { lockAccounts, lockMissing } from './accounts.repository.ts'
import { type DebitRefusal, debitRefusal } from './debit.ts'
import { HOUSE, type HouseAccount } from './house-accounts.ts'
import { postTransfers } from './post-transfers.ts'
import type { Transfer } from './transfer.ts'

/** The kind of the posting that gives a taken hold back to the account, from which its parts are then paid. */
export const HOLD_TAKEN = 'hold-taken'

export type HoldRequest = {
  readonly account: string
  readonly amount: Ugx
  readonly reference: string
  readonly kind: string
  readonly description: string
}

export type HoldPart = {
  readonly to: HouseAccount
  readonly amount: Ugx
  readonly kind: string
  readonly description: string
}

type Hold = { account: string; amount: bigint }

/** Sets money aside: from the player's account to the house's `holds`. */
export async function placeHold(
  tx: Tx,
  outbox: Outbox,
  request: HoldRequest,
  now: Date,
): Promise<Result<{ holdId: string; balanceAfter: Ugx }, DebitRefusal>> {
  const { account, amount, reference, kind, description } = request
  const refusal = debitRefusal((await lockAccounts(tx, [account])).get(account), amount)
  if (refusal !== null) return err(refusal)
  const holdId = newId()
  await tx.change(`insert into holds (id, account, amount, reference, created_at) values ($1, $2, $3, $4, $5)`, [
    holdId,
    account,
    amount,
    reference,
    now,
  ])
  await tx.change(`update accounts set held = held + $2 where id = $1`, [account, amount])
  const transfer = { source: account, destination: HOUSE.holds, amount, kind, reference, description }
  return ok({ holdId, balanceAfter: await postedBalance(tx, outbox, [transfer], now) })
}

/**
 * Takes the hold: it comes back to the account and is paid from there, part by part, so that the statement names what
 * was paid and what it cost (WALT-13). The balance ends where it was. The parts sum to the hold.
 */
export async function postHold(
  tx: Tx,
  outbox: Outbox,
  reference: string,
  parts: readonly HoldPart[],
  now: Date,
): Promise<{ balanceAfter: Ugx }> {
  const { account, amount } = await decideHold(tx, reference, 'posted', now)
  const sum = parts.reduce((total, part) => total + part.amount, 0n)
  if (sum !== amount) throw new RangeError(`the parts of hold ${reference} sum to ${sum}, not ${amount}`)
  const description = `${parts[0]?.description ?? 'Hold'}: no longer held`
  const taken = {
    source: HOUSE.holds,
    destination: account,
    amount: ugx(amount),
    kind: HOLD_TAKEN,
    reference,
    description,
  }
  const seen = new Map<string, number>()
  const paid = parts.map((part): Transfer => {
    const ordinal = seen.get(part.kind) ?? 0
    seen.set(part.kind, ordinal + 1)
    const { to: destination, ...rest } = part
    return { source: account, destination, reference, ordinal, ...rest }
  })
  return { balanceAfter: await postedBalance(tx, outbox, [taken, ...paid], now) }
}

/** Gives the hold back to the player. */
export async function voidHold(
  tx: Tx,
  outbox: Outbox,
  reference: string,
  words: { readonly kind: string; readonly description: string },
  now: Date,
): Promise<{ balanceAfter: Ugx }> {
  const { account, amount } = await decideHold(tx, reference, 'voided', now)
  const transfer = { source: HOUSE.holds, destination: account, amount: ugx(amount), reference, ...words }
  return { balanceAfter: await postedBalance(tx, outbox, [transfer], now) }
}

/** A hold is decided once; a second decision is a bug of the caller and throws. */
async function decideHold(tx: Tx, reference: string, state: 'posted' | 'voided', now: Date): Promise<Hold> {
  const [found] = await tx.query<Hold>(`select account, amount from holds where reference = $1`, [reference])
  if (found === undefined) throw new Error(`there is no hold for ${reference}`)
  await lockMissing(tx, [found.account])
  const decided = await tx.change(
    `update holds set state = $2, decided_at = $3 where reference = $1 and state = 'pending'`,
    [reference, state, now],
  )
  if (decided !== 1) throw new Error(`the hold for ${reference} is decided already`)
  await tx.change(`update accounts set held = held - $2 where id = $1`, [found.account, found.amount])
  return found
}

async function postedBalance(tx: Tx, outbox: Outbox, transfers: readonly Transfer[], now: Date): Promise<Ugx> {
  const last = (await postTransfers(tx, outbox, transfers, now)).at(-1)?.balanceAfter
  if (last === undefined || last === null) throw new Error("the last transfer is on a player's account")
  return last
}
