import { useEffect } from 'react'
import { ErrorState, OfflineState } from '../shared/ui/states.tsx'
import { useWhatIsSafe } from '../shared/ui/what-is-safe.ts'
import { useConnectivity } from '../state/connectivity.ts'

/** A screen whose code could not be fetched: the page starts anew as soon as there is a connection again. */
export function ScreenNotLoaded() {
  const online = useConnectivity((state) => state.online)
  useEffect(() => {
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  const safe = useWhatIsSafe()
  const retry = () => window.location.reload()
  if (!online) return <OfflineState onRetry={retry} />
  return (
    <ErrorState
      title="This screen could not be loaded"
      text={`Please check your internet connection and try again. ${safe}.`}
      onRetry={retry}
    />
  )
}
