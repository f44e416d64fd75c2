import { getGame, getGameMarkets, listGames, listGoalPrices, listSports } from '@mupiira/contract/games.ts'
import { MAX_GOAL_PRICES } from '@mupiira/domain/pricing/goal-prices.ts'
import { isId } from '../../kernel/ids.ts'
import { INVALID_CURSOR } from '../../kernel/http/input/cursor-page.ts'
import { cachedJson } from '../../kernel/http/files/cached-body.ts'
import type { Games } from './games.ts'
import { readCursor } from './list-games.ts'
import { type CachedBody, type Route, route } from '../../kernel/http/route.ts'

const MAX_CACHED = 300

/** Lists are built once per change and served from memory. An unchanged list returns 304 by its ETag. */
export function pricingRoutes(games: Games, version: () => number): Route[] {
  const cached = cachedByVersion(version)
  // A separate cache: visitors choose the games of these requests, which must not displace the lists of the home
  // screen.
  const cachedGoalPrices = cachedByVersion(version)
  return [
    route(listGames, async ({ query, now }) => {
      if (query.cursor !== undefined && readCursor(query.cursor) === null) return INVALID_CURSOR
      return { cached: await cached(`games ${JSON.stringify(query)}`, () => games.list(query, now)) }
    }),
    route(listGoalPrices, async ({ query, now }) => ({
      cached: await cachedGoalPrices(query.ids, async () => ({
        items: games.goalPrices(query.ids.split(',').slice(0, MAX_GOAL_PRICES), now),
      })),
    })),
    route(listSports, async () => ({ cached: await cached('sports', async () => ({ items: games.sports() })) })),
    route(getGame, async ({ params, now }) => {
      const game = isId(params.id) ? await games.detail(params.id, now) : null
      return game === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: game }
    }),
    route(getGameMarkets, async ({ params, now }) => {
      const markets = isId(params.id) ? await games.markets(params.id, now) : null
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
