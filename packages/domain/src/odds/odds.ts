import { floorRatio } from '../money/ugx.ts'

declare const oddsBrand: unique symbol

/** Decimal odds in whole hundredths: 185 is 1.85. Always above 100. */
export type OddsHundredths = number & { readonly [oddsBrand]: true }

/** The lowest offered odds (MKT-37). */
export const LOWEST_OFFERED = 101 as OddsHundredths

/** The highest offered odds of a selection or same-game combination (D52). */
export const HIGHEST_OFFERED = 100_000 as OddsHundredths

/** Brands hundredths as odds. Throws unless they are above 1.00. */
export function odds(hundredths: number): OddsHundredths {
  if (!Number.isSafeInteger(hundredths) || hundredths <= 100) throw new RangeError(`not odds: ${hundredths}`)
  return hundredths as OddsHundredths
}

/** Converts odds to decimal. `oddsToNumber(odds(185))` → 1.85 */
export const oddsToNumber = (value: OddsHundredths): number => value / 100

/**
 * The total odds of a ticket in hundredths: the exact product over its games, rounded down to 0.01 once (D28,
 * SLIP-71). The type is bigint, because 45 games can exceed any fixed width. Without games the result is 100n.
 * `totalOdds([odds(150), odds(133)])` → 199n
 */
export function totalOdds(perGame: readonly number[]): bigint {
  let numerator = 100n
  let denominator = 1n
  for (const hundredths of perGame) {
    numerator *= BigInt(hundredths)
    denominator *= 100n
  }
  return floorRatio(numerator, denominator)
}

/** All digits of odds: `exactOdds(250)` → "2.50". Screens use `formatOdds`. */
export function exactOdds(hundredths: number | bigint): string {
  const value = BigInt(hundredths)
  return `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
}

/** Converts total odds to the nearest JSON number. From 2^53 hundredths on, digits are lost. */
export const totalOddsToNumber = (hundredths: bigint): number => Number(exactOdds(hundredths))

/** Converts decimal odds to hundredths: `oddsFromNumber(1.5)` → 150n. */
export function oddsFromNumber(decimal: number): bigint {
  const full = Math.floor(decimal)
  return BigInt(full) * 100n + BigInt(Math.round((decimal - full) * 100))
}
