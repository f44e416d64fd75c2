import { expect, it } from 'vitest'
import { evaluateSamples } from './round-clock.ts'

it('the round clock is set from the response with the shortest delay', () => {
  const looks = [
    { requestedMs: 0, receivedMs: 300, serverMs: 5_010 },
    { requestedMs: 1_000, receivedMs: 1_040, serverMs: 6_021 },
    { requestedMs: 2_000, receivedMs: 2_200, serverMs: 7_150 },
  ]
  expect(evaluateSamples(looks)).toEqual({ offsetMs: 5_001, delayMs: 20 })
  expect(evaluateSamples([])).toBeNull()
})
