import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { createRequestQuota } from './request-quota.ts'

const START_MS = Date.UTC(2026, 10, 21, 12)

function quotaAt(perHour: number) {
  let nowMs = START_MS
  const quota = createRequestQuota({ now: () => new Date(nowMs) }, perHour)
  return { quota, at: (ms: number) => void (nowMs = START_MS + ms) }
}

describe('the request quota', () => {
  it('[OPS-06] the request quota is never exceeded in any hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 50, maxLength: 800 }),
        (perHour, pausesMs) => {
          const { quota, at } = quotaAt(perHour)
          const made: number[] = []
          let ms = 0
          for (const pauseMs of pausesMs) {
            at((ms += pauseMs))
            if (quota.take()) made.push(ms)
          }
          for (const from of made) {
            const inHour = made.filter((each) => each >= from && each < from + HOUR_MS).length
            expect(inHour).toBeLessThanOrEqual(perHour)
          }
        },
      ),
    )
  })

  it('after its initial burst, a quota of 180 requests per hour allows the next request 20 to 23 s later', () => {
    const { quota, at } = quotaAt(180)
    while (quota.take());
    at(20_000)
    expect(quota.take()).toBe(false)
    at(23_000)
    expect(quota.take()).toBe(true)
  })

  it.each([
    ['429', 429, {}, 60_000],
    ['the minute’s quota is used up', 200, { 'x-ratelimit-remaining': '0' }, 60_000],
    ['the day’s quota is used up', 200, { 'x-ratelimit-requests-remaining': '0' }, 12 * HOUR_MS],
  ])(
    '[OPS-06] no request is sent until the quota is renewed after the feed responds "%s"',
    (_name, status, headers, untilMs) => {
      const { quota, at } = quotaAt(0)
      expect(quota.take()).toBe(true)
      quota.observe(status, new Headers(headers))
      at(untilMs - 1)
      expect(quota.take()).toBe(false)
      at(untilMs)
      expect(quota.take()).toBe(true)
    },
  )
})
