const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/**
 * Eleven o'clock in Kampala: no day ends while a test looks. Six minutes and a half later, since basketball and tennis
 * of the demo kick off with every quarter of an hour and last six minutes: until the next quarter no game comes or goes.
 */
const OPENS_AFTER_MS = (8 * 60 + 6.5) * MINUTE_MS

/** The business time at which every stage opens, the next such moment: tests see the same hour whenever they are run. */
export const OPENS_AT = nextOpening(Date.now())

function nextOpening(nowMs: number): Date {
  return new Date(Math.ceil((nowMs - OPENS_AFTER_MS) / DAY_MS) * DAY_MS + OPENS_AFTER_MS)
}

/** A moment as screens write it, in Kampala: "21 Nov 2026, 18:42". */
export function momentText(instant: string): string {
  const [date = '', time = ''] = new Date(Date.parse(instant) + 3 * 3_600_000).toUTCString().split(/ (?=\d\d:)/)
  return `${date.replace(/^\w+, 0?/, '')}, ${time.slice(0, 5)}`
}
