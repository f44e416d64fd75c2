import { DAY_MS, HOUR_MS } from './durations.ts'
import { dayKey, startOfDay, startOfDayKey } from './kampala.ts'

/** The next three hours. */
export const NEXT_THREE_HOURS = '3h'
const THREE_HOURS_MS = 3 * HOUR_MS

/** A filter by start time: `NEXT_THREE_HOURS`, or a day in Kampala such as "2026-11-30". */
export const START_RANGE_PATTERN = `^(${NEXT_THREE_HOURS}|[0-9]{4}-[0-9]{2}-[0-9]{2})$`

export const isStartRange = (text: string): boolean => new RegExp(START_RANGE_PATTERN).test(text)

/** Returns whether a start is within a range; never for a day that does not exist. */
export function startsWithin(range: string, now: Date): (start: Date) => boolean {
  const from = range === NEXT_THREE_HOURS ? now : startOfDayKey(range)
  if (from === null) return () => false
  const fromMs = from.getTime()
  const untilMs = fromMs + (range === NEXT_THREE_HOURS ? THREE_HOURS_MS : DAY_MS)
  return (start) => start.getTime() >= fromMs && start.getTime() < untilMs
}

export type StartCount = { readonly when: string; readonly games: number }

const MAX_DAYS = 7

/** The ranges that contain starts, with the number of starts in each: the next three hours, then the next days. */
export function startCounts(starts: readonly Date[], now: Date): StartCount[] {
  const days = new Map<number, number>()
  for (const start of starts) {
    const day = startOfDay(start).getTime()
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  const next = [...days].toSorted(([a], [b]) => a - b).slice(0, MAX_DAYS)
  const soon = starts.filter(startsWithin(NEXT_THREE_HOURS, now)).length
  return [
    ...(soon > 0 ? [{ when: NEXT_THREE_HOURS, games: soon }] : []),
    ...next.map(([day, games]) => ({ when: dayKey(new Date(day)), games })),
  ]
}
