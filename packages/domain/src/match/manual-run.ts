import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'
import { canTransition, gameStates } from '../ticket/states.ts'
import type { GameStatus } from '../ticket/states.ts'
import { FULL_MINUTES, HALF_MINUTES, type MatchClock, matchClock } from './clock.ts'
import type { GoalEvent, Score } from './goals.ts'
import { scoreAt, scoreOf } from './goals.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** The clock and score of a manual match. */
export interface ManualMatch {
  readonly status: GameStatus
  readonly firstLiveAt: Date | null
  readonly breakDuration: number
  /** Minutes added to the time since the start. Negative values subtract. */
  readonly clockOffset: number
  readonly goalEvents: readonly GoalEvent[]
}

export type ManualStep =
  | { readonly kind: 'start' | 'half-time' | 'second-half' | 'finish' | 'postpone' | 'abandon' | 'cancel' | 'reopen' }
  /** The minute to display, 0 to 90. */
  | { readonly kind: 'minute'; readonly minute: number }
  | { readonly kind: 'goal'; readonly goal: GoalEvent }
  /** Cancels the last listed goal of the side in that minute. */
  | { readonly kind: 'no-goal'; readonly goal: Pick<GoalEvent, 'team' | 'minute'> }

export interface ManualChange {
  readonly status?: GameStatus
  readonly clockOffset?: number
  readonly minutesPassed?: number
  readonly goalEvents?: readonly GoalEvent[]
  readonly homeScore?: number
  readonly awayScore?: number
  /** The current start; null while the match waits for a new one. */
  readonly firstLiveAt?: Date | null
}

export type StepRefusal = 'STEP_IMPOSSIBLE' | 'NO_SUCH_GOAL' | 'MINUTE_IMPOSSIBLE'

const STATUS_AFTER_STEP: { readonly [kind in ManualStep['kind']]?: GameStatus } = {
  start: 'live',
  finish: 'finished',
  postpone: 'postponed',
  abandon: 'abandoned',
  cancel: 'cancelled',
  reopen: 'upcoming',
}

/**
 * Applies an operator's step to a manual game. Elapsed minutes include the break (LIVE-17 to LIVE-22). The score
 * follows from goal events and clock.
 *
 * @example stepManually(live, { kind: 'half-time' }, now) // minutesPassed 45, the clock shows HalfTime
 */
export function stepManually(match: ManualMatch, step: ManualStep, now: Date): Result<ManualChange, StepRefusal> {
  const status = STATUS_AFTER_STEP[step.kind]
  if (status !== undefined) {
    if (!canTransition(gameStates, match.status, status)) return err('STEP_IMPOSSIBLE')
    if (step.kind === 'start') return ok({ status, ...restart(match), firstLiveAt: now })
    if (step.kind === 'reopen') return ok({ status, ...restart(match), firstLiveAt: null })
    return ok({ status, ...(step.kind === 'finish' ? finalScore(match.goalEvents) : {}) })
  }
  switch (step.kind) {
    case 'half-time':
      return setClock(match, HALF_MINUTES, now)
    case 'second-half':
      return setClock(match, HALF_MINUTES + match.breakDuration, now)
    case 'minute':
      if (!isMinute(step.minute, 0)) return err('MINUTE_IMPOSSIBLE')
      return setClock(match, step.minute < HALF_MINUTES ? step.minute : step.minute + match.breakDuration, now)
    case 'goal':
      if (!isMinute(step.goal.minute, 1)) return err('MINUTE_IMPOSSIBLE')
      return setGoals(match, [...match.goalEvents, step.goal], now, minuteAfterGoal(match, step.goal, now))
    case 'no-goal': {
      const { team, minute } = step.goal
      const at = match.goalEvents.map((goal) => goal.team === team && goal.minute === minute).lastIndexOf(true)
      if (at < 0) return err('NO_SUCH_GOAL')
      return setGoals(
        match,
        match.goalEvents.filter((_goal, i) => i !== at),
        now,
      )
    }
    default:
      return err('STEP_IMPOSSIBLE')
  }
}

