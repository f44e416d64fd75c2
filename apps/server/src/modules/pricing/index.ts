import type { Approvals, Outdated } from '../../kernel/access/approvals.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import { createBaseOddsRisk } from './admin/base-odds-risk.ts'
import { createMarketControlCommand } from './admin/control-market.ts'
import { type MarketAdminDeps, marketRoutes } from './admin/market-routes.ts'
import { createBoard } from './board.ts'
import { createChanges } from './changes.ts'
import { createGames } from './games.ts'
import { createMostBetGames } from './most-bet-games.ts'
import { openGames } from './open-games.ts'
import { createPrices } from './prices.ts'
import type { ListMostBetGames, OpenLiabilities } from './ports.ts'
import { createPriceCache } from './price-cache.ts'
import { createPriceReaction } from './price-reaction.ts'
import { pricingRoutes } from './routes.ts'

export type { PriceChange } from './changes.ts'
export type { GamePrices } from './game-prices.ts'
export { manualOdds } from './market-controls.ts'
export { fingerprintOf } from './in-play-prices.ts'
export { scoreShown } from './present.ts'
export { progressOf, startedGame } from './started-game.ts'

const REACT_EVERY_MS = 250

/** Prices of the games, and the games with their prices as players see them. */
export function createPricing(
  kernel: Kernel,
  { catalogue, settings }: { readonly catalogue: Catalogue; readonly settings: SettingsApi['reads'] },
  {
    mostBetGames,
    openLiabilities,
  }: { readonly mostBetGames: ListMostBetGames; readonly openLiabilities: OpenLiabilities },
) {
  const board = createBoard(kernel, catalogue)
  const cache = createPriceCache(kernel, settings)
  const { outdateLists, ...changes } = createChanges(kernel, { board, cache, settings })
  catalogue.search.onChange(outdateLists)
  const mostBetOn = createMostBetGames(kernel, board, mostBetGames, outdateLists)
  const prices = createPrices(kernel.config, { board, cache, settings })
  const games = createGames(catalogue, { board, cache, mostBetOn })
  const react = createPriceReaction(kernel, { markets: catalogue.markets, settings, board, openLiabilities })
  kernel.jobs.every('react-to-liability', REACT_EVERY_MS, react, { leaderOnly: true })

  return {
    routes: pricingRoutes(games, changes.version),
    prices,
    games,
    changes,
    /** Loads the games, before the server takes requests. */
    async start(): Promise<void> {
      await catalogue.search.start()
      await board.start()
      await mostBetOn.refresh()
    },
    administration: {
      openGames: (now: Date) => openGames(board.games(), now),
      /** What new base odds give away; null if one member of staff may set them alone. */
      baseOddsRisk: createBaseOddsRisk(catalogue.games, settings),
      /** Console endpoints of markets: suspensions, manual odds and stake limits. */
      routes(deps: MarketAdminDeps, approvals: Approvals<'GAME_NOT_FOUND' | Outdated>) {
        const all = { ...deps, catalogue, prices, settings }
        const command = createMarketControlCommand(kernel, all, approvals)
        return marketRoutes(kernel, all, approvals, command)
      },
    },
  }
}

export type Pricing = ReturnType<typeof createPricing>
