import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import type { confirmLimit, setLimit, startExclusion } from '@mupiira/contract/protection.ts'
import { formatPlain, type Ugx, ugxFromNumber, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { changeLimit, confirmableAt, confirmRaise, type LimitState } from '@mupiira/domain/protection/change-limit.ts'
import { type ExclusionLength, exclude } from '@mupiira/domain/protection/exclusion.ts'
import type { LimitName } from '@mupiira/domain/protection/limits.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import type { Wallet } from '../wallet/index.ts'
import { columnOf, readProtection, recordChange, saveProtection, saveRaise } from './protection.repository.ts'

// Every command locks the player's account first, so that it waits for concurrent bets and deposits.
type Locks = Pick<Wallet, 'accounts'>

const MAX_LIMIT = ugxFromShillings(1_000_000_000)

type SetRefusal = Refusal<(typeof setLimit)['errors'][number]>
type ConfirmRefusal = Refusal<(typeof confirmLimit)['errors'][number]>

export async function setOwnLimit(
  tx: Tx,
  wallet: Locks,
  userId: string,
  { kind, period, amount }: BodyOf<typeof setLimit>,
  now: Date,
): Promise<Result<void, SetRefusal>> {
  const requested = amount === null ? ok(null) : readAmount(amount)
  if (!requested.ok) return requested
  await wallet.accounts.lock(tx, [userId])
  const name = { kind, period }
  const before = (await readProtection(tx, userId)).stateOf(name)
  const after = changeLimit(before, requested.value, now)
  await saveLimit(tx, userId, name, { before, after, recordedAs: 'limit' }, now)
  return ok(undefined)
}

function readAmount(amount: number): Result<Ugx, SetRefusal> {
  const parsed = ugxFromNumber(amount)
  if (!parsed.ok) return err({ error: 'AMOUNT_TOO_PRECISE' })
  const isAllowed = parsed.value >= 0n && parsed.value <= MAX_LIMIT
  return isAllowed ? parsed : err({ error: 'LIMIT_AMOUNT', details: { maximum: formatPlain(MAX_LIMIT) } })
}

/** Confirms a raise after its waiting period. */
export async function confirmLimitIncrease(
  tx: Tx,
  wallet: Locks,
  userId: string,
  name: LimitName,
  now: Date,
): Promise<Result<void, ConfirmRefusal>> {
  await wallet.accounts.lock(tx, [userId])
  const before = (await readProtection(tx, userId)).stateOf(name)
  const confirmed = confirmRaise(before, now)
  if (!confirmed.ok) {
    return confirmed.error === 'TOO_EARLY' && before.raise !== null
      ? err({ error: 'LIMIT_RAISE_TOO_EARLY', details: { from: formatDateTime(confirmableAt(before.raise)) } })
      : err({ error: 'LIMIT_RAISE_MISSING' })
  }
  await saveLimit(tx, userId, name, { before, after: confirmed.value, recordedAs: 'raise-confirmed' }, now)
  return ok(undefined)
}

type LimitChange = {
  readonly before: LimitState
  readonly after: LimitState
  readonly recordedAs: 'limit' | 'raise-confirmed'
}

async function saveLimit(
  tx: Tx,
  userId: string,
  name: LimitName,
  { before, after, recordedAs }: LimitChange,
  now: Date,
): Promise<void> {
  const { kind, period } = name
  if (after.amount !== before.amount) {
    await saveProtection(tx, userId, { [columnOf(name)]: after.amount }, now)
    const details = { kind, period, from: before.amount, to: after.amount }
    await recordChange(tx, userId, recordedAs, details, now)
  }
  if (after.raise === before.raise) return
  await saveRaise(tx, userId, name, after.raise)
  if (after.raise === null) return
  await recordChange(tx, userId, 'raise-asked', { kind, period, from: before.amount, to: after.raise.amount }, now)
}

/** A time-out or self-exclusion. After the response no bet or deposit is accepted (PLAY-03). */
export async function startSelfExclusion(
  tx: Tx,
  wallet: Locks,
  userId: string,
  length: ExclusionLength,
  now: Date,
): Promise<Result<void, Refusal<(typeof startExclusion)['errors'][number]>>> {
  await wallet.accounts.lock(tx, [userId])
  const { exclusion } = await readProtection(tx, userId)
  const exclusionResult = exclude(exclusion, length, now)
  if (!exclusionResult.ok)
    return err({ error: 'EXCLUSION_RUNS', details: { until: formatDateTime(exclusion?.until ?? now) } })
  const { kind, from, until } = exclusionResult.value
  await saveProtection(tx, userId, { exclusion: kind, excluded_from: from, excluded_until: until }, now)
  await recordChange(tx, userId, 'exclusion', { kind, length, until: until.toISOString() }, now)
  return ok(undefined)
}
