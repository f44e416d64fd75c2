import { createContext, useContext, useEffect, useState } from 'react'

/** Smaller differences of the phone's clock are ignored. */
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

/** The current time, updated every `everyMs`. */
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
