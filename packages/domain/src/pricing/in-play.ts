import { marketDefinition } from '../markets/catalogue.ts'
import type { Rulebook, Side } from '../markets/types.ts'
import { HALF_MINUTES } from '../match/clock.ts'
import { sameScore, type Score } from '../match/goals.ts'
import { expectation, type Distribution, distributionFor, scenarioWeights } from './distribution.ts'
import { sharesFor } from './probability.ts'
import { AWAY_GOALS, HOME_GOALS } from './score-grid.ts'
import type { Shares } from './shares.ts'
import { allScenarios, scenarioColumns } from './scenarios.ts'
import type { Pick, PricingContext, ScoreParams } from './types.ts'

/** The known state of a live game. */
export interface InPlayState {
  readonly phase: 'first-half' | 'half-time' | 'second-half'
  /** Minutes of play without the break: 46 is the first minute of the second half. */
  readonly minute: number
  readonly score: Score
  /** Null during the first half, or if unknown. */
  readonly halfTime: Score | null
  /** Null before the first goal, or if unknown. */
  readonly firstToScore: Side | null
  /** Red cards of each side. */
  readonly redCards: Score
  /** The ids of the scorers; null if unknown. */
  readonly scorers: readonly string[] | null
}

/**
 * The mean return of one unit staked on a combination of selections of one game. Each selection either wins (`true`) or
 * returns its stake (`false`).
 */
export type Expectation = (wins: readonly boolean[]) => number

// Typical stoppage time after the 45th and the 90th minute.
const STOPPAGE_MINUTES = { first: 2, second: 5 } as const
// The elapsed share of a half never reaches one, because a goal is possible until the whistle.
const LATEST_SHARE = 0.98
// A goal is possible in the first minute of a half.
const EARLIEST_MINUTES = 0.5
// The effect of a red card on the remaining goals of the reduced side and of the other side.
const RED_CARD_FACTORS = { own: 0.7, other: 1.2 } as const

/**
 * The joint expectation of selections of one game. Before the start (`state` null) it follows from the model; in play
 * from the model given minute, score, half-time score, first goal and red cards. Returns null if a selection has no
 * price. Goals are uniform within a half, given the final score, so the state weighs each scenario by its likelihood
 * (Bayes). Prices therefore form a martingale: the expected probability after the next minute equals the current one.
 */
export function inPlayExpectation(
  params: ScoreParams,
  picks: readonly Pick[],
  rulebook: Rulebook,
  state: InPlayState | null,
  context: PricingContext = {},
): Expectation | null {
  const legs = picks.map((pick) => sharesNow(pick, rulebook, state, context))
  if (!legs.every((leg) => leg !== null)) return null
  const distribution = state === null ? distributionFor(params, legs) : distributionGiven(params, state)
  return distribution === null ? null : (wins) => Math.min(1, expectation(distribution, legs, wins))
}

/** The shares of a selection, or null if the known state is not sufficient. */
function sharesNow(pick: Pick, rulebook: Rulebook, state: InPlayState | null, context: PricingContext): Shares | null {
  if (state === null) return sharesFor(pick, rulebook, context)
  const { decidedBy } = marketDefinition(pick.market)
  if (decidedBy === 'scorers') return hasScored(pick.selectionId, state) ? CERTAIN : null
  const shares = sharesFor(pick, rulebook, context)
  if (shares === null || shares.per === 'scores') return shares
  const { home, away } = state.score
  if (decidedBy === 'first goal') return home + away > 0 && knownFirst(state) === null ? null : shares
  if (decidedBy === 'qualifier') return shares
  return state.phase === 'second-half' && state.halfTime === null ? null : shares
}

// Returns whether the player has scored. Whether others are still on the pitch is unknown, so only goals count.
const hasScored = (playerId: string, { scorers }: InPlayState): boolean => scorers?.includes(playerId) === true

const CERTAIN: Shares = { per: 'scores', win: new Float64Array(HOME_GOALS.length).fill(1), returned: null }

/**
 * All scenarios with their probability given the state; null if no scenario matches, as with a score beyond the grid.
 */
