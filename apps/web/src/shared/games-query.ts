/** What the home list can be narrowed by; each lives in the page's address. */
export type GamesFilter = {
  readonly sport?: string
  readonly league?: string
  readonly country?: string
  readonly q?: string
  readonly status?: 'live' | 'upcoming'
}

export type GamesQuery = GamesFilter & { readonly limit: number }

const TEXTS = ['sport', 'league', 'country', 'q'] as const
/** Games of one page of the list; the server renders the first one. */
const PAGE_LENGTH = 30

export function filterFrom(search: URLSearchParams): GamesFilter {
  const status = search.get('status')
  const texts = TEXTS.flatMap((name) => {
    const value = search.get(name)?.trim()
    return value ? [[name, value] as const] : []
  })
  return { ...Object.fromEntries(texts), ...(status === 'live' || status === 'upcoming' ? { status } : {}) }
}

/** The request for the list of an address; the very query that the server rendered it from. */
export const gamesQuery = (search: URLSearchParams): GamesQuery => ({ ...filterFrom(search), limit: PAGE_LENGTH })

/** The address of the list narrowed by a filter. `sportsHref({league: 'La Liga'})` → "/sports?league=La+Liga" */
export const sportsHref = (filter: GamesFilter): string => listHref('/sports', filter)

/** The same on another path that shows the list: changing a filter there does not leave the screen. */
export function listHref(path: string, filter: GamesFilter): string {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
