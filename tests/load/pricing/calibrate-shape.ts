import type { Calibration, ExpectedOver, ShapeConstants } from '@mupiira/domain/pricing/fit.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import {
  AWAY_GOALS,
  CELLS,
  frameOf,
  GRID_SIDE,
  HOME_GOALS,
  scoresOf,
  shapeOf,
} from '@mupiira/domain/pricing/score-grid.ts'
import type { ScoreParams } from '@mupiira/domain/pricing/types.ts'
import { addOuter, leastSquares, mean, solveLinear, zeros, zeroVector } from './algebra.ts'
import type { RecordedMatch } from './matches.ts'

export const SHAPE_NAMES = ['spread', 'bothScoreWeight', 'easing', 'drawnGoals', 'homeByOneWeight'] as const

/** This root mean square distance from the bookmakers' both-to-score prices weighs as much as one standard error. */
const PRICE_TRUST = 0.002
const STEPS = 8

const logit = (p: number): number => Math.log(p / (1 - p))

/**
 * P(over 2.5) from 1X2 prices: least squares on the closing totals lines, limited to the region that these matches
 * cover.
 */
export function calibrateOver(matches: readonly RecordedMatch[]): ExpectedOver {
  const points = matches.flatMap(({ fair, over25 }) =>
    over25 === null
      ? []
      : [{ x: Math.abs(Math.log(fair.home / fair.away)), y: logit(fair.draw), target: logit(over25) }],
  )
  const [constant = 0, ofX = 0, ofY = 0, xx = 0, xy = 0, yy = 0] = leastSquares(
    points.map(({ x, y }) => [1, x, y, x * x, x * y, y * y]),
    points.map(({ target }) => target),
  )
  const all = (read: (point: (typeof points)[number]) => number): number[] => points.map(read).sort((a, b) => a - b)
  const ys = all(({ y }) => y)
  const targets = all(({ target }) => target)
  return {
    constant,
    x: ofX,
    y: ofY,
    xx,
    xy,
    yy,
    xMax: all(({ x }) => x).at(-1) ?? 0,
    yMin: ys[0] ?? 0,
    yMax: ys.at(-1) ?? 0,
    logitMin: targets[0] ?? 0,
    logitMax: targets.at(-1) ?? 0,
  }
}

/**
 * The shape constants with the best likelihood of the final scores, weighed with the bookmakers' both-to-score prices.
 */
export function calibrateShape(
  matches: readonly RecordedMatch[],
  expectedOver: ExpectedOver,
  start: ShapeConstants,
): ShapeConstants {
  let shape = start
  for (let step = 0; step < STEPS; step += 1) {
    const { gradient, information } = scoreOf(matches, { expectedOver, shape })
    const move = solveLinear(information, gradient)
    shape = Object.fromEntries(SHAPE_NAMES.map((name, k) => [name, shape[name] + (move[k] as number)])) as Record<
      (typeof SHAPE_NAMES)[number],
      number
    >
    if (Math.max(...move.map(Math.abs)) < 1e-5) break
  }
  return shape
}

/** Log likelihood of the final scores minus the penalty for the distance from the both-to-score prices. */
export function fitness(matches: readonly RecordedMatch[], calibration: Calibration): number {
  let logLikelihood = 0
  const squares: number[] = []
  for (const match of matches) {
    const scores = scoresOf(modelOf(match, calibration))
    logLikelihood += Math.log(scores[cellOf(match)] as number)
    if (match.bothScore !== null) squares.push((bothScoreIn(scores) - match.bothScore) ** 2)
  }
  return logLikelihood - (squares.length > 0 ? mean(squares) / (2 * PRICE_TRUST ** 2) : 0)
}

export function modelOf({ fair, over25 }: RecordedMatch, calibration: Calibration): ScoreParams {
  const params = fitModel(over25 === null ? fair : { ...fair, over25 }, 'soccer', calibration)
  if (params.kind !== 'score') throw new Error('the match has no score model')
  return params
}

const cellOf = ({ result }: RecordedMatch): number =>
  Math.min(result.home, GRID_SIDE - 1) * GRID_SIDE + Math.min(result.away, GRID_SIDE - 1)

const bothScoreIn = (scores: Float64Array): number =>
  scores.reduce(
    (sum, p, cell) => ((HOME_GOALS[cell] as number) > 0 && (AWAY_GOALS[cell] as number) > 0 ? sum + p : sum),
    0,
  )

/**
 * Gradient and expected curvature of the fitness. The three parameters of each match are refitted, so they still match
 * its prices.
 */
