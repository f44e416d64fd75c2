import type { Match, Score, Side } from '../season/match.ts'
import { phaseAt, type Half, type Moment, type Phase } from './match-clock.ts'
import type { MatchOverrides } from './overrides.ts'
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

  const scored = hasStarted ? goalsInOrder(timeline.goals, overrides).filter((goal) => goal.elapsed <= elapsed) : []
  const isWithdrawn = ({ place }: CountedGoal): boolean => overrides.withdrawnGoals?.includes(place) === true
  const goals = scored.filter((goal) => !isWithdrawn(goal))
  const cards = hasStarted
    ? [...timeline.cards, ...(overrides.addedCards ?? [])].filter((card) => card.elapsed <= elapsed)
    : []
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

const goalsInOrder = (drawn: readonly Goal[], overrides: MatchOverrides): CountedGoal[] =>
  [...drawn, ...(overrides.addedGoals ?? [])]
    .map((goal, place) => ({ ...goal, place }))
    .sort((one, other) => one.elapsed - other.elapsed)

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
