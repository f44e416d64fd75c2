import type { AnswerOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import {
  type Game,
  type GameDetail,
  getGame,
  getGameMarkets,
  type GoalPrices,
  listGames,
  listGoalPrices,
  listSports,
  type Market,
  type Sport,
} from '@mupiira/contract/games.ts'
import { MAX_GOAL_PRICES } from '@mupiira/domain/pricing/goal-prices.ts'
import { isId } from '../../kernel/ids.ts'
import { INVALID_CURSOR } from '../../kernel/http/cursor-page.ts'
import { cachedJson } from '../../kernel/http/cached-body.ts'
import { readCursor } from './list-games.ts'
import { type CachedBody, type Route, route } from '../../kernel/http/route.ts'

const MAX_CACHED = 300

type PricingParts = {
  list(query: QueryOf<typeof listGames>, now: Date): Promise<AnswerOf<typeof listGames>>
  detail(id: string, now: Date): Promise<GameDetail | null>
  markets(id: string, now: Date): Promise<{ game: Game; items: Market[] } | null>
  goalPrices(ids: readonly string[], now: Date): GoalPrices[]
  sports(): Sport[]
  version(): number
}

/** Lists are built once per change and served from memory. An unchanged list returns 304 by its ETag. */
export function pricingRoutes(pricing: PricingParts): Route[] {
  const cached = cachedByVersion(pricing.version)
  // A separate cache: visitors choose the games of these requests, which must not displace the lists of the home screen.
  const cachedGoalPrices = cachedByVersion(pricing.version)
  return [
    route(listGames, async ({ query, now }) => {
      if (query.cursor !== undefined && readCursor(query.cursor) === null) return INVALID_CURSOR
      return { cached: await cached(`games ${JSON.stringify(query)}`, () => pricing.list(query, now)) }
    }),
    route(listGoalPrices, async ({ query, now }) => ({
      cached: await cachedGoalPrices(query.ids, async () => ({
        items: pricing.goalPrices(query.ids.split(',').slice(0, MAX_GOAL_PRICES), now),
      })),
    })),
    route(listSports, async () => ({ cached: await cached('sports', async () => ({ items: pricing.sports() })) })),
    route(getGame, async ({ params, now }) => {
      const game = isId(params.id) ? await pricing.detail(params.id, now) : null
      return game === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: game }
    }),
    route(getGameMarkets, async ({ params, now }) => {
      const markets = isId(params.id) ? await pricing.markets(params.id, now) : null
      return markets === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: markets }
    }),
  ]
}

/** Response bodies by key, rebuilt when the version changes. Concurrent requests share one build. */
function cachedByVersion(version: () => number): (key: string, build: () => Promise<object>) => Promise<CachedBody> {
  const bodies = new Map<string, { readonly version: number; readonly body: Promise<CachedBody> }>()
  return (key, build) => {
    const known = bodies.get(key)
    if (known !== undefined && known.version === version()) return known.body
    const body = build().then(cachedJson)
    bodies.delete(key)
    bodies.set(key, { version: version(), body })
    body.catch(() => bodies.delete(key))
    const oldest = bodies.keys().next()
    if (bodies.size > MAX_CACHED && oldest.done !== true) bodies.delete(oldest.value)
    return body
  }
}
