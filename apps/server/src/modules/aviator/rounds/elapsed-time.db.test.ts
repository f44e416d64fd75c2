import { afterAll, beforeAll, expect, it } from 'vitest'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { roundFixture, type RoundFixture, runningRound } from '../testing/round-fixture.ts'
import { createElapsedTimeReader, elapsedMs } from './elapsed-time.ts'
import type { Round } from './rounds.repository.ts'

let app: RoundFixture
beforeAll(async () => {
  app = await roundFixture()
})
afterAll(() => app?.close())

const deps = () => ({ ...app.roundDeps, db: app.kernel.db })
/** The round has sent a heartbeat just now. */
const elapsed = (round: Round) => elapsedMs(deps(), { ...round, heartbeatAt: app.clock.now() })

it('[AVI-09] [AVI-33] the elapsed time of a round is reported until its crash', async () => {
  const { flying, crash, after } = await runningRound(app, 150, 1_000)
  const crashedMs = reachedAfterMs(crash)
  for (const [ms, expected] of [
    [-300, -300],
    [0, 0],
    [crashedMs - 1, crashedMs - 1],
    [crashedMs, null],
    [crashedMs + 5_000, null],
  ] as const) {
    app.clock.set(after(ms))
    expect(await elapsed(flying)).toBe(expected)
  }
  app.clock.set(after(100))
  expect(await elapsed({ ...flying, state: 'crashed', crash })).toBeNull()
  expect(await elapsed({ ...flying, state: 'interrupted' })).toBeNull()
  expect(await elapsed({ ...flying, state: 'betting', fliesAt: null })).toBeNull()
})

it('[AVI-09] no elapsed time is reported for a round without heartbeats, or while the round clock is unknown', async () => {
  const { flying, after } = await runningRound(app, 900, 10_000)
  app.clock.set(after(3_000))
  const at = (ms: number) => elapsedMs(deps(), { ...flying, heartbeatAt: after(ms) })
  expect(await at(1_000)).toBe(3_000)
  expect(await at(999)).toBeNull()
  expect(await elapsedMs({ ...deps(), now: () => null }, { ...flying, heartbeatAt: after(3_000) })).toBeNull()
})

it('[AVI-09] a node that starts during a round reports the elapsed time of the round', async () => {
  const { flying, after } = await runningRound(app, 900, 10_000)
  app.clock.set(after(1_500))
  expect(await createElapsedTimeReader(deps())()).toEqual({ roundId: Number(flying.no), flownMs: 1_500 })
})
