import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proofSize } from '../../../../tests/support/proof.ts'
import { MAX_SELECTIONS } from '../limits/stake-rules.ts'
import { LOWEST_OVERROUND_PERCENT } from '../settings/catalogue.ts'
import { bonusPercentFor } from '../ticket/totals.ts'
import { movementStep, stepNumber } from './movement.ts'
import { offeredOdds } from './offered.ts'
import { favouriteOf, priceGame, priceSelection } from './price-game.ts'
import { keyedBytes, fairMatches, game, overround, rulebooks, scoreParams } from './test-prices.ts'

const RUNS = proofSize({ small: 30, full: 100 })

// The highest return of a price: the lowest margin and the widest movement.
const worstReturn = 1.03 / (1 + LOWEST_OVERROUND_PERCENT / 100)

describe('offered prices', () => {
  it('[SLIP-25] [MKT-43] offered prices with the win bonus never give the player an expected profit, for any number of games on a ticket', () => {
    for (let games = 1; games <= MAX_SELECTIONS; games += 1) {
      expect(worstReturn ** games * (1 + bonusPercentFor(games) / 100)).toBeLessThan(1)
    }
  })

  it.each([
    ['[MKT-43]', 'btts', 'yes', 0.5, 5, 190],
    ['[MKT-43]', 'correct_score', '2-1', 0.0957, 8, 967],
    ['[MKT-43]', '1x2', '1', 0.46, 5, 207],
    ['[MKT-37]', '1x2', '1', 0.944, 5, null],
    ['[MKT-37]', '1x2', '1', 0.942, 5, 101],
    ['[MKT-37]', '1x2', 'X', 0, 5, null],
    ['[MKT-38]', 'over_under', 'over_2.5', 0.3, 5, 290],
    ['[MKT-38]', 'over_under', 'over_2.5', 0.63, 5, 151],
    ['[MKT-38]', 'over_under', 'over_2.5', 0.64, 5, 148],
    ['[MKT-38]', 'over_under', 'over_2.5', 0.634, 5, 150],
    ['[MKT-39]', 'over_under', 'under_2.5', 0.3, 5, 300],
    ['[MKT-39]', 'over_under', 'under_2.5', 0.594, 5, 160],
    ['[MKT-39]', 'over_under', 'under_2.5', 0.6, 5, 158],
    ['[MKT-38]', 'over_under', 'over_3.5', 0.1, 5, 952],
    ['[MKT-43]', 'home_total', '6+', 0.000_01, 8, 100_000],
  ] as const)(
    '%s a selection of the market %s (%s) with a probability of %d and a margin of %d % has odds of %s hundredths',
    (_, market, id, probability, percent, odds) => {
      expect(offeredOdds(market, id, probability, percent)).toBe(odds)
    },
  )

  it('[MKT-37] [MKT-43] base prices are at most 1 ÷ (probability × (1 + margin)), and no bet has an expected return above its stake', () => {
    fc.assert(
      fc.property(fairMatches, keyedBytes, fc.constantFrom(...rulebooks), (fair, keyed, rulebook) => {
        const params = scoreParams(fair)
        const options = { rulebook, overround, movement: movementStep(keyed) }
        for (const { id, selections } of priceGame(params, { ...game, favourite: favouriteOf(params) }, options)) {
          for (const { id: selectionId, oddsHundredths, baseHundredths, probability } of selections) {
            if (oddsHundredths === null || baseHundredths === null || probability === null) continue
            expect(baseHundredths / 100).toBeLessThanOrEqual(1 / (probability * (1 + overround[id] / 100)))
            expect(oddsHundredths * probability, `${id} ${selectionId}`).toBeLessThanOrEqual(worstReturn * 100)
            expect(oddsHundredths).toBeGreaterThanOrEqual(101)
            expect(Math.abs(oddsHundredths - baseHundredths)).toBeLessThanOrEqual(baseHundredths * 0.03)
          }
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('[MKT-32] [MKT-36] the same random bytes give the same offered prices, priced per selection or per game', () => {
    fc.assert(
      fc.property(fairMatches, keyedBytes, (fair, keyed) => {
        const params = scoreParams(fair)
        const options = { rulebook: 'house', overround, movement: movementStep(keyed) } as const
        const again = { ...options, movement: movementStep(Uint8Array.from(keyed)) }
        for (const { id, selections } of priceGame(params, game, options)) {
          for (const selection of selections) {
            expect(priceSelection({ ...params }, game, id, selection.id, again)).toEqual(selection)
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('[MKT-35] [MKT-36] different random bytes move offered prices up and down from the same base', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    const at = (first: number, second: number) =>
      priceSelection(params, game, '1x2', '1', {
        rulebook: 'house',
        overround,
        movement: movementStep(Uint8Array.of(first, 0, 0, 0, second, 0, 0, 0)),
      })
    const [low, high] = [at(255, 0), at(0, 255)]
    expect(low?.baseHundredths).toBe(high?.baseHundredths)
    expect(low?.oddsHundredths ?? 0).toBeLessThan(low?.baseHundredths ?? 0)
    expect(high?.oddsHundredths ?? 0).toBeGreaterThan(high?.baseHundredths ?? 0)
    expect(stepNumber(new Date(59_999))).toBe(1)
    expect(() => movementStep(new Uint8Array(7))).toThrow(RangeError)
  })

  it('[MKT-21] a selection that the game does not offer has no price', () => {
    const params = scoreParams({ home: 0.47, draw: 0.27, away: 0.26 })
    const options = { rulebook: 'house', overround } as const
    expect(priceSelection(params, game, 'correct_score', '4-4', options)).toBeNull()
    expect(priceSelection(params, { ...game, knockout: false }, 'to_qualify', '1', options)).toBeNull()
  })
})
