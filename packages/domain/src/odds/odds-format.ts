import { exhaustive } from '../result.ts'
import { exactOdds, oddsFromNumber, totalOddsToNumber } from './odds.ts'

/** The formats of the setting `default_odds_format` (ADMS-03). */
export type OddsFormat = 'decimal' | 'fractional' | 'american'

const BILLION = 10n ** 9n
const TRILLION = 10n ** 12n

/**
 * Formats odds (ADMS-04): 250 → "2.50", "3/2", "+150". Total odds from a billion are abbreviated and rounded down:
 * "879.78T" (decision 0021). Total odds are formatted from their JSON number, which is the value that every screen has.
 */
export function formatOdds(hundredths: number | bigint, format: OddsFormat = 'decimal'): string {
  const exact = BigInt(hundredths)
  const isLong = exact >= BILLION * 100n
  const value = isLong ? oddsFromNumber(totalOddsToNumber(exact)) : exact
  switch (format) {
    case 'decimal':
      return isLong ? abbreviated(value / 100n) : exactOdds(value)
    case 'fractional':
      return isLong ? `${abbreviated(value / 100n - 1n)}/1` : fractional(value - 100n)
    case 'american':
      return isLong ? `+${abbreviated(value - 100n)}` : american(value - 100n)
    default:
      return exhaustive(format)
  }
}

function abbreviated(value: bigint): string {
  if (value < BILLION) return String(value)
  if (value >= 1_000n * TRILLION) return '1000T+'
  const [unit, letter] = value < TRILLION ? [BILLION, 'B'] : [TRILLION, 'T']
  return exactOdds((value * 100n) / unit) + letter
}

function fractional(profit: bigint): string {
  const divisor = greatestDivisor(profit, 100n)
  return `${profit / divisor}/${100n / divisor}`
}

// The win on a stake of 100 if the odds are at least 2.00, otherwise the stake that wins 100. Rounded to the player's
// disadvantage.
function american(profit: bigint): string {
  if (profit >= 100n) return `+${profit}`
  if (profit <= 0n) return '0'
  return `-${(10_000n + profit - 1n) / profit}`
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? (a === 0n ? 1n : a) : greatestDivisor(b, a % b)
}
