import { addMonths, dayKey, startOfDayKey, startOfMonth } from '../time/kampala.ts'
import { PROFIT_FIGURES } from './profit-and-loss.ts'

/** The figures that a closing stores. */
export const MONTH_FIGURES = PROFIT_FIGURES.day

/** A month in Kampala: its beginning, and the beginning of the next one. */
export type Month = { readonly key: string; readonly from: Date; readonly until: Date }

/** `monthOf('2026-10')` → from 1 Oct, 00:00, until 1 Nov, 00:00, in Kampala; null for a month that does not exist. */
export function monthOf(key: string): Month | null {
  const from = /^\d{4}-\d{2}$/.test(key) ? startOfDayKey(`${key}-01`) : null
  return from === null ? null : { key, from, until: addMonths(from, 1) }
}

/** `monthKey(new Date('2026-10-31T22:00:00Z'))` → "2026-11" */
export const monthKey = (at: Date): string => dayKey(at).slice(0, 7)

/** The last months before the month of `now`, latest first. */
export const endedMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, at) => monthKey(addMonths(startOfMonth(now), -1 - at)))

const NAMES = [
  ...(['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'] as const),
  ...(['September', 'October', 'November', 'December'] as const),
]

/** `monthName('2026-10')` → "October 2026" */
export const monthName = (key: string): string => `${NAMES[Number(key.slice(5)) - 1] ?? key} ${key.slice(0, 4)}`

/** The days of a month, as filters show them: `{ from: '2026-10-01', to: '2026-10-31' }`. */
export function daysOfMonth(key: string): { readonly from: string; readonly to: string } {
  const month = monthOf(key)
  if (month === null) return { from: '', to: '' }
  return { from: dayKey(month.from), to: dayKey(new Date(month.until.getTime() - 1)) }
}
