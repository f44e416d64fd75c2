import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { batchEvents } from './batch-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('[DATA-40] handles a thousand events per second in at most ten batches, each once and in order', () => {
  const batches: number[][] = []
  const { add } = batchEvents<number>((events) => batches.push([...events]))
  for (let at = 0; at < 1_000; at++) {
    add([at])
    vi.advanceTimersByTime(1)
  }
  expect(batches.length).toBeLessThanOrEqual(10)
  vi.advanceTimersByTime(100)
  expect(batches.flat()).toEqual(Array.from({ length: 1_000 }, (_, at) => at))
})

it('[DATA-40] handles nothing after it was stopped', () => {
  const handled: number[] = []
  const { add, stop } = batchEvents<number>((events) => handled.push(...events))
  add([1])
  stop()
  vi.advanceTimersByTime(1_000)
  expect(handled).toEqual([])
})
