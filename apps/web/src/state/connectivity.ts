import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { NOT_LIVE_AFTER_MS } from '@mupiira/domain/time/stream-times.ts'

type Connectivity = {
  /** Whether the device has a network, as far as it knows. */
  readonly online: boolean
  /** Live updates arrive. While they do not, screens poll (D56). */
  readonly streaming: boolean
  /** On the page's monotonic clock; null while live updates arrive, and before the first connection. */
  readonly silentSinceMs: number | null
}

export const useConnectivity = create<Connectivity>(() => ({ online: true, streaming: false, silentSinceMs: null }))

/** `silentForMs`: how long nothing had arrived when the stream was found dead. */
export function noteStream(streaming: boolean, silentForMs = 0): void {
  useConnectivity.setState(({ silentSinceMs }) => ({
    streaming,
    silentSinceMs: streaming ? null : (silentSinceMs ?? performance.now() - silentForMs),
  }))
}

/** Whether nothing has arrived for so long that figures on the screen may be wrong. */
export function useIsNotLive(): boolean {
  const silentSinceMs = useConnectivity((state) => state.silentSinceMs)
  const [isNotLive, setNotLive] = useState(false)
  useEffect(() => {
    setNotLive(false)
    if (silentSinceMs === null) return
    const leftMs = silentSinceMs + NOT_LIVE_AFTER_MS - performance.now()
    const timer = setTimeout(() => setNotLive(true), Math.max(0, leftMs))
    return () => clearTimeout(timer)
  }, [silentSinceMs])
  return isNotLive
}

/** Follows what the device reports; returns how to stop. */
export function watchNetwork(): () => void {
  const note = () => useConnectivity.setState({ online: navigator.onLine })
  note()
  window.addEventListener('online', note)
  window.addEventListener('offline', note)
  return () => {
    window.removeEventListener('online', note)
    window.removeEventListener('offline', note)
  }
}

/** The polling interval of a screen while no live updates arrive, else none. */
export function usePollingMs(everyMs: number): number | false {
  const streaming = useConnectivity((state) => state.streaming)
  return streaming ? false : everyMs
}
