/** What one unit staked on each bet returns in each way that things can go: `returns[bet][way]`, none below nil. */
export type Returns = readonly Float64Array[]

/** A set of bets: the part of the stake that each gets, and what the whole returns at the least, whatever happens. */
export interface SurestSet {
  readonly atLeast: number
  readonly parts: readonly number[]
}

const ROUNDS = 5_000
const PRECISION = 1e-10

/**
 * The set of bets whose worst case is best, in whatever amounts: a linear programme, solved by the simplex method. Above 1
 * it wins whatever happens; no set does where the result is below 1. Throws when it finds no end.
 *
 * Of max t, Σ part × returns ≥ t in every way, Σ part = 1 the dual is solved: max Σ u, returns × u ≤ 1 for every bet, u ≥ 0,
 * which 0 satisfies; t = 1 ÷ Σ u, and the parts are its shadow prices.
 */
export function surestSet(returns: Returns): SurestSet {
  const ways = returns[0]?.length ?? 0
  const columns = ways + returns.length
  // One unit more in all ways, so that a bet that wins in none bounds the programme all the same.
  const rows = returns.map((bet, at) => {
    const row = new Float64Array(columns + 1)
    bet.forEach((returned, way) => (row[way] = returned + 1))
    row[ways + at] = 1
    // Equal right sides could go round in circles; as good as equal ones do not.
    row[columns] = 1 + at * 1e-9
    return row
  })
  const goal = new Float64Array(columns + 1).fill(-1, 0, ways)
  for (let round = 0; round < ROUNDS; round += 1) {
    const entering = lowestOf(goal, columns)
    if ((goal[entering] as number) > -PRECISION) return setFrom(goal, ways, returns.length)
    const leaving = leavingRow(rows, entering, columns)
    pivot(rows, goal, leaving, entering)
  }
  throw new Error(`no end after ${ROUNDS} rounds`)
}

function setFrom(goal: Float64Array, ways: number, bets: number): SurestSet {
  const prices = goal.slice(ways, ways + bets)
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
