import { type OddsHundredths, totalOdds } from '@mupiira/domain/odds/odds.ts'

/** A decimal of a request in the hundredths that a screen shows: rounded down, whatever the number's binary form. */
export const shownHundredths = (decimal: number): number => Math.floor(decimal * 100 + 1e-6)

/** Total odds as a JSON number, rounded down to 0.01 once (SLIP-71). */
export const totalOddsNumber = (perGame: readonly OddsHundredths[]): number => Number(totalOdds(perGame)) / 100
