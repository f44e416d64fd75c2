import { expect } from 'vitest'

// Quantiles of the normal distribution: one-sided for the test, two-sided for the printed interval.
const ABOVE_WITH_99_PERCENT = 2.326
const WITHIN_99_PERCENT = 2.576

/** Fewer bets allow no conclusion. */
const FEWEST = 10

const rows: (readonly string[])[] = [['strategy', 'bets', 'return %', '99 % interval']]

/** Adds a strategy's returns per unit staked to the table; fails when they are above 100 % with 99 % confidence. */
export function report(strategy: string, returns: readonly number[], bets = returns.length): void {
  const count = Math.max(1, returns.length)
  const mean = returns.reduce((sum, each) => sum + each, 0) / count
  const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, count - 1)
  const error = returns.length < FEWEST ? Infinity : Math.sqrt(variance / count)
  const percent = (share: number): string => (share * 100).toFixed(1)
  const interval = [-WITHIN_99_PERCENT, WITHIN_99_PERCENT].map((width) => percent(Math.max(0, mean + width * error)))
  const figures = [returns.length === 0 ? '–' : percent(mean), returns.length < FEWEST ? '–' : interval.join(' to ')]
  rows.push([strategy, String(bets), ...figures])
  const bound = mean - ABOVE_WITH_99_PERCENT * error
  expect(bound, `${strategy}: ${figures.join(', ')}`).toBeLessThanOrEqual(1)
}

export function printReturns(title: string): void {
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const lines = rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  )
  console.log([`advantage: ${title}`, ...lines].join('\n'))
}
