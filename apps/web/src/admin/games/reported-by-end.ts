import type { AdminGame, EnteredResult } from '@mupiira/contract/admin-games.ts'
import { halfTimeOf, scoreOf } from '@mupiira/domain/match/goals.ts'

/**
 * What the end of a match by hand says of its bets. Finished, all its goals count, those ahead of its clock as well: the
 * score that is shown while it is played has only those that its clock has reached.
 */
export function enteredByEnd(end: 'finish' | 'cancel', { goals }: Pick<AdminGame, 'goals'>): EnteredResult {
  if (end === 'cancel') return { kind: 'void' }
  const [score, half] = [scoreOf(goals), halfTimeOf(goals)]
  return { kind: 'result', ...score, halfTimeHome: half.home, halfTimeAway: half.away, goals: [...goals] }
}
