import type { TimelineEvent } from '@mupiira/contract/game-facts.ts'
import { FULL_MINUTES, HALF_MINUTES, isOver, matchClock, type MatchClock } from '@mupiira/domain/match/clock.ts'
import { type GoalEvent, type Score, scoreOf } from '@mupiira/domain/match/goals.ts'
import type { GameRow } from './game-row.ts'

/** The football clock; null for other sports (D53). */
export function footballClock(game: GameRow): MatchClock | null {
  if (game.sport !== 'soccer') return null
  return game.source === 'hand'
    ? matchClock({
        source: 'hand',
        status: game.status,
        minutesPassed: game.minutesPassed,
        breakDuration: game.breakDuration,
      })
    : matchClock({ source: 'feed', status: game.status, minute: game.minutesPassed, halfTime: game.atHalfTime })
}

/**
 * The goals that players may see. A manual game shows goals only up to its clock: staff may enter goals in advance, and
 * they would reveal when to cash out. A feed reports goals only after they are scored (LIVE-22, LIVE-23).
 */
export function goalsSoFar(game: GameRow): readonly GoalEvent[] {
  if (game.source === 'feed') return game.goalEvents
  if (game.status === 'upcoming' || game.status === 'postponed') return []
  const clock = footballClock(game)
  if (game.status !== 'live' || clock === null) return game.goalEvents
  return game.goalEvents.filter((goal) => goal.minute <= clock.minute)
}

/** The goals for the statistics: counted from goal events where there are any (LIVE-43). */
export function goalsShown(game: GameRow): Score {
  const goals = goalsSoFar(game)
  if (goals.length > 0 || game.source === 'hand') return scoreOf(goals)
  return { home: game.homeScore ?? 0, away: game.awayScore ?? 0 }
}

/** Kick-off, goals and whistles in order, each with the score after it (LIVE-40). */
export function timelineOf(game: GameRow): TimelineEvent[] {
  const isEnded = isOver(game.status)
  if (game.status !== 'live' && !isEnded) return []
  const clock = footballClock(game)
  const isPastHalf = isEnded || clock?.phase === 'half-time' || clock?.phase === 'second-half'
  const score = { home: 0, away: 0 }
  const event = (kind: TimelineEvent['kind'], minute: number, goal?: GoalEvent): TimelineEvent => ({
    kind,
    minute,
    team: goal?.team ?? null,
    scorer: goal?.scorer ?? null,
    homeScore: score.home,
    awayScore: score.away,
  })
  const events = [event('kick-off', 0)]
  const goals = goalsSoFar(game).toSorted((a, b) => a.minute - b.minute)
  const addGoals = (list: readonly GoalEvent[]): void => {
    for (const goal of list) {
      score[goal.team] += 1
      events.push(event(goal.ownGoal === true ? 'own-goal' : 'goal', goal.minute, goal))
    }
  }
  addGoals(goals.filter((goal) => goal.minute <= HALF_MINUTES))
  if (isPastHalf && clock !== null) events.push(event('half-time', HALF_MINUTES))
  addGoals(goals.filter((goal) => goal.minute > HALF_MINUTES))
  if (isEnded || clock?.phase === 'full-time') events.push(event('full-time', FULL_MINUTES))
  return events
}
