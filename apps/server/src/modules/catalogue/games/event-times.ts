import { sameScore } from '@mupiira/domain/match/goals.ts'
import type { GameRow } from './game-row.ts'

/** Sets the times of the last goal, incident and alert where a change of the game shows a new one (INP-08). */
export function withEventTimes(before: GameRow, after: GameRow, now: Date): GameRow {
  const isGoal = after.goalEvents.length !== before.goalEvents.length || hasScored(before, after)
  const isIncident = !sameScore(after.redCards, before.redCards) || hasOtherIncidents(before, after)
  // After the end of a stop or dispute the game stays closed as after an alert, so it reopens at recomputed prices.
  const isAlert = ALERTS.some((name) => after[name] !== before[name])
  return {
    ...after,
    knownIncidents: after.incidents ?? before.knownIncidents,
    ...(isGoal ? { lastGoalAt: now } : {}),
    ...(isIncident ? { lastIncidentAt: now } : {}),
    ...(isAlert ? { lastAlertAt: now } : {}),
  }
}

// A feed may report the new score before the goal.
const hasScored = (before: GameRow, after: GameRow): boolean =>
  after.status === 'live' && goalsIn(after) !== goalsIn(before)
const goalsIn = ({ homeScore, awayScore }: GameRow): string => `${homeScore ?? 0}:${awayScore ?? 0}`

/**
 * Whether the number of penalties and reviews differs from the last known one. An unknown number is no incident. A
 * feed may list its first count only at a penalty, so a game without a known number had none.
 */
const hasOtherIncidents = ({ knownIncidents }: GameRow, { incidents }: GameRow): boolean =>
  incidents !== null && incidents !== (knownIncidents ?? 0)

const ALERTS = ['alerts', 'playStopped', 'scoreDisputed'] as const
