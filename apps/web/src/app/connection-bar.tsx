import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNow } from '../shared/clock.ts'
import { useReachability } from '../shared/api/reachability.ts'
import { CloudOff } from '../shared/ui/icons.tsx'
import { oldestShownAt } from '../state/cached-answers.ts'
import { useConnectivity, useIsNotLive } from '../state/connectivity.ts'
import { asOfText } from './as-of-text.ts'
import { BAR } from './bar.ts'
import { useRaisedFoot } from './raised-foot.ts'

/** Lost requests are repeated at once, so the bar appears only after an outage of this length. */
const LASTS_MS = 3_000
const TICK_MS = 10_000

/** The console's bar. It is beside the menu, and the content ends above it (`--bars`). */
export function ConsoleConnection() {
  const bars = useRaisedFoot(true)
  return (
    <div ref={bars} role="status" className="fixed right-0 bottom-0 left-0 z-20 md:left-50">
      <ConnectionBar
        notLiveText="The figures on this page may be out of date."
        offlineText="Changes cannot be saved until the connection is back."
      />
    </div>
  )
}

type ConnectionBarProps = {
  /** What is true while live updates do not arrive. */
  readonly notLiveText: string
  /** What is true while the server cannot be reached. */
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
    <p className={BAR}>
      <CloudOff className="size-4 shrink-0" />
      <span>
        <b>{online ? 'We cannot reach the server.' : 'You are offline.'}</b>
        <span>{since === null ? '' : ` Last updated ${asOfText(since, now)}.`}</span> <span>{offlineText}</span>
      </span>
    </p>
  )
}

const NotLiveBar = ({ text }: { readonly text: string }) => (
  <p className={BAR}>
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
