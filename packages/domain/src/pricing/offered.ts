import type { MarketId } from '../markets/types.ts'
import { HIGHEST_OFFERED, LOWEST_OFFERED } from '../odds/odds.ts'
import type { OddsHundredths } from '../odds/odds.ts'

interface Bounds {
  readonly lowest: number
  readonly highest: number
}

const USUAL: Bounds = { lowest: LOWEST_OFFERED, highest: HIGHEST_OFFERED }
// Clamps only lower a price. Below the specification's minimum of 1.50 or 1.60 the model's price is offered.
const OVER_25: Bounds = { ...USUAL, highest: 290 }
const UNDER_25: Bounds = { ...USUAL, highest: 300 }

function boundsOf(market: string, selectionId: string): Bounds {
  if (market !== 'over_under') return USUAL
  if (selectionId === 'over_2.5') return OVER_25
  return selectionId === 'under_2.5' ? UNDER_25 : USUAL
}

/**
 * Applies floor and clamps (MKT-37..39, D16a, D52): below 1.01 a price is locked (null), above the selection's maximum
 * it is lowered. Prices are never raised.
 */
export function withinBounds(
  market: MarketId | 'same_game',
  selectionId: string,
  hundredths: number,
): OddsHundredths | null {
  const { lowest, highest } = boundsOf(market, selectionId)
  return hundredths < lowest ? null : (Math.min(hundredths, highest) as OddsHundredths)
}

/**
 * The price of a fair probability: 1 ÷ (p × (1 + overround)), rounded down to 0.01, within bounds (MKT-43). Null is
 * locked. `offeredOdds('btts', 'yes', 0.5, 5)` → 190
 */
export function offeredOdds(
  market: MarketId | 'same_game',
  selectionId: string,
  probability: number,
  overroundPercent: number,
): OddsHundredths | null {
  return withinBounds(market, selectionId, oddsFromProbability(probability, overroundPercent))
}

/** A price before the clamp of its market. */
export const unclampedOdds = (hundredths: number): OddsHundredths =>
  Math.min(hundredths, USUAL.highest) as OddsHundredths

/**
 * The price formula in hundredths, rounded down. Returns 0 for probability zero, because such a selection is never
 * offered.
 */
export function oddsFromProbability(probability: number, overroundPercent: number): number {
  if (!(probability > 0)) return 0
  return Math.min(Math.floor(100 / (probability * (1 + overroundPercent / 100))), Number.MAX_SAFE_INTEGER)
}
