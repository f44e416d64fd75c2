import { useEffect, useState } from 'react'
import { LoaderCircle } from '../shared/ui/icons.tsx'
import { OfflineState } from '../shared/ui/states.tsx'
import { useConnectivity } from '../state/connectivity.ts'

const LONGER_AFTER_MS = 3000

/** Shown while the account loads (APP-60, APP-61). */
export function LoadingOverlay() {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONGER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const online = useConnectivity((state) => state.online)
  if (!online) return <OfflineState />
  return (
    <div role="status" className="flex flex-col items-center gap-3 px-4 py-24 text-center noscript:hidden">
      <LoaderCircle className="size-8 animate-spin text-muted" />
      <h1 className="text-16 font-bold">{long ? 'Almost there...' : 'Loading your account'}</h1>
      <p className="min-h-10 max-w-72 text-14 text-muted">
        {long && 'This is taking longer than usual. Thank you for waiting; the connection may be slow.'}
      </p>
    </div>
  )
}
