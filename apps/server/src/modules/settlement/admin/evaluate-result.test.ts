import { ugx } from '@mupiira/domain/money/ugx.ts'
import { ok } from '@mupiira/domain/result.ts'
import { expect, it } from 'vitest'
import { NO_EFFECT } from '../preview-result.ts'
import { createResultEvaluator } from './evaluate-result.ts'

const NIGHT = Date.parse('2027-05-01T20:59:59.999Z')

it('[ADMT-30] the evaluation of a result uses one timestamp, even if bets are accepted and midnight passes in between', async () => {
  let at = NIGHT
  const times: Date[] = []
  const evaluateResult = createResultEvaluator(
    async (_gameId, _entered, now) => {
      times.push(now)
      return ok({ isWhole: true, paidUgx: ugx(100n), reversedUgx: ugx(0n), openUgx: ugx(0n) }) as never
    },
    {
      sumWithoutApproval: async () => ugx(0n),
      evaluate: async (_tx: unknown, _action: unknown, now: Date) => {
        times.push(now)
        return 'do'
      },
    } as never,
    {
      // Each reading of the clock is a millisecond later.
      clock: { now: () => new Date(at++) },
      db: {},
      exposure: { countBets: async () => 2 },
      games: { lock: async () => ({ resultVersion: 0 }), lockOffers: async () => undefined },
    } as never,
  )
  const entered = { kind: 'void' } as never
  const computed = {
    isWhole: true,
    exposureUgx: ugx(50n),
    figures: NO_EFFECT,
    result: { gameId: 'game', entered, bets: 1 },
  }
  const evaluated = await evaluateResult.evaluate({} as never, computed, 'carol')
  expect(evaluated.effect.exposureUgx).toBe(ugx(100n))
  expect([...times, evaluated.at]).toEqual([new Date(NIGHT), new Date(NIGHT), new Date(NIGHT)])
})
