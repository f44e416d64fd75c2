import { FULL_MINUTES, HALF_MINUTES } from '@mupiira/domain/match/clock.ts'
import { type GoalEvent, halfTimeOf, sameScore, type Score, scoreOf } from '@mupiira/domain/match/goals.ts'
import type { Side } from '@mupiira/domain/markets/types.ts'

/** A goal as a feed lists it. */
export type ListedGoal = GoalEvent & {
  /** Goals with the same identity are one goal that is listed twice. */
  readonly identity: string
  /** A video review cancelled this goal. The list may still contain it. */
  readonly cancelled?: boolean
}

export const otherSide = (side: Side): Side => (side === 'home' ? 'away' : 'home')

/**
 * The goals of the 90 minutes. Feeds list goals twice, keep cancelled ones, list own goals under either side, and
 * report first-half stoppage time as minute 46 and later. The reported score decides which interpretation is used.
 */
export function readGoalList(listed: readonly ListedGoal[], score: Score | null, halfTime: Score | null): GoalEvent[] {
  // Goals in extra time do not count for bets.
  const regular = listed.filter(({ minute }) => minute <= FULL_MINUTES)
  const valid = regular.filter(({ cancelled }) => cancelled !== true)
  const readings = [withoutDuplicates(valid), valid, withoutDuplicates(regular), regular].flatMap((goals) => [
    goals,
    withSidesSwapped(goals),
  ])
  const reading =
    readings.find((goals) => score !== null && sameScore(scoreOf(goals), score)) ?? withoutDuplicates(valid)
  return withHalfTime(reading.map(asGoal), halfTime)
}

const asGoal = ({ team, minute, scorer, playerId, ownGoal }: ListedGoal): GoalEvent => ({
  team,
  minute,
  scorer: scorer ?? null,
  playerId: playerId ?? null,
  ownGoal: ownGoal === true,
})

const withoutDuplicates = (goals: readonly ListedGoal[]): ListedGoal[] =>
  [...new Map(goals.toReversed().map((goal) => [goal.identity, goal])).values()].toReversed()

const withSidesSwapped = (goals: readonly ListedGoal[]): ListedGoal[] =>
  goals.map((goal) => (goal.ownGoal === true ? { ...goal, team: otherSide(goal.team) } : goal))

const MAX_STOPPAGE = 15

/** Moves goals from the first minutes after half time to minute 45 where the half-time score requires it. */
function withHalfTime(goals: GoalEvent[], halfTime: Score | null): GoalEvent[] {
  if (halfTime === null) return goals
  const counted = halfTimeOf(goals)
  const missing = { home: halfTime.home - counted.home, away: halfTime.away - counted.away }
  const moved = new Set<GoalEvent>()
  for (const side of ['home', 'away'] as const) {
    const late = goals
      .filter(({ team, minute }) => team === side && minute > HALF_MINUTES && minute <= HALF_MINUTES + MAX_STOPPAGE)
      .toSorted((a, b) => a.minute - b.minute)
    for (const goal of late.slice(0, Math.max(0, missing[side]))) moved.add(goal)
  }
  return goals.map((goal) => (moved.has(goal) ? { ...goal, minute: HALF_MINUTES } : goal))
}
