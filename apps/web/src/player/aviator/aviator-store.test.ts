import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AviatorRound, AviatorState } from '@mupiira/contract/aviator.ts'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { AVIATOR_TICK_MS } from '@mupiira/domain/time/stream-times.ts'
import { fakeBrowser, FakeSource } from '../../state/test-streams.ts'
import { followAviator, useAviator } from './aviator-store.ts'
import { drawnMs, HELD_AFTER_MS, useDrawing } from './drawing.ts'

const BEGINS_MS = Date.parse('2026-11-21T12:00:00.000Z')
/** Every test has its own round. */
let id = 0
const round = (change: Partial<AviatorRound>): AviatorRound => ({
  id,
  state: 'flying',
  rtp: 97,
  bettingOpensAt: null,
  bettingClosesAt: null,
  fliesAt: new Date(BEGINS_MS).toISOString(),
  crash: null,
  endedAt: null,
  ...change,
})
const crashed = (hundredths: number) =>
  round({
    state: 'crashed',
    crash: hundredths / 100,
    endedAt: new Date(BEGINS_MS + reachedAfterMs(hundredths)).toISOString(),
  })
const stateWith = (change: Partial<AviatorState>): AviatorState => ({
  now: '2026-11-21T12:00:00.000Z',
  open: true,
  round: null,
  flownMs: null,
  history: [],
  live: null,
  mine: [],
  limits: { minBet: 10_000, maxBet: 5e6, maxWin: 5e7, maxRound: 5e8, rtp: 97, autoBet: true },
  ...change,
})

let browser: ReturnType<typeof fakeBrowser>
let stop: () => void
/** The requests for the state that are not answered yet. */
let pending: ((state: AviatorState) => void)[]

beforeEach(async () => {
  id += 1
  browser = fakeBrowser()
  pending = []
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/api/aviator/state')
      ? new Promise((resolve) => pending.push((state) => resolve(Response.json(state))))
      : Promise.reject(new TypeError('no network')),
  )
  stop = followAviator(() => undefined)
  stream().opens()
  await answerAll(stateWith({ round: round({ state: 'betting' }) }))
})
afterEach(() => {
  stop()
  browser.restore()
})

const stream = (): FakeSource => FakeSource.all[0] as FakeSource
const send = (...events: readonly object[]): void => stream().sends(events)
const tick = (flownMs: number): void => send({ type: 'aviator-tick', roundId: id, flownMs })
const current = (): AviatorRound | null => useAviator.getState().state?.round ?? null
const isHeld = (): boolean => useDrawing.getState().isHeld

async function answerAll(state: AviatorState): Promise<void> {
  for (const answer of pending.splice(0)) answer(state)
  await vi.advanceTimersByTimeAsync(0)
}

it('[AVI-09] a response that is older than the crash event does not restart the round', async () => {
  send({ type: 'aviator-round', round: round({}) })
  tick(1_000)
  send({ type: 'reset' })
  send({ type: 'aviator-round', round: crashed(150) })
  await answerAll(stateWith({ round: round({}), flownMs: 1_100 }))
  expect(current()).toMatchObject({ state: 'crashed', crash: 1.5 })
  expect(drawnMs(current())).toBeNull()
})

it('[AVI-09] the animation pauses when the server’s reports of a round stop, and the state is refetched until they resume', async () => {
  send({ type: 'aviator-round', round: round({}) })
  for (let flownMs = 0; flownMs <= 1_000; flownMs += AVIATOR_TICK_MS) {
    tick(flownMs)
    await vi.advanceTimersByTimeAsync(AVIATOR_TICK_MS)
  }
  expect(isHeld()).toBe(false)
  await vi.advanceTimersByTimeAsync(HELD_AFTER_MS)
  expect(isHeld()).toBe(true)
  expect(drawnMs(current())).toBe(1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pending).toHaveLength(1)
  expect(drawnMs(current())).toBe(1_000)
  await answerAll(stateWith({ round: round({}), flownMs: 2_500 }))
  expect(isHeld()).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(drawnMs(current())).toBeGreaterThan(1_000)
  expect(drawnMs(current())).toBeLessThanOrEqual(2_500)
})

it('[AVI-09] the animation pauses if a round starts without a report, and is not paused after the crash', async () => {
  send({ type: 'aviator-round', round: round({}) })
  expect(drawnMs(current())).toBe(0)
  await vi.advanceTimersByTimeAsync(HELD_AFTER_MS)
  expect(isHeld()).toBe(true)
  send({ type: 'aviator-round', round: crashed(110) })
  expect(isHeld()).toBe(false)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isHeld()).toBe(false)
})

it('the server’s reports of another round are ignored', () => {
  send({ type: 'aviator-round', round: round({}) })
  send({ type: 'aviator-tick', roundId: id - 1, flownMs: 4_000 })
  expect(drawnMs(current())).toBe(0)
})
