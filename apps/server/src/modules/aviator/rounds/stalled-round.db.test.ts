import { afterAll, beforeAll, expect, it } from 'vitest'
import { playUntilCrash } from './play-round.ts'
import { roundFixture, type RoundFixture } from '../testing/round-fixture.ts'

let app: RoundFixture
beforeAll(async () => {
  app = await roundFixture()
})
afterAll(() => app?.close())

it('[AVI-27] the bets of a round are refunded when its node stalled until after the crash', async () => {
  const player = await app.player(10_000)
  const open = await app.openRound((crash) => crash >= 200 && crash <= 210)
  const bet = await app.place(player)
  const flying = await app.startRound(open.no)
  // Open the connections first, because opening one during the stall would fail.
  await Promise.all([1, 2, 3].map(() => app.kernel.workerDb.query('select pg_sleep(0.05)')))
  const startMs = performance.now()
  const now = (): Date => new Date(flying.fliesAt.getTime() + performance.now() - startMs)
  // Simulates a long garbage collection or a suspended machine: nothing runs, and other nodes see no heartbeat.
  const stall = setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_200), 300)
  const round = playUntilCrash(
    app.kernel,
    { ...app.roundDeps, now },
    flying,
    app.crashAt(flying.link),
    new AbortController().signal,
  )
  await expect(round).rejects.toThrow(/had no heartbeat/)
  clearTimeout(stall)
  await app.takeOver()
  expect((await app.round(flying.no))?.state).toBe('interrupted')
  expect((await app.bet(bet)).state).toBe('refunded')
  expect(await app.balance(player)).toBe(10_000)
})
