import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { GameRow } from '../catalogue/index.ts'
import type { SettingsDoor } from '../settings/index.ts'
import { computePrices, type GamePrices } from './game-prices.ts'

/** Prices of each game, computed once per base, step and settings. */
export type PriceCache = {
  of(game: GameRow, now: Date): GamePrices
  forget(keep: (gameId: string) => boolean): void
}

export function createPriceCache(kernel: Kernel, settings: SettingsDoor): PriceCache {
  const cache = new Map<string, { readonly settings: object; readonly game: GameRow; readonly prices: GamePrices }>()
  return {
    of(game, now) {
      const current = settings.current()
      const step = stepNumber(now)
      const kept = cache.get(game.id)
      if (kept !== undefined && kept.settings === current && kept.prices.step === step && kept.game === game)
        return kept.prices
      const prices =
        kept !== undefined && kept.settings === current && kept.prices.step === step && samePricing(kept.game, game)
          ? { ...kept.prices, game }
          : computePrices(game, step, current, kernel.config.priceKey)
      cache.set(game.id, { settings: current, game, prices })
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
  a.players.length === b.players.length
