import type { Offer } from '@mupiira/contract/admin-offer.ts'
import type { MarketId, Sport } from '@mupiira/domain/markets/types.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { fairMatch } from '@mupiira/domain/pricing/margin.ts'
import { favouriteOf, priceSelection } from '@mupiira/domain/pricing/price-game.ts'
import { overroundWithoutTotals } from '@mupiira/domain/pricing/unknown-totals.ts'
import type { MatchOdds, PricedSelection } from '@mupiira/domain/pricing/types.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'

type HundredthsOf = (market: MarketId, selectionId: string) => number | null | undefined

/** The 1X2 and totals prices as decimals; null means locked. */
export function offerOf(hundredthsOf: HundredthsOf): Offer {
  const odds = (market: MarketId, selectionId: string): number | null => {
    const hundredths = hundredthsOf(market, selectionId)
    return hundredths == null ? null : hundredths / 100
  }
  return {
    home: odds('1x2', '1'),
    draw: odds('1x2', 'X'),
    away: odds('1x2', '2'),
    over25: odds('over_under', 'over_2.5'),
    under25: odds('over_under', 'under_2.5'),
  }
}

type PriceOf = (market: MarketId, selectionId: string) => PricedSelection | null

/** Prices selections of a game with these odds before its start, without movement; null when it could not be bet on. */
export function pricesAt(odds: MatchOdds, sport: Sport, settings: Settings): PriceOf | null {
  const fair = fairMatch(odds)
  if (!fair.ok) return null
  const model = fitModel(fair.value, sport)
  const teams = { homeTeam: '', awayTeam: '', knockout: false, players: [] }
  const game = { ...teams, sport, favourite: favouriteOf(model), drawPossible: odds.draw !== null }
  const overround = fair.value.over25 === undefined ? overroundWithoutTotals(settings.overround) : settings.overround
  const options = { rulebook: settings.settlement_rulebook, overround }
  return (market, selectionId) => priceSelection(model, game, market, selectionId, options)
}

/** The 1X2 and totals prices of a game with these odds before its start. */
export function offerAt(odds: MatchOdds, sport: Sport, settings: Settings): Offer | null {
  const priceOf = pricesAt(odds, sport, settings)
  return priceOf === null ? null : offerOf((market, selectionId) => priceOf(market, selectionId)?.baseHundredths)
}
