import type { MarketId, Rulebook } from '../markets/types.ts'
import { fairMatch } from './margin.ts'
import { probabilityOf } from './probability.ts'
import type { MatchOdds, ModelParams } from './types.ts'

type Price = {
  readonly market: MarketId
  readonly selectionId: string
  /** Decimal odds. */
  readonly odds: number
}

/** A price with a probability that differs from the model's. */
export type PriceDeviation = Price & {
  /** The probability implied by the price, in percent. */
  readonly impliedPercent: number
  readonly modelPercent: number
}

/**
 * Lists base odds whose probability without margin differs by more than `maxDeviationPoints` percentage points
 * from the model fitted to all of them.
 */
export function baseOddsOffModel(
  odds: MatchOdds,
  model: ModelParams,
  rulebook: Rulebook,
  maxDeviationPoints: number,
): PriceDeviation[] {
  const fair = fairMatch(odds)
  if (!fair.ok) return []
  const { home, draw, away, over25 } = fair.value
  const entered: readonly (readonly [MarketId, string, number | null | undefined, number | undefined])[] = [
    ['1x2', '1', odds.home, home],
    ['1x2', 'X', odds.draw, draw],
    ['1x2', '2', odds.away, away],
    ['over_under', 'over_2.5', odds.over25, over25],
    ['over_under', 'under_2.5', odds.under25, over25 === undefined ? undefined : 1 - over25],
  ]
  return entered.flatMap(([market, selectionId, price, probability]) => {
    if (price == null || probability === undefined) return []
    const ofModel = probabilityOf(model, market, selectionId, rulebook)
    return ofModel === null ? [] : offBy(maxDeviationPoints, { market, selectionId, odds: price }, probability, ofModel)
  })
}

/** Lists manual odds whose probability differs by more than `maxDeviationPoints` points from the model's price. */
export function manualOddsOffModel(price: Price, modelOdds: number, maxDeviationPoints: number): PriceDeviation[] {
  return offBy(maxDeviationPoints, price, 1 / price.odds, 1 / modelOdds)
}

function offBy(maxDeviationPoints: number, price: Price, implied: number, model: number): PriceDeviation[] {
  const [impliedPercent, modelPercent] = [tenths(implied), tenths(model)]
  return Math.abs(implied - model) * 100 > maxDeviationPoints ? [{ ...price, impliedPercent, modelPercent }] : []
}

const tenths = (probability: number): number => Math.round(probability * 1_000) / 10
