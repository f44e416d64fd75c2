import { useState } from 'react'
import { api } from '../shared/api/client.ts'
import { ApiError, textOf } from '../shared/api/errors.ts'
import { showToast } from '../shared/ui/toast.tsx'

type Refetch = (options: { readonly throwOnError: true }) => Promise<unknown>

/** Asks the feed for the scores now, then for what the screen shows (LIVE-09, LIVE-24); says so where that fails. */
export function useRefresh(refetch: Refetch, failure: string) {
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    if (busy) return
    setBusy(true)
    try {
      await askFeed()
      await refetch({ throwOnError: true })
    } catch (error) {
      showToast('error', textOf(error, failure))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refresh: () => void refresh() }
}

/** Fetches the server's state even if the feed does not respond; offline there is nothing to wait for. */
async function askFeed(): Promise<void> {
  try {
    const { success, message } = await api('POST /api/games/refresh-scores', { body: {} })
    if (!success) showToast('warning', message)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast('warning', textOf(error, 'Live data is delayed. Please try again in a moment.'))
  }
}
