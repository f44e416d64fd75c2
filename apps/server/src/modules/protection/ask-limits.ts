import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import { evaluateRequest, type ProtectionRefusal } from './check.ts'
import type { Status } from './read-status.ts'

type Stake = { readonly userId: string; readonly stakeUgx: Ugx }

/** A player's own limit or exclusion as a refusal of the interface. */
export type Barred = { readonly error: ProtectionRefusal['code']; readonly details: ProtectionRefusal['details'] }

/** Why its player's limits refuse a stake; null: nothing does, and it counts for those that are asked about next. */
export type AskLimits = (stake: Stake) => Barred | null

/**
 * The limits of a batch (PLAY-02). Each bet that every other rule lets pass is asked about in its turn, so one that is
 * refused leaves its room and its stake to the player's next.
 */
export function askLimits(standings: ReadonlyMap<string, Status>, now: Date): AskLimits {
  const running = new Map(standings)
  return ({ userId, stakeUgx }) => {
    const refusal = evaluateRequest(running, { userId, kind: 'stake', amount: stakeUgx }, now)
    return refusal === null ? null : { error: refusal.code, details: refusal.details }
  }
}
