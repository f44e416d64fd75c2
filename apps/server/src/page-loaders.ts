import { homeGamesQuery, type PageData } from '@mupiira/contract/pages.ts'
import type { PageLoaders } from './kernel/http/pages.ts'
import { isId } from './kernel/ids.ts'
import type { Pricing } from './modules/pricing/index.ts'
import type { SettingsDoor } from './modules/settings/index.ts'

type Loaded = Omit<PageData, 'now'>

/** What each public page is rendered from: the very answers that the interface gives. */
export function pageLoaders(doors: {
  readonly pricing: Pricing
  readonly settings: SettingsDoor
  readonly now: () => Date
}): PageLoaders {
  const { pricing, settings, now } = doors
  const shell = (): Loaded => ({ settings: settings.publicSettings(), sports: { items: pricing.sports() } })
  const bare = async (): Promise<Loaded> => shell()

  const home = async (url: URL): Promise<Loaded> => ({
    ...shell(),
    games: await pricing.list(homeGamesQuery(url.searchParams), now()),
  })

  async function markets(url: URL): Promise<Loaded> {
    const gameId = url.searchParams.get('gameId') ?? ''
    const found = isId(gameId) ? await pricing.markets(gameId, now()) : null
    return found === null ? shell() : { ...shell(), markets: found }
  }

  return { '/': home, '/sports': home, '/virtual': home, '/betting-options': markets, '*': bare }
}
