import { halvesOf } from '@mupiira/domain/pricing/scenarios.ts'
import { AWAY_GOALS, HOME_GOALS, scoresOf } from '@mupiira/domain/pricing/score-grid.ts'
import type { ScoreParams } from '@mupiira/domain/pricing/types.ts'
import type { MatchFacts, Score, Team } from '../support/market-rules.ts'
import type { Draws } from '../support/seeded.ts'

/** The world advances in ticks. A match plays 20 seconds per second, so it takes 102 ticks. */
export const TICK_MS = 3_000
const SPEED = 20
const FIRST_HALF_MS = (47 * 60_000) / SPEED
const SECOND_HALF_MS = (50 * 60_000) / SPEED
const BREAK_MS = 15_000
const MATCH_MS = FIRST_HALF_MS + BREAK_MS + SECOND_HALF_MS
/** Faults of the feed and suspensions begin in these ticks of the match. */
const FAULTS = { from: 4, to: 85 }
/** The feed knows an event after 0.5 to 3 seconds, so a response that is at most 5 s old contains it after 8 s. */
const LAG_MS = { from: 500, to: 3_000 }

/** Something that happens on the pitch at `at`, and that the feed knows at `known`. `no-goal` withdraws a goal, and
 * an `alert` is a report of danger. */
export type Moment = {
  readonly at: number
  readonly known: number
  readonly kind: 'goal' | 'no-goal' | 'card' | 'incident' | 'alert'
  readonly side: Team
  readonly withdraws?: Moment
}
export type Span = { readonly from: number; readonly to: number }
/** A time in which the feed contradicts itself: live and upcoming, swapped teams, or an undocumented status. */
export type Contradiction = Span & { readonly how: 'upcoming' | 'swapped' | 'unknown status' }
export type Match = {
  readonly id: string
  readonly gameId: string
  readonly home: string
  readonly away: string
  readonly params: ScoreParams
  /** The announced start, and the kick-off, which may be a little later. */
  readonly startsAt: number
  readonly kickOff: number
  readonly moments: readonly Moment[]
  /** The end of play: full time, or the cancellation. */
  readonly endsAt: number
  readonly isCancelled: boolean
  /** The first final score is wrong, until the feed or staff corrects it. */
  readonly correction: { readonly at: number; readonly by: 'feed' | 'staff' } | null
  /** When staff voids the game after its result. */
  readonly voidedAt: number | null
  readonly silences: readonly Span[]
  readonly contradictions: readonly Contradiction[]
  /** When staff suspends the game. */
  readonly suspensions: readonly Span[]
}

type Given = Pick<Match, 'id' | 'gameId' | 'home' | 'away' | 'params' | 'startsAt'>

/** A match whose goals follow the model of its prices, with faults of its feed. All times are on ticks or after them. */
export function scriptMatch(given: Given, draws: Draws): Match {
  const kickOff = given.startsAt + draws.below(3) * TICK_MS
  const during = (length: number): Span => {
    const start = kickOff + ticks(FAULTS.from + draws.below(FAULTS.to - FAULTS.from))
    return { from: start, to: start + ticks(length) }
  }
  const isCancelled = draws.chance(0.06)
  return {
    ...given,
    kickOff,
    moments: momentsOf(given.params, kickOff, draws),
    endsAt: isCancelled ? kickOff + ticks(15 + draws.below(70)) : kickOff + MATCH_MS,
    isCancelled,
    correction: draws.chance(0.25)
      ? { at: kickOff + MATCH_MS + ticks(4 + draws.below(14)), by: draws.one(['feed', 'staff']) }
      : null,
    voidedAt: draws.chance(0.08) ? kickOff + MATCH_MS + ticks(20) : null,
    silences: upTo(2, draws).map(() => during(4 + draws.below(12))),
    contradictions: upTo(2, draws).map(() => ({
      ...during(1 + draws.below(3)),
      how: draws.one(['upcoming', 'swapped', 'unknown status'] as const),
    })),
    suspensions: upTo(2, draws).map(() => during(1 + draws.below(6))),
  }
}

const ticks = (count: number): number => count * TICK_MS
const upTo = (most: number, draws: Draws): number[] => Array.from({ length: draws.below(most + 1) }, (_, at) => at)

