import { isDeepStrictEqual } from 'node:util'
import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { GameRow } from '../catalogue/index.ts'
import type { SettingsDoor } from '../settings/index.ts'
import { type GamePrices, pricesFrom, type PricedSteps, pricedSteps } from './game-prices.ts'

/** Prices of each game, computed once per base, step and settings. */
export type PriceCache = {
  of(game: GameRow, now: Date): GamePrices
  forget(keep: (gameId: string) => boolean): void
}

export function createPriceCache(kernel: Kernel, settings: SettingsDoor): PriceCache {
  type Kept = { readonly settings: Settings; readonly prices: GamePrices; readonly steps: PricedSteps }
  const cache = new Map<string, Kept>()
  return {
    of(game, now) {
      const current = settings.current()
      const step = stepNumber(now)
      const kept = cache.get(game.id)
      const isOfNow = kept !== undefined && kept.settings === current && kept.prices.step === step
      if (isOfNow && kept.prices.game === game) return kept.prices
      const steps =
        isOfNow && samePricing(kept.prices.game, game)
          ? kept.steps
          : pricedSteps(game, step, current, kernel.config.priceKey)
      const prices = pricesFrom(game, step, current, steps)
      cache.set(game.id, { settings: current, prices, steps })
      return prices
    },
    forget(keep) {
      for (const id of cache.keys()) if (!keep(id)) cache.delete(id)
    },
  }
}

/** A new minute or score changes no price; a new base, line-up or name does. */
const samePricing = (a: GameRow, b: GameRow): boolean =>
  a.priceVersion === b.priceVersion &&
  a.homeTeam === b.homeTeam &&
  a.awayTeam === b.awayTeam &&
  a.knockOut === b.knockOut &&
  a.sport === b.sport &&
  a.drawPossible === b.drawPossible &&
  isDeepStrictEqual(a.players, b.players)
