/** Decimal odds of a request in the hundredths that a screen shows, rounded down despite binary rounding. */
export const shownHundredths = (decimal: number): number => Math.floor(decimal * 100 + 1e-6)
