import { LOWEST_OFFERED, odds, type OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { highestManualOdds } from '@mupiira/domain/pricing/manual-odds.ts'
import type { PricedMarket, PricedSelection } from '@mupiira/domain/pricing/types.ts'
import type { MarketControl, MarketControls } from '../catalogue/index.ts'

/**
 * Applies staff's controls to the markets: suspended markets have no prices, and manual odds replace model prices
 * without movement. Markets that the model cannot price stay locked. Returns the same list when nothing is set.
 */
export function applyControls(markets: readonly PricedMarket[], controls: MarketControls): readonly PricedMarket[] {
  if (Object.keys(controls).length === 0) return markets
  return markets.map((market) => {
    const control = controls[market.id]
    if (control === undefined) return market
    const selections = market.selections.map((selection) => {
      if (control.suspended === true) return { ...selection, oddsHundredths: null }
      if (control.odds?.[selection.id] === undefined || selection.probability === null) return selection
      const own = manualOdds(control, selection)
      return { ...selection, oddsHundredths: own, baseHundredths: own, unclampedHundredths: own }
    })
    return { ...market, selections }
  })
}

/**
 * Manual odds of a selection, capped so that they never exceed the fair odds, or exceed them by no more than two
 * members of staff approved (decision 0026). null when there are none or they cannot be offered.
 */
export function manualOdds(
  control: MarketControl | undefined,
  { id, probability }: Pick<PricedSelection, 'id' | 'probability'>,
): OddsHundredths | null {
  const set = control?.odds?.[id]
  if (set === undefined || probability === null) return null
  // Multiply first: dividing first could lose a hundredth of the approved odds.
  const maxHundredths = Math.min(
    set,
    Math.floor((highestManualOdds(probability) * set) / (control?.agreedAt?.[id] ?? set)),
  )
  return maxHundredths < LOWEST_OFFERED ? null : odds(maxHundredths)
}
