import { SPORTS } from '@mupiira/domain/markets/types.ts'
import { isStartRange } from '@mupiira/domain/time/start-range.ts'

/** The filters of a list of games, stored as query parameters of its page. */
export type GamesFilter = {
  readonly sport?: string
  readonly league?: string
  readonly country?: string
  readonly q?: string
  /** The start time: "3h", or a day such as "2026-11-30". */
  readonly when?: string
  readonly status?: (typeof STATUSES)[number]
}

type Status = NonNullable<GamesFilter['status']>
/** The query of `GET /api/games`. */
type GamesQuery<S extends Status | 'open'> = Omit<GamesFilter, 'status'> & {
  readonly status: S
  readonly limit: number
}

const STATUSES = ['live', 'upcoming', 'popular'] as const
const TEXT_FILTERS = ['sport', 'league', 'country', 'q'] as const
const HOME_LIMIT = 30
/** The strip of live games above the home list. */
const HOME_LIVE_LIMIT = 12
const LIVE_LIMIT = 60

/** Returns the filters in the query string of a page address. Empty and invalid parameters are ignored. */
export function gamesFilterFrom(search: URLSearchParams): GamesFilter {
  const status = STATUSES.find((each) => each === search.get('status'))
  const when = search.get('when') ?? ''
  const texts = TEXT_FILTERS.flatMap((name) => {
    const value = search.get(name)?.trim()
    return value ? [[name, value] as const] : []
  })
  return {
    ...Object.fromEntries(texts),
    ...(isStartRange(when) ? { when } : {}),
    ...(status === undefined ? {} : { status }),
  }
}

/**
 * Returns the API query of the home list for the query string of a page address. The server renders the first page of
 * the list, and the app loads the others. A search also finds live games.
 */
export function homeGamesQuery(search: URLSearchParams): GamesQuery<Status | 'open'> {
  const { status: chosen, ...filter } = gamesFilterFrom(search)
  const status = chosen ?? (filter.q === undefined ? 'upcoming' : 'open')
  return { status, ...filter, limit: HOME_LIMIT }
}

/** Returns the query of the live games above the home list, with the same filters except the start time. */
export function homeLiveQuery(search: URLSearchParams): GamesQuery<'live'> {
  const { when: _, ...query } = homeGamesQuery(search)
  return { ...query, status: 'live', limit: HOME_LIVE_LIMIT }
}

/** Returns the query of the live games for an address: one sport on `/live`, all sports on `/livescore`. */
export function liveGamesQuery(path: string, search: URLSearchParams): GamesQuery<'live'> {
  if (path === '/livescore') return { status: 'live', limit: LIVE_LIMIT }
  const sport = search.get('sport')
  return { status: 'live', sport: SPORTS.find((each) => each === sport) ?? 'soccer', limit: LIVE_LIMIT }
}
