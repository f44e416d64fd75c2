import type { Ugx } from '../money/ugx.ts'
import { err, ok, type Result } from '../result.ts'
import { HOUR_MS } from '../time/durations.ts'

/** How long a raise waits before it can be confirmed (PLAY-01). */
export const RAISE_WAITS_MS = 24 * HOUR_MS
/** How long it can be confirmed then; after that it is forgotten (decision 0035). */
export const RAISE_STANDS_MS = 7 * 24 * HOUR_MS

/** A higher limit, or none (null), that a player has asked for. */
export type Raise = { readonly amount: Ugx | null; readonly askedAt: Date }

/** One limit: what holds, and the raise that waits. */
export type LimitState = { readonly amount: Ugx | null; readonly raise: Raise | null }

/** Whether a limit lets more pass than another. `isHigher(null, ugx(500n))` → true: no limit is the highest. */
export const isHigher = (wanted: Ugx | null, current: Ugx | null): boolean =>
  current !== null && (wanted === null || wanted > current)

/**
 * A limit as its player wants it: a lower one holds at once and a higher one waits, beside the one that holds (PLAY-01).
 * Whatever is not higher also takes back a raise that waits; the same raise again keeps its place.
 */
export function changeLimit(before: LimitState, wanted: Ugx | null, now: Date): LimitState {
  if (!isHigher(wanted, before.amount)) return { amount: wanted, raise: null }
  const { raise } = before
  const isAskedAlready = raise !== null && raise.amount === wanted && !hasLapsed(raise, now)
  return isAskedAlready ? before : { ...before, raise: { amount: wanted, askedAt: now } }
}

export type ConfirmRefusal = 'NO_RAISE' | 'TOO_EARLY'

/** The limit once its raise is confirmed: not before 24 hours, and not after it has lapsed. */
export function confirmRaise(before: LimitState, now: Date): Result<LimitState, ConfirmRefusal> {
  const { raise } = before
  if (raise === null || hasLapsed(raise, now)) return err('NO_RAISE')
  return now < confirmableAt(raise) ? err('TOO_EARLY') : ok({ amount: raise.amount, raise: null })
}

/** The times when a raise can be confirmed and when it expires. */
export const confirmableAt = ({ askedAt }: Raise): Date => new Date(askedAt.getTime() + RAISE_WAITS_MS)
export const lapsesAt = (raise: Raise): Date => new Date(confirmableAt(raise).getTime() + RAISE_STANDS_MS)
export const hasLapsed = (raise: Raise, now: Date): boolean => now >= lapsesAt(raise)
