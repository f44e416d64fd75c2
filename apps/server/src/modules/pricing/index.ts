import type { Offer } from '@mupiira/contract/admin-offer.ts'
import type { AnswerOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import type { Game, GameDetail, GoalPrices, listGames, Market, Sport } from '@mupiira/contract/games.ts'
import { popularGames } from '@mupiira/domain/match/popular.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import { type JointError, jointOdds, type OwnPricedPick } from '@mupiira/domain/pricing/same-game.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { ok, type Result } from '@mupiira/domain/result.ts'
import { overroundWithReaction } from '@mupiira/domain/risk/price-reaction.ts'
import type { Approvals } from '../../kernel/approvals.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type Catalogue, type GameRow, isOpen } from '../catalogue/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import { type MarketAdminDeps, marketRoutes } from './admin/market-routes.ts'
import { createBoard, createMostBetOn } from './board.ts'
import { closingOf, type GamePrices, pricedSteps, pricesFrom } from './game-prices.ts'
import { countsOf, matches, pageOf, readCursor, startsOf, within, writeCursor } from './list-games.ts'
import { offerAt, offerOf } from './offer-at.ts'
import type { GamesMostBetOn, OpenLiabilities } from './ports.ts'
import { presentDetail, presentGame, presentGoalPrices, presentMarkets, presentSports } from './present.ts'
import { createPriceCache } from './price-cache.ts'
import { createPriceReaction, jointReaction } from './price-reaction.ts'
import { pricingRoutes } from './routes.ts'

export type { GamePrices, SelectionPrice } from './game-prices.ts'
export { manualOdds } from './market-controls.ts'
export { scoreShown } from './present.ts'

export type Pricing = {
  /** Games as cached on this node, open or not. Unknown and hidden games are absent. */
  gameRows(gameIds: readonly string[]): Promise<readonly GameRow[]>
  /** Prices of games at `now`, open or not; unknown ids are absent. */
  snapshot(gameIds: readonly string[], now: Date): Promise<Map<string, GamePrices>>
  /** Prices of a row that is newer than the row that `snapshot` uses. */
  pricesOf(game: GameRow, now: Date): GamePrices
  /** Model prices without staff's market controls and without the reaction to liability. */
  modelPricesOf(game: GameRow, now: Date): GamePrices
  /** The 1X2 and total prices of a game that players see. */
  offered(game: GameRow, now: Date): Offer
  /** The prices of a game with these odds before its start; null when it could not be bet on. */
  offerAt(odds: MatchOdds, sport: GameRow['sport']): Offer | null
  /** Odds of several selections of one game together (D27), with the overround that they contain. */
  joint(prices: GamePrices, legs: readonly OwnPricedPick[]): Result<JointPrice, JointError>
  list(query: QueryOf<typeof listGames>, now: Date): Promise<AnswerOf<typeof listGames>>
  detail(id: string, now: Date): Promise<GameDetail | null>
  markets(id: string, now: Date): Promise<{ game: Game; items: Market[] } | null>
  /** Goal prices of listed football games, for lists with several markets a row. */
  goalPrices(ids: readonly string[], now: Date): GoalPrices[]
  sports(): Sport[]
  present(gameIds: readonly string[], now: Date): Promise<Game[]>
  /** Games from the board only, presented as in lists. */
  cached(gameIds: readonly string[], now: Date): Game[]
  /** Ids of games whose presentation changed: score, minute, status, or prices of a new step. */
  onChange(listener: (gameIds: readonly string[], changed: PriceChange) => void): void
  /** Increases with each change. Responses cached under an older version are stale. */
  version(): number
  routes: readonly Route[]
  /** Console endpoints of markets: suspensions, manual odds and stake limits. */
  readonly administration: { routes(deps: MarketAdminDeps, approvals: Approvals<'GAME_NOT_FOUND'>): readonly Route[] }
  start(): Promise<void>
}

export type JointPrice = { readonly oddsHundredths: OddsHundredths; readonly overroundPercent: number }

/** The extent of a change: prices of open games; anything shown; or the lists too (a game appeared, started or left). */
export type PriceChange = 'prices' | 'games' | 'lists'

const STEP_CHECK_MS = 250

export function createPricing(
  kernel: Kernel,
  deps: { readonly catalogue: Catalogue; readonly settings: SettingsApi },
  ports: { readonly gamesMostBetOn: GamesMostBetOn; readonly openLiabilities: OpenLiabilities },
): Pricing {
  const { catalogue, settings } = deps
  const board = createBoard(kernel, catalogue)
  const cache = createPriceCache(kernel, settings)
  const listeners: ((gameIds: readonly string[], changed: PriceChange) => void)[] = []
  let version = 1
  let step = 0
  let pricedUnder = settings.current()
  let open: ReadonlySet<string> = new Set()

  const announce = (ids: readonly string[], changed: PriceChange): void => {
    version++
    for (const listener of listeners) listener(ids, changed)
  }
  board.onChange((ids, affectsLists) => announce(ids, affectsLists ? 'lists' : 'games'))
  catalogue.search.onChange(() => void version++)
  const mostBetOn = createMostBetOn(kernel, board, ports.gamesMostBetOn, () => void version++)

  async function find(ids: readonly string[]): Promise<Map<string, GameRow>> {
    const found = new Map<string, GameRow>()
    for (const id of ids) {
      const game = board.find(id)
      if (game !== undefined) found.set(id, game)
    }
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0)
      for (const [id, game] of await catalogue.games.byIds(missing)) if (!game.hidden) found.set(id, game)
    return found
  }

  const isSearch = ({ q = '' }: QueryOf<typeof listGames>): boolean => q.trim() !== ''
  const named = async (games: readonly GameRow[], query: QueryOf<typeof listGames>): Promise<readonly GameRow[]> =>
    isSearch(query) ? catalogue.search.find(query.q ?? '', games) : games

  const show = (game: GameRow, now: Date): Game => presentGame(game, cache.of(game, now), now)

  /** Games also close by time alone. Responses cached while they were open are then stale. */
  function closeStarted(now: Date): void {
    const nowOpen = new Set(board.games().flatMap((game) => (isOpen(game, now) ? [game.id] : [])))
    const closed = [...open].filter((id) => !nowOpen.has(id))
    open = nowOpen
    if (closed.length > 0) announce(closed, 'games')
  }

  /** A new step or new settings change all prices. Recompute them game by game, so that no request waits for all of them. */
  async function followSteps(): Promise<void> {
    const now = kernel.clock.now()
    closeStarted(now)
    const hasSameSettings = settings.current() === pricedUnder
    if (stepNumber(now) === step && hasSameSettings) return
    step = stepNumber(now)
    pricedUnder = settings.current()
    // Lists built from now on use the new prices.
    version++
    const changed: string[] = []
    for (const game of board.games()) {
      if (!isOpen(game, now)) continue
      cache.of(game, now).price('1x2', '1')
      changed.push(game.id)
      await new Promise((resolve) => setImmediate(resolve))
    }
    cache.forget((id) => board.find(id) !== undefined)
    if (changed.length > 0) announce(changed, hasSameSettings ? 'prices' : 'games')
  }

  const pricing: Pricing = {
    gameRows: async (gameIds) => [...(await find(gameIds)).values()],
    async snapshot(gameIds, now) {
      return new Map([...(await find(gameIds))].map(([id, game]) => [id, cache.of(game, now)]))
    },
    pricesOf: (game, now) => cache.of(game, now),
    modelPricesOf(game, now) {
      const [uncontrolled, at] = [{ ...game, controls: {}, priceReaction: {} }, stepNumber(now)]
      const current = settings.current()
      const { priceKey } = kernel.config
      const steps = pricedSteps(uncontrolled, at, current, priceKey)
      return pricesFrom(uncontrolled, at, current, {
        steps,
        closing: closingOf(uncontrolled, current, priceKey),
        before: null,
      })
    },
    offered(game, now) {
      const prices = cache.of(game, now)
      return offerOf((market, id) => prices.price(market, id)?.oddsHundredths)
    },
    offerAt: (odds, sport) => offerAt(odds, sport, settings.current()),
    joint(prices, legs) {
      if (prices.params === null) return { ok: false, error: 'MARKET_UNAVAILABLE' }
      // Model prices and manual odds cannot be combined.
      const { controls } = prices.game
      if (legs.some(({ market, selectionId }) => controls[market]?.odds?.[selectionId] !== undefined)) {
        return { ok: false, error: 'MARKET_UNAVAILABLE' }
      }
      const overroundPercent = overroundWithReaction(prices.overround.same_game, jointReaction(prices.game, legs))
      const joint = jointOdds(prices.params, legs, {
        rulebook: prices.rulebook,
        players: prices.game.players,
        overroundPercent,
      })
      return joint.ok ? ok({ oddsHundredths: joint.value, overroundPercent }) : joint
    },
    async list(query, now) {
      const limit = query.limit ?? 20
      const after = readCursor(query.cursor)
      if (query.status === 'finished') {
        const rows = await catalogue.games.finished(after, limit + 1)
        const page = within(await named(rows.slice(0, limit).filter(matches(query)), query), query, now)
        const last = rows[limit - 1]
        const nextCursor = rows.length > limit && last !== undefined ? writeCursor(last) : null
        return {
          items: page.map((game) => show(game, now)),
          nextCursor,
          counts: { ...countsOf(board.games(), mostBetOn.ids()), starts: startsOf(board.games(), now) },
        }
      }
      const atAnyTime = await named(board.games().filter(matches(query)), query)
      const games = within(atAnyTime, query, now)
      const listed = query.status === 'popular' ? popularGames(games, mostBetOn.ids()) : games
      const { page, next } = pageOf(listed, after, limit, isSearch(query))
      return {
        items: page.map((game) => show(game, now)),
        nextCursor: next,
        counts: { ...countsOf(games, mostBetOn.ids()), starts: startsOf(atAnyTime, now) },
      }
    },
    async detail(id, now) {
      const game = (await find([id])).get(id)
      return game === undefined ? null : presentDetail(game, cache.of(game, now), now)
    },
    async markets(id, now) {
      const game = (await find([id])).get(id)
      if (game === undefined) return null
      const prices = cache.of(game, now)
      return { game: presentGame(game, prices, now), items: presentMarkets(prices, now) }
    },
    goalPrices: (ids, now) =>
      ids
        .flatMap((id) => board.find(id) ?? [])
        .filter(({ sport }) => sport === 'soccer')
        .map((game) => presentGoalPrices(cache.of(game, now), now)),
    sports: () => presentSports(board.games()),
    present: async (ids, now) => [...(await find(ids)).values()].map((game) => show(game, now)),
    cached: (ids, now) => ids.flatMap((id) => board.find(id) ?? []).map((game) => show(game, now)),
    onChange: (listener) => void listeners.push(listener),
    version: () => version,
    routes: [],
    administration: {
      routes: (others, approvals) => marketRoutes(kernel, { ...others, catalogue, pricing }, approvals),
    },
    async start() {
      await catalogue.search.start()
      await board.start()
      await mostBetOn.refresh()
    },
  }
  const react = createPriceReaction(kernel, { catalogue, settings, board, openLiabilities: ports.openLiabilities })
  kernel.jobs.every('react-to-liability', STEP_CHECK_MS, react, { leaderOnly: true })
  kernel.jobs.every('follow-price-steps', STEP_CHECK_MS, followSteps, { leaderOnly: false })
  return { ...pricing, routes: pricingRoutes(pricing) }
}
