import { describe, expect, it } from 'vitest'
import { openSimulatorFixture, until } from '../testing/simulator-fixture.ts'
import { Fifo } from './fifo.ts'
import { createOrderBook } from './order-book.ts'
import type { OrderRequest } from './order.ts'
import { createRequestLimit } from './request-limit.ts'
import { createSchedule } from './schedule.ts'

function request(number: number): OrderRequest {
  return {
    wire: 'relworx',
    wallet: 'relworx',
    externalId: null,
    callbackUrl: null,
    kind: 'collection',
    reference: `ORDER-${number}`,
    msisdn: `2567720${String(number % 97).padStart(5, '0')}`,
    network: 'mtn',
    amountHundredths: 2_500_000,
    chargeHundredths: 62_500,
    description: null,
  }
}

describe('bounds of the order book', () => {
  it('the order book keeps all pending orders, but only the newest completed orders', () => {
    const book = createOrderBook(100)
    const pending = book.add(request(0), 'never-answers', 0)
    for (let number = 1; number <= 10_000; number += 1) book.ended(book.add(request(number), 'succeeds', number))
    expect(book.storedCount).toBe(101)
    expect(book.pendingCount).toBe(1)
    expect(book.byReference('relworx', 'ORDER-0')).toBe(pending)
    expect(book.byReference('relworx', 'ORDER-9900')).toBeUndefined()
    expect(book.byReference('relworx', 'ORDER-9901')).toBeDefined()
    expect(book.newest(3, () => true).map(({ reference }) => reference)).toEqual([
      'ORDER-10000',
      'ORDER-9999',
      'ORDER-9998',
    ])
    expect(book.newest(1_000, () => true)).toHaveLength(101)
    expect(book.recentNumbers(2)).toHaveLength(2)
  })

  it('the order book returns 503 when too many orders are pending', async () => {
    const fixture = await openSimulatorFixture({ maxPending: 3, limitRequests: false })
    for (let order = 0; order < 3; order += 1) expect((await fixture.collect('256772000113')).status).toBe(200)
    expect((await fixture.collect('256772000113')).status).toBe(503)
    await fixture.close()
  })
})

describe('the schedule', () => {
  it('the scheduler runs due tasks by due time, then by insertion order', async () => {
    let nowMs = 0
    const schedule = createSchedule(() => nowMs)
    const ran: number[] = []
    const delays = Array.from({ length: 1_000 }, (_, index) => (index * 7_919) % 501)
    for (const delayMs of delays) schedule.after(delayMs + 1, () => ran.push(delayMs))
    nowMs = 1_000
    await until(() => ran.length === delays.length)
    expect(ran).toEqual([...delays].sort((left, right) => left - right))
    expect(schedule.size).toBe(0)
    schedule.close()
  })
})

describe('the request limit', () => {
  it('the request limit counts each request for 10 minutes (sliding window)', () => {
    const limit = createRequestLimit()
    for (let minute = 0; minute < 5; minute += 1) expect(limit.admits('256772000110', minute * 60_000)).toBe(true)
    expect(limit.admits('256772000110', 599_999)).toBe(false)
    expect(limit.admits('256772000110', 600_000)).toBe(true)
    expect(limit.admits('256772000110', 600_001)).toBe(false)
    expect(limit.admits('256772000110', 660_000)).toBe(true)
  })
})

describe('the timer queue', () => {
  it('the timer queue returns entries in order, even after many internal compactions', () => {
    const queue = new Fifo<number>()
    const given: (number | undefined)[] = []
    for (let pushed = 0; pushed < 5_000; pushed += 1) {
      queue.push(pushed)
      if (pushed % 3 !== 0) given.push(queue.shift())
    }
    expect(queue.length).toBe(5_000 - given.length)
    while (queue.length > 0) given.push(queue.shift())
    expect(given).toEqual(Array.from({ length: 5_000 }, (_, index) => index))
    expect(queue.shift()).toBeUndefined()
  })
})
