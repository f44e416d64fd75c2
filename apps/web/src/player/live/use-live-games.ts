import { useState } from 'react'
import type { Game } from '@mupiira/contract/games.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { useApiPages } from '../../shared/api/queries.ts'
import { isLive } from '../../shared/format/game-texts.ts'
import type { LiveQuery } from '../../shared/games-query.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { showToast } from '../../shared/ui/toast.tsx'

/** LIVE-07, DATA-44 */
const REFRESH_MS = 30_000

/** The live games of a query; one that has ended leaves the list at once. */
export function useLiveGames(query: LiveQuery) {
  const listed = useApiPages('GET /api/games', query, {
    staleMs: REFRESH_MS,
    refetchMs: usePollingMs(REFRESH_MS),
    keepPrevious: true,
  })
  const games = listed.data?.pages.flatMap((page) => page.items).filter(isLive)
  return { listed, games }
}

/** Whether the feed of any of the games is silent. */
export const isDelayed = (games: readonly Game[] | undefined): boolean => games?.some(({ delayed }) => delayed) === true

/** Asks the feed for the scores now, then for what the screen shows (LIVE-09). */
export function useRefresh(refetch: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    try {
      const { success, message } = await api('POST /api/games/refresh-scores', { body: {} })
      if (!success) showToast('warning', message)
      await refetch()
    } catch (error) {
      showToast('error', textOf(error, 'Failed to fetch live games. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refresh: () => void refresh() }
}
