import type { Side } from '../markets/types.ts'
import type { Score } from '../match/goals.ts'
import { fitModel } from './fit.ts'
import type { InPlayState } from './in-play.ts'
import { fairMatch } from './margin.ts'
import { allScenarios, type Scenario } from './scenarios.ts'
import { scoresOf } from './score-grid.ts'
import type { ScoreParams } from './types.ts'

/**
 * The possible next states of a live game under the score model, each with its probability. Written from the
 * description of the model (decision 0032) and not from its code, for tests of prices and cashouts in play.
 */
const HALF_MINUTES = { first: 47, second: 50 } as const
const RED_CARD = { own: 0.7, other: 1.2 } as const
/** More goals of one side in one step are negligible. */
const MOST_GOALS = 6

export function paramsFrom(home: number, draw: number, away: number): ScoreParams {
  const fair = fairMatch({ home, draw, away })
  const params = fair.ok ? fitModel(fair.value, 'soccer') : null
  if (params?.kind !== 'score') throw new Error('no model')
  return params
}

export type Continuation = { readonly state: InPlayState; readonly chance: number }

/** The states after some minutes of the same half, or the first minutes of the second half after the break. */
export function continuations(params: ScoreParams, state: InPlayState, minutes: number): Continuation[] {
  const next = stateAfter(state, minutes)
  const step = (shareOf(next) - elapsedOf(state)) / (1 - elapsedOf(state))
  const found = new Map<string, { state: InPlayState; weight: number }>()
  let sum = 0
  for (const scenario of allScenarios()) {
    const weight = weightOf(params, scenario, state)
    if (weight === 0) continue
    sum += weight
    const left = goalsLeft(scenario, state, next)
    for (let home = 0; home <= Math.min(left.home, MOST_GOALS); home += 1) {
      for (let away = 0; away <= Math.min(left.away, MOST_GOALS); away += 1) {
        const chance = binomial(left.home, home, step) * binomial(left.away, away, step)
        for (const [first, share] of firstGoals(state, home, away)) {
          const key = `${home} ${away} ${first}`
          const score = { home: state.score.home + home, away: state.score.away + away }
          const known = found.get(key) ?? { state: { ...next, score, firstToScore: first }, weight: 0 }
          found.set(key, { ...known, weight: known.weight + weight * chance * share })
        }
      }
    }
  }
  return [...found.values()].map(({ state: after, weight }) => ({ state: after, chance: weight / sum }))
}

function stateAfter(state: InPlayState, minutes: number): InPlayState {
  if (state.phase !== 'half-time') return { ...state, minute: state.minute + minutes }
  return { ...state, phase: 'second-half', minute: 45 + minutes, halfTime: state.score }
}

/** The elapsed share of the half that a step begins in. The break is the beginning of the second half. */
const elapsedOf = (state: InPlayState): number => (state.phase === 'half-time' ? 0 : shareOf(state))

function shareOf({ phase, minute }: InPlayState): number {
  const played = phase === 'second-half' ? minute - 45 : minute
  return Math.min(0.98, Math.max(0.5, played) / (phase === 'second-half' ? HALF_MINUTES.second : HALF_MINUTES.first))
}

/** How likely the scenario is, given the state (Bayes). */
function weightOf(params: ScoreParams, scenario: Scenario, state: InPlayState): number {
  const { result, cell, weight, playOff } = scenario
  const half = result.halfTime ?? { home: 0, away: 0 }
  if (state.firstToScore !== null && result.firstToScore !== state.firstToScore) return 0
  // The order of the goals before the state is known, and no other order changes what follows.
  const shown = state.firstToScore === null ? weight : weight / shareOfFirst(scenario)
  const now = state.score
  const isFirstHalf = state.phase === 'first-half'
  const isHalfKnown = !isFirstHalf && half.home === state.halfTime?.home && half.away === state.halfTime.away
  if (!isFirstHalf && !isHalfKnown) return 0
  const share = elapsedOf(state)
  const inHalf = isFirstHalf ? half : { home: result.home - half.home, away: result.away - half.away }
  const scored = isFirstHalf ? now : { home: now.home - half.home, away: now.away - half.away }
  const seen = binomial(inHalf.home, scored.home, share) * binomial(inHalf.away, scored.away, share)
  const cards =
    cardFactor(state.redCards, 'home') ** (result.home - now.home) *
    cardFactor(state.redCards, 'away') ** (result.away - now.away)
  // A draw has two play-off outcomes, each with the full weight of the score.
  return (scoresOf(params)[cell] ?? 0) * shown * seen * cards * (playOff === null ? 1 : 0.5)
}

const cardFactor = (cards: Score, side: Side): number =>
  RED_CARD.own ** cards[side] * RED_CARD.other ** cards[side === 'home' ? 'away' : 'home']

/** The share of the first scorer among the scenarios of the same half-time and final score. */
function shareOfFirst({ result }: Scenario): number {
  const { home: halfHome, away: halfAway } = result.halfTime ?? { home: 0, away: 0 }
  const [home, away] = halfHome + halfAway > 0 ? [halfHome, halfAway] : [result.home, result.away]
  return (result.firstToScore === 'home' ? home : away) / (home + away)
}

/** The goals that are still to come in the half of the next state. */
function goalsLeft({ result }: Scenario, { score }: InPlayState, next: InPlayState): Score {
  const end = next.phase === 'first-half' ? (result.halfTime ?? { home: 0, away: 0 }) : result
  return { home: end.home - score.home, away: end.away - score.away }
}

function firstGoals({ firstToScore, score }: InPlayState, home: number, away: number): [Side | null, number][] {
  if (firstToScore !== null || score.home + score.away > 0) return [[firstToScore, 1]]
  if (home + away === 0) return [[null, 1]]
  const sides: [Side, number][] = [
    ['home', home / (home + away)],
    ['away', away / (home + away)],
  ]
  return sides.filter(([, share]) => share > 0)
}

function binomial(n: number, k: number, p: number): number {
  if (k < 0 || k > n) return 0
  let ways = 1
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i
  return ways * p ** k * (1 - p) ** (n - k)
}
