import type { AdminGame, EnteredResult } from '@mupiira/contract/admin-games.ts'
import { halfTimeOf, scoreOf } from '@mupiira/domain/match/goals.ts'

/**
 * The result when a manual game is ended now. Finished, all its goals count, also those later than its clock; the displayed
 * score has only goals up to the clock.
 */
export function enteredByEnd(end: 'finish' | 'cancel', { goals }: Pick<AdminGame, 'goals'>): EnteredResult {
  if (end === 'cancel') return { kind: 'void' }
  const [score, half] = [scoreOf(goals), halfTimeOf(goals)]
  return { kind: 'result', ...score, halfTimeHome: half.home, halfTimeAway: half.away, goals: [...goals] }
}
