import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ugxFromShillings } from '../money/ugx.ts'
import { afterRound, autoBetStop, startAutoBet, type AutoBetPlan } from './auto-bet.ts'

describe('an auto bet', () => {
  const stake = ugxFromShillings(10_000)
  const plan: AutoBetPlan = { rounds: 5, stopLossUgx: null, stopWinUgx: null }
  const after = (given: Partial<AutoBetPlan>, paid: readonly number[]) =>
    paid.reduce((run, each) => afterRound(run, stake, ugxFromShillings(each)), startAutoBet({ ...plan, ...given }))

  it.each([
    ['continues before its last round', {}, [0, 0, 0, 0], null],
    ['stops after its last round', {}, [0, 0, 0, 0, 0], 'ROUNDS'],
    ['continues while a further loss stays within the limit', { stopLossUgx: ugxFromShillings(30_000) }, [0, 0], null],
    ['stops when a further loss would exceed the limit', { stopLossUgx: ugxFromShillings(30_000) }, [0, 0, 0], 'LOSS'],
    ['stops at once when its stake is above the loss limit', { stopLossUgx: ugxFromShillings(9_999) }, [], 'LOSS'],
    ['stops after a win at the limit', { stopWinUgx: ugxFromShillings(15_000) }, [25_000], 'WIN'],
    ['continues after a win below the limit', { stopWinUgx: ugxFromShillings(15_001) }, [25_000], null],
    [
      'continues after a refund, which is neither a win nor a loss',
      { stopWinUgx: ugxFromShillings(1), stopLossUgx: stake },
      [10_000],
      null,
    ],
  ] as const)('an auto bet %s', (_, given, paid, stop) => {
    expect(autoBetStop(after(given, paid), stake)).toBe(stop)
  })

  it('an auto bet never loses more than its loss limit, for any sequence of results', () => {
    const rounds = fc.array(fc.constantFrom(0, 0, 0, 11_100, 20_000, 100_000), { maxLength: 60 })
    fc.assert(
      fc.property(rounds, fc.integer({ min: 1, max: 200_000 }), (paid, limit) => {
        let run = startAutoBet({ rounds: 100, stopLossUgx: ugxFromShillings(limit), stopWinUgx: null })
        for (const each of paid) {
          if (autoBetStop(run, stake) !== null) break
          run = afterRound(run, stake, ugxFromShillings(each))
          expect(run.netUgx).toBeGreaterThanOrEqual(-ugxFromShillings(limit))
        }
      }),
    )
  })
})