function scoreOf(
  matches: readonly RecordedMatch[],
  calibration: Calibration,
): { gradient: number[]; information: number[][] } {
  const gradient = zeroVector(SHAPE_NAMES.length)
  const information = zeros(SHAPE_NAMES.length)
  const priced = matches.filter(({ bothScore }) => bothScore !== null).length
  for (const match of matches) {
    const params = modelOf(match, calibration)
    const { ofScore, ofBoth, both } = derivatives(params, cellOf(match))
    ofScore.forEach((value, k) => (gradient[k] = (gradient[k] as number) + value))
    addOuter(information, ofScore, 1)
    if (match.bothScore === null) continue
    const weight = 1 / (priced * PRICE_TRUST ** 2)
    const distance = both - match.bothScore
    ofBoth.forEach((value, k) => (gradient[k] = (gradient[k] as number) - weight * distance * value))
    addOuter(information, ofBoth, weight)
  }
  return { gradient, information }
}

/** Derivatives of log P(actual score) and of P(both score) by each constant. */
function derivatives(params: ScoreParams, cell: number): { ofScore: number[]; ofBoth: number[]; both: number } {
  const scores = scoresOf(params)
  const frame = frameOf(shapeOf(params))
  const advantage = Math.log(params.homeRate / params.awayRate)
  // `drawnGoalsWeight` = drawnGoals × unequal, so the derivative by drawnGoals has the factor `unequal`.
  const unequal = unequalOf(scores)
  const features = SHAPE_NAMES.map((name) => featureOf(name, advantage, unequal))
  const moved = [frame.home, frame.away, DRAWN]
  const covariance = (a: Float64Array, b: Float64Array): number => {
    let [ab, sumA, sumB] = [0, 0, 0]
    for (let at = 0; at < CELLS; at += 1) {
      const p = scores[at] as number
      ab += p * (a[at] as number) * (b[at] as number)
      sumA += p * (a[at] as number)
      sumB += p * (b[at] as number)
    }
    return ab - sumA * sumB
  }
  const slopes = TARGETS.map((target) => moved.map((statistic) => covariance(target, statistic)))
  const follow = features.map((feature) =>
    solveLinear(
      slopes,
      TARGETS.map((target) => covariance(target, feature)),
    ),
  )
  const centred = (values: Float64Array): number =>
    (values[cell] as number) - values.reduce((sum, value, at) => sum + value * (scores[at] as number), 0)
  const net = (of: (values: Float64Array) => number): number[] =>
    features.map(
      (feature, k) =>
        of(feature) -
        moved.reduce((sum, statistic, i) => sum + of(statistic) * ((follow[k] as number[])[i] as number), 0),
    )
  return { ofScore: net(centred), ofBoth: net((values) => covariance(BOTH, values)), both: bothScoreIn(scores) }
}

const overCells = (read: (home: number, away: number) => number): Float64Array =>
  HOME_GOALS.map((home, cell) => read(home, AWAY_GOALS[cell] as number))

const DRAWN = overCells((home, away) => Number(home === away))
const BOTH = overCells((home, away) => Number(home > 0 && away > 0))
const HOME_WINS = overCells((home, away) => Number(home > away))
const AWAY_WINS = overCells((home, away) => Number(home < away))
const TARGETS = [HOME_WINS, AWAY_WINS, overCells((home, away) => Number(home + away > 2.5))]
const LOG_FACTORIALS = overCells((home, away) => -logFactorial(home) - logFactorial(away))
const EASED = overCells((home, away) => Math.sign(home - away) * Math.max(Math.abs(home - away) - 1, 0))
const HOME_BY_ONE = overCells((home, away) => Number(home === away + 1))
const DRAWN_GOALS = overCells((home, away) => Number(home === away && home > 1))

function featureOf(name: (typeof SHAPE_NAMES)[number], advantage: number, unequal: number): Float64Array {
  switch (name) {
    case 'spread':
      return LOG_FACTORIALS
    case 'bothScoreWeight':
      return BOTH
    case 'easing':
      return EASED.map((value) => (-advantage / 2) * value)
    case 'drawnGoals':
      return DRAWN_GOALS.map((value) => unequal * value)
    case 'homeByOneWeight':
      return HOME_BY_ONE
  }
}

function unequalOf(scores: Float64Array): number {
  const sum = (cells: Float64Array): number =>
    cells.reduce((total, value, at) => total + value * (scores[at] as number), 0)
  return Math.abs(Math.log(sum(HOME_WINS) / sum(AWAY_WINS))) - 1
}

function logFactorial(n: number): number {
  let sum = 0
  for (let k = 2; k <= n; k += 1) sum += Math.log(k)
  return sum
}
