/** Return per unit staked, by bet and outcome: `returns[bet][outcome]`, never negative. */
export type Returns = readonly Float64Array[]

/** A set of bets: each bet's share of the stake, and the guaranteed minimum return of the set. */
export interface GuaranteedSet {
  readonly atLeast: number
  readonly parts: readonly number[]
}

const ROUNDS = 5_000
const PRECISION = 1e-10

/**
 * The set of bets with the best worst case: a linear programme, solved by the simplex method. Above 1 it is a sure
 * win; below 1 no sure win exists. Throws if it does not converge.
 *
 * Primal: max t with Σ share × returns ≥ t for every outcome and Σ share = 1. Solves the dual: max Σ u with returns
 * × u ≤ 1 for every bet and u ≥ 0, for which 0 is feasible. Then t = 1 ÷ Σ u, and the shares are its shadow prices.
 */
export function bestGuaranteedSet(returns: Returns): GuaranteedSet {
  const outcomeCases = returns[0]?.length ?? 0
  const columns = outcomeCases + returns.length
  // Adding one unit to every outcome keeps the programme bounded even if a bet never wins.
  const rows = returns.map((bet, at) => {
    const row = new Float64Array(columns + 1)
    bet.forEach((returned, outcome) => (row[outcome] = returned + 1))
    row[outcomeCases + at] = 1
    // Slightly different right-hand sides prevent cycling.
    row[columns] = 1 + at * 1e-9
    return row
  })
  const goal = new Float64Array(columns + 1).fill(-1, 0, outcomeCases)
  for (let round = 0; round < ROUNDS; round += 1) {
    const entering = lowestOf(goal, columns)
    if ((goal[entering] as number) > -PRECISION) return setFrom(goal, outcomeCases, returns.length)
    const leaving = leavingRow(rows, entering, columns)
    pivot(rows, goal, leaving, entering)
  }
  throw new Error(`no end after ${ROUNDS} rounds`)
}

function setFrom(goal: Float64Array, outcomeCases: number, bets: number): GuaranteedSet {
  const prices = goal.slice(outcomeCases, outcomeCases + bets)
  const sum = prices.reduce((a, b) => a + b, 0)
  return { atLeast: 1 / sum - 1, parts: Array.from(prices, (price) => price / sum) }
}

function lowestOf(goal: Float64Array, columns: number): number {
  let lowest = 0
  for (let column = 1; column < columns; column += 1) {
    if ((goal[column] as number) < (goal[lowest] as number)) lowest = column
  }
  return lowest
}

function leavingRow(rows: readonly Float64Array[], entering: number, right: number): number {
  let leaving = -1
  let least = Infinity
  rows.forEach((row, at) => {
    const slope = row[entering] as number
    if (slope <= PRECISION || (row[right] as number) / slope >= least) return
    least = (row[right] as number) / slope
    leaving = at
  })
  if (leaving === -1) throw new Error('the programme has no bound')
  return leaving
}

function pivot(rows: readonly Float64Array[], goal: Float64Array, leaving: number, entering: number): void {
  const from = rows[leaving] as Float64Array
  const by = from[entering] as number
  for (let column = 0; column < from.length; column += 1) from[column] = (from[column] as number) / by
  for (const row of [...rows, goal]) {
    const factor = row[entering] as number
    if (row === from || factor === 0) continue
    for (let column = 0; column < row.length; column += 1) {
      row[column] = (row[column] as number) - factor * (from[column] as number)
    }
  }
}
