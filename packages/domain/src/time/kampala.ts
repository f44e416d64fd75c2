import { DAY_MS, MINUTE_MS } from './durations.ts'

// Africa/Kampala is UTC+3 all year, without daylight saving time.
const OFFSET_MS = 3 * 3_600_000
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const dayNumber = (at: Date): number => Math.floor((at.getTime() + OFFSET_MS) / DAY_MS)

/** The last midnight in Kampala (DATA-46). */
export const startOfDay = (at: Date): Date => new Date(dayNumber(at) * DAY_MS - OFFSET_MS)

export const startOfNextDay = (at: Date): Date => new Date((dayNumber(at) + 1) * DAY_MS - OFFSET_MS)

/** The last Monday 00:00 in Kampala (D41). Day 0 of the epoch was a Thursday. */
export function startOfWeek(at: Date): Date {
  const day = dayNumber(at)
  return new Date((day - ((((day + 3) % 7) + 7) % 7)) * DAY_MS - OFFSET_MS)
}

/** The first of the month at 00:00 in Kampala. */
export function startOfMonth(at: Date): Date {
  const local = new Date(at.getTime() + OFFSET_MS)
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - OFFSET_MS)
}

export const startOfNextWeek = (at: Date): Date => new Date(startOfWeek(at).getTime() + 7 * DAY_MS)

export const startOfNextMonth = (at: Date): Date => addMonths(startOfMonth(at), 1)

/** The same day and time in a later month, or that month's last day: 31 Aug plus 6 months is 28 Feb. */
export function addMonths(at: Date, months: number): Date {
  const local = new Date(at.getTime() + OFFSET_MS)
  const day = local.getUTCDate()
  local.setUTCDate(1)
  local.setUTCMonth(local.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()
  local.setUTCDate(Math.min(day, lastDay))
  return new Date(local.getTime() - OFFSET_MS)
}

/** Formats the calendar day in Kampala: "2026-11-21". */
export const dayKey = (at: Date): string => new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10)

/**
 * Midnight in Kampala of a calendar day. Null for days that do not exist and for years outside 1000 to 2999.
 * `startOfDayKey('2026-11-21')` → 21 Nov, 00:00
 */
export function startOfDayKey(key: string): Date | null {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(key)) return null
  const at = new Date(Date.parse(`${key}T00:00:00Z`) - OFFSET_MS)
  return Number.isNaN(at.getTime()) || dayKey(at) !== key ? null : at
}

/** Formats the time of day in Kampala: "18:42". */
export const clockTime = (at: Date): string => new Date(at.getTime() + OFFSET_MS).toISOString().slice(11, 16)

/** Formats a date and time in Kampala: "21 Nov 2026, 18:42". */
export function formatDateTime(at: Date): string {
  const local = new Date(at.getTime() + OFFSET_MS)
  return `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()] ?? ''} ${local.getUTCFullYear()}, ${clockTime(at)}`
}

/**
 * Formats a date and time in Kampala for files: "2026-11-21 18:42:07". It sorts as text, and spreadsheets read it as a
 * date.
 */
export const sortableDateTime = (at: Date): string =>
  new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

const NEAR_DAYS: Readonly<Record<number, string>> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }

/** A time on screen: "Today 18:42", "Yesterday 07:05", "Tomorrow 18:00", else the date. */
export function momentLabel(at: Date, now: Date): string {
  const day = NEAR_DAYS[dayNumber(at) - dayNumber(now)]
  return day === undefined ? formatDateTime(at) : `${day} ${clockTime(at)}`
}

/** A day on screen: "Today", "Tomorrow", else "Mon 30 Nov". */
export function dayLabel(at: Date, now: Date): string {
  const local = new Date(at.getTime() + OFFSET_MS)
  const date = `${WEEKDAYS[local.getUTCDay()] ?? ''} ${local.getUTCDate()} ${MONTHS[local.getUTCMonth()] ?? ''}`
  return NEAR_DAYS[dayNumber(at) - dayNumber(now)] ?? date
}

/** The start of a game in a list: "in 25 min" within an hour, else the time. */
export function startLabel(startsAt: Date, now: Date): string {
  const minutes = Math.ceil((startsAt.getTime() - now.getTime()) / MINUTE_MS)
  return minutes > 0 && minutes < 60 ? `in ${minutes} min` : momentLabel(startsAt, now)
}

/** The age of an event: "just now", "5 min ago", "3 h ago" within a day, else the time. */
export function agoLabel(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  return dayNumber(at) === dayNumber(now) ? `${Math.floor(minutes / 60)} h ago` : momentLabel(at, now)
}

/** The clock of Kampala as a time in UTC, for files whose times have no zone. */
export const asKampalaClock = (at: Date): Date => new Date(at.getTime() + OFFSET_MS)
