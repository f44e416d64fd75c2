import type { ScoreParams } from './types.ts'

/** Scores are modelled from 0–0 to 12–12; the rest of the mass is far below a price's rounding. */
export const GRID_SIDE = 13
export const CELLS = GRID_SIDE * GRID_SIDE

/** Goals of both sides in each cell of the grid. */
export const HOME_GOALS = Float64Array.from({ length: CELLS }, (_, cell) => Math.floor(cell / GRID_SIDE))
export const AWAY_GOALS = Float64Array.from({ length: CELLS }, (_, cell) => cell % GRID_SIDE)

const LOG_FACTORIALS = HOME_GOALS.map((home, cell) => logFactorial(home) + logFactorial(AWAY_GOALS[cell] ?? 0))

export type ScoreShape = Pick<ScoreParams, 'bothScoreWeight' | 'spread'>

/** Fills `into` with the probabilities of all scores for natural parameters log(homeRate), log(awayRate), drawWeight. */
export function fillScores(
  into: Float64Array,
  logHome: number,
  logAway: number,
  drawWeight: number,
  shape: ScoreShape,
): void {
  let highest = -Infinity
  for (let cell = 0; cell < CELLS; cell += 1) {
    const home = HOME_GOALS[cell] as number
    const away = AWAY_GOALS[cell] as number
    let log = home * logHome + away * logAway - shape.spread * (LOG_FACTORIALS[cell] as number)
    if (home === away) log += drawWeight
    if (home > 0 && away > 0) log += shape.bothScoreWeight
    into[cell] = log
    if (log > highest) highest = log
  }
  let sum = 0
  for (let cell = 0; cell < CELLS; cell += 1) {
    const weight = Math.exp((into[cell] as number) - highest)
    into[cell] = weight
    sum += weight
  }
  for (let cell = 0; cell < CELLS; cell += 1) into[cell] = (into[cell] as number) / sum
}

const KNOWN = new WeakMap<ScoreParams, Float64Array>()

/** The probability of every final score; kept for as long as the parameters are. Not to be changed. */
export function scoresOf(params: ScoreParams): Float64Array {
  const known = KNOWN.get(params)
  if (known !== undefined) return known
  const scores = new Float64Array(CELLS)
  fillScores(scores, Math.log(params.homeRate), Math.log(params.awayRate), params.drawWeight, params)
  KNOWN.set(params, scores)
  return scores
}

function logFactorial(n: number): number {
  let sum = 0
  for (let k = 2; k <= n; k += 1) sum += Math.log(k)
  return sum
}
