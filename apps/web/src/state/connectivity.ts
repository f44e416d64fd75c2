import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { NOT_LIVE_AFTER_MS } from '@mupiira/domain/time/stream-times.ts'

type Connectivity = {
  /** Whether the device reports a network. */
  readonly online: boolean
  /** Whether live updates arrive. Otherwise screens poll (D56). */
  readonly streaming: boolean
  /** Measured on the page's monotonic clock. Null while live updates arrive and before the first connection. */
  readonly silentSinceMs: number | null
}

export const useConnectivity = create<Connectivity>(() => ({ online: true, streaming: false, silentSinceMs: null }))

/** `silentForMs`: the time since the last data. */
export function reportStream(streaming: boolean, silentForMs: number): void {
  useConnectivity.setState(({ silentSinceMs }) => ({
    streaming,
    silentSinceMs: streaming ? null : (silentSinceMs ?? performance.now() - silentForMs),
  }))
}

/** Returns whether the data on screen may be outdated because nothing has arrived for too long. */
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

/** Follows the network state of the device. Returns a function that stops it. */
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
