import type { LedgerKind } from '@mupiira/domain/money/ledger-kinds.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { Outbox } from '../../kernel/outbox/event.ts'
import { closeHold, findHold, insertHold, insertHolds, voidHolds } from './holds.repository.ts'
import { HOUSE, type HouseAccount } from './house-accounts.ts'
import { type LockedAccount, lockAccounts } from './locked-accounts.repository.ts'
import { lockMissing, postTransfers } from './post-transfers.ts'
import type { Transfer } from './transfer.ts'

/** The kind of the posting that returns a captured hold to the account, which then pays its parts. */
export const HOLD_CAPTURED: LedgerKind = 'hold-taken'

export type HoldRequest = {
  readonly account: string
  readonly amount: Ugx
  readonly reference: string
  readonly kind: LedgerKind
  readonly description: string
}

export type HoldPart = {
  readonly to: HouseAccount
  readonly amount: Ugx
  readonly kind: LedgerKind
  readonly description: string
}

type HoldRefusal = 'ACCOUNT_MISSING' | 'ACCOUNT_FROZEN' | 'NEGATIVE_BALANCE' | 'INSUFFICIENT_BALANCE'

/** The first rule that stops a player from reserving the amount, or null. Requires a locked account. */
function holdRefusal(account: LockedAccount | undefined, amount: Ugx): HoldRefusal | null {
  if (account === undefined) return 'ACCOUNT_MISSING'
  if (account.frozen) return 'ACCOUNT_FROZEN'
  if (account.balance < 0n) return 'NEGATIVE_BALANCE'
  return account.balance < amount ? 'INSUFFICIENT_BALANCE' : null
}

/** Money reserved for withdrawals and waiting bets. */
export function createHolds(outbox: Outbox) {
  async function postedBalance(tx: Tx, transfers: readonly Transfer[], now: Date): Promise<Ugx> {
    const last = (await postTransfers(tx, outbox, transfers, now)).at(-1)?.balanceAfter
    if (last === undefined || last === null) throw new Error('the last transfer has no player account')
    return last
  }

  return {
    /** Reserves money: moves it from the player's account to the house account `holds`. */
    async place(
      tx: Tx,
      request: HoldRequest,
      now: Date,
    ): Promise<Result<{ holdId: string; balanceAfter: Ugx }, HoldRefusal>> {
      const { account, amount, reference } = request
      const refusal = holdRefusal((await lockAccounts(tx, [account])).get(account), amount)
      if (refusal !== null) return err(refusal)
      const holdId = newId()
      await insertHold(tx, { id: holdId, account, amount, reference }, now)
      return ok({ holdId, balanceAfter: await postedBalance(tx, [transferOfHold(request)], now) })
    },

    /**
     * Reserves money of locked accounts whose balances the caller has checked. The caller posts `transferOfHold` of
     * each request, so that a batch posts all its transfers together.
     */
    async placeLocked(tx: Tx, requests: readonly HoldRequest[], now: Date): Promise<void> {
      if (requests.length === 0) return
      await insertHolds(
        tx,
        requests.map((request) => ({ ...request, id: newId() })),
        now,
      )
    },

    /** Ends holds of locked accounts; a second end is a bug and throws. The caller posts their return. */
    async voidLocked(tx: Tx, references: readonly string[], now: Date): Promise<void> {
      if (references.length === 0) return
      const ended = await voidHolds(tx, references, now)
      if (ended !== references.length) throw new Error(`${ended} of ${references.length} holds were pending`)
    },

    /**
     * Captures the hold: returns it to the account and pays its parts from there, so that the ledger has the payment
     * and its fee (WALT-13). The balance stays the same. The parts sum to the hold.
     */
    async post(tx: Tx, reference: string, parts: readonly HoldPart[], now: Date): Promise<{ balanceAfter: Ugx }> {
      const { account, amount } = await endHold(tx, reference, 'posted', now)
      const sum = parts.reduce((total, part) => total + part.amount, 0n)
      if (sum !== amount) throw new RangeError(`the parts of hold ${reference} sum to ${sum}, not ${amount}`)
      const description = `${parts[0]?.description ?? 'Hold'}: no longer held`
      const captured: Transfer = {
        source: HOUSE.holds,
        destination: account,
        amount: ugx(amount),
        kind: HOLD_CAPTURED,
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
      return { balanceAfter: await postedBalance(tx, [captured, ...paid], now) }
    },

    /** Returns the hold to the player. */
    async void(
      tx: Tx,
      reference: string,
      posting: { readonly kind: LedgerKind; readonly description: string },
      now: Date,
    ): Promise<{ balanceAfter: Ugx }> {
      const { account, amount } = await endHold(tx, reference, 'voided', now)
      const transfer = { source: HOUSE.holds, destination: account, amount: ugx(amount), reference, ...posting }
      return { balanceAfter: await postedBalance(tx, [transfer], now) }
    },
  }
}

/** The transfer that reserves the money of a hold. */
export const transferOfHold = ({ account, amount, reference, kind, description }: HoldRequest): Transfer => ({
  source: account,
  destination: HOUSE.holds,
  amount,
  kind,
  reference,
  description,
})

/** A hold ends once; a second end is a bug of the caller and throws. */
async function endHold(tx: Tx, reference: string, state: 'posted' | 'voided', now: Date) {
  const hold = await findHold(tx, reference)
  if (hold === undefined) throw new Error(`there is no hold for ${reference}`)
  await lockMissing(tx, [hold.account])
  if (!(await closeHold(tx, reference, hold, state, now))) {
    throw new Error(`the hold for ${reference} has ended already`)
  }
  return hold
}
