import type { BodyOf } from '@mupiira/contract/endpoint.ts'
import type { setLimit } from '@mupiira/contract/protection.ts'
import { type Ugx, ugxFromNumber, ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { changeLimit, confirmableAt, confirmRaise, type LimitState } from '@mupiira/domain/protection/change-limit.ts'
import { type ExclusionLength, exclude } from '@mupiira/domain/protection/exclusion.ts'
import type { LimitName } from '@mupiira/domain/protection/limits.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Wallet } from '../wallet/index.ts'
import { columnOf, readProtection, recordChange, saveProtection, saveRaise } from './protection.repository.ts'

// Every command locks the player's account first, so that it waits for concurrent bets and deposits. It reads the clock
// after the lock and returns that time, so no bet that was accepted before has a later time.
type Accounts = Wallet['accounts']

const MAX_LIMIT = ugxFromShillings(1_000_000_000)

export type LimitRefusal =
  | { readonly code: 'AMOUNT_TOO_PRECISE' }
  | { readonly code: 'LIMIT_AMOUNT'; readonly maximumUgx: Ugx }
export type RaiseRefusal =
  | { readonly code: 'LIMIT_RAISE_TOO_EARLY'; readonly confirmableAt: Date }
  | { readonly code: 'LIMIT_RAISE_MISSING' }
export type ExclusionRefusal = { readonly code: 'EXCLUSION_RUNS'; readonly until: Date }

export async function setOwnLimit(
  tx: Tx,
  accounts: Accounts,
  userId: string,
  { kind, period, amount }: BodyOf<typeof setLimit>,
  clock: Clock,
): Promise<Result<Date, LimitRefusal>> {
  const requested = amount === null ? ok(null) : readAmount(amount)
  if (!requested.ok) return requested
  await accounts.lock(tx, [userId])
  const now = clock.now()
  const name = { kind, period }
  const before = (await readProtection(tx, userId)).stateOf(name)
  const after = changeLimit(before, requested.value, now)
  await saveLimit(tx, userId, name, { before, after, recordedAs: 'limit' }, now)
  return ok(now)
}

function readAmount(amount: number): Result<Ugx, LimitRefusal> {
  const parsed = ugxFromNumber(amount)
  if (!parsed.ok) return err({ code: 'AMOUNT_TOO_PRECISE' })
  const isAllowed = parsed.value >= 0n && parsed.value <= MAX_LIMIT
  return isAllowed ? parsed : err({ code: 'LIMIT_AMOUNT', maximumUgx: MAX_LIMIT })
}

/** Confirms a raise after its waiting period. */
export async function confirmLimitIncrease(
  tx: Tx,
  accounts: Accounts,
  userId: string,
  name: LimitName,
  clock: Clock,
): Promise<Result<Date, RaiseRefusal>> {
  await accounts.lock(tx, [userId])
  const now = clock.now()
  const before = (await readProtection(tx, userId)).stateOf(name)
  const confirmed = confirmRaise(before, now)
  if (!confirmed.ok) {
    return confirmed.error === 'TOO_EARLY' && before.raise !== null
      ? err({ code: 'LIMIT_RAISE_TOO_EARLY', confirmableAt: confirmableAt(before.raise) })
      : err({ code: 'LIMIT_RAISE_MISSING' })
  }
  await saveLimit(tx, userId, name, { before, after: confirmed.value, recordedAs: 'raise-confirmed' }, now)
  return ok(now)
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
  await recordChange(tx, userId, 'raise-requested', { kind, period, from: before.amount, to: after.raise.amount }, now)
}

/** Sets the interval of reality checks. */
export async function setCheckInterval(
  tx: Tx,
  accounts: Accounts,
  userId: string,
  minutes: number,
  clock: Clock,
): Promise<Date> {
  await accounts.lock(tx, [userId])
  const now = clock.now()
  await saveProtection(tx, userId, { check_minutes: minutes }, now)
  await recordChange(tx, userId, 'reality-check', { minutes }, now)
  return now
}

/** A time-out or self-exclusion. After the response no bet or deposit is accepted (PLAY-03). */
export async function startSelfExclusion(
  tx: Tx,
  accounts: Accounts,
  userId: string,
  length: ExclusionLength,
  clock: Clock,
): Promise<Result<Date, ExclusionRefusal>> {
  await accounts.lock(tx, [userId])
  const now = clock.now()
  const { exclusion } = await readProtection(tx, userId)
  const started = exclude(exclusion, length, now)
  if (!started.ok) return err({ code: 'EXCLUSION_RUNS', until: exclusion?.until ?? now })
  const { kind, from, until } = started.value
  await saveProtection(tx, userId, { exclusion: kind, excluded_from: from, excluded_until: until }, now)
  await recordChange(tx, userId, 'exclusion', { kind, length, until: until.toISOString() }, now)
  return ok(now)
}
