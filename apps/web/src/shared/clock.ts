import { createContext, useContext, useEffect, useState } from 'react'

/** Smaller errors of the phone's clock are ignored. */
const TOLERANCE_MS = 30_000

let offsetMs = 0

/** Measures the offset of the phone's clock from a `Date` header or the render time of a page. */
export function recordServerTime(time: string | null): void {
  const difference = Date.parse(time ?? '') - Date.now()
  if (!Number.isNaN(difference)) offsetMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0
}

/** The server's time as measured by this device. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs)

/** The time of the server's rendering. The browser's first render must use it too. */
export const RenderedAt = createContext<Date | null>(null)

type Tick = (now: Date) => void
const tickers = new Map<number, { readonly listeners: Set<Tick>; readonly timer: ReturnType<typeof setInterval> }>()

/**
 * Calls the listener every `everyMs`. All listeners of an interval share one timer, so the rows of a list are rendered
 * together. Returns a function that removes the listener.
 */
export function onTick(everyMs: number, listener: Tick): () => void {
  const ticker = tickers.get(everyMs) ?? startTicker(everyMs)
  ticker.listeners.add(listener)
  return () => {
    ticker.listeners.delete(listener)
    if (ticker.listeners.size > 0) return
    clearInterval(ticker.timer)
    if (tickers.get(everyMs) === ticker) tickers.delete(everyMs)
  }
}

function startTicker(everyMs: number) {
  const listeners = new Set<Tick>()
  const timer = setInterval(() => {
    const now = serverNow()
    for (const listener of listeners) listener(now)
  }, everyMs)
  const ticker = { listeners, timer }
  tickers.set(everyMs, ticker)
  return ticker
}

/** The current time, updated every `everyMs`. */
export function useNow(everyMs: number): Date {
  const renderedAt = useContext(RenderedAt)
  if (renderedAt === null) throw new Error('useNow was called outside a RenderedAt provider')
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    setNow(serverNow())
    return onTick(everyMs, setNow)
  }, [everyMs])
  return now
}
