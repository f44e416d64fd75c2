import type { AnswerOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import {
  type Game,
  type GameDetail,
  getGame,
  getGameMarkets,
  listGames,
  listSports,
  type Market,
  type Sport,
} from '@mupiira/contract/games.ts'
import { isId } from '../../kernel/ids.ts'
import { NOT_A_CURSOR } from '../../kernel/http/cursor-page.ts'
import { readyJson } from '../../kernel/http/ready-bytes.ts'
import { readCursor } from './list-games.ts'
import { type ReadyBytes, type Route, route } from '../../kernel/http/route.ts'

const MOST_STORED = 300

type Made = {
  list(query: QueryOf<typeof listGames>, now: Date): Promise<AnswerOf<typeof listGames>>
  detail(id: string, now: Date): Promise<GameDetail | null>
  markets(id: string, now: Date): Promise<{ game: Game; items: Market[] } | null>
  sports(): Sport[]
  version(): number
}

/** Lists are made once per change and sent as they are; an unchanged one is answered 304 by its ETag. */
export function pricingRoutes(pricing: Made): Route[] {
  const ready = readyAnswers(pricing.version)
  return [
    route(listGames, async ({ query, now }) => {
      if (query.cursor !== undefined && readCursor(query.cursor) === null) return NOT_A_CURSOR
      return { ready: await ready(`games ${JSON.stringify(query)}`, () => pricing.list(query, now)) }
    }),
    route(listSports, async () => ({ ready: await ready('sports', async () => ({ items: pricing.sports() })) })),
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

/** Bytes by key, made anew when the version has moved; equal ones asked for at once are made once. */
function readyAnswers(version: () => number): (key: string, make: () => Promise<object>) => Promise<ReadyBytes> {
  const kept = new Map<string, { readonly version: number; readonly bytes: Promise<ReadyBytes> }>()
  return (key, make) => {
    const known = kept.get(key)
    if (known !== undefined && known.version === version()) return known.bytes
    const madeAt = version()
    const bytes = make().then((body) => readyJson(body, () => version() === madeAt))
    kept.delete(key)
    kept.set(key, { version: madeAt, bytes })
    bytes.catch(() => kept.delete(key))
    const oldest = kept.keys().next()
    if (kept.size > MOST_STORED && oldest.done !== true) kept.delete(oldest.value)
    return bytes
  }
}
