import { odds } from '@mupiira/domain/odds/odds.ts'
import type { PricedMarket } from '@mupiira/domain/pricing/types.ts'
import type { MarketControls } from '../catalogue/index.ts'

/**
 * The markets as staff has set them: a suspended one has no prices, a selection with odds of the operator's has those,
 * without movement. What the model cannot price stays locked. The very same list where nothing is set.
 */
export function controlled(markets: readonly PricedMarket[], controls: MarketControls): readonly PricedMarket[] {
  if (Object.keys(controls).length === 0) return markets
  return markets.map((market) => {
    const control = controls[market.id]
    if (control === undefined) return market
    const selections = market.selections.map((selection) => {
      if (control.suspended === true) return { ...selection, oddsHundredths: null }
      const own = control.odds?.[selection.id]
      if (own === undefined || selection.probability === null) return selection
      return { ...selection, oddsHundredths: odds(own), baseHundredths: odds(own), unclampedHundredths: odds(own) }
    })
    return { ...market, selections }
  })
}
