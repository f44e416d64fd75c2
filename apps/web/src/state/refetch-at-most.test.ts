import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refetchAtMost } from './refetch-at-most.ts'

describe('refetching', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['[TICK-09] My Bets is refetched at most once a second', ['GET /api/bets'], 1000],
    ['[TICK-10] a ticket is refetched at most once in two seconds', ['GET /api/bets/{id}', { id: 'ticket-7' }], 2000],
  ])('%s, for any number of events', (_, key, everyMs) => {
    const client = new QueryClient()
    const requested: number[] = []
    vi.spyOn(client, 'invalidateQueries').mockImplementation(async (what) => {
      expect(what?.queryKey).toEqual(key)
      requested.push(performance.now())
    })
    const start = performance.now()
    // One event arrives every 100 ms, for 2.5 intervals.
    for (let passedMs = 0; passedMs <= 2.5 * everyMs; passedMs += 100) {
      refetchAtMost(client, key, everyMs)
      vi.advanceTimersByTime(100)
    }
    vi.advanceTimersByTime(10 * everyMs)
    expect(requested.map((at) => at - start)).toEqual([0, everyMs, 2 * everyMs, 3 * everyMs])
  })

  it('[NOTE-11] any number of events during a slow request cause one more request', async () => {
    const client = new QueryClient()
    const key = ['GET /api/notifications']
    let sent = 0
    const observer = new QueryObserver(client, {
      queryKey: key,
      queryFn: () => new Promise((resolve) => setTimeout(() => resolve(++sent), 2_000)),
    })
    const stop = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(2_000)
    for (let event = 0; event < 10; event++) {
      refetchAtMost(client, key, 0)
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    // The first request, one request for the first event, and one request for all later events.
    expect(sent).toBe(3)
    stop()
  })

  it('[TICK-10] refetching one ticket does not delay another ticket', () => {
    const client = new QueryClient()
    const requested = vi.spyOn(client, 'invalidateQueries').mockResolvedValue(undefined)
    for (const id of ['ticket-7', 'ticket-11']) refetchAtMost(client, ['GET /api/bets/{id}', { id }], 2000)
    expect(requested).toHaveBeenCalledTimes(2)
  })
})
