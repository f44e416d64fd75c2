import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Clock } from '../../kernel/clock.ts'

/** The request quota of a provider's plan. */
export type RequestQuota = {
  /** Returns whether a request is allowed now, and counts it if so. */
  take(): boolean
  /** Updates the quota from the headers of a response. */
  observe(status: number, headers: Headers): void
}

/**
 * Share of the quota that may be used in one burst. The rest is spread evenly, so that scores are updated all the time.
 */
const AT_ONCE = 0.1

/**
 * Allows at most `perHour` requests in any hour (0: unlimited), and none while the provider reports its minute or
 * daily limit as used up, or answers 429.
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
    observe(status, headers) {
      const nowMs = clock.now().getTime()
      const isExhausted = (name: string): boolean => Number(headers.get(name) ?? 1) <= 0
      if (status === 429 || isExhausted('x-ratelimit-remaining')) closedUntilMs = nowMs + MINUTE_MS
      // The plan's daily limit starts again at midnight UTC.
      if (isExhausted('x-ratelimit-requests-remaining')) closedUntilMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
    },
  }
}
