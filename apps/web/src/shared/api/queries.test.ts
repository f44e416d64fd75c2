import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { timeoutMsOf } from './client.ts'
import { ApiError, NetworkError } from './errors.ts'
import { createQueryClient } from './queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs a query that fails with this error. Returns the time of each attempt after the first. */
async function triesOf(error: Error): Promise<number[]> {
  const client = createQueryClient()
  const began = Date.now()
  const tries: number[] = []
  const stop = new QueryObserver(client, {
    queryKey: ['failing'],
    queryFn: () => {
      tries.push(Date.now() - began)
      return Promise.reject(error)
    },
  }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
  stop()
  client.clear()
  return tries
}

describe('a query', () => {
  it.each([
    ['the server is not reached', new NetworkError('unreachable')],
    ['the server fails', new ApiError(503, { code: 'UNAVAILABLE' })],
  ])('[DATA-37] a query is retried three times with doubling delays when %s', async (_, error) => {
    expect(await triesOf(error)).toEqual([0, 1_000, 3_000, 7_000])
  })

  it('[DATA-37] a query waits at most 30 s between retries', () => {
    const { retryDelay } = createQueryClient().getDefaultOptions().queries ?? {}
    const pauses = Array.from({ length: 8 }, (_, failures) =>
      typeof retryDelay === 'function' ? retryDelay(failures, new Error('gone')) : retryDelay,
    )
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  it('[DATA-37] a query that the server refuses is not retried', async () => {
    expect(await triesOf(new ApiError(404, { code: 'TICKET_NOT_FOUND' }))).toEqual([0])
  })

  it('[DATA-38] a query drops unused data after five minutes', async () => {
    const client = createQueryClient()
    const observer = new QueryObserver(client, { queryKey: ['read'], queryFn: () => Promise.resolve('kept') })
    const leave = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    expect(client.getQueryData(['read'])).toBe('kept')
    leave()
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
    expect(client.getQueryData(['read'])).toBe('kept')
    await vi.advanceTimersByTimeAsync(1)
    expect(client.getQueryData(['read'])).toBeUndefined()
  })

  it('[DATA-34] a query times out after ten seconds for a count or a single row, and otherwise after thirty', () => {
    expect(timeoutMsOf('GET /api/bets/counts', undefined)).toBe(10_000)
    expect(timeoutMsOf('GET /api/bets', { limit: 1 })).toBe(10_000)
    expect(timeoutMsOf('GET /api/bets', { limit: 20 })).toBe(30_000)
    expect(timeoutMsOf('GET /api/games', undefined)).toBe(30_000)
  })
})
