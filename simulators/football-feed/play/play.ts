import type { Match, Score, Side } from '../season/match.ts'
import {
  alertsOf,
  type Danger,
  DANGER_MINUTES,
  type Penalty,
  PENALTY_MINUTES,
  type Review,
  REVIEW_MINUTES,
} from './alerts.ts'
import { phaseAt, type Half, type Moment, type Phase } from './match-clock.ts'
import type { AddedIncident, MatchOverrides } from './overrides.ts'
import { timelineOf, type Card, type Goal } from './timeline.ts'

/** A goal that counts towards the score. `place` is its index among all goals of the match. */
export interface CountedGoal extends Goal {
  readonly place: number
}

/** The state of a match that the feed publishes. */
export interface Play {
  readonly phase: Phase
  /** Why the match was stopped, such as "Postponed"; undefined if it is played as scheduled. */
  readonly stoppedAs: string | undefined
  readonly live: boolean
  readonly finished: boolean
  /** Share of the match that has been played, 0 to 1. */
  readonly progress: number
  readonly goals: readonly CountedGoal[]
  /** Goals that were shown first and disallowed later. */
  readonly withdrawn: readonly CountedGoal[]
  readonly cards: readonly Card[]
  /** Awarded penalties, also those that are not taken yet. */
  readonly penalties: readonly Penalty[]
  /** Video reviews that have begun. */
  readonly reviews: readonly Review[]
  /** Corners and dangerous attacks so far. */
  readonly dangers: readonly Danger[]
  /** Why a bookmaker takes no bets at this moment; null if nothing is about to happen. */
  readonly stop: 'referee' | 'danger' | null
  /** Match minutes since the kick-off. */
  readonly elapsed: number
  readonly score: Score | undefined
  readonly halfTime: Score | undefined
  readonly fullTime: Score | undefined
  readonly overtime: MatchOverrides['overtime']
}

const PLAYED_MINUTES = 90

/** The state of a match at `nowMs`: a pure function of the match, its overrides and the time. */
export const playAt = (match: Match, overrides: MatchOverrides, nowMs: number): Play => {
  const { stopped } = overrides
  const timeline = timelineOf(match)
  const isStopped = stopped !== undefined && nowMs >= stopped.atMs
  const untilMs = isStopped ? stopped.atMs : nowMs
  const elapsed = overrides.ended === true ? Infinity : ((untilMs - match.kickoffMs) * match.speed) / 60_000
  const phase: Phase = isStopped && !stopped.scored ? { name: 'before' } : phaseAt(elapsed, timeline.stoppage)
  const hasStarted = phase.name !== 'before'
  const finished = phase.name === 'finished' && !isStopped

  const alerts = alertsOf(match)
  const until = <T extends { readonly elapsed: number }>(events: readonly T[]): T[] =>
    hasStarted ? events.filter((each) => each.elapsed <= elapsed) : []
  const scored = until(goalsInOrder(timeline.goals, alerts.cancelledGoals, overrides))
  const isWithdrawn = ({ place, cancelledElapsed }: ShownGoal): boolean =>
    (cancelledElapsed !== undefined && cancelledElapsed <= elapsed) ||
    overrides.withdrawnGoals?.includes(place) === true
  const goals = scored.filter((goal) => !isWithdrawn(goal))
  const cards = until([...timeline.cards, ...(overrides.addedCards ?? [])])
  const fullTime = finished ? (overrides.stated?.fullTime ?? tally(goals)) : undefined
  const isDrawn = fullTime !== undefined && fullTime.home === fullTime.away
  const overtime = finished ? (overrides.overtime ?? (isDrawn ? match.overtime : undefined)) : undefined

  return {
    phase,
    stoppedAs: isStopped ? stopped.status : undefined,
    live: !isStopped && hasStarted && !finished,
    finished,
    progress: progressOf(phase),
    goals,
    withdrawn: scored.filter(isWithdrawn),
    cards,
    penalties: until(alerts.penalties),
    reviews: until(alerts.reviews),
    dangers: until(alerts.dangers),
    stop: hasStarted && !finished ? stopAt(elapsed, match, overrides) : null,
    elapsed,
    score: fullTime === undefined ? (hasStarted ? tally(goals) : undefined) : sum(fullTime, overtime?.extra),
    halfTime: isPastFirstHalf(phase)
      ? (overrides.stated?.halfTime ?? tally(goals.filter(({ moment }) => moment.half === 1)))
      : undefined,
    fullTime,
    overtime,
  }
}

/** The final scores with the current overrides; undefined if the match never ends. */
export const finalScores = (
  match: Match,
  overrides: MatchOverrides,
): { halfTime: Score; fullTime: Score } | undefined => {
  const { fullTime, halfTime } = playAt(match, overrides, Infinity)
  return fullTime === undefined || halfTime === undefined ? undefined : { fullTime, halfTime }
}

export const halfName = (half: Half): string => (half === 1 ? '1st Half' : '2nd Half')

export const tally = (goals: readonly { readonly side: Side }[]): Score => {
  const home = goals.filter(({ side }) => side === 'home').length
  return { home, away: goals.length - home }
}

/** A goal that counts until a review cancels it, if one does. */
type ShownGoal = CountedGoal & { readonly cancelledElapsed?: number }

const goalsInOrder = (
  drawn: readonly Goal[],
  cancelled: readonly Goal[],
  { addedGoals = [] }: MatchOverrides,
): ShownGoal[] =>
  [
    ...[...drawn, ...addedGoals].map((goal, place) => ({ ...goal, place })),
    ...cancelled.map((goal, at) => ({ ...goal, place: -1 - at })),
  ].sort((one, other) => one.elapsed - other.elapsed)

const isPastFirstHalf = (phase: Phase): boolean =>
  phase.name === 'half-time' || phase.name === 'finished' || (phase.name === 'play' && phase.moment.half === 2)

const progressOf = (phase: Phase): number => {
  switch (phase.name) {
    case 'before':
      return 0
    case 'half-time':
      return 0.5
    case 'finished':
      return 1
    case 'play':
      return cappedMinute(phase.moment) / PLAYED_MINUTES
  }
}

const cappedMinute = ({ half, minute }: Moment): number => Math.min(minute, 45 * half)

const sum = (score: Score, extra: Score | undefined): Score =>
  extra === undefined ? score : { home: score.home + extra.home, away: score.away + extra.away }

/** Match minutes for which an added incident stops bets. */
const STOPPED_MINUTES = {
  penalty: PENALTY_MINUTES,
  review: REVIEW_MINUTES,
  corner: DANGER_MINUTES,
  attack: DANGER_MINUTES,
} as const

/** A penalty that is not taken yet and a review stop play; a corner or an attack only stops bets. */
const stopAt = (elapsed: number, match: Match, { incidents = [] }: MatchOverrides): Play['stop'] => {
  const { penalties, reviews, dangers } = alertsOf(match)
  const isNow = (from: number, until: number): boolean => from <= elapsed && elapsed < until
  const isAdded = (kinds: readonly AddedIncident['kind'][]): boolean =>
    incidents.some(({ kind, elapsed: from }) => kinds.includes(kind) && isNow(from, from + STOPPED_MINUTES[kind]))
  if (
    penalties.some((penalty) => isNow(penalty.elapsed, penalty.taken.elapsed)) ||
    reviews.some((review) => isNow(review.elapsed, review.decidedElapsed)) ||
    isAdded(['penalty', 'review'])
  )
    return 'referee'
  return dangers.some((danger) => isNow(danger.elapsed, danger.endElapsed)) || isAdded(['corner', 'attack'])
    ? 'danger'
    : null
}
