import type { Ugx } from '../money/ugx.ts'
import { err, ok, type Result } from '../result.ts'
import { HOUR_MS } from '../time/durations.ts'

/** The waiting time before a raise can be confirmed (PLAY-01). */
export const RAISE_WAIT_MS = 24 * HOUR_MS
/** The period for confirmation. Afterwards the raise lapses (decision 0035). */
export const RAISE_VALID_MS = 7 * 24 * HOUR_MS

/** A requested higher limit; an amount of null removes the limit. */
export type Raise = { readonly amount: Ugx | null; readonly requestedAt: Date }

/** A limit: the current amount, and a raise that waits. */
export type LimitState = { readonly amount: Ugx | null; readonly raise: Raise | null }

/** Returns whether one limit allows more than another. `isHigher(null, ugx(500n))` → true, because null is no limit. */
export const isHigher = (newLimit: Ugx | null, current: Ugx | null): boolean =>
  current !== null && (newLimit === null || newLimit > current)

/**
 * Applies a new limit (PLAY-01): a lower one at once; a higher one waits beside the current one. A limit that is not
 * higher cancels a waiting raise. Repeating the same raise does not restart its wait.
 */
export function changeLimit(before: LimitState, newLimit: Ugx | null, now: Date): LimitState {
  if (!isHigher(newLimit, before.amount)) return { amount: newLimit, raise: null }
  const { raise } = before
  const isAlreadyRequested = raise !== null && raise.amount === newLimit && !hasLapsed(raise, now)
  return isAlreadyRequested ? before : { ...before, raise: { amount: newLimit, requestedAt: now } }
}

export type ConfirmRefusal = 'NO_RAISE' | 'TOO_EARLY'

/** Confirms a raise: at least 24 hours after the request, and before it lapses. */
export function confirmRaise(before: LimitState, now: Date): Result<LimitState, ConfirmRefusal> {
  const { raise } = before
  if (raise === null || hasLapsed(raise, now)) return err('NO_RAISE')
  return now < confirmableAt(raise) ? err('TOO_EARLY') : ok({ amount: raise.amount, raise: null })
}

/** The times at which a raise can be confirmed and lapses. */
export const confirmableAt = ({ requestedAt }: Raise): Date => new Date(requestedAt.getTime() + RAISE_WAIT_MS)
export const lapsesAt = (raise: Raise): Date => new Date(confirmableAt(raise).getTime() + RAISE_VALID_MS)
export const hasLapsed = (raise: Raise, now: Date): boolean => now >= lapsesAt(raise)
