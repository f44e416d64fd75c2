import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refetchAtMost } from './refetch-at-most.ts'

describe('asking again', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['[TICK-09] My Bets: once a second', ['GET /api/bets'], 1000],
    ['[TICK-10] a ticket: once in two seconds', ['GET /api/bets/{id}', { id: 'ticket-7' }], 2000],
  ])('%s, however many events come', (_, key, everyMs) => {
    const client = new QueryClient()
    const asked: number[] = []
    vi.spyOn(client, 'invalidateQueries').mockImplementation(async (what) => {
      expect(what?.queryKey).toEqual(key)
      asked.push(performance.now())
    })
    const start = performance.now()
    // An event every 100 ms for twice the time and a half.
    for (let passedMs = 0; passedMs <= 2.5 * everyMs; passedMs += 100) {
      refetchAtMost(client, key, everyMs)
      vi.advanceTimersByTime(100)
    }
    vi.advanceTimersByTime(10 * everyMs)
    expect(asked.map((at) => at - start)).toEqual([0, everyMs, 2 * everyMs, 3 * everyMs])
  })

  it('[TICK-10] one ticket does not wait for another', () => {
    const client = new QueryClient()
    const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue(undefined)
    for (const id of ['ticket-7', 'ticket-11']) refetchAtMost(client, ['GET /api/bets/{id}', { id }], 2000)
    expect(asked).toHaveBeenCalledTimes(2)
  })
})
