/** Solves a system of linear equations by Gaussian elimination with pivoting; throws without a unique solution. */
export function solveLinear(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] as number])
  const size = rows.length
  for (let column = 0; column < size; column += 1) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column] as number) > Math.abs(best[column] as number) ? row : best))
    if (pivot[column] === 0) throw new Error('the equations have no single solution')
    const from = rows.indexOf(pivot)
    ;[rows[column], rows[from]] = [pivot, rows[column] as number[]]
    for (const row of rows) {
      if (row === pivot) continue
      const factor = (row[column] as number) / (pivot[column] as number)
      for (let k = column; k <= size; k += 1) row[k] = (row[k] as number) - factor * (pivot[k] as number)
    }
  }
  return rows.map((row, at) => (row[size] as number) / (row[at] as number))
}

/** The least-squares coefficients of `features` for `targets`. */
export function leastSquares(features: readonly (readonly number[])[], targets: readonly number[]): number[] {
  const size = features[0]?.length ?? 0
  const normal = zeros(size)
  const right = zeroVector(size)
  features.forEach((row, at) => {
    addOuter(normal, row, 1)
    row.forEach((value, k) => (right[k] = (right[k] as number) + value * (targets[at] as number)))
  })
  return solveLinear(normal, right)
}

export const zeroVector = (size: number): number[] => Array.from({ length: size }, () => 0)

export const zeros = (size: number): number[][] => Array.from({ length: size }, () => zeroVector(size))

/** Adds `weight` × vector × its transpose. */
export function addOuter(matrix: readonly number[][], vector: readonly number[], weight: number): void {
  matrix.forEach((row, i) => {
    for (let j = 0; j < row.length; j += 1) {
      row[j] = (row[j] as number) + weight * (vector[i] as number) * (vector[j] as number)
    }
  })
}

export const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
