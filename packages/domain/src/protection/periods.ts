import {
  startOfDay,
  startOfMonth,
  startOfNextDay,
  startOfNextMonth,
  startOfNextWeek,
  startOfWeek,
} from '../time/kampala.ts'

/** The periods of limits in East Africa Time: calendar days, weeks from Monday, calendar months (PLAY-01). */
export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

const BEGINS: { readonly [period in Period]: (now: Date) => Date } = {
  day: startOfDay,
  week: startOfWeek,
  month: startOfMonth,
}
const ENDS: { readonly [period in Period]: (now: Date) => Date } = {
  day: startOfNextDay,
  week: startOfNextWeek,
  month: startOfNextMonth,
}

export const periodStart = (period: Period, now: Date): Date => BEGINS[period](now)

export const periodEnd = (period: Period, now: Date): Date => ENDS[period](now)
