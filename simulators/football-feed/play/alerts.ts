import type { Match, Side } from '../season/match.ts'
import { drawsFor, pickWeighted, randomCount, type Draw } from '../season/random.ts'
import { elapsedAt, type Moment, randomMoment, type Stoppage } from './match-clock.ts'
import { squadOf } from './squad.ts'
import { byTime, type Goal, type Incident, pickScorer, timelineOf } from './timeline.ts'

/** A penalty: awarded at its own moment, taken later. */
export interface Penalty extends Incident {
  readonly taken: { readonly moment: Moment; readonly elapsed: number }
  readonly isScored: boolean
}

/** A video review of a goal, from its begin to its decision. */
export interface Review extends Incident {
  readonly decidedElapsed: number
  readonly decision: 'confirmed' | 'cancelled'
}

/** A goal that is reported first and cancelled by a review. */
export interface CancelledGoal extends Goal {
  readonly cancelledElapsed: number
}

/** A corner or a dangerous attack: a goal is likely for a short time. */
export interface Danger {
  readonly side: Side
  readonly kind: 'corner' | 'attack'
  readonly elapsed: number
  readonly endElapsed: number
}

/** What happens in a match before its score changes, or after. */
export interface Alerts {
  readonly penalties: readonly Penalty[]
  readonly reviews: readonly Review[]
  readonly cancelledGoals: readonly CancelledGoal[]
  readonly dangers: readonly Danger[]
}

// Per match: 0.3 penalties, of which three quarters are scored, and 0.3 reviews, of which a third cancels the goal.
const MISSED_PENALTIES = 0.075
const CONFIRMED_SHARE = 0.075
const CANCELLED_GOALS = 0.1
const GOALS_AFTER_DANGER = 0.8
const DANGERS = 16
const CORNER_SHARE = 0.6
/** Match minutes from the award of a penalty to the kick. */
export const PENALTY_MINUTES = 1.2
/** Match minutes from a goal to the begin of its review, and the length of the review. */
const REVIEW_AFTER = 0.4
export const REVIEW_MINUTES = 1
export const DANGER_MINUTES = 0.35

const known = new WeakMap<Match, Alerts>()

/** The alerts of a match, from its seed. A match without alerts has the penalties of its goals only, awarded as scored. */
export const alertsOf = (match: Match): Alerts => {
  const found = known.get(match)
  if (found !== undefined) return found
  const alerts = match.hasAlerts === true ? drawAlerts(match) : withoutAlerts(match)
  known.set(match, alerts)
  return alerts
}

const withoutAlerts = (match: Match): Alerts => ({
  penalties: timelineOf(match)
    .goals.filter(({ info }) => info === 'Penalty')
    .map((goal) => ({ ...incidentOf(goal), taken: goal, isScored: true })),
  reviews: [],
  cancelledGoals: [],
  dangers: [],
})

const incidentOf = ({ side, moment, elapsed, player }: Incident): Incident => ({ side, moment, elapsed, player })

const drawAlerts = (match: Match): Alerts => {
  const draw = drawsFor(`${match.seed}/alerts`)
  const { goals, stoppage } = timelineOf(match)
  const penalties = [
    ...goals.filter(({ info }) => info === 'Penalty').map((goal) => penaltyFor(goal, true, stoppage)),
    ...Array.from({ length: randomCount(draw, MISSED_PENALTIES) }, () =>
      penaltyFor(randomIncident(draw, match, stoppage), false, stoppage),
    ),
  ].sort(byTime)
  const cancelledGoals = Array.from({ length: randomCount(draw, CANCELLED_GOALS) }, () =>
    cancelledGoal(draw, match, stoppage),
  ).sort(byTime)
  const reviews = [
    ...goals.filter(() => draw() < CONFIRMED_SHARE).map((goal) => reviewOf(goal, 'confirmed', stoppage)),
    ...cancelledGoals.map((goal) => reviewOf(goal, 'cancelled', stoppage)),
  ].sort(byTime)
  const dangers = [
    ...[...goals, ...cancelledGoals]
      .filter(({ info }) => info !== 'Penalty' && draw() < GOALS_AFTER_DANGER)
      .map(({ side, elapsed }) => dangerAt(draw, side, Math.max(0, elapsed - DANGER_MINUTES * draw()))),
    ...Array.from({ length: randomCount(draw, DANGERS) }, () => {
      const { side, elapsed } = randomIncident(draw, match, stoppage)
      return dangerAt(draw, side, elapsed)
    }),
  ].sort((one, other) => one.elapsed - other.elapsed)
  return { penalties, reviews, cancelledGoals, dangers }
}

/** This many match minutes earlier or later, in the same half. */
const shifted = ({ half, minute }: Moment, minutes: number, stoppage: Stoppage): Moment => {
  const start = half === 1 ? 0 : 45
  const end = start + 45 + (half === 1 ? stoppage.first : stoppage.second)
  return { half, minute: Math.min(end - 0.05, Math.max(start + 0.1, minute + minutes)) }
}

const penaltyFor = (kick: Incident, isScored: boolean, stoppage: Stoppage): Penalty => {
  const moment = shifted(kick.moment, -PENALTY_MINUTES, stoppage)
  const taken = { moment: kick.moment, elapsed: kick.elapsed }
  return { side: kick.side, player: kick.player, moment, elapsed: elapsedAt(moment, stoppage), taken, isScored }
}

const randomIncident = (draw: Draw, match: Match, stoppage: Stoppage): Incident => {
  const side = draw() < 0.55 ? 'home' : 'away'
  const moment = randomMoment(draw, draw() < 0.45 ? 1 : 2, stoppage)
  const { starting } = squadOf(side === 'home' ? match.home : match.away)
  const player = pickWeighted(draw, starting, ({ scoringWeight }) => scoringWeight)
  return { side, moment, elapsed: elapsedAt(moment, stoppage), player }
}

/** Both the goal and its review fit into the half. */
const cancelledGoal = (draw: Draw, match: Match, stoppage: Stoppage): CancelledGoal => {
  const { side, moment: drawn } = randomIncident(draw, match, stoppage)
  const length = REVIEW_AFTER + REVIEW_MINUTES
  const moment = shifted(shifted(drawn, length + 0.1, stoppage), -length - 0.1, stoppage)
  const elapsed = elapsedAt(moment, stoppage)
  const scored = pickScorer(draw, match, side, new Set())
  return { side, moment, elapsed, ...scored, info: '', cancelledElapsed: elapsed + length }
}

const reviewOf = ({ side, moment, player }: Incident, decision: Review['decision'], stoppage: Stoppage): Review => {
  const begin = shifted(moment, REVIEW_AFTER, stoppage)
  const elapsed = elapsedAt(begin, stoppage)
  return { side, player, moment: begin, elapsed, decidedElapsed: elapsed + REVIEW_MINUTES, decision }
}

const dangerAt = (draw: Draw, side: Side, elapsed: number): Danger => ({
  side,
  kind: draw() < CORNER_SHARE ? 'corner' : 'attack',
  elapsed,
  endElapsed: elapsed + DANGER_MINUTES,
})
