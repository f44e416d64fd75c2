import { useState } from 'react'
import { api } from '../shared/api/client.ts'
import { ApiError, textOf } from '../shared/api/errors.ts'
import { showToast } from '../shared/ui/toast.tsx'

type Refetch = (options: { readonly throwOnError: true }) => Promise<unknown>

/** Requests new scores from the feed, then the screen's data (LIVE-09, LIVE-24). Shows an error if that fails. */
export function useRefresh(refetch: Refetch, failure: string) {
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    if (busy) return
    setBusy(true)
    try {
      await requestScores()
      await refetch({ throwOnError: true })
    } catch (error) {
      showToast('error', textOf(error, failure))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refresh: () => void refresh() }
}

/** Refetches the screen even if the feed does not respond, but not while offline. */
async function requestScores(): Promise<void> {
  try {
    const { success, message } = await api('POST /api/games/refresh-scores', { body: {} })
    if (!success) showToast('warning', message)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast('warning', textOf(error, 'Live data is delayed. Please try again in a moment.'))
  }
}
