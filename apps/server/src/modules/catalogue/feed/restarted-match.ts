import { hasVoidedBetsUntilKickOff, isRescheduled, VOID_RESCHEDULED } from '../games/affected-bets.ts'
import type { GameRow } from '../games/game-row.ts'

/**
 * Closes a match that has begun or was abandoned, and that the feed reschedules by a day or more: all its bets are void
 * (D20). Its row has goals and a kick-off, so the new date is offered as another game.
 */
export function closedIfRestarted(game: GameRow, next: GameRow, now: Date): GameRow {
  const hasBegun = next.status === 'abandoned' || (next.status === 'postponed' && next.firstLiveAt !== null)
  if (!hasBegun || next.resultVersion > 0 || !isRescheduled(game, next) || !hasVoidedBetsUntilKickOff(next)) return next
  const decided = { decision: VOID_RESCHEDULED, resultVersion: 1, finishedAt: next.finishedAt ?? now }
  return { ...next, ...decided, updatedAt: now }
}
