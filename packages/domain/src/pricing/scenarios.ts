import type { MatchResult, Side } from '../markets/types.ts'
import { HALVES } from './calibration.ts'
import { AWAY_GOALS, CELLS, HOME_GOALS } from './score-grid.ts'

/** One course of a game to its final score: half-time score, first team to score, and the qualifier after a draw. */
export interface Scenario {
  readonly cell: number
  readonly result: MatchResult
  /** The share among the scenarios of its score, before it is divided between the two possible qualifiers. */
  readonly weight: number
  /** The side that wins extra time or penalties after a draw; null if the score decides. */
  readonly playOff: Side | null
}

/**
 * All scenarios of all scores, built once. Scenarios depend only on the score, so rules can be averaged over the
 * scenarios of each score in advance, and a game's prices are sums over scores.
 */
export function allScenarios(): readonly Scenario[] {
  scenarios ??= Array.from({ length: CELLS }, (_, cell) => scenariosOf(cell)).flat()
  return scenarios
}

let scenarios: readonly Scenario[] | undefined

/** The scenarios as columns of numbers. */
export interface ScenarioColumns {
  readonly cells: Uint8Array
  readonly weights: Float64Array
  /** 1 if home wins extra time or penalties, 2 if away does, 0 if the score decides. */
  readonly playOffs: Uint8Array
}

/** The columns in the order of `allScenarios`, built once. */
export function scenarioColumns(): ScenarioColumns {
  columns ??= {
    cells: Uint8Array.from(allScenarios(), ({ cell }) => cell),
    weights: Float64Array.from(allScenarios(), ({ weight }) => weight),
    playOffs: Uint8Array.from(allScenarios(), ({ playOff }) => (playOff === null ? 0 : playOff === 'home' ? 1 : 2)),
  }
  return columns
}

let columns: ScenarioColumns | undefined

function scenariosOf(cell: number): readonly Scenario[] {
  const home = HOME_GOALS[cell] as number
  const away = AWAY_GOALS[cell] as number
  const score: MatchResult = { sport: 'soccer', home, away }
  return halvesOf(home, away).flatMap(({ halfTime, weight: halfWeight }) =>
    firstScorers(home, away, halfTime).flatMap(({ first, weight: firstWeight }) => {
      const weight = halfWeight * firstWeight
      const base = { ...score, halfTime, firstToScore: first }
      if (home !== away)
        return [{ cell, weight, playOff: null, result: { ...base, qualifier: home > away ? 'home' : 'away' } }]
      return (['home', 'away'] as const).map((side): Scenario => ({
        cell,
        weight,
        playOff: side,
        result: { ...base, qualifier: side },
      }))
    }),
  )
}

export type HalfConstants = Readonly<Record<keyof typeof HALVES, number>>

export interface HalfTime {
  readonly halfTime: { readonly home: number; readonly away: number }
  readonly weight: number
}

/** The possible half-time scores of a final score with their shares. */
export function halvesOf(home: number, away: number, constants: HalfConstants = HALVES): readonly HalfTime[] {
  const goals = home + away
  const share = 1 / (1 + Math.exp(-(constants.logitShare + constants.perGoal * (goals - constants.meanGoals))))
  const splits: HalfTime[] = []
  let sum = 0
  for (let h = 0; h <= home; h += 1) {
    for (let a = 0; a <= away; a += 1) {
      const offCentre = goals === 0 ? 0 : (h + a - goals * share) ** 2 / goals
      const turned = (h - a) * (home - away) < 0
      const chance =
        share ** (h + a) *
        (1 - share) ** (goals - h - a) *
        Math.exp((turned ? constants.reversal : 0) - constants.balance * offCentre)
      const weight = choose(home, h) * choose(away, a) * chance
      sum += weight
      splits.push({ halfTime: { home: h, away: a }, weight })
    }
  }
  return splits.map((split) => ({ ...split, weight: split.weight / sum }))
}

interface FirstScorer {
  readonly first: Side | 'none'
  readonly weight: number
}

/** Within a half, every order of its goals is equally likely. */
function firstScorers(home: number, away: number, halfTime: HalfTime['halfTime']): readonly FirstScorer[] {
  const inFirst = halfTime.home + halfTime.away > 0
  const h = inFirst ? halfTime.home : home
  const a = inFirst ? halfTime.away : away
  if (h + a === 0) return [{ first: 'none', weight: 1 }]
  const sides: readonly FirstScorer[] = [
    { first: 'home', weight: h / (h + a) },
    { first: 'away', weight: a / (h + a) },
  ]
  return sides.filter(({ weight }) => weight > 0)
}

function choose(n: number, k: number): number {
  let product = 1
  for (let i = 1; i <= k; i += 1) product = (product * (n - k + i)) / i
  return product
}
