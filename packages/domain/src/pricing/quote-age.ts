import { HOUR_MS } from '../time/durations.ts'

/** The age of a quote that providers reach with unchanged odds: some update them every three hours. */
const LOWEST_LIMIT_MS = 4 * HOUR_MS
const HIGHEST_LIMIT_MS = 24 * HOUR_MS

/**
 * Whether a feed's quote is new enough to bet on and to return stakes on (D22b). The limit is a twelfth of the time to the
 * start, at least four hours: with a quarter, bets against the market of the moment returned 104.7 % two days ahead. A feed that reports no time has no fresh quotes.
 */
export function isQuoteFresh(quotedAt: Date | null, startsAt: Date, now: Date): boolean {
  if (quotedAt === null) return false
  const untilStartMs = startsAt.getTime() - now.getTime()
  const limitMs = Math.min(HIGHEST_LIMIT_MS, Math.max(LOWEST_LIMIT_MS, untilStartMs / 12))
  return now.getTime() - quotedAt.getTime() <= limitMs
}
