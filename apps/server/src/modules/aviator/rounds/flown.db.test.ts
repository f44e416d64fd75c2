import { afterAll, beforeAll, expect, it } from 'vitest'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { presentRound } from '../present.ts'
import { roundFixture, type RoundFixture, runningRound } from '../testing/round-fixture.ts'
import { flownMs } from './flown.ts'
import type { Round } from './rounds.repository.ts'

let app: RoundFixture
beforeAll(async () => {
  app = await roundFixture()
})
afterAll(() => app?.close())

const flown = (round: Round) => flownMs({ ...app.roundDeps, db: app.kernel.db }, presentRound(round))

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
