/** A decimal of a request in the hundredths that a screen shows: rounded down, whatever the number's binary form. */
export const shownHundredths = (decimal: number): number => Math.floor(decimal * 100 + 1e-6)
