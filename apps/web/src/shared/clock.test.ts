import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onTick } from './clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('listeners with the same interval share one timer, which stops when the last listener is removed', () => {
  const rows = Array.from({ length: 100 }, () => vi.fn<() => void>())
  const stops = rows.map((row) => onTick(60_000, row))
  const stopOther = onTick(1_000, () => undefined)
  expect(vi.getTimerCount()).toBe(2)
  stopOther()
  vi.advanceTimersByTime(60_000)
  for (const row of rows) expect(row).toHaveBeenCalledExactlyOnceWith(new Date())
  for (const stop of stops.slice(1)) stop()
  vi.advanceTimersByTime(60_000)
  expect([rows[0]?.mock.calls.length, rows[1]?.mock.calls.length]).toEqual([2, 1])
  stops[0]?.()
  expect(vi.getTimerCount()).toBe(0)
})
