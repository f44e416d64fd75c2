import { LOWEST_OFFERED, odds, type OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { highestOwnOdds } from '@mupiira/domain/pricing/offered.ts'
import type { PricedMarket, PricedSelection } from '@mupiira/domain/pricing/types.ts'
import type { MarketControl, MarketControls } from '../catalogue/index.ts'

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
      if (control.odds?.[selection.id] === undefined || selection.probability === null) return selection
      const own = ownOdds(control, selection)
      return { ...selection, oddsHundredths: own, baseHundredths: own, unclampedHundredths: own }
    })
    return { ...market, selections }
  })
}

/**
 * The operator's odds of a selection as they stand now: however the model moves, no higher than gives nothing away, or,
 * where two have agreed to more, than gives away what they agreed to (decision 0026). null: none, or none that can be offered.
 */
export function ownOdds(
  control: MarketControl | undefined,
  { id, probability }: Pick<PricedSelection, 'id' | 'probability'>,
): OddsHundredths | null {
  const set = control?.odds?.[id]
  if (set === undefined || probability === null) return null
  // Multiplied first: a rounded quotient would take a hundredth from odds that stand as they were agreed to.
  const most = Math.min(set, Math.floor((highestOwnOdds(probability) * set) / (control?.agreedAt?.[id] ?? set)))
  return most < LOWEST_OFFERED ? null : odds(most)
}
