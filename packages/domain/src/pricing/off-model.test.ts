import { describe, expect, it } from 'vitest'
import { fitModel } from './fit.ts'
import { fairMatch } from './margin.ts'
import { baseOddsOffModel, manualOddsOffModel } from './off-model.ts'

describe('prices that deviate from the model', () => {
  const odds = { home: 2.1, draw: 3.4, away: 3.6, over25: 1.9, under25: 1.95 }
  const fair = fairMatch(odds)
  if (!fair.ok) throw new Error('the odds say something')
  const model = fitModel(fair.value)

  it('the deviation check finds no deviation in the odds that the model was fitted to', () => {
    expect(baseOddsOffModel(odds, model, 'house', 2)).toEqual([])
  })

  it('the deviation check finds the selections whose odds deviate by more than the allowed points', () => {
    const moved = { ...odds, home: 3.4, away: 2.2 }
    const found = baseOddsOffModel(moved, model, 'house', 5)
    expect(found.map(({ market, selectionId }) => [market, selectionId])).toEqual([
      ['1x2', '1'],
      ['1x2', '2'],
    ])
    expect(found[0]?.odds).toBe(3.4)
    expect(found[0]?.impliedPercent).toBeLessThan((found[0]?.modelPercent ?? 0) - 5)
    expect(baseOddsOffModel(moved, model, 'house', 40)).toEqual([])
    expect(baseOddsOffModel({ home: 0, draw: null, away: 2 }, model, 'house', 1)).toEqual([])
  })

  it.each([
    [2.0, 2.2, 4, 1],
    [2.0, 2.2, 5, 0],
    [3.0, 2.0, 16, 1],
    [3.0, 2.0, 17, 0],
  ])(
    'manual odds of %s against model odds of %s, with %s points of deviation allowed, give %s warnings',
    (own, modelOdds, points, count) => {
      expect(manualOddsOffModel({ market: 'btts', selectionId: 'yes', odds: own }, modelOdds, points)).toHaveLength(
        count,
      )
    },
  )
})
