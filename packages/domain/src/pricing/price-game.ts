import { isAvailable, MARKETS, selectionIdsOf } from '../markets/catalogue.ts'
import type { GameForMarkets, MarketId, Rulebook, Side } from '../markets/types.ts'
import type { OverroundPercent } from '../settings/types.ts'
import { limitedMovement, movedParams, NO_MOVEMENT } from './movement.ts'
import type { MovementStep } from './movement.ts'
import { oddsFromProbability, unclampedOdds, withinBounds } from './offered.ts'
import { probabilityOf } from './probability.ts'
import { highestHundredths } from './scorers.ts'
import { AWAY_GOALS, HOME_GOALS, scoresOf } from './score-grid.ts'
import type { ModelParams, PricedMarket, PricedSelection } from './types.ts'

export interface PriceOptions {
  readonly rulebook: Rulebook
  readonly overround: OverroundPercent
  /** If absent, base prices are computed. */
  readonly movement?: MovementStep
}

/** All markets of a game with prices, in catalogue order. A market without data has no selections. */
export function priceGame(params: ModelParams, game: GameForMarkets, options: PriceOptions): readonly PricedMarket[] {
  const moved = movedParams(params, options.movement ?? NO_MOVEMENT)
  return MARKETS.map(({ id }) => {
    const available = isPriceable(params, id, game)
    const ids = available ? selectionIdsOf(id, game) : []
    return {
      id,
      available,
      selections: ids.map((selectionId) => priced(params, moved, game, id, selectionId, options)),
    }
  })
}

/** Prices one selection exactly like `priceGame`. Null if locked or not offered. */
export function priceSelection(
  params: ModelParams,
  game: GameForMarkets,
  market: MarketId,
  selectionId: string,
  options: PriceOptions,
): PricedSelection | null {
  if (!isPriceable(params, market, game) || !selectionIdsOf(market, game).includes(selectionId)) return null
  return priced(params, movedParams(params, options.movement ?? NO_MOVEMENT), game, market, selectionId, options)
}

/** The side that gives the handicap: the more likely winner, or home if equal (D44). */
export function favouriteOf(params: ModelParams): Side {
  if (params.kind === 'score') return homeLead(scoresOf(params)) < -EVEN ? 'away' : 'home'
  return params.away > params.home ? 'away' : 'home'
}

// The fit's tolerance for equal sides.
const EVEN = 1e-9

const homeLead = (scores: Float64Array): number =>
  scores.reduce((sum, p, cell) => sum + p * Math.sign((HOME_GOALS[cell] as number) - (AWAY_GOALS[cell] as number)), 0)

const isPriceable = (params: ModelParams, market: MarketId, game: GameForMarkets): boolean =>
  isAvailable(market, game) && (params.kind === 'score' || market === '1x2')

function priced(
  base: ModelParams,
  moved: ModelParams,
  game: GameForMarkets,
  market: MarketId,
  selectionId: string,
  options: PriceOptions,
): PricedSelection {
  const percent = options.overround[market]
  const probability = probabilityOf(base, market, selectionId, options.rulebook, game)
  const maxHundredths = highestHundredths({ market, selectionId }, game.players)
  const formula = (p: number): number => Math.min(oddsFromProbability(p, percent), maxHundredths)
  const baseHundredths = probability === null ? null : withinBounds(market, selectionId, formula(probability))
  if (probability === null || baseHundredths === null) {
    return { id: selectionId, oddsHundredths: null, baseHundredths: null, unclampedHundredths: null, probability }
  }
  const unclampedHundredths = unclampedOdds(formula(probability))
  const still = { id: selectionId, oddsHundredths: baseHundredths, baseHundredths, unclampedHundredths, probability }
  if (moved === base) return still
  const now = probabilityOf(moved, market, selectionId, options.rulebook, game) ?? probability
  const held = limitedMovement(formula(now), baseHundredths, probability)
  return { ...still, oddsHundredths: withinBounds(market, selectionId, Math.min(held, maxHundredths)) }
}
