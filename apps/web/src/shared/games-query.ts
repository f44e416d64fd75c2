import { isStartRange } from '@mupiira/domain/time/start-range.ts'

/** The filters of the home list, stored as query parameters of the page. */
export type GamesFilter = {
  readonly sport?: string
  readonly league?: string
  readonly country?: string
  readonly q?: string
  /** The start time: "3h", or a day such as "2026-11-30". */
  readonly when?: string
  readonly status?: 'live' | 'upcoming'
}

export type GamesQuery = GamesFilter & { readonly status: 'live' | 'upcoming'; readonly limit: number }

const TEXTS = ['sport', 'league', 'country', 'q'] as const
/** Games per page of the list. The server renders the first page. */
const PAGE_LENGTH = 30
const LIVE_PAGE_LENGTH = 60
const LIVE_STRIP_LENGTH = 12

export function filterFrom(search: URLSearchParams): GamesFilter {
  const status = search.get('status')
  const when = search.get('when') ?? ''
  const texts = TEXTS.flatMap((name) => {
    const value = search.get(name)?.trim()
    return value ? [[name, value] as const] : []
  })
  return {
    ...Object.fromEntries(texts),
    ...(isStartRange(when) ? { when } : {}),
    ...(status === 'live' || status === 'upcoming' ? { status } : {}),
  }
}

/** The request for the list of an address. It must equal the server's `homeGamesQuery`. */
export function gamesQuery(search: URLSearchParams): GamesQuery {
  const { status = 'upcoming', ...filter } = filterFrom(search)
  return { status, ...filter, limit: PAGE_LENGTH }
}

/** The address of the list with a filter. `sportsHref({league: 'La Liga'})` → "/sports?league=La+Liga" */
export const sportsHref = (filter: GamesFilter): string => listHref('/sports', filter)

/** The same on another path with this list, so that changing a filter does not leave the screen. */
export function listHref(path: string, filter: GamesFilter): string {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

export const LIVE_SPORTS = [
  { id: 'soccer', name: 'Soccer' },
  { id: 'basketball', name: 'Basketball' },
  { id: 'tennis', name: 'Tennis' },
] as const
type LiveSport = (typeof LIVE_SPORTS)[number]['id']

type LiveQuery = GamesQuery & { readonly status: 'live' }

/** The request for the live games above the list. It must equal the server's `homeLiveQuery`. */
export function liveStripQuery(search: URLSearchParams): LiveQuery {
  const { when: _, ...query } = gamesQuery(search)
  return { ...query, status: 'live', limit: LIVE_STRIP_LENGTH }
}

type LivePageQuery = { readonly status: 'live'; readonly sport?: LiveSport; readonly limit: number }

/** The request for the live games of an address: one sport on `/live`, all sports on `/livescore`. */
export function liveQuery(path: string, search: URLSearchParams): LivePageQuery {
  if (path === '/livescore') return { status: 'live', limit: LIVE_PAGE_LENGTH }
  const sport = LIVE_SPORTS.find(({ id }) => id === search.get('sport'))?.id ?? 'soccer'
  return { status: 'live', sport, limit: LIVE_PAGE_LENGTH }
}
