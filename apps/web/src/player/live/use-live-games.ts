import { useInfiniteQuery } from '@tanstack/react-query'
import type { liveGamesQuery } from '@mupiira/contract/game-lists.ts'
import { isLive } from '../../shared/format/game-texts.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { gamesPages, useGames } from '../../state/games.ts'
import { useRefresh } from '../../state/use-refresh.ts'

const REFRESH_MS = 30_000
export const NOT_LOADED = 'Failed to fetch live games. Please try again.'

/** The live games of a query with a refresh function. A finished game leaves the list at once. */
export function useLiveGames(query: ReturnType<typeof liveGamesQuery>) {
  const refetchInterval = usePollingMs(REFRESH_MS)
  const listed = useInfiniteQuery({ ...gamesPages(query), staleTime: REFRESH_MS, refetchInterval })
  const { busy, refresh } = useRefresh(listed.refetch, NOT_LOADED)
  const ids = listed.data?.pages.flatMap((page) => page.ids)
  const liveIds = useGames((games) =>
    ids?.filter((id) => {
      const game = games[id]
      return game !== undefined && isLive(game)
    }),
  )
  /** True if the feed sends no reports for a listed game. */
  const delayed = useGames((games) => liveIds?.some((id) => games[id]?.delayed) === true)
  // The list shows the error during a retry too, so the state beside the title must not say that updates arrive.
  const hasFailed = listed.isError || (listed.data === undefined && listed.errorUpdateCount > 0)
  return { listed, ids: liveIds, delayed, hasFailed, busy, refresh }
}
