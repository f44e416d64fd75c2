import { exhaustive } from '../result.ts'

/** The formats of the setting `default_odds_format` (ADMS-03). */
export type OddsFormat = 'decimal' | 'fractional' | 'american'

/** Odds in hundredths as text in a format (ADMS-04): 250 → "2.50", "3/2", "+150". Accepts total odds as bigint. */
export function formatOdds(hundredths: number | bigint, format: OddsFormat = 'decimal'): string {
  const value = BigInt(hundredths)
  switch (format) {
    case 'decimal':
      return `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
    case 'fractional':
      return fractional(value - 100n)
    case 'american':
      return american(value - 100n)
    default:
      return exhaustive(format)
  }
}

function fractional(profit: bigint): string {
  const divisor = greatestDivisor(profit, 100n)
  return `${profit / divisor}/${100n / divisor}`
}

// Winnings on a stake of 100 when at least evens, else the stake that wins 100; rounded against the player.
function american(profit: bigint): string {
  if (profit >= 100n) return `+${profit}`
  if (profit <= 0n) return '0'
  return `-${(10_000n + profit - 1n) / profit}`
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? (a === 0n ? 1n : a) : greatestDivisor(b, a % b)
}
