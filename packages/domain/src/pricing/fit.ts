import type { Sport } from '../markets/types.ts'
import { EXPECTED_OVER, SCORE_SHAPE } from './calibration.ts'
import { CELLS, fillScores, frameOf, HOME_GOALS, AWAY_GOALS } from './score-grid.ts'
import type { ScoreFrame, ScoreShape } from './score-grid.ts'
import type { FairMatch, ModelParams } from './types.ts'

/** The constants of a fit. The default is `calibration.ts`; benchmarks pass others. */
export interface Calibration {
  readonly expectedOver: ExpectedOver
  readonly shape: ShapeConstants
}

/** logit P(over 2.5) as a quadratic in x = |log(home ÷ away)| and y = logit(draw), with the range of valid inputs. */
export type ExpectedOver = Readonly<Record<keyof typeof EXPECTED_OVER, number>>

/**
 * The shape before its `drawnGoalsWeight` is computed: `drawnGoals` × (|log(home ÷ away)| − 1), zero if one side is e
 * times as likely.
 */
export interface ShapeConstants extends Omit<ScoreShape, 'drawnGoalsWeight'> {
  readonly drawnGoals: number
}

const CALIBRATION: Calibration = { expectedOver: EXPECTED_OVER, shape: SCORE_SHAPE }

const ROUNDS = 80
const PRECISION = 1e-12

/** The lower bound of a probability, so that every side has a positive goal rate. */
const MIN_CHANCE = 1e-4

/**
 * Fits the model to the fair prices of a game (MKT-33). Three parameters reproduce P(home), P(away) and P(over 2.5)
 * exactly. Without a totals line, the expected line of the 1X2 prices is used. Other sports, and games without a draw,
 * use the winner model.
 */
export function fitModel(
  fair: FairMatch,
  sport: Sport = 'soccer',
  { expectedOver: quadratic, shape: constants }: Calibration = CALIBRATION,
): ModelParams {
  if (sport !== 'soccer' || fair.draw <= 0) return { kind: 'winner', version: 1, ...normalised(fair, 0) }
  const { home, draw, away } = normalised(fair, MIN_CHANCE)
  const over = Math.min(0.98, Math.max(0.02, fair.over25 ?? expectedOver(home, draw, away, quadratic)))
  const { drawnGoals, ...rest } = constants
  const unequal = Math.min(Math.abs(Math.log(home / away)), quadratic.xMax)
  const shape = { ...rest, drawnGoalsWeight: drawnGoals * (unequal - 1) }
  const [logHome, logAway, drawWeight] = solve(home, away, over, frameOf(shape))
  return {
    kind: 'score',
    version: 2,
    homeRate: Math.exp(logHome),
    awayRate: Math.exp(logAway),
    drawWeight,
    ...shape,
  }
}

function normalised(fair: FairMatch, least: number): { home: number; draw: number; away: number } {
  const home = Math.max(fair.home, least)
  const draw = Math.max(fair.draw, least)
  const away = Math.max(fair.away, least)
  const sum = home + draw + away
  return { home: home / sum, draw: draw / sum, away: away / sum }
}

/** The typical P(over 2.5) for these 1X2 prices. */
export function expectedOver(home: number, draw: number, away: number, c: ExpectedOver = EXPECTED_OVER): number {
  const x = Math.min(Math.abs(Math.log(home / away)), c.xMax)
  const y = Math.min(Math.max(Math.log(draw / (1 - draw)), c.yMin), c.yMax)
  const logit = c.constant + c.x * x + c.y * y + c.xx * x * x + c.xy * x * y + c.yy * y * y
  return 1 / (1 + Math.exp(-Math.min(Math.max(logit, c.logitMin), c.logitMax)))
}

type Triple = readonly [number, number, number]

/**
 * Newton's method with halved steps. The scores are an exponential family, so the derivative of each target is its
 * covariance with the parameter's statistic.
 */
