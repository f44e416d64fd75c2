import { floorRatio, ugx } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { HIGHEST_CRASH, hundredthsAt, LOWEST_CASH_OUT, reachedAfterMs } from './growth.ts'

/**
 * The payout of a stake at a multiplier in hundredths, rounded down to 0.01 UGX (AVI-29).
 * `payoutOf(ugx(1_000_000n), 250)` → 2500000n
 */
export const payoutOf = (stakeUgx: Ugx, hundredths: number): Ugx => ugx(floorRatio(stakeUgx * BigInt(hundredths), 100n))

/** The highest possible win of a bet: at its auto target, or at 10.00 (D52). */
export const maxWin = (stakeUgx: Ugx, autoHundredths: number | null): Ugx =>
  payoutOf(stakeUgx, autoHundredths ?? HIGHEST_CRASH)

export type CashOutRefusal =
  /** The round has not started. */
  | { readonly code: 'NOT_FLYING' }
  /** The multiplier is below 1.11. */
  | { readonly code: 'TOO_EARLY' }
  | { readonly code: 'TOO_LATE'; readonly lateMs: number }

/**
 * The multiplier of a manual cash-out received this many milliseconds after the start (D38). It must be before the
 * crash and at least 1.11. A cash-out received after the auto target was reached gets the target.
 */
export function cashOutAt(
  receivedAfterMs: number,
  autoHundredths: number | null,
  crashHundredths: number,
): Result<number, CashOutRefusal> {
  if (receivedAfterMs < 0) return err({ code: 'NOT_FLYING' })
  const targetReached = autoHundredths !== null && autoHundredths <= crashHundredths
  if (targetReached && receivedAfterMs >= reachedAfterMs(autoHundredths)) return ok(autoHundredths)
  const lateMs = receivedAfterMs - reachedAfterMs(crashHundredths)
  if (lateMs >= 0) return err({ code: 'TOO_LATE', lateMs })
  const hundredths = hundredthsAt(receivedAfterMs)
  return hundredths < LOWEST_CASH_OUT ? err({ code: 'TOO_EARLY' }) : ok(hundredths)
}

/** The end of a round, for bets that were not cashed out. */
export type RoundEnd =
  | { readonly kind: 'crashed'; readonly crashHundredths: number }
  | { readonly kind: 'interrupted'; readonly heartbeatAfterMs: number }
  | { readonly kind: 'void' }

/**
 * The end of a round after a server crash, decided by the last stored heartbeat. A heartbeat at or after the crash
 * point completes the round; an earlier one interrupts it. A round without a heartbeat is void.
 */
export function endAfterServerCrash(heartbeatAfterMs: number | null, crashHundredths: number): RoundEnd {
  if (heartbeatAfterMs === null) return { kind: 'void' }
  return heartbeatAfterMs >= reachedAfterMs(crashHundredths)
    ? { kind: 'crashed', crashHundredths }
    : { kind: 'interrupted', heartbeatAfterMs }
}

export type BetEnd =
  | { readonly kind: 'paid'; readonly hundredths: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refunded' }
  /** Cancelled by the player before the start. */
  | { readonly kind: 'cancelled' }

/** The outcome of a bet without a cash-out, from the end of its round (AVI-25, AVI-27). */
export function endOfBet(autoHundredths: number | null, end: RoundEnd): Exclude<BetEnd, { kind: 'cancelled' }> {
  if (end.kind === 'void') return { kind: 'refunded' }
  if (autoHundredths !== null) {
    const isReached =
      end.kind === 'crashed'
        ? autoHundredths <= end.crashHundredths
        : reachedAfterMs(autoHundredths) <= end.heartbeatAfterMs
    if (isReached) return { kind: 'paid', hundredths: autoHundredths }
  }
  return end.kind === 'crashed' ? { kind: 'lost' } : { kind: 'refunded' }
}
