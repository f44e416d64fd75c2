import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNow } from '../shared/clock.ts'
import { useReachability } from '../shared/api/reachability.ts'
import { CloudOff } from '../shared/ui/icons.tsx'
import { oldestShownAt } from '../state/cached-answers.ts'
import { useConnectivity, useIsNotLive } from '../state/connectivity.ts'
import { asOfText } from './as-of-text.ts'

/** The style of a bar with a message about the connection or the app. */
export const BAR_STYLE = 'flex items-center justify-center gap-2 bg-ink px-3 pt-1.5 pb-4 text-12 text-paper md:pb-1.5'

/** Lost requests are repeated at once, so the bar appears only after an outage of this length. */
const LASTS_MS = 3_000
const TICK_MS = 10_000

type ConnectionBarProps = {
  /** The consequence while live updates do not arrive. */
  readonly notLiveText: string
  /** The consequence while the server cannot be reached. */
  readonly offlineText: string
}

export function ConnectionBar({ notLiveText, offlineText }: ConnectionBarProps) {
  const client = useQueryClient()
  const online = useConnectivity((state) => state.online)
  const isLost = useLasting(useReachability((state) => !state.reachable))
  const isNotLive = useIsNotLive()
  const now = useNow(TICK_MS)
  if (online && !isLost) return isNotLive && <NotLiveBar text={notLiveText} />
  const since = oldestShownAt(client)
  return (
    <p className={BAR_STYLE}>
      <CloudOff className="size-4 shrink-0" />
      <span>
        <b>{online ? 'We cannot reach the server.' : 'You are offline.'}</b>
        <span>{since === null ? '' : ` Last updated ${asOfText(since, now)}.`}</span> <span>{offlineText}</span>
      </span>
    </p>
  )
}

const NotLiveBar = ({ text }: { readonly text: string }) => (
  <p className={BAR_STYLE}>
    <CloudOff className="size-4 shrink-0" />
    <span>
      <b>Not live.</b> <span>{text}</span>
    </span>
  </p>
)

function useLasting(condition: boolean): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    setLasting(false)
    if (!condition) return
    const timer = setTimeout(() => setLasting(true), LASTS_MS)
    return () => clearTimeout(timer)
  }, [condition])
  return condition && isLasting
}
