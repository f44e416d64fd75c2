import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, startOfMonth } from '@mupiira/domain/time/kampala.ts'

export type PeriodChoice = 'all' | 'today' | 'week' | 'month' | 'last-month' | 'days'

export const PERIODS: readonly { readonly id: PeriodChoice; readonly name: string }[] = [
  { id: 'all', name: 'All time' },
  { id: 'today', name: 'Today' },
  { id: 'week', name: 'Last 7 days' },
  { id: 'month', name: 'This month' },
  { id: 'last-month', name: 'Last month' },
  { id: 'days', name: 'Choose days' },
]

/**
 * The first and last day of a period in Kampala time, both included. Undefined means that the period is open at that
 * end.
 */
export type Days = { readonly from?: string | undefined; readonly to?: string | undefined }

/** `daysOf('week', now, {})` → the last seven days, today included */
export function daysOf(choice: PeriodChoice, now: Date, chosen: Days): Days {
  const before = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS)
  switch (choice) {
    case 'all':
      return {}
    case 'today':
      return { from: dayKey(now), to: dayKey(now) }
    case 'week':
      return { from: dayKey(before(now, 6)), to: dayKey(now) }
    case 'month':
      return { from: dayKey(startOfMonth(now)), to: dayKey(now) }
    case 'last-month': {
      const lastDay = before(startOfMonth(now), 1)
      return { from: dayKey(startOfMonth(lastDay)), to: dayKey(lastDay) }
    }
    case 'days':
      return { from: chosen.from || undefined, to: chosen.to || undefined }
  }
}

export const areDaysReversed = ({ from, to }: Days): boolean => from !== undefined && to !== undefined && from > to
