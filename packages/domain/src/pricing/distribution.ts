import { playOffShare } from './probability.ts'
import { scoresOf } from './score-grid.ts'
import type { Shares } from './shares.ts'
import { scenarioColumns } from './scenarios.ts'
import type { ScoreParams } from './types.ts'

/** Scores or scenarios with their probabilities, on which legs of one game are evaluated together. */
export interface Distribution {
  readonly per: Shares['per']
  readonly weights: Float64Array
}

/** The pre-match distribution: over scores if the score decides all legs, otherwise over scenarios. */
export function distributionFor(params: ScoreParams, legs: readonly Shares[]): Distribution {
  if (legs.every(({ per }) => per === 'scores')) return { per: 'scores', weights: scoresOf(params) }
  return { per: 'scenarios', weights: scenarioWeights(params, scenarioColumns().weights) }
}

/** The probability of every scenario, from its share (`within`) of its score. */
export function scenarioWeights(params: ScoreParams, within: Float64Array): Float64Array {
  const scores = scoresOf(params)
  const home = playOffShare(params)
  const playOffShares = [1, home, 1 - home]
  const { cells, playOffs } = scenarioColumns()
  return within.map(
    (weight, scenario) =>
      weight * (scores[cells[scenario] as number] as number) * (playOffShares[playOffs[scenario] as number] as number),
  )
}

/** The mean over the distribution of the product of each leg's won (`wins`) or returned part. */
export function expectation({ per, weights }: Distribution, legs: readonly Shares[], wins: readonly boolean[]): number {
  const cells = per === 'scenarios' ? scenarioColumns().cells : null
  let sum = 0
  for (let point = 0; point < weights.length; point += 1) {
    let product = weights[point] as number
    for (let position = 0; position < legs.length && product > 0; position += 1) {
      const leg = legs[position] as Shares
      const at = leg.per === 'scores' && cells !== null ? (cells[point] as number) : point
      const part = wins[position] === true ? leg.win : leg.returned
      product *= part === null ? 0 : (part[at] as number)
    }
    sum += product
  }
  return sum
}
