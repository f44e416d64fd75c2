import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { NOT_LIVE_AFTER_MS } from '@mupiira/domain/time/stream-times.ts'

/** The page's own stream, and the stream of the console's lists. */
type StreamName = 'page' | 'console'

type Connectivity = {
  /** Whether the device reports a network. */
  readonly online: boolean
  /** Whether live updates arrive on the page's own stream. Otherwise screens poll (D56). */
  readonly streaming: boolean
  /**
   * The time of the last data of each silent stream, on the page's monotonic clock. Infinite for a stream that
   * delivers.
   */
  readonly silentSinceMs: { readonly [S in StreamName]: number }
}

export const useConnectivity = create<Connectivity>(() => ({
  online: true,
  streaming: false,
  silentSinceMs: { page: Infinity, console: Infinity },
}))

/** `silentForMs`: the time since the last data. */
export function reportStream(streaming: boolean, silentForMs: number, stream: StreamName = 'page'): void {
  useConnectivity.setState(({ silentSinceMs }) => ({
    ...(stream === 'page' && { streaming }),
    silentSinceMs: {
      ...silentSinceMs,
      [stream]: streaming ? Infinity : Math.min(silentSinceMs[stream], performance.now() - silentForMs),
    },
  }))
}

/**
 * Until the page has a stream, its data is as old as its first paint. The stream opens late if the scripts or the
 * session arrive late.
 */
function countFromFirstPaint(): void {
  if (useConnectivity.getState().streaming) return
  const [paint] = performance.getEntriesByType('paint')
  reportStream(false, performance.now() - (paint?.startTime ?? 0))
}

/** When the data of the longest silent stream arrived; infinite if every stream delivers. */
export const longestSilentSinceMs = ({ silentSinceMs }: Connectivity): number =>
  Math.min(silentSinceMs.page, silentSinceMs.console)

/** Returns whether the data on screen may be outdated because nothing has arrived for too long. */
export function useIsNotLive(): boolean {
  const silentSinceMs = useConnectivity(longestSilentSinceMs)
  const [isNotLive, setNotLive] = useState(false)
  useEffect(() => {
    setNotLive(false)
    if (silentSinceMs === Infinity) return
    const leftMs = silentSinceMs + NOT_LIVE_AFTER_MS - performance.now()
    const timer = setTimeout(() => setNotLive(true), Math.max(0, leftMs))
    return () => clearTimeout(timer)
  }, [silentSinceMs])
  return isNotLive
}

/** Follows the network state of the device. Returns a function that removes the listeners. */
export function watchNetwork(): () => void {
  countFromFirstPaint()
  const note = () => useConnectivity.setState({ online: navigator.onLine })
  note()
  window.addEventListener('online', note)
  window.addEventListener('offline', note)
  return () => {
    window.removeEventListener('online', note)
    window.removeEventListener('offline', note)
  }
}

/** The polling interval while live updates do not arrive; false while they arrive. */
export function usePollingMs(everyMs: number): number | false {
  const streaming = useConnectivity((state) => state.streaming)
  return streaming ? false : everyMs
}

const OFFLINE = 'You are offline.'

/** The text shown instead of sending a request while the device is offline; null while online. */
export const offlineText = (what: 'bet' | 'deposit' | 'withdrawal'): string | null =>
  useConnectivity.getState().online ? null : `${OFFLINE} Your ${what} was not sent.`

/** Clears the offline message when the network is back. */
export function useClearWhenOnline(text: string | null | undefined, clear: () => void): void {
  const online = useConnectivity((state) => state.online)
  useEffect(() => {
    if (online && text?.startsWith(OFFLINE)) clear()
  }, [online, text, clear])
}
