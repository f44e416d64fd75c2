import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { evaluateRequest, type ProtectionRefusal } from './check.ts'
import type { Status } from './read-status.ts'

type Stake = { readonly userId: string; readonly stakeUgx: Ugx }

/** A player's own limit or exclusion as an API error. */
export type Barred = { readonly error: ProtectionRefusal['code']; readonly details: ProtectionRefusal['details'] }

/** Why the player's limits refuse a stake, or null. An allowed stake counts for the next calls. */
export type AskLimits = (stake: Stake) => Barred | null

/**
 * The limits of a batch (PLAY-02). Bets are checked in order, after all other rules, so a refused bet does not use up the
 * limit.
 */
export function askLimits(standings: ReadonlyMap<string, Status>, now: Date): AskLimits {
  const running = new Map(standings)
  return ({ userId, stakeUgx }) => {
    const refusal = evaluateRequest(running, { userId, kind: 'stake', amount: stakeUgx }, now)
    return refusal === null ? null : { error: refusal.code, details: refusal.details }
  }
}