function distributionGiven(params: ScoreParams, state: InPlayState): Distribution | null {
  const { cells, weights } = scenarioColumns()
  const halves = halfColumns()
  const first = knownFirst(state)
  // Beyond the score, the first scorer gives no information about the rest of the game.
  const within = first === null ? weights : halves.weight.map((weight, at) => (halves.first[at] === first ? weight : 0))
  const likely = likelihood(state)
  const found = scenarioWeights(params, within).map((weight, scenario) => {
    if (weight === 0) return 0
    const cell = cells[scenario] as number
    return (
      weight *
      likely(
        { home: HOME_GOALS[cell] as number, away: AWAY_GOALS[cell] as number },
        { home: halves.home[scenario] as number, away: halves.away[scenario] as number },
      )
    )
  })
  const sum = found.reduce((total, weight) => total + weight, 0)
  return sum > 0 ? { per: 'scenarios', weights: found.map((weight) => weight / sum) } : null
}

function knownFirst({ score, firstToScore }: InPlayState): Side | null {
  if (score.home + score.away === 0) return null
  if (score.away === 0) return 'home'
  return score.home === 0 ? 'away' : firstToScore
}

type Likelihood = (final: Score, half: Score) => number

/** The likelihood of the observed state for a half-time and final score. */
function likelihood(state: InPlayState): Likelihood {
  const { phase, score, halfTime } = state
  const factors = { home: redCardFactorOf(state, 'home'), away: redCardFactorOf(state, 'away') }
  const redCardFactor = (final: Score): number =>
    factors.home ** (final.home - score.home) * factors.away ** (final.away - score.away)
  const isHalf = (half: Score): boolean => halfTime === null || sameScore(half, halfTime)
  const share = shareOfHalf(state)
  if (phase === 'first-half') {
    return (final, half) =>
      elapsedGoalsChance(half.home, score.home, share) *
      elapsedGoalsChance(half.away, score.away, share) *
      redCardFactor(final)
  }
  if (phase === 'half-time') {
    return (final, half) => (sameScore(half, score) ? redCardFactor(final) : 0)
  }
  return (final, half) =>
    isHalf(half)
      ? elapsedGoalsChance(final.home - half.home, score.home - half.home, share) *
        elapsedGoalsChance(final.away - half.away, score.away - half.away, share) *
        redCardFactor(final)
      : 0
}

/** The factor for each remaining goal of a side, by the red cards of both sides. */
const redCardFactorOf = ({ redCards }: InPlayState, side: Side): number =>
  RED_CARD_FACTORS.own ** redCards[side] * RED_CARD_FACTORS.other ** redCards[side === 'home' ? 'away' : 'home']

/** The elapsed share of the current half. */
function shareOfHalf({ phase, minute }: InPlayState): number {
  if (phase === 'half-time') return 1
  const played = phase === 'first-half' ? minute : minute - HALF_MINUTES
  const length = HALF_MINUTES + (phase === 'first-half' ? STOPPAGE_MINUTES.first : STOPPAGE_MINUTES.second)
  return Math.min(LATEST_SHARE, Math.max(EARLIEST_MINUTES, played) / length)
}

/** The probability that `scored` of `all` goals of a half fall into the elapsed share of the half. */
function elapsedGoalsChance(all: number, scored: number, share: number): number {
  if (scored < 0 || scored > all) return 0
  let ways = 1
  for (let k = 1; k <= scored; k += 1) ways = (ways * (all - scored + k)) / k
  return ways * share ** scored * (1 - share) ** (all - scored)
}

interface HalfColumns {
  readonly home: Uint8Array
  readonly away: Uint8Array
  readonly first: readonly (Side | 'none')[]
  /** The share of a half-time score in the scenarios of its final score, over all first scorers. */
  readonly weight: Float64Array
}

let columns: HalfColumns | undefined

function halfColumns(): HalfColumns {
  columns ??= readColumns()
  return columns
}

function readColumns(): HalfColumns {
  const scenarios = allScenarios()
  const keyOf = ({ cell, playOff, result }: (typeof scenarios)[number]): string =>
    `${cell} ${playOff ?? ''} ${result.halfTime?.home ?? 0} ${result.halfTime?.away ?? 0}`
  const weights = new Map<string, number>()
  for (const scenario of scenarios) weights.set(keyOf(scenario), (weights.get(keyOf(scenario)) ?? 0) + scenario.weight)
  return {
    home: Uint8Array.from(scenarios, ({ result }) => result.halfTime?.home ?? 0),
    away: Uint8Array.from(scenarios, ({ result }) => result.halfTime?.away ?? 0),
    first: scenarios.map(({ result }) => result.firstToScore ?? 'none'),
    weight: Float64Array.from(scenarios, (scenario) => weights.get(keyOf(scenario)) ?? 0),
  }
}
