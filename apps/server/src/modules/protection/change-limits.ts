import type { confirmLimit, setLimit } from '@mupiira/contract/protection.ts'
import { formatPlain, type Ugx, ugxFromNumber, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { changeLimit, confirmableAt, confirmRaise, type LimitState } from '@mupiira/domain/protection/change-limit.ts'
import type { LimitName } from '@mupiira/domain/protection/limits.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import type { Wallet } from '../wallet/index.ts'
import { columnOf, noteChange, readProtection, writeProtection } from './protection-row.ts'

const MOST_UGX = ugxFromShillings(1_000_000_000)

type SetRefusal = Refusal<(typeof setLimit)['errors'][number]>
type ConfirmRefusal = Refusal<(typeof confirmLimit)['errors'][number]>

/** Sets one limit; null on success. The account lock waits for concurrent bets. */
export async function setOwnLimit(
  tx: Tx,
  wallet: Pick<Wallet, 'lockAccounts'>,
  userId: string,
  { kind, period, amount }: BodyOf<typeof setLimit>,
  now: Date,
): Promise<SetRefusal | null> {
  const wanted = amount === null ? null : readAmount(amount)
  if (wanted !== null && typeof wanted !== 'bigint') return wanted
  await wallet.lockAccounts(tx, [userId])
  const name = { kind, period }
  const before = (await readProtection(tx, userId)).stateOf(name)
  await write(tx, userId, name, { before, after: changeLimit(before, wanted, now), what: 'limit' }, now)
  return null
}

function readAmount(amount: number): Ugx | SetRefusal {
  const parsed = ugxFromNumber(amount)
  if (!parsed.ok) return { error: 'AMOUNT_TOO_PRECISE' }
  if (parsed.value < 0n || parsed.value > MOST_UGX)
    return { error: 'LIMIT_AMOUNT', details: { maximum: formatPlain(MOST_UGX) } }
  return parsed.value
}

/** Confirms a raise after its waiting period; null on success. */
export async function confirmOwnRaise(
  tx: Tx,
  wallet: Pick<Wallet, 'lockAccounts'>,
  userId: string,
  name: LimitName,
  now: Date,
): Promise<ConfirmRefusal | null> {
  await wallet.lockAccounts(tx, [userId])
  const before = (await readProtection(tx, userId)).stateOf(name)
  const confirmed = confirmRaise(before, now)
  if (!confirmed.ok) {
    return confirmed.error === 'TOO_EARLY' && before.raise !== null
      ? { error: 'LIMIT_RAISE_TOO_EARLY', details: { from: formatDateTime(confirmableAt(before.raise)) } }
      : { error: 'LIMIT_RAISE_MISSING' }
  }
  await write(tx, userId, name, { before, after: confirmed.value, what: 'raise-confirmed' }, now)
  return null
}

type LimitChange = {
  readonly before: LimitState
  readonly after: LimitState
  /** How a change of the amount is recorded. */
  readonly what: 'limit' | 'raise-confirmed'
}

async function write(
  tx: Tx,
  userId: string,
  name: LimitName,
  { before, after, what }: LimitChange,
  now: Date,
): Promise<void> {
  const { kind, period } = name
  if (after.amount !== before.amount) {
    await writeProtection(tx, userId, { [columnOf(name)]: after.amount }, now)
    const details = { kind, period, from: before.amount, to: after.amount }
    await noteChange(tx, userId, what, details, now)
  }
  if (after.raise === null) {
    await tx.change('delete from limit_raises where user_id = $1 and kind = $2 and period = $3', [userId, kind, period])
  } else if (after.raise !== before.raise) {
    await tx.change(
      `insert into limit_raises (user_id, kind, period, amount, asked_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id, kind, period) do update set amount = excluded.amount, asked_at = excluded.asked_at`,
      [userId, kind, period, after.raise.amount, after.raise.askedAt],
    )
    await noteChange(tx, userId, 'raise-asked', { kind, period, from: before.amount, to: after.raise.amount }, now)
  }
}
