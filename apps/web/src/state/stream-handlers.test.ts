import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { queryKey } from '../shared/api/queries.ts'
import { applyEvents, batchEvents } from './stream-handlers.ts'

const payment = (status: Transaction['status']) => ({ id: 'p1', type: 'deposit', status }) as Transaction
const paymentKey = queryKey('GET /api/payments/{id}', { params: { id: 'p1' } })

let client: QueryClient
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated

describe('stream events', () => {
  it('[DEP-19] [WDR-19] a payment event updates the shown payment status and invalidates the list of payments', () => {
    client.setQueryData(['GET /api/payments', { limit: 20 }], { pages: [], pageParams: [] })
    for (const status of ['pending', 'success'] as const) {
      applyEvents(client, [{ type: 'transaction', transaction: payment(status) }])
      expect(client.getQueryData(paymentKey)).toMatchObject({ status })
    }
    expect(isStale(['GET /api/payments', { limit: 20 }])).toBe(true)
  })

  it('[WALT-09] a balance event updates the shown balance and invalidates the statement', () => {
    client.setQueryData(['GET /api/wallet/statement', {}], { pages: [], pageParams: [] })
    applyEvents(client, [{ type: 'balance', balance: 17_000, held: 2_000 }])
    expect(client.getQueryData(queryKey('GET /api/wallet'))).toEqual({ balance: 17_000, held: 2_000, currency: 'UGX' })
    expect(isStale(['GET /api/wallet/statement', {}])).toBe(true)
  })

  it('[DATA-40] a reset event invalidates all queries', () => {
    client.setQueryData(paymentKey, payment('pending'))
    applyEvents(client, [{ type: 'reset' }])
    expect(isStale(paymentKey)).toBe(true)
  })

  it('[DATA-40] unknown stream events of a newer server are ignored', () => {
    const newer = { type: 'from-tomorrow' } as unknown as StreamEvent
    expect(() => applyEvents(client, [newer])).not.toThrow()
  })
})

describe('a batch of stream events', () => {
  it('[DATA-40] a thousand stream events per second are handled in at most ten batches, each event once and in order', () => {
    const batches: number[][] = []
    const { add } = batchEvents<number>((events) => batches.push([...events]))
    for (let at = 0; at < 1_000; at++) {
      vi.advanceTimersByTime(1)
      add([at])
    }
    expect(batches.length).toBeLessThanOrEqual(10)
    vi.advanceTimersByTime(100)
    expect(batches.flat()).toEqual(Array.from({ length: 1_000 }, (_, at) => at))
  })

  it('[INP-08] the first stream event after a pause is handled at once', () => {
    const handled: number[] = []
    const { add } = batchEvents<number>((events) => handled.push(...events))
    add([1])
    vi.advanceTimersByTime(1)
    expect(handled).toEqual([1])
    add([2])
    vi.advanceTimersByTime(50)
    expect(handled).toEqual([1])
    vi.advanceTimersByTime(50)
    expect(handled).toEqual([1, 2])
  })

  it('[DATA-40] no stream event is handled after the batching was stopped', () => {
    const handled: number[] = []
    const { add, stop } = batchEvents<number>((events) => handled.push(...events))
    add([1])
    stop()
    vi.advanceTimersByTime(1_000)
    expect(handled).toEqual([])
  })
})
