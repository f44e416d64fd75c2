import { floorRatio } from '../money/ugx.ts'

declare const oddsBrand: unique symbol

/** Offered decimal odds as a whole number of hundredths: 185 is 1.85. Always above 100. */
export type OddsHundredths = number & { readonly [oddsBrand]: true }

/** The lowest odds that are ever offered (MKT-37). */
export const LOWEST_OFFERED = 101 as OddsHundredths

/** No odds above this are offered, for one selection or for a same-game combination (D52). */
export const HIGHEST_OFFERED = 100_000 as OddsHundredths

/** Names whole hundredths as odds; throws when they are not above 1.00. */
export function odds(hundredths: number): OddsHundredths {
  if (!Number.isSafeInteger(hundredths) || hundredths <= 100) throw new RangeError(`not odds: ${hundredths}`)
  return hundredths as OddsHundredths
}

/** `oddsToNumber(odds(185))` → 1.85 */
export const oddsToNumber = (value: OddsHundredths): number => value / 100

/**
 * Total odds of a ticket in hundredths: the exact product over its games, rounded down to 0.01 once (D28, SLIP-71).
 * A bigint, because 45 games can pass every fixed width. No games: 100n. `totalOdds([odds(150), odds(133)])` → 199n
 */
export function totalOdds(perGame: readonly OddsHundredths[]): bigint {
  let numerator = 100n
  let denominator = 1n
  for (const hundredths of perGame) {
    numerator *= BigInt(hundredths)
    denominator *= 100n
  }
  return floorRatio(numerator, denominator)
}

/** Every digit of odds in hundredths: `exactOdds(250)` → "2.50". What people read is `formatOdds`. */
export function exactOdds(hundredths: number | bigint): string {
  const value = BigInt(hundredths)
  return `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
}

/** Total odds as the number of the interface, the nearest there is: from 2^53 hundredths on it has not every digit. */
export const totalOddsToNumber = (hundredths: bigint): number => Number(exactOdds(hundredths))

/** Odds of the interface in hundredths: `oddsFromNumber(1.5)` → 150n. */
export function oddsFromNumber(decimal: number): bigint {
  const full = Math.floor(decimal)
  return BigInt(full) * 100n + BigInt(Math.round((decimal - full) * 100))
}
