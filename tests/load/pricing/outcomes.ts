import { MARKETS, selectionIdsOf } from '@mupiira/domain/markets/catalogue.ts'
import { settlerOf } from '@mupiira/domain/markets/settle.ts'
import type { Settler } from '@mupiira/domain/markets/settler.ts'
import type { GameForMarkets, MarketId, Rulebook, Side } from '@mupiira/domain/markets/types.ts'
import { favouriteOf } from '@mupiira/domain/pricing/price-game.ts'
import { probabilityOf } from '@mupiira/domain/pricing/probability.ts'
import type { ScoreParams } from '@mupiira/domain/pricing/types.ts'
import type { Draws } from '../../support/seeded.ts'
import { binsOf } from './bins.ts'
import type { Bin } from './bins.ts'
import type { RecordedMatch } from './matches.ts'

export const gameWith = (favourite: Side): GameForMarkets => ({
  sport: 'soccer',
  homeTeam: 'Home',
  awayTeam: 'Away',
  knockout: true,
  favourite,
  drawPossible: true,
})

/** The markets decided by half-time and final score: not those on qualification or scorers. */
export const DECIDED_BY_SCORES: readonly MarketId[] = MARKETS.filter(
  ({ decidedBy }) => !['qualifier', 'first goal', 'scorers'].includes(decidedBy),
).map(({ id }) => id)

/** The bins of a market over all matches. Void and unknown results are not counted. */
export function marketBins(
  market: MarketId,
  matches: readonly RecordedMatch[],
  models: readonly ScoreParams[],
  rulebook: Rulebook,
): Bin[] {
  const perMatch = settledSelections(market, 'home', rulebook).length
  const predicted = new Float64Array(matches.length * perMatch).fill(Number.NaN)
  const won = new Float64Array(predicted.length)
  matches.forEach(({ result }, match) => {
    const params = models[match] as ScoreParams
    settledSelections(market, favouriteOf(params), rulebook).forEach(({ id, settle }, at) => {
      const outcome = settle(result)
      if (outcome !== 'won' && outcome !== 'lost') return
      predicted[match * perMatch + at] = probabilityOf(params, market, id, rulebook) ?? Number.NaN
      won[match * perMatch + at] = Number(outcome === 'won')
    })
  })
  return binsOf({ perMatch, predicted, won })
}

export interface SettledSelection {
  readonly id: string
  readonly settle: Settler
}

const known = new Map<string, readonly SettledSelection[]>()

/** The selections of a market with their settlement rules. */
export function settledSelections(market: MarketId, favourite: Side, rulebook: Rulebook): readonly SettledSelection[] {
  const key = `${market} ${favourite} ${rulebook}`
  const found =
    known.get(key) ??
    selectionIdsOf(market, gameWith(favourite)).flatMap((id) => {
      const settle = settlerOf(market, id, rulebook)
      return settle === null ? [] : [{ id, settle }]
    })
  known.set(key, found)
  return found
}

/** The model's probability of a selection under the default rulebook. */
export function modelChance(params: ScoreParams, market: MarketId, selectionId: string): number {
  const probability = probabilityOf(params, market, selectionId, 'house')
  if (probability === null) throw new Error(`${market} ${selectionId} has no price`)
  return probability
}

/** Mean log loss of the predicted probabilities of the actual results. */
export const logLoss = (chances: readonly number[]): number =>
  chances.reduce((sum, p) => sum - Math.log(p), 0) / chances.length

/** The index drawn from these probabilities, which sum to one. */
export function drawnFrom(chances: ArrayLike<number>, draws: Draws): number {
  let left = draws.below(2 ** 32) / 2 ** 32
  let at = 0
  while (at < chances.length - 1 && left >= (chances[at] as number)) {
    left -= chances[at] as number
    at += 1
  }
  return at
}
