import fc from 'fast-check'
import { MARKETS, selectionIdsOf } from '../markets/catalogue.ts'
import type { GameForMarkets, MarketId, Rulebook } from '../markets/types.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { fitModel } from './fit.ts'
import { probabilityOf } from './probability.ts'
import type { FairMatch, ModelParams, Pick, ScoreParams } from './types.ts'

export const game: GameForMarkets = {
  sport: 'soccer',
  homeTeam: 'Vipers',
  awayTeam: 'KCCA',
  knockout: true,
  favourite: 'home',
  drawPossible: true,
}
export const { overround } = DEFAULT_SETTINGS
export const rulebooks: readonly Rulebook[] = ['house', 'industry']

/** Fair prices from lopsided to even, with and without a totals line. */
export const fairMatches: fc.Arbitrary<FairMatch> = fc
  .record({
    home: fc.double({ min: -3, max: 3, noNaN: true }),
    draw: fc.double({ min: -2.5, max: 0.5, noNaN: true }),
    over25: fc.option(fc.double({ min: 0.15, max: 0.9, noNaN: true })),
  })
  .map(({ home, draw, over25 }) => {
    const weights = [Math.exp(home), Math.exp(draw), 1]
    const sum = weights.reduce((a, b) => a + b, 0)
    const [h = 0, d = 0, a = 0] = weights.map((weight) => weight / sum)
    return { home: h, draw: d, away: a, ...(over25 === null ? {} : { over25 }) }
  })

export function scoreParams(fair: FairMatch): ScoreParams {
  const params = fitModel(fair)
  if (params.kind !== 'score') throw new Error('soccer has a score model')
  return params
}

export const keyedBytes = fc.uint8Array({ minLength: 8, maxLength: 8 })

/** Every selection of the catalogue, with the handicaps of both sides. */
export const everySelection: readonly Pick[] = MARKETS.flatMap(({ id }) =>
  (['home', 'away'] as const).flatMap((favourite) =>
    selectionIdsOf(id, { ...game, favourite }).map((selectionId) => ({ market: id, selectionId })),
  ),
)

export const modelProbability = (
  params: ModelParams,
  market: MarketId,
  selectionId: string,
  rulebook: Rulebook,
): number => {
  const probability = probabilityOf(params, market, selectionId, rulebook)
  if (probability === null) throw new Error(`${market} ${selectionId} has no price`)
  return probability
}