function solve(home: number, away: number, over: number, frame: ScoreFrame): Triple {
  const scores = new Float64Array(CELLS)
  const targets: Triple = [home, away, over]
  let at: Triple = startingPoint(home, away, over)
  let state = measure(scores, at, targets, frame)
  for (let round = 0; round < ROUNDS && state.distance > PRECISION; round += 1) {
    const step = solveThree(state.slopes, state.errors)
    if (step === null) break
    const longest = Math.max(...step.map(Math.abs))
    let scale = longest > 1 ? 1 / longest : 1
    let moved = false
    for (let half = 0; half < 30 && !moved; half += 1, scale /= 2) {
      const next: Triple = [at[0] - scale * step[0], at[1] - scale * step[1], at[2] - scale * step[2]]
      const measured = measure(scores, next, targets, frame)
      if (measured.distance >= state.distance) continue
      ;[at, state, moved] = [next, measured, true]
    }
    if (!moved) break
  }
  return at
}

function startingPoint(home: number, away: number, over: number): Triple {
  const goals = 2.65 + 1.1 * Math.log(over / (1 - over))
  const share = 1 / (1 + Math.exp(-0.55 * Math.log(home / away)))
  return [Math.log(Math.max(goals, 0.4) * share), Math.log(Math.max(goals, 0.4) * (1 - share)), 0]
}

interface Measured {
  readonly errors: Triple
  readonly slopes: readonly [Triple, Triple, Triple]
  readonly distance: number
}

// The six regions of scores: home win, draw and away win, each with up to 2 goals or with 3 or more.
const REGIONS = Uint8Array.from(HOME_GOALS, (home, cell) => {
  const away = AWAY_GOALS[cell] as number
  return (home > away ? 0 : home === away ? 2 : 4) + (home + away > 2.5 ? 1 : 0)
})

function measure(scores: Float64Array, at: Triple, targets: Triple, frame: ScoreFrame): Measured {
  fillScores(scores, at[0], at[1], at[2], frame)
  // Per region: its probability, and the sums of the statistics of log(homeRate) and log(awayRate).
  const mass = [0, 0, 0, 0, 0, 0]
  const ofHome = [0, 0, 0, 0, 0, 0]
  const ofAway = [0, 0, 0, 0, 0, 0]
  for (let cell = 0; cell < CELLS; cell += 1) {
    const p = scores[cell] as number
    const region = REGIONS[cell] as number
    mass[region] = (mass[region] as number) + p
    ofHome[region] = (ofHome[region] as number) + p * (frame.home[cell] as number)
    ofAway[region] = (ofAway[region] as number) + p * (frame.away[cell] as number)
  }
  const sumOver = (sums: number[], ...regions: number[]): number =>
    regions.reduce((sum, region) => sum + (sums[region] as number), 0)
  const all = [0, 1, 2, 3, 4, 5]
  const means: Triple = [sumOver(ofHome, ...all), sumOver(ofAway, ...all), sumOver(mass, 2, 3)]
  const slope = (drawn: number, ...regions: number[]): Triple => {
    const t = sumOver(mass, ...regions)
    return [
      sumOver(ofHome, ...regions) - t * means[0],
      sumOver(ofAway, ...regions) - t * means[1],
      drawn - t * means[2],
    ]
  }
  const errors: Triple = [
    sumOver(mass, 0, 1) - targets[0],
    sumOver(mass, 4, 5) - targets[1],
    sumOver(mass, 1, 3, 5) - targets[2],
  ]
  return {
    errors,
    slopes: [slope(0, 0, 1), slope(0, 4, 5), slope(mass[3] as number, 1, 3, 5)],
    distance: Math.max(...errors.map(Math.abs)),
  }
}

/** Cramer's rule; null for a singular matrix. */
function solveThree([a, b, c]: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple | null {
  const determinant = det(a, b, c)
  if (Math.abs(determinant) < 1e-300) return null
  const column = (k: number): readonly [Triple, Triple, Triple] => {
    const put = (row: Triple, value: number): Triple => row.map((v, i) => (i === k ? value : v)) as unknown as Triple
    return [put(a, x), put(b, y), put(c, z)]
  }
  return [det(...column(0)) / determinant, det(...column(1)) / determinant, det(...column(2)) / determinant]
}

const det = (a: Triple, b: Triple, c: Triple): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
