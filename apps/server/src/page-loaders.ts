import { homeGamesQuery, homeLiveQuery, liveGamesQuery } from '@mupiira/contract/game-lists.ts'
import type { PageData } from '@mupiira/contract/pages.ts'
import type { PageLoaders } from './kernel/http/files/pages.ts'
import { isId } from './kernel/ids.ts'
import type { Pricing } from './modules/pricing/index.ts'
import type { SettingsApi } from './modules/settings/index.ts'

type Loaded = Omit<PageData, 'now'>

/** The data of each server-rendered page: the same values that the API returns. */
export function pageLoaders(deps: {
  readonly pricing: Pricing
  readonly settings: SettingsApi['reads']
  readonly cursor: () => string
  readonly now: () => Date
}): PageLoaders {
  const { pricing, settings, cursor, now } = deps
  // The stream cursor is read first, so that no change between it and the data is missed.
  const shell = (): Loaded => ({
    streamCursor: cursor(),
    settings: settings.publicSettings(),
    sports: { items: pricing.games.sports() },
  })

  /** `/live/{id}`. Other pages need only the shell. */
  async function otherPages({ pathname }: URL): Promise<Loaded> {
    const gameId = /^\/live\/([^/]+)$/.exec(pathname)?.[1]
    return gameId === undefined ? shell() : marketsOf(gameId)
  }

  async function marketsOf(gameId: string): Promise<Loaded> {
    const shellData = shell()
    const found = isId(gameId) ? await pricing.games.markets(gameId, now()) : null
    return found === null ? shellData : { ...shellData, markets: found }
  }

  const home = async (url: URL): Promise<Loaded> => ({
    ...shell(),
    games: await pricing.games.list(homeGamesQuery(url.searchParams), now()),
    live: await pricing.games.list(homeLiveQuery(url.searchParams), now()),
  })

  const markets = (url: URL): Promise<Loaded> => marketsOf(url.searchParams.get('gameId') ?? '')

  const live = async (url: URL): Promise<Loaded> => ({
    ...shell(),
    live: await pricing.games.list(liveGamesQuery(url.pathname, url.searchParams), now()),
  })

  return {
    '/': home,
    '/sports': home,
    '/virtual': home,
    '/live': live,
    '/livescore': live,
    '/betting-options': markets,
    '*': otherPages,
  }
}
