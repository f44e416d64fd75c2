import type { DeskGame, SaidResult } from '@mupiira/contract/desk-games.ts'
import { halfTimeOf, scoreOf } from '@mupiira/domain/match/goals.ts'

/**
 * What the end of a match by hand says of its bets. Finished, all its goals count, those ahead of its clock as well: the
 * score that is shown while it is played has only those that its clock has reached.
 */
export function saidByEnd(end: 'finish' | 'cancel', { goals }: Pick<DeskGame, 'goals'>): SaidResult {
  if (end === 'cancel') return { kind: 'void' }
  const [score, half] = [scoreOf(goals), halfTimeOf(goals)]
  return { kind: 'result', ...score, halfTimeHome: half.home, halfTimeAway: half.away, goals: [...goals] }
}
