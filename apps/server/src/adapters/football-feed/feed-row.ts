/** A row as the provider sends it, unvalidated. */
export type FeedRow = { readonly [column: string]: unknown }

/** Trims strings, converts numbers to strings, and returns "" for any other value. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

/** A count from a number or a string of digits; otherwise null. */
export function count(value: unknown, max: 99 | 999 = 99): number | null {
  const digits = text(value)
  return /^\d{1,3}$/.test(digits) && Number(digits) <= max ? Number(digits) : null
}

/** Times outside this range are errors of the feed. Accepting one would reschedule the match for all its bets. */
const [EARLIEST_MS, LATEST_MS] = [Date.UTC(2000, 0), Date.UTC(2100, 0)]

export function plausibleTime(at: Date): Date | null {
  const ms = at.getTime()
  return ms >= EARLIEST_MS && ms <= LATEST_MS ? at : null
}

/** The feed's team numbers of a match; null when either is missing. */
export function teamIdsOf(home: unknown, away: unknown): { readonly home: string; readonly away: string } | null {
  const ids = { home: text(home), away: text(away) }
  return ids.home === '' || ids.away === '' ? null : ids
}

export const rowIn = (value: unknown): FeedRow | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FeedRow) : null

export const field = (value: unknown, name: string): unknown => rowIn(value)?.[name]

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

export const rowsIn = (value: unknown): readonly FeedRow[] =>
  list(value)
    .map(rowIn)
    .filter((row) => row !== null)
