import { isDeepStrictEqual } from 'node:util'
import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type GameRow, isOpen } from '../catalogue/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import { createInPlayPrices, isInPlay } from './in-play-prices.ts'
import { closingOf, type GamePrices, pricesFrom, type PricedSteps, pricedSteps, sameStart } from './game-prices.ts'

/** Prices of each game, computed once per base, step and settings. */
export type PriceCache = {
  of(game: GameRow, now: Date): GamePrices
  forget(keep: (gameId: string) => boolean): void
}

export function createPriceCache(kernel: Kernel, settings: SettingsApi['reads']): PriceCache {
  type Stored = { readonly settings: Settings; readonly prices: GamePrices; readonly steps: PricedSteps }
  const cache = new Map<string, Stored>()
  const inPlay = createInPlayPrices(kernel.config.priceKey)
  return {
    of(game, now) {
      const current = settings.current()
      if (isInPlay(game, current)) return inPlay.of(game, now, current)
      const step = stepNumber(now)
      const cached = cache.get(game.id)
      const hasCurrentSettings = cached !== undefined && cached.settings === current
      const isSame = hasCurrentSettings && cached.prices.step === step && cached.prices.game === game
      // A game also opens and closes by time alone, within a step.
      if (isSame && cached.prices.open === isOpen(game, now)) return cached.prices
      const isPricedAlike = hasCurrentSettings && samePricing(cached.prices.game, game)
      const { priceKey } = kernel.config
      const steps =
        isPricedAlike && cached.prices.step === step ? cached.steps : pricedSteps(game, step, current, priceKey)
      // A live game keeps its closing odds across steps.
      const closing =
        isPricedAlike && sameStart(cached.prices.game, game)
          ? cached.prices.closing
          : closingOf(game, current, priceKey)
      const isSameStep = cached?.prices.step === step
      const before = !isSameStep ? null : isPricedAlike ? cached.prices.before : cached.steps
      const prices = pricesFrom(game, now, current, { steps, closing, before })
      cache.set(game.id, { settings: current, prices, steps })
      return prices
    },
    forget(keep) {
      inPlay.forget(keep)
      for (const id of cache.keys()) if (!keep(id)) cache.delete(id)
    },
  }
}

/** A new minute or score changes no price; a new base, line-up or name does. */
const samePricing = (a: GameRow, b: GameRow): boolean =>
  a === b ||
  (a.priceVersion === b.priceVersion &&
    a.homeTeam === b.homeTeam &&
    a.awayTeam === b.awayTeam &&
    a.knockOut === b.knockOut &&
    a.sport === b.sport &&
    a.drawPossible === b.drawPossible &&
    isDeepStrictEqual(a.players, b.players))
