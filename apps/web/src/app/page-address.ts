import { findRoute } from './find-route.ts'
import { NOT_FOUND } from './routes.ts'

const OF_LISTS = ['sport', 'league', 'country', 'q', 'status']
const OF_BOOKINGS = ['code']
/** The query parameters that each visitor screen reads at its first render. */
const READ: { readonly [path: string]: readonly string[] } = {
  '/': OF_LISTS,
  '/sports': OF_LISTS,
  '/virtual': OF_LISTS,
  '/live': ['sport'],
  '/betting-options': ['gameId', 'homeTeam', 'awayTeam', 'gameTime', 'league'],
  '/aviator': ['play'],
  '/aviator/verify': ['round'],
  '/booking-code': OF_BOOKINGS,
  '/booking-code-lookup': OF_BOOKINGS,
}

/**
 * The canonical address of all URLs that render the same page, with only the parameters that the screen reads. Player
 * screens render in the browser only, so all their paths share one address; unknown paths do too.
 * `pageAddress('/live?utm_source=sms&sport=tennis')` → "/live?sport=tennis"
 */
export function pageAddress(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://mupiira')
  const { route } = findRoute(pathname)
  if (route === NOT_FOUND) return '/*'
  const read = new URLSearchParams()
  for (const name of READ[route.path] ?? []) {
    const value = searchParams.get(name)
    if (value !== null) read.set(name, value)
  }
  const path = route.access === 'player' ? route.path : pathname
  return read.size === 0 ? path : `${path}?${read.toString()}`
}
