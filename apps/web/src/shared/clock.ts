import { createContext, useContext, useEffect, useState } from 'react'

/** A phone whose clock is off by less is believed. */
const TOLERANCE_MS = 30_000

let offsetMs = 0

/** Learns how far the phone's clock is off: from an answer's `Date` header, or the time that a page was rendered. */
export function noteServerTime(time: string | null): void {
  const difference = Date.parse(time ?? '') - Date.now()
  if (!Number.isNaN(difference)) offsetMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0
}

/** The server's time as well as this device knows it. */
export const serverNow = (): Date => new Date(Date.now() + offsetMs)

/** The time that the page was rendered for; the first render of the browser must show the same. */
export const RenderedAt = createContext<Date | null>(null)

/** The time, moving in steps of `everyMs`. */
export function useNow(everyMs: number): Date {
  const renderedAt = useContext(RenderedAt)
  if (renderedAt === null) throw new Error('no time to begin with: RenderedAt has no value here')
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
