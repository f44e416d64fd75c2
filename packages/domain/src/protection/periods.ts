import {
  startOfDay,
  startOfMonth,
  startOfNextDay,
  startOfNextMonth,
  startOfNextWeek,
  startOfWeek,
} from '../time/kampala.ts'

/** The periods of a limit: calendar days, weeks from Monday and months in East Africa Time (PLAY-01). */
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

/** The start of the period that contains a moment. */
export const periodStart = (period: Period, now: Date): Date => BEGINS[period](now)

/** When a period is over and a limit is free again. */
export const periodEnd = (period: Period, now: Date): Date => ENDS[period](now)
