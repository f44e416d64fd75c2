import type { AdminGame, EnteredResult } from '@mupiira/contract/admin-games.ts'
import { halfTimeOf, scoreOf } from '@mupiira/domain/match/goals.ts'

/**
 * The result if staff ends a manual game now. A finished game counts all goals, including goals after the current clock
 * minute. The displayed score does not count those.
 */
export function resultAtEnd(end: 'finish' | 'cancel', { goals }: Pick<AdminGame, 'goals'>): EnteredResult {
  if (end === 'cancel') return { kind: 'void' }
  const [score, half] = [scoreOf(goals), halfTimeOf(goals)]
  return { kind: 'result', ...score, halfTimeHome: half.home, halfTimeAway: half.away, goals: [...goals] }
}
