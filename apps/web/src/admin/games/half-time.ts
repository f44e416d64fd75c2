import type { AdminGame, AdminGoal } from '@mupiira/contract/admin-games.ts'
import { halfTimeOf, sameScore, type Score, scoreOf } from '@mupiira/domain/match/goals.ts'

export type TypedScore = readonly [home: string, away: string]

export const scoreOfTyped = ([home, away]: TypedScore): Score | null =>
  home === '' || away === '' ? null : { home: Number(home), away: Number(away) }

const typed = ({ home, away }: Score): TypedScore => [String(home), String(away)]

const EMPTY: TypedScore = ['', '']

type Goals = { readonly goals: readonly AdminGoal[]; readonly score: TypedScore }

/** Whether the list has every goal of the score. */
function isComplete({ goals, score }: Goals): boolean {
  const entered = scoreOfTyped(score)
  return entered !== null && sameScore(scoreOf(goals), entered)
}

type Stored = Pick<AdminGame, 'homeScore' | 'awayScore' | 'halfTimeHomeScore' | 'halfTimeAwayScore'>

const isStoredScore = ({ homeScore, awayScore }: Stored, score: TypedScore): boolean =>
  score[0] === fieldText(homeScore) && score[1] === fieldText(awayScore)

export const fieldText = (value: number | null): string => (value === null ? '' : String(value))

const storedHalfTime = ({ halfTimeHomeScore, halfTimeAwayScore }: Stored): TypedScore => [
  fieldText(halfTimeHomeScore),
  fieldText(halfTimeAwayScore),
]

/**
 * The half-time score after the score or the list of goals has changed. A complete list contains it. The stored one
 * belongs to the stored score, so another score removes it.
 */
export function halfTimeAfter(game: Stored, changed: Goals, half: TypedScore): TypedScore {
  if (isComplete(changed)) return typed(halfTimeOf(changed.goals))
  const stored = storedHalfTime(game)
  if (isStoredScore(game, changed.score)) return scoreOfTyped(half) === null ? stored : half
  return half[0] === stored[0] && half[1] === stored[1] ? EMPTY : half
}

/** Whether the half-time score must be entered, because the score differs from that of the stored one. */
export function isHalfTimeMissing(game: Stored & Pick<AdminGame, 'sport'>, entered: Goals, half: TypedScore): boolean {
  if (game.sport !== 'soccer' || game.halfTimeHomeScore === null || scoreOfTyped(half) !== null) return false
  // A list that contradicts the score is corrected first.
  const isListed = entered.goals.length === 0 || isComplete(entered)
  return scoreOfTyped(entered.score) !== null && isListed && !isStoredScore(game, entered.score)
}
