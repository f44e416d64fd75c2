import { afterAll, beforeAll, expect, it } from 'vitest'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { roundFixture, type RoundFixture, runningRound } from '../testing/round-fixture.ts'
import { createFlownReader, flownMs } from './flown.ts'
import type { Round } from './rounds.repository.ts'

let app: RoundFixture
beforeAll(async () => {
  app = await roundFixture()
})
afterAll(() => app?.close())

const deps = () => ({ ...app.roundDeps, db: app.kernel.db })
/** With a heartbeat of this moment. */
const flown = (round: Round) => flownMs(deps(), { ...round, heartbeatAt: app.clock.now() })

it('[AVI-09] [AVI-33] how far a round has flown is known until the moment of its crash', async () => {
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
    expect(await flown(flying)).toBe(expected)
  }
  app.clock.set(after(100))
  expect(await flown({ ...flying, state: 'crashed', crash })).toBeNull()
  expect(await flown({ ...flying, state: 'interrupted' })).toBeNull()
  expect(await flown({ ...flying, state: 'betting', fliesAt: null })).toBeNull()
})

it('[AVI-09] nothing is reported of a round without heartbeat, or while the clock of the rounds is unknown', async () => {
  const { flying, after } = await runningRound(app, 900, 10_000)
  app.clock.set(after(3_000))
  const at = (ms: number) => flownMs(deps(), { ...flying, heartbeatAt: after(ms) })
  expect(await at(1_000)).toBe(3_000)
  expect(await at(999)).toBeNull()
  expect(await flownMs({ ...deps(), now: () => null }, { ...flying, heartbeatAt: after(3_000) })).toBeNull()
})

it('[AVI-09] a node that starts while a round flies reports how far it has flown', async () => {
  const { flying, after } = await runningRound(app, 900, 10_000)
  app.clock.set(after(1_500))
  expect(await createFlownReader(deps())()).toEqual({ roundId: Number(flying.no), flownMs: 1_500 })
})