/** Goals of the model, penalties before some of them, goals that a video review withdraws, and red cards. */
function momentsOf(params: ScoreParams, kickOff: number, draws: Draws): Moment[] {
  const moment = (at: number, kind: Moment['kind'], side: Team, more: Partial<Moment> = {}): Moment => ({
    at,
    known: at + LAG_MS.from + draws.below(LAG_MS.to - LAG_MS.from),
    kind,
    side,
    ...more,
  })
  const { first, all } = drawnScores(params, draws)
  const second = { home: all.home - first.home, away: all.away - first.away }
  const goals = (['home', 'away'] as const).flatMap((side) => [
    ...Array.from({ length: first[side] }, () => moment(kickOff + draws.below(FIRST_HALF_MS), 'goal', side)),
    ...Array.from({ length: second[side] }, () => moment(kickOff + inSecondHalf(draws), 'goal', side)),
  ])
  const penalties = goals
    .filter(({ at }) => draws.chance(0.2) && at > kickOff + 20_000)
    .map(({ at, side }) => moment(at - 5_000 - draws.below(8_000), 'incident', side))
  const withdrawn = draws.chance(0.35) ? [withdrawnGoal()] : []
  const cards = draws.chance(0.25) ? [moment(kickOff + 20_000 + draws.below(MATCH_MS - 40_000), 'card', side())] : []
  const alerts = upTo(3, draws).map(() => moment(kickOff + draws.below(MATCH_MS), 'alert', side()))
  return [...goals, ...penalties, ...withdrawn.flat(), ...cards, ...alerts].toSorted((a, b) => a.known - b.known)

  function side(): Team {
    return draws.one(['home', 'away'])
  }
  function withdrawnGoal(): Moment[] {
    const scored = moment(kickOff + 10_000 + draws.below(FIRST_HALF_MS - 50_000), 'goal', side())
    const review = moment(scored.at + 4_000 + draws.below(4_000), 'incident', scored.side)
    const end = moment(review.at + 6_000 + draws.below(12_000), 'no-goal', scored.side, { withdraws: scored })
    return [scored, review, end]
  }
}

const inSecondHalf = (draws: Draws): number => FIRST_HALF_MS + BREAK_MS + draws.below(SECOND_HALF_MS - 1_000)

function drawnScores(params: ScoreParams, draws: Draws): { readonly first: Score; readonly all: Score } {
  const cell = drawnFrom([...scoresOf(params)], draws)
  const all = { home: HOME_GOALS[cell] as number, away: AWAY_GOALS[cell] as number }
  const halves = halvesOf(all.home, all.away)
  const half = drawnFrom(
    halves.map(({ weight }) => weight),
    draws,
  )
  return { first: halves[half]?.halfTime ?? all, all }
}

/** An index, with the probability of its weight. */
function drawnFrom(weights: readonly number[], draws: Draws): number {
  let left = draws.below(2 ** 30) / 2 ** 30
  for (const [at, weight] of weights.entries()) {
    left -= weight
    if (left < 0) return at
  }
  return weights.length - 1
}

type Goal = { readonly team: Team; readonly minute: number }
/** A running match as the feed knows it. */
export type Played = {
  readonly minute: number
  readonly isHalfTime: boolean
  readonly goals: readonly Goal[]
  readonly redCards: Score
  readonly incidents: number
  readonly alerts: number
}

/** The match as the feed knows it at a time. Null before the kick-off. */
export function playedAt({ moments, kickOff }: Match, asOf: number): Played | null {
  if (asOf < kickOff) return null
  const known = moments.filter((moment) => moment.known <= asOf)
  const withdrawn = new Set(known.flatMap(({ withdraws }) => withdraws ?? []))
  const goals = known.filter((moment) => moment.kind === 'goal' && !withdrawn.has(moment))
  const cards = known.filter(({ kind }) => kind === 'card')
  const sinceMs = asOf - kickOff
  return {
    minute: minuteAt(sinceMs),
    isHalfTime: sinceMs >= FIRST_HALF_MS && sinceMs < FIRST_HALF_MS + BREAK_MS,
    goals: goals
      .toSorted((a, b) => a.at - b.at)
      .map(({ side, at }) => ({ team: side, minute: minuteAt(at - kickOff) })),
    redCards: scoreOf(cards.map(({ side }) => ({ team: side }))),
    incidents: known.filter(({ kind }) => kind === 'incident').length,
    alerts: known.filter(({ kind }) => kind === 'alert').length,
  }
}

/** 1 to 90; stoppage time counts as 45 or 90. */
function minuteAt(sinceMs: number): number {
  const minutes = Math.floor((sinceMs * SPEED) / 60_000)
  if (sinceMs < FIRST_HALF_MS + BREAK_MS) return Math.min(45, Math.max(1, minutes))
  return Math.min(90, 46 + Math.floor(((sinceMs - FIRST_HALF_MS - BREAK_MS) * SPEED) / 60_000))
}

export const scoreOf = (goals: readonly { readonly team: Team }[]): Score => {
  const home = goals.filter(({ team }) => team === 'home').length
  return { home, away: goals.length - home }
}
export const halfTimeOf = (goals: readonly Goal[]): Score => scoreOf(goals.filter(({ minute }) => minute <= 45))

/** The goals of the final report: all of them, or a wrong list before its correction. */
export function finalGoals(match: Match, isRight: boolean): readonly Goal[] {
  const goals = playedAt(match, Number.MAX_SAFE_INTEGER)?.goals ?? []
  if (isRight) return goals
  return goals.length > 0 ? goals.slice(0, -1) : [{ team: 'home', minute: 88 }]
}

export const factsOf = (goals: readonly Goal[]): MatchFacts => ({
  ...scoreOf(goals),
  halfTime: halfTimeOf(goals),
  firstGoal: goals[0]?.team ?? 'none',
  scorers: null,
  players: null,
  goesThrough: null,
})
