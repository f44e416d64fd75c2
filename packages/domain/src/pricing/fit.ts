import type { Sport } from '../markets/types.ts'
import { BOTH_SCORE_WEIGHT, EXPECTED_OVER, SPREAD } from './calibration.ts'
import { AWAY_GOALS, CELLS, fillScores, HOME_GOALS } from './score-grid.ts'
import type { FairMatch, ModelParams } from './types.ts'

const SHAPE = { bothScoreWeight: BOTH_SCORE_WEIGHT, spread: SPREAD }
const ROUNDS = 80
const PRECISION = 1e-12

/** No side is so certain that its opponent's goals have no rate. */
const LEAST = 1e-4

/**
 * Fits the model of a game to its fair prices (MKT-33): the three parameters reproduce P(home), P(away) and P(over 2.5)
 * exactly; where there is no totals line, the one expected from the 1X2 prices stands in for it. Sports other than
 * soccer, and games without a draw, get the winner model.
 */
export function fitModel(fair: FairMatch, sport: Sport = 'soccer'): ModelParams {
  if (sport !== 'soccer' || fair.draw <= 0) return { kind: 'winner', version: 1, ...normalised(fair, 0) }
  const { home, draw, away } = normalised(fair, LEAST)
  const over = Math.min(0.98, Math.max(0.02, fair.over25 ?? expectedOver(home, draw, away)))
  const [logHome, logAway, drawWeight] = solve(home, away, over)
  return { kind: 'score', version: 1, homeRate: Math.exp(logHome), awayRate: Math.exp(logAway), drawWeight, ...SHAPE }
}

function normalised(fair: FairMatch, least: number): { home: number; draw: number; away: number } {
  const home = Math.max(fair.home, least)
  const draw = Math.max(fair.draw, least)
  const away = Math.max(fair.away, least)
  const sum = home + draw + away
  return { home: home / sum, draw: draw / sum, away: away / sum }
}

/** P(over 2.5) that 1X2 prices like these usually go with. */
export function expectedOver(home: number, draw: number, away: number): number {
  const c = EXPECTED_OVER
  const x = Math.min(Math.abs(Math.log(home / away)), c.xMax)
  const y = Math.min(Math.max(Math.log(draw / (1 - draw)), c.yMin), c.yMax)
  const logit = c.constant + c.x * x + c.y * y + c.xx * x * x + c.xy * x * y + c.yy * y * y
  return 1 / (1 + Math.exp(-Math.min(Math.max(logit, c.logitMin), c.logitMax)))
}

type Triple = readonly [number, number, number]

/**
 * Newton's method with halved steps. The scores are an exponential family in the parameters, so that the derivative of
 * each target is its covariance with goals and draws.
 */
function solve(home: number, away: number, over: number): Triple {
  const scores = new Float64Array(CELLS)
  const targets: Triple = [home, away, over]
  let at: Triple = startingPoint(home, away, over)
  let state = measure(scores, at, targets)
  for (let round = 0; round < ROUNDS && state.distance > PRECISION; round += 1) {
    const step = solveThree(state.slopes, state.errors)
    if (step === null) break
    const longest = Math.max(...step.map(Math.abs))
    let scale = longest > 1 ? 1 / longest : 1
    let moved = false
    for (let half = 0; half < 30 && !moved; half += 1, scale /= 2) {
      const next: Triple = [at[0] - scale * step[0], at[1] - scale * step[1], at[2] - scale * step[2]]
      const measured = measure(scores, next, targets)
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

function measure(scores: Float64Array, at: Triple, targets: Triple): Measured {
  fillScores(scores, at[0], at[1], at[2], SHAPE)
  // Means of targets t and statistics s, and of their products.
  const t = [0, 0, 0]
  const s = [0, 0, 0]
  const ts = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (let cell = 0; cell < CELLS; cell += 1) {
    const p = scores[cell] as number
    const h = HOME_GOALS[cell] as number
    const a = AWAY_GOALS[cell] as number
    const statistics = [p * h, p * a, h === a ? p : 0]
    const holds = [h > a, a > h, h + a > 2.5]
    for (let k = 0; k < 3; k += 1) s[k] = (s[k] as number) + (statistics[k] as number)
    for (let j = 0; j < 3; j += 1) {
      if (holds[j] !== true) continue
      t[j] = (t[j] as number) + p
      const row = ts[j] as number[]
      for (let k = 0; k < 3; k += 1) row[k] = (row[k] as number) + (statistics[k] as number)
    }
  }
  const slope = (j: number): Triple =>
    [0, 1, 2].map((k) => (ts[j]?.[k] ?? 0) - (t[j] ?? 0) * (s[k] ?? 0)) as unknown as Triple
  const errors = targets.map((target, j) => (t[j] ?? 0) - target) as unknown as Triple
  return { errors, slopes: [slope(0), slope(1), slope(2)], distance: Math.max(...errors.map(Math.abs)) }
}

/** Cramer's rule; null when the slopes say nothing. */
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
