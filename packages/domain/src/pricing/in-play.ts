import { marketDefinition } from '../markets/catalogue.ts'
import type { Rulebook, Side } from '../markets/types.ts'
import { HALF_MINUTES } from '../match/clock.ts'
import type { Score } from '../match/goals.ts'
import { expectation, type Distribution, distributionFor, scenarioWeights } from './distribution.ts'
import { sharesFor } from './probability.ts'
import { AWAY_GOALS, GRID_SIDE, HOME_GOALS } from './score-grid.ts'
import type { Shares } from './shares.ts'
import { allScenarios, scenarioColumns } from './scenarios.ts'
import type { Pick, PricingContext, ScoreParams } from './types.ts'

/** The known state of a live game. */
export interface InPlayState {
  readonly phase: 'first-half' | 'half-time' | 'second-half'
  /** Minutes of play without the break, with a fraction: 46 is the first minute of the second half. */
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

/** The shares of a selection in play or before the start (`state` null); null if the known state is not sufficient. */
export function sharesNow(
  pick: Pick,
  rulebook: Rulebook,
  state: InPlayState | null,
  context: PricingContext,
): Shares | null {
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
export function distributionGiven(params: ScoreParams, state: InPlayState): Distribution | null {
  const { cells, weights } = scenarioColumns()
  const halves = halfColumns()
  const first = knownFirst(state)
  // Beyond the score, the first scorer gives no information about the rest of the game.
  const within = first === null ? weights : halves.weight
  const likely = likelihood(state)
  const found = scenarioWeights(params, within)
  let sum = 0
  for (let scenario = 0; scenario < found.length; scenario += 1) {
    const cell = cells[scenario] as number
    const isPossible = first === null || halves.first[scenario] === first
    const weight = isPossible
      ? (found[scenario] as number) *
        likely(
          HOME_GOALS[cell] as number,
          AWAY_GOALS[cell] as number,
          halves.home[scenario] as number,
          halves.away[scenario] as number,
        )
      : 0
    found[scenario] = weight
    sum += weight
  }
  if (sum <= 0) return null
  for (let scenario = 0; scenario < found.length; scenario += 1) found[scenario] = (found[scenario] as number) / sum
  return { per: 'scenarios', weights: found }
}

function knownFirst({ score, firstToScore }: InPlayState): Side | null {
  if (score.home + score.away === 0) return null
  if (score.away === 0) return 'home'
  return score.home === 0 ? 'away' : firstToScore
}

type Likelihood = (home: number, away: number, halfHome: number, halfAway: number) => number

/** The likelihood of the observed state for a final and a half-time score. */
function likelihood(state: InPlayState): Likelihood {
  const { phase, score, halfTime } = state
  const share = shareOfHalf(state)
  const ofHome = elapsedGoalsChances(score.home, share)
  const ofAway = elapsedGoalsChances(score.away, share)
  const redCards = redCardFactors(state)
  if (phase === 'first-half') {
    return (home, away, halfHome, halfAway) =>
      ofHome(halfHome, 0) * ofAway(halfAway, 0) * redCards(home - score.home, away - score.away)
  }
  if (phase === 'half-time') {
    return (home, away, halfHome, halfAway) =>
      halfHome === score.home && halfAway === score.away ? redCards(home - score.home, away - score.away) : 0
  }
  return (home, away, halfHome, halfAway) =>
    halfTime === null || (halfHome === halfTime.home && halfAway === halfTime.away)
      ? ofHome(home - halfHome, halfHome) *
        ofAway(away - halfAway, halfAway) *
        redCards(home - score.home, away - score.away)
      : 0
}

/** The factor of the remaining goals of both sides for the red cards of both. */
function redCardFactors(state: InPlayState): (home: number, away: number) => number {
  const [home, away] = [redCardFactorOf(state, 'home'), redCardFactorOf(state, 'away')]
  return home === 1 && away === 1 ? () => 1 : (goalsOfHome, goalsOfAway) => home ** goalsOfHome * away ** goalsOfAway
}

/**
 * The chances of a side's goals in the elapsed share of a half, by all its goals in the half and its goals before the
 * half. Each is computed once.
 */
function elapsedGoalsChances(scored: number, share: number): (all: number, before: number) => number {
  const chances = Array.from({ length: GRID_SIDE }, (_, before) =>
    Array.from({ length: GRID_SIDE }, (_each, all) => elapsedGoalsChance(all, scored - before, share)),
  )
  return (all, before) => chances[before]?.[all] ?? 0
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
