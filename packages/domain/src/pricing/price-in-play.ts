import { isAvailable, marketDefinition, MARKETS, selectionIdsOf } from '../markets/catalogue.ts'
import type { GameForMarkets, MarketId, Rulebook } from '../markets/types.ts'
import { HIGHEST_OFFERED, LOWEST_OFFERED, type OddsHundredths } from '../odds/odds.ts'
import type { InPlayMargin, OverroundPercent } from '../settings/types.ts'
import type { Distribution } from './distribution.ts'
import { distributionGiven, type InPlayState, sharesNow } from './in-play.ts'
import { oddsFromProbability } from './offered.ts'
import { scenarioColumns } from './scenarios.ts'
import { CELLS } from './score-grid.ts'
import { highestHundredths } from './scorers.ts'
import type { Shares } from './shares.ts'
import type { PricedMarket, PricedSelection, ScoreParams } from './types.ts'

export interface InPlayPriceOptions {
  readonly rulebook: Rulebook
  /** The margins before the start. */
  readonly overround: OverroundPercent
  readonly margin: InPlayMargin
}

/** The margin of a market in play, in percent (INP-04). */
export const inPlayOverround = (
  market: MarketId,
  { overround, margin }: Pick<InPlayPriceOptions, 'overround' | 'margin'>,
): number => overround[market] + margin[marketDefinition(market).group]

/**
 * All markets of a live game in catalogue order, priced from the model given the known state (INP-02). A selection that
 * is decided, or that the state cannot price, has no odds. Prices never exceed the fair odds (INP-04).
 */
export function priceInPlay(
  params: ScoreParams,
  state: InPlayState,
  game: GameForMarkets,
  options: InPlayPriceOptions,
): readonly PricedMarket[] {
  const means = meansOf(distributionGiven(params, state))
  return MARKETS.map(({ id }) => {
    const available = isAvailable(id, game)
    const ids = available ? selectionIdsOf(id, game) : []
    return { id, available, selections: ids.map(priced(id)) }
  })

  function priced(market: MarketId): (selectionId: string) => PricedSelection {
    return (selectionId) => {
      const probability = probabilityNow(market, selectionId)
      const hundredths = probability === null ? 0 : oddsFromProbability(probability, inPlayOverround(market, options))
      const most = highestHundredths({ market, selectionId }, game.players)
      const odds = hundredths < LOWEST_OFFERED ? null : (Math.min(hundredths, most, HIGHEST_OFFERED) as OddsHundredths)
      return { id: selectionId, oddsHundredths: odds, baseHundredths: odds, unclampedHundredths: odds, probability }
    }
  }

  function probabilityNow(market: MarketId, selectionId: string): number | null {
    const shares = sharesNow({ market, selectionId }, options.rulebook, state, game)
    if (shares === null || means === null) return null
    const win = means(shares.per, shares.win)
    const returned = shares.returned === null ? 0 : means(shares.per, shares.returned)
    return returned >= 1 ? null : Math.min(1, win / (1 - returned))
  }
}

type Mean = (per: Shares['per'], parts: Float64Array) => number

/**
 * The mean of a selection's parts over a distribution. Most selections depend on the score alone, so the scenarios of
 * each score are summed once for all of them.
 */
function meansOf(distribution: Distribution | null): Mean | null {
  if (distribution === null) return null
  const { weights } = distribution
  const scenarios: number[] = []
  const scores = new Float64Array(CELLS)
  const { cells } = scenarioColumns()
  for (let scenario = 0; scenario < weights.length; scenario += 1) {
    const weight = weights[scenario] as number
    if (weight === 0) continue
    scenarios.push(scenario)
    const cell = cells[scenario] as number
    scores[cell] = (scores[cell] as number) + weight
  }
  return (per, parts) => {
    let sum = 0
    if (per === 'scores') {
      for (let cell = 0; cell < CELLS; cell += 1) sum += (scores[cell] as number) * (parts[cell] as number)
      return sum
    }
    for (const scenario of scenarios) sum += (weights[scenario] as number) * (parts[scenario] as number)
    return sum
  }
}
