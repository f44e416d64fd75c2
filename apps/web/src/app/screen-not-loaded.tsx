import { useEffect, useState } from 'react'
import { ErrorState, Loading, OfflineState } from '../shared/ui/states.tsx'
import { useReassurance } from '../shared/ui/reassurance.ts'
import { useConnectivity } from '../state/connectivity.ts'
import { type ChunkLoadFailure, recoverChunkLoad } from './missing-code.ts'

const reload = (): void => window.location.reload()

/** Replaces a screen whose code could not be loaded. Reloads the page when the device is online again. */
export function ScreenNotLoaded() {
  const online = useConnectivity((state) => state.online)
  const [cause, setCause] = useState<ChunkLoadFailure | null>(null)
  const reassuranceText = useReassurance()
  useEffect(() => {
    void recoverChunkLoad().then(setCause)
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  if (!online) return <OfflineState onRetry={reload} />
  if (cause === null || cause === 'outdated') return <Loading what="the screen">{null}</Loading>
  const advice = cause === 'unreachable' ? 'Please check your internet connection and try again.' : 'Please try again.'
  return <ErrorState title="This screen could not be loaded" text={`${advice} ${reassuranceText}.`} onRetry={reload} />
}
