export interface Bin {
  readonly legs: number
  readonly predicted: number
  readonly observed: number
  /**
   * (observed − predicted) in standard errors. The legs of one match are one cluster, because one score decides them
   * all.
   */
  readonly standardErrors: number
}

/**
 * Predictions for legs and their results (1 won, 0 lost): the same number for each match, in the order of matches; NaN:
 * no leg.
 */
export interface Legs {
  readonly perMatch: number
  readonly predicted: Float64Array
  readonly won: Float64Array
}

const BINS = 10

/** Legs in ten bins of equal size by prediction; equal predictions share a bin. */
export function binsOf({ perMatch, predicted, won }: Legs): Bin[] {
  const sorted = predicted.filter((p) => !Number.isNaN(p)).sort()
  const edges = Array.from({ length: BINS - 1 }, (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / BINS)] ?? 1)
  const sums = Array.from({ length: BINS }, () => ({ legs: 0, predicted: 0, observed: 0, squares: 0 }))
  const cluster = new Float64Array(BINS)
  for (let first = 0; first < predicted.length; first += perMatch) {
    cluster.fill(0)
    for (let leg = first; leg < first + perMatch; leg += 1) {
      const p = predicted[leg] as number
      if (Number.isNaN(p)) continue
      let bin = 0
      while (bin < edges.length && p >= (edges[bin] as number)) bin += 1
      const sum = sums[bin] as (typeof sums)[number]
      sum.legs += 1
      sum.predicted += p
      sum.observed += won[leg] as number
      cluster[bin] = (cluster[bin] as number) + (won[leg] as number) - p
    }
    sums.forEach((sum, bin) => (sum.squares += (cluster[bin] as number) ** 2))
  }
  return sums.map(({ legs, predicted: sum, observed, squares }) => ({
    legs,
    predicted: sum / legs,
    observed: observed / legs,
    standardErrors: squares === 0 ? 0 : (observed - sum) / Math.sqrt(squares),
  }))
}
