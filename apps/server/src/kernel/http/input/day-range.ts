import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'

/** A half-open interval: `from` is included, `until` is not. Null means unbounded. */
export type Period = { readonly from: Date | null; readonly until: Date | null }

/** The query parameters `from` and `to` as complete days in Kampala (ADMT-13), or the parameter that is not a day. */
export function readDays(days: {
  readonly from?: string | undefined
  readonly to?: string | undefined
}): Period | { readonly wrong: 'from' | 'to' } {
  const from = days.from === undefined ? null : startOfDayKey(days.from)
  const to = days.to === undefined ? null : startOfDayKey(days.to)
  if (days.from !== undefined && from === null) return { wrong: 'from' }
  if (days.to !== undefined && to === null) return { wrong: 'to' }
  return { from, until: to === null ? null : startOfNextDay(to) }
}

export const invalidDay = ({ wrong }: { readonly wrong: 'from' | 'to' }) =>
  ({ error: 'INVALID_FIELDS', errors: [{ path: wrong, message: 'is not a valid date (YYYY-MM-DD)' }] }) as const
