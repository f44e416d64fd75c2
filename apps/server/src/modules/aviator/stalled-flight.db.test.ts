import { afterAll, beforeAll, expect, it } from 'vitest'
import { fly } from './fly-round.ts'
import { openPlane, type Plane } from './test-plane.ts'

let plane: Plane
beforeAll(async () => {
  plane = await openPlane()
})
afterAll(() => plane?.close())

it('[AVI-27] a node that stood still into the crash has not seen it: the bets that it held up are refunded', async () => {
  const player = await plane.player(10_000)
  const open = await plane.openRound((crash) => crash >= 200 && crash <= 210)
  const bet = await plane.place(player)
  const flying = await plane.takeOff(open.no)
  // Connections are open before: one that is being opened while all stands still would break the flight off by itself.
  await Promise.all([1, 2, 3].map(() => plane.kernel.workerDb.query('select pg_sleep(0.05)')))
  const startMs = performance.now()
  const now = (): Date => new Date(flying.fliesAt.getTime() + performance.now() - startMs)
  // A garbage collection, a machine that was put to sleep: nothing runs here, and others see that nobody is heard of.
  const stall = setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_200), 300)
  const flight = fly(
    plane.kernel,
    { ...plane.flight, now },
    flying,
    plane.crashAt(flying.link),
    new AbortController().signal,
  )
  await expect(flight).rejects.toThrow(/not heard of/)
  clearTimeout(stall)
  await plane.takeOver()
  expect((await plane.round(flying.no))?.state).toBe('interrupted')
  expect((await plane.bet(bet)).state).toBe('refunded')
  expect(await plane.balance(player)).toBe(10_000)
})
