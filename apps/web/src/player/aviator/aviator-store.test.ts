import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { confirmRound, useAviator } from './aviator-store.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.advanceTimersByTime(60_000)
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const isConfirmed = (): boolean => useAviator.getState().isConfirmed

it.each([
  ['data that arrives now', [0], 1_999, true],
  ['data of two seconds ago', [0], 2_000, false],
  ['a response to a request of 1.5 s ago', [1_500], 499, true],
  ['a response to a request of 1.5 s ago', [1_500], 500, false],
  ['a response to a request of two seconds ago', [2_000], 0, false],
  ['data followed by a slow response', [0, 5_000], 1_999, true],
  ['data followed by a response to an earlier request', [0, 1_500], 1_999, true],
] as const)(
  '[AVI-09] after $0 and another $2 ms, the Aviator multiplier is confirmed: $3',
  (_, agesMs, laterMs, expected) => {
    for (const ageMs of agesMs) confirmRound(performance.now() - ageMs)
    vi.advanceTimersByTime(laterMs)
    expect(isConfirmed()).toBe(expected)
  },
)

it('[AVI-09] the Aviator multiplier stays confirmed while data arrives every second', () => {
  for (let second = 0; second < 10; second += 1) {
    confirmRound(performance.now())
    vi.advanceTimersByTime(1_000)
    expect(isConfirmed()).toBe(true)
  }
})
