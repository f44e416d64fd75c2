import { createHash } from 'node:crypto'
import { getGame, getGameMarkets, listGames, listSports } from '@mupiira/contract/games.ts'
import { isId } from '../../kernel/ids.ts'
import { type ReadyBytes, type Route, route } from '../../kernel/http/route.ts'
import type { Pricing } from './index.ts'

const MOST_KEPT = 300

type Made = Pick<Pricing, 'list' | 'detail' | 'markets' | 'sports' | 'version'>

/** Lists are made once per change and sent as they are; an unchanged one is answered 304 by its ETag. */
export function pricingRoutes(pricing: Made): Route[] {
  const ready = readyAnswers(pricing.version)
  return [
    route(listGames, async ({ query, now }) => ({
      ready: await ready(`games ${JSON.stringify(query)}`, () => pricing.list(query, now)),
    })),
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
    const bytes = make().then(toReady)
    kept.delete(key)
    kept.set(key, { version: version(), bytes })
    bytes.catch(() => kept.delete(key))
    const oldest = kept.keys().next()
    if (kept.size > MOST_KEPT && oldest.done !== true) kept.delete(oldest.value)
    return bytes
  }
}

function toReady(body: object): ReadyBytes {
  const bytes = Buffer.from(JSON.stringify(body))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}
