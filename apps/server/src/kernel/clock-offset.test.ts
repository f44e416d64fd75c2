import { afterEach, expect, it, vi } from 'vitest'
import { createClockOffset, databaseAhead } from './clock-offset.ts'
import type { Sql } from './db/sql.ts'

afterEach(() => void vi.restoreAllMocks())

/**
 * Simulates a database whose clock is `aheadMs` ahead. `roundTripsMs`: the times to the database and back of each round
 * trip.
 */
function simulatedClocks(aheadMs: number, roundTripsMs: readonly (readonly [there: number, back: number])[]) {
  let nowMs = 1_000_000
  let setByMs = 0
  const roundTrips = [...roundTripsMs]
  const sql = {
    async first() {
      const [there, back] = roundTrips.shift() ?? [0, 0]
      nowMs += there
      const ms = String(nowMs + aheadMs)
      nowMs += back
      return { ms }
    },
  } as unknown as Sql
  const offset = createClockOffset(sql, 20, { wallMs: () => nowMs + setByMs, monotonicMs: () => nowMs })
  return { offset, pass: (ms: number) => void (nowMs += ms), set: (ms: number) => void (setByMs += ms) }
}

it('the clock offset is unknown before the first measurement', () => {
  expect(simulatedClocks(0, []).offset.offsetMs()).toBeNull()
})

it('the clock offset uses the fastest sample, whose error is at most half the round trip', async () => {
  const { offset } = simulatedClocks(-340, [
    [900, 0],
    [30, 2],
    [0, 6],
    [400, 400],
    [0, 90],
  ])
  await offset.measure()
  expect(Math.abs((offset.offsetMs() ?? 0) + 340)).toBeLessThanOrEqual(3)
})

it('the clock offset is unknown while every round trip is too slow, and from one minute after the last measurement', async () => {
  const { offset, pass } = simulatedClocks(
    50,
    Array.from({ length: 5 }, () => [40, 2] as const),
  )
  await offset.measure()
  expect(offset.offsetMs()).toBeNull()
  await offset.measure()
  expect(offset.offsetMs()).toBe(50)
  pass(59_000)
  expect(offset.offsetMs()).toBe(50)
  pass(2_000)
  expect(offset.offsetMs()).toBeNull()
})

it('the clock offset is unknown from a change of the machine’s clock until the next measurement', async () => {
  const { offset, set } = simulatedClocks(50, [])
  await offset.measure()
  expect(offset.offsetMs()).toBe(50)
  set(-15)
  expect(offset.offsetMs()).toBe(50)
  set(-10)
  expect(offset.offsetMs()).toBeNull()
  await offset.measure()
  expect(offset.offsetMs()).toBe(75)
})

it.each([
  ['the clocks agree', 0, 4, 3, { leastMs: 0, mostMs: 0 }],
  ['the database is ahead', 5_000, 4, 3, { leastMs: 4_996, mostMs: 5_004 }],
  ['the database is behind', -5_000, 4, 3, { leastMs: -5_004, mostMs: -4_996 }],
  ['a round trip is slow', 0, 400, 300, { leastMs: -301, mostMs: 400 }],
])(
  'the measured clock difference is accurate to one round trip when %s',
  async (_case, aheadMs, there, back, bounds) => {
    let nowMs = 1_000_000
    vi.spyOn(Date, 'now').mockImplementation(() => nowMs)
    const sql = {
      async first() {
        nowMs += there
        const ms = String(nowMs + aheadMs)
        nowMs += back
        return { ms }
      },
    } as unknown as Sql
    expect(await databaseAhead(sql)).toEqual(bounds)
  },
)
