import { HOUR_MS } from '../time/durations.ts'

/** Some providers update unchanged odds only every three hours, so quotes younger than this count as fresh. */
const LOWEST_LIMIT_MS = 4 * HOUR_MS
const HIGHEST_LIMIT_MS = 24 * HOUR_MS

/**
 * Returns whether a feed's quote is recent enough for bets and full-stake cash-outs (D22b). The limit is a twelfth of
 * the time to the start, at least four hours and at most 24. With a limit of a quarter, players who knew the current
 * market would win 4.7 % two days before the start. A feed without quote times has no fresh quotes.
 */
export function isQuoteFresh(quotedAt: Date | null, startsAt: Date, now: Date): boolean {
  if (quotedAt === null) return false
  const untilStartMs = startsAt.getTime() - now.getTime()
  const limitMs = Math.min(HIGHEST_LIMIT_MS, Math.max(LOWEST_LIMIT_MS, untilStartMs / 12))
  return now.getTime() - quotedAt.getTime() <= limitMs
}
