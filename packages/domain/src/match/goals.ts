import type { Side } from '../markets/types.ts'
import { HALF_MINUTES } from './clock.ts'
import type { MatchClock } from './clock.ts'

export interface GoalEvent {
  /** The side that receives the goal, also for an own goal. */
  readonly team: Side
  /** 1 to 90; 45+n is stored as 45, 90+n as 90 (D54). */
  readonly minute: number
  readonly scorer?: string | null
  readonly playerId?: string | null
  readonly ownGoal?: boolean
}

export interface Score {
  readonly home: number
  readonly away: number
}

export function scoreOf(goals: readonly GoalEvent[]): Score {
  const home = goals.filter((goal) => goal.team === 'home').length
  return { home, away: goals.length - home }
}

/** The score of goals up to the match clock while the game is live, else of all goals (LIVE-22, 23). */
export const scoreAt = (goals: readonly GoalEvent[], clock: MatchClock, live: boolean): Score =>
  scoreOf(live ? goals.filter((goal) => goal.minute <= clock.minute) : goals)

/** The half-time score: goals in minutes 1 to 45 (SETL-36, ADMG-15). */
export const halfTimeOf = (goals: readonly GoalEvent[]): Score =>
  scoreOf(goals.filter((goal) => goal.minute <= HALF_MINUTES))

/** The earliest goal. If several goals have that minute, the first one in the list. */
export function firstGoal(goals: readonly GoalEvent[]): GoalEvent | undefined {
  return goals.reduce<GoalEvent | undefined>(
    (first, goal) => (first === undefined || goal.minute < first.minute ? goal : first),
    undefined,
  )
}

export const sameScore = (a: Score, b: Score): boolean => a.home === b.home && a.away === b.away

/** Returns whether a complete goal list matches this score, and the half-time score if known. */
export const matchesScore = (goals: readonly GoalEvent[], score: Score, halfTime: Score | null): boolean =>
  sameScore(scoreOf(goals), score) && (halfTime === null || sameScore(halfTimeOf(goals), halfTime))
