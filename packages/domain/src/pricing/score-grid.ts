import type { ScoreParams } from './types.ts'

/** Scores are modelled from 0–0 to 12–12. The remaining probability is far below the rounding of a price. */
export const GRID_SIDE = 13
export const CELLS = GRID_SIDE * GRID_SIDE

/** Goals of both sides in each cell of the grid. */
export const HOME_GOALS = Float64Array.from({ length: CELLS }, (_, cell) => Math.floor(cell / GRID_SIDE))
export const AWAY_GOALS = Float64Array.from({ length: CELLS }, (_, cell) => cell % GRID_SIDE)

const LOG_FACTORIALS = HOME_GOALS.map((home, cell) => logFactorial(home) + logFactorial(AWAY_GOALS[cell] ?? 0))

/**
 * The shape parameters that prices do not determine. All are constant except the weight that depends on how unequal
 * the sides are.
 */
export type ScoreShape = Required<
  Pick<ScoreParams, 'bothScoreWeight' | 'spread' | 'easing' | 'drawnGoalsWeight' | 'homeByOneWeight'>
>

/** The shape of stored parameters of any version. */
export const shapeOf = ({ bothScoreWeight, spread, ...later }: ScoreParams): ScoreShape => ({
  bothScoreWeight,
  spread,
  easing: later.easing ?? 0,
  drawnGoalsWeight: later.drawnGoalsWeight ?? 0,
  homeByOneWeight: later.homeByOneWeight ?? 0,
})

/** A shape on the grid: fixed log weights, and the statistics of log(homeRate) and log(awayRate). */
export interface ScoreFrame {
  readonly fixed: Float64Array
  readonly home: Float64Array
  readonly away: Float64Array
}

export function frameOf(shape: ScoreShape): ScoreFrame {
  const frame = { fixed: new Float64Array(CELLS), home: new Float64Array(CELLS), away: new Float64Array(CELLS) }
  for (let cell = 0; cell < CELLS; cell += 1) {
    const home = HOME_GOALS[cell] as number
    const away = AWAY_GOALS[cell] as number
    let log = -shape.spread * (LOG_FACTORIALS[cell] as number)
    if (home > 0 && away > 0) log += shape.bothScoreWeight
    if (home === away && home > 1) log += shape.drawnGoalsWeight
    if (home === away + 1) log += shape.homeByOneWeight
    const eased = (shape.easing / 2) * easedGoals(home - away)
    frame.fixed[cell] = log
    frame.home[cell] = home - eased
    frame.away[cell] = away + eased
  }
  return frame
}

/** The goals of a lead beyond the first, negative if away leads. `easing` reduces their effect. */
const easedGoals = (margin: number): number => Math.sign(margin) * Math.max(Math.abs(margin) - 1, 0)

/** Fills `into` with the probabilities of all scores for the parameters log(homeRate), log(awayRate) and drawWeight. */
export function fillScores(
  into: Float64Array,
  logHome: number,
  logAway: number,
  drawWeight: number,
  { fixed, home, away }: ScoreFrame,
): void {
  let highest = -Infinity
  for (let cell = 0; cell < CELLS; cell += 1) {
    let log = (fixed[cell] as number) + (home[cell] as number) * logHome + (away[cell] as number) * logAway
    if (cell % (GRID_SIDE + 1) === 0) log += drawWeight
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

/** The probabilities of all final scores, cached per parameters. Callers must not modify them. */
export function scoresOf(params: ScoreParams): Float64Array {
  const known = KNOWN.get(params)
  if (known !== undefined) return known
  const scores = new Float64Array(CELLS)
  const frame = frameOf(shapeOf(params))
  fillScores(scores, Math.log(params.homeRate), Math.log(params.awayRate), params.drawWeight, frame)
  KNOWN.set(params, scores)
  return scores
}

function logFactorial(n: number): number {
  let sum = 0
  for (let k = 2; k <= n; k += 1) sum += Math.log(k)
  return sum
}
