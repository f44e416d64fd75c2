import { formatDateTime, startOfDayKey } from '@mupiira/domain/time/kampala.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** "2026-11-30", as dates are stored and sent. */
const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/
/** "30/11/2026", "30.11.2026", "30 November 2026". The day always comes first. */
const WRITTEN = /^(?<day>\d{1,2})[\s./-]+(?<month>\d{1,2}|[a-z]{3,9})[\s./-]+(?<year>\d{4})$/i
const TIME = /^(?<hour>\d{1,2})[:.]?(?<minute>\d{2})$/

/** Reads a typed date, day first. `readDate('30/11/2026')` → "2026-11-30"; null if it is not a date. */
export function readDate(typed: string): string | null {
  const { year, month = '', day = '' } = (ISO.exec(typed.trim()) ?? WRITTEN.exec(typed.trim()))?.groups ?? {}
  const named = MONTHS.findIndex((name) => month.toLowerCase().startsWith(name)) + 1
  const key = `${year}-${String(named || month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return startOfDayKey(key) === null ? null : key
}

/** `writtenDate('2026-11-30')` → "30 Nov 2026". An empty or invalid date stays as it is. */
export function writtenDate(key: string): string {
  const at = startOfDayKey(key)
  return at === null ? key : formatDateTime(at).replace(/,.*/, '')
}

/** Reads a typed time of 24 hours. `readTime('7.05')` → "07:05"; null if it is not a time. */
export function readTime(typed: string): string | null {
  const { hour = '', minute = '' } = TIME.exec(typed.trim())?.groups ?? {}
  return hour === '' || Number(hour) > 23 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}`
}

/** `readDateTime('30 Nov 2026, 16:00')` → "2026-11-30T16:00"; null without a date or a time. */
export function readDateTime(typed: string): string | null {
  const { date = '', time = '' } =
    /^(?<date>.+?)(?:\s*,\s*|\s+|T)(?<time>[\d:.]{3,5})$/.exec(typed.trim())?.groups ?? {}
  const [day, minute] = [readDate(date), readTime(time)]
  return day === null || minute === null ? null : `${day}T${minute}`
}

/** `writtenDateTime('2026-11-30T16:00')` → "30 Nov 2026, 16:00" */
export function writtenDateTime(local: string): string {
  const [date = '', time] = local.split('T')
  return time === undefined ? local : `${writtenDate(date)}, ${time}`
}
