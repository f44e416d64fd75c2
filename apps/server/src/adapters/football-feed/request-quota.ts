import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Clock } from '../../kernel/clock.ts'

/** What a plan allows to ask. */
export type RequestQuota = {
  /** Whether one more request may be made now; it counts as made. */
  take(): boolean
  /** What the answer said of the quota. */
  told(status: number, headers: Headers): void
}

/** What may be asked at once; the rest comes evenly, so that scores never stand still for most of an hour. */
const AT_ONCE = 0.1

/**
 * At most `perHour` requests in any hour (0: no limit of ours), and none while the provider says that there are none
 * left: of the minute, of the day, or by 429.
 */
export function createRequestQuota(clock: Clock, perHour: number): RequestQuota {
  const capacity = Math.max(1, Math.floor(perHour * AT_ONCE))
  const perMs = Math.max(0, perHour - capacity) / HOUR_MS
  let left = capacity
  let countedAtMs = clock.now().getTime()
  let closedUntilMs = 0

  return {
    take() {
      const nowMs = clock.now().getTime()
      if (nowMs < closedUntilMs) return false
      if (perHour === 0) return true
      left = Math.min(capacity, left + Math.max(0, nowMs - countedAtMs) * perMs)
      countedAtMs = nowMs
      if (left < 1) return false
      left -= 1
      return true
    },
    told(status, headers) {
      const nowMs = clock.now().getTime()
      const isSpent = (name: string): boolean => Number(headers.get(name) ?? 1) <= 0
      if (status === 429 || isSpent('x-ratelimit-remaining')) closedUntilMs = nowMs + MINUTE_MS
      // A plan's day is that of UTC.
      if (isSpent('x-ratelimit-requests-remaining')) closedUntilMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
    },
  }
}
