import type { Game } from '@mupiira/contract/games.ts'
import { useApiPages } from '../../shared/api/queries.ts'
import { isLive } from '../../shared/format/game-texts.ts'
import type { LiveQuery } from '../../shared/games-query.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { useRefresh } from '../../state/use-refresh.ts'

/** LIVE-07, DATA-44 */
const REFRESH_MS = 30_000
/** LIVE-06 */
export const NOT_LOADED = 'Failed to fetch live games. Please try again.'

/** The live games of a query, and how to ask for them now; one that has ended leaves the list at once. */
export function useLiveGames(query: LiveQuery) {
  const listed = useApiPages('GET /api/games', query, {
    staleMs: REFRESH_MS,
    refetchMs: usePollingMs(REFRESH_MS),
  })
  const { busy, refresh } = useRefresh(listed.refetch, NOT_LOADED)
  const games = listed.data?.pages.flatMap((page) => page.items).filter(isLive)
  return { listed, games, busy, refresh }
}

/** Whether the feed of any of the games is silent. */
export const isDelayed = (games: readonly Game[] | undefined): boolean => games?.some(({ delayed }) => delayed) === true
