import { findRoute } from './find-route.ts'
import { NOT_FOUND } from './routes.ts'

const LIST_PARAMS = ['sport', 'league', 'country', 'q', 'when', 'status']
const BOOKING_PARAMS = ['code']
/** The query parameters that each visitor screen reads at its first render. */
const PARAMS_READ: { readonly [path: string]: readonly string[] } = {
  '/': LIST_PARAMS,
  '/sports': LIST_PARAMS,
  '/virtual': LIST_PARAMS,
  '/live': ['sport'],
  '/betting-options': ['gameId', 'homeTeam', 'awayTeam', 'gameTime', 'league'],
  '/aviator': ['play'],
  '/aviator/verify': ['round'],
  '/booking-code': BOOKING_PARAMS,
  '/booking-code-lookup': BOOKING_PARAMS,
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
  for (const name of PARAMS_READ[route.path] ?? []) {
    const value = searchParams.get(name)
    if (value !== null) read.set(name, value)
  }
  const path = route.access === 'player' ? route.path : pathname
  return read.size === 0 ? path : `${path}?${read.toString()}`
}
