import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { isExcluded } from '@mupiira/domain/protection/exclusion.ts'
import { afterMovement, type ExceededLimit, exceededLimit } from '@mupiira/domain/protection/limits.ts'
import { PERIODS, type Period, periodStart } from '@mupiira/domain/protection/periods.ts'
import type { Sql, Tx } from '../../kernel/db/sql.ts'
import { lockedStatus, type Status } from './status.repository.ts'

/** A stake or deposit to check. */
export type ProtectionRequest = {
  readonly userId: string
  readonly kind: 'deposit' | 'stake'
  readonly amount: Ugx
}

/** Why the player's own limits refuse a request. */
export type ProtectionRefusal =
  | ({ readonly code: 'LIMIT_REACHED' } & ExceededLimit)
  | { readonly code: 'EXCLUDED'; readonly until: Date }

type ByPeriod = { readonly [period in Period]: Ugx }
/** Deposits that have not finally failed, and the part of them that is not paid yet. */
export type CountedDeposits = { readonly counted: ByPeriod; readonly unconfirmed: ByPeriod }
/** Deposits of players since the beginning of each period. */
export type CountDeposits = (
  sql: Sql,
  userIds: readonly string[],
  since: { readonly [period in Period]: Date },
) => Promise<ReadonlyMap<string, CountedDeposits>>

type Stake = { readonly userId: string; readonly stakeUgx: Ugx }

/** Why the player's limits refuse a stake, or null. An allowed stake is added for the next calls. */
export type CheckStake = (stake: Stake) => ProtectionRefusal | null

/**
 * Checks the stakes of a batch (PLAY-02). Bets are checked in order, after all other rules, so a refused bet does not
 * use up the limit.
 */
export function stakeCheck(statuses: ReadonlyMap<string, Status>, now: Date): CheckStake {
  const running = new Map(statuses)
  return ({ userId, stakeUgx: amount }) => evaluateRequest(running, { userId, kind: 'stake', amount }, now)
}

/** One result per request, in order; null if allowed. Allowed requests are added for the following requests. */
export async function check(
  tx: Tx,
  countDeposits: CountDeposits,
  requests: readonly ProtectionRequest[],
  now: Date,
): Promise<(ProtectionRefusal | null)[]> {
  if (requests.length === 0) return []
  const userIds = requests.map(({ userId }) => userId)
  const statuses = await lockedStatus(tx, userIds, now)
  const limited = requests.filter(({ userId, kind }) => kind === 'deposit' && limitsDeposits(statuses.get(userId)))
  await addDeposits(tx, countDeposits, statuses, [...new Set(limited.map(({ userId }) => userId))], now)
  return requests.map((request) => evaluateRequest(statuses, request, now))
}

/**
 * Checks one request against the loaded status and adds it if allowed. Deposits must have been added to the status
 * before.
 */
function evaluateRequest(
  statuses: Map<string, Status>,
  { userId, kind, amount }: ProtectionRequest,
  now: Date,
): ProtectionRefusal | null {
  const status = statuses.get(userId)
  // Most players have set no limit.
  if (status === undefined) return null
  const exclusion = status.excludedUntil === null ? null : { until: status.excludedUntil }
  if (isExcluded(exclusion, now)) return { code: 'EXCLUDED', until: exclusion.until }
  const reached = exceededLimit(kind, amount, status.limits, status.used, now)
  if (reached !== null) return { code: 'LIMIT_REACHED', ...reached }
  statuses.set(userId, { ...status, used: afterMovement(status.used, kind, amount) })
  return null
}

const limitsDeposits = (status: Status | undefined): boolean =>
  status !== undefined && PERIODS.some((period) => status.limits.deposit[period] !== null)

async function addDeposits(
  tx: Tx,
  countDeposits: CountDeposits,
  statuses: Map<string, Status>,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return
  for (const [userId, { counted: deposit }] of await countDeposits(tx, userIds, periodStartsOf(now))) {
    const status = statuses.get(userId)
    if (status !== undefined) statuses.set(userId, { ...status, used: { ...status.used, deposit } })
  }
}

export const periodStartsOf = (now: Date) => ({
  day: periodStart('day', now),
  week: periodStart('week', now),
  month: periodStart('month', now),
})