/** Elapsed minutes of a manual game: the time since the start plus the operator's offset. */
export function manualElapsed(
  { firstLiveAt, clockOffset }: Pick<ManualMatch, 'firstLiveAt' | 'clockOffset'>,
  now: Date,
): number {
  if (firstLiveAt === null) return 0
  return Math.max(0, Math.floor((now.getTime() - firstLiveAt.getTime()) / MINUTE_MS) + clockOffset)
}

/** Changes the start of a live game without changing the minute on its clock. */
export function withFirstLiveAt(
  match: Pick<ManualMatch, 'firstLiveAt' | 'clockOffset'>,
  firstLiveAt: Date,
  now: Date,
): Pick<ManualMatch, 'firstLiveAt' | 'clockOffset'> {
  const { clockOffset } = match
  return {
    firstLiveAt,
    clockOffset: clockOffset + manualElapsed(match, now) - manualElapsed({ firstLiveAt, clockOffset }, now),
  }
}

function setClock(match: ManualMatch, minutesPassed: number, now: Date): Result<ManualChange, StepRefusal> {
  if (match.status !== 'live') return err('STEP_IMPOSSIBLE')
  const clockOffset = match.clockOffset + minutesPassed - manualElapsed(match, now)
  return ok({ clockOffset, minutesPassed, ...scoreShown(match, match.goalEvents, minutesPassed) })
}

// Drops the goals from before an interruption, and keeps a list that staff entered before the start.
function restart({ firstLiveAt }: ManualMatch): ManualChange {
  const clock = { clockOffset: 0, minutesPassed: 0 }
  return firstLiveAt === null ? clock : { ...clock, goalEvents: [], homeScore: 0, awayScore: 0 }
}

/** Before the match, the goal list can be prepared. In play, the score follows the clock. Later, goals cannot change. */
function setGoals(
  match: ManualMatch,
  goals: readonly GoalEvent[],
  now: Date,
  minute: number | null = null,
): Result<ManualChange, StepRefusal> {
  const goalEvents = [...goals].sort((a, b) => a.minute - b.minute)
  if (minute !== null) {
    const set = setClock({ ...match, goalEvents }, minute, now)
    return set.ok ? ok({ goalEvents, ...set.value }) : set
  }
  if (match.status === 'live') return ok({ goalEvents, ...scoreShown(match, goalEvents, manualElapsed(match, now)) })
  return match.status === 'upcoming' ? ok({ goalEvents }) : err('STEP_IMPOSSIBLE')
}

/**
 * A goal in the first minute of a half moves the clock to that minute, because the clock starts at 0' and 45' while
 * the first goal minutes are 1 and 46.
 */
function minuteAfterGoal(match: ManualMatch, goal: GoalEvent, now: Date): number | null {
  if (match.status !== 'live') return null
  const elapsed = manualElapsed(match, now)
  const secondHalf = HALF_MINUTES + match.breakDuration
  if (elapsed === 0 && goal.minute === 1) return 1
  return elapsed === secondHalf && goal.minute === HALF_MINUTES + 1 ? secondHalf + 1 : null
}

/** The minute of a goal reported now. A goal in the first minute of a half belongs to that half (ADMG-15). */
export const minuteOfGoal = ({ phase, minute }: Pick<MatchClock, 'phase' | 'minute'>): number =>
  phase === 'second-half' ? Math.max(HALF_MINUTES + 1, minute) : Math.max(1, minute)

function scoreShown(match: ManualMatch, goals: readonly GoalEvent[], minutesPassed: number): ManualChange {
  const clock = matchClock({ source: 'hand', status: 'live', minutesPassed, breakDuration: match.breakDuration })
  return scoreFields(scoreAt(goals, clock, true))
}

const finalScore = (goals: readonly GoalEvent[]): ManualChange => scoreFields(scoreOf(goals))
const scoreFields = ({ home, away }: Score): ManualChange => ({ homeScore: home, awayScore: away })

const isMinute = (minute: number, lowest: number): boolean =>
  Number.isInteger(minute) && minute >= lowest && minute <= FULL_MINUTES
