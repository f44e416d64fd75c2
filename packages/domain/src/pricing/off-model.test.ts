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

  it('the deviation check compares the draw and both sides of the totals line too', () => {
    const deviations = (change: Partial<typeof odds>) =>
      baseOddsOffModel({ ...odds, ...change }, model, 'house', 5).map(({ selectionId, odds: of }) => [selectionId, of])
    expect(deviations({ draw: 5 })).toContainEqual(['X', 5])
    expect(deviations({ over25: 3, under25: 1.4 })).toEqual([
      ['over_2.5', 3],
      ['under_2.5', 1.4],
    ])
    const { over25: _over, under25: _under, ...withoutLine } = odds
    expect(baseOddsOffModel(withoutLine, model, 'house', 5)).toEqual([])
  })

  it('the deviation check of a sport without draws and goals compares the two teams', () => {
    const winner = { kind: 'winner', version: 1, home: 0.4, draw: 0, away: 0.6 } as const
    const found = baseOddsOffModel({ home: 1.5, draw: null, away: 3, over25: 1.9, under25: 1.9 }, winner, 'house', 5)
    expect(found.map(({ selectionId }) => selectionId)).toEqual(['1', '2'])
  })

  it('a deviation names both probabilities in percent with one decimal', () => {
    const price = { market: 'btts', selectionId: 'yes', odds: 3 } as const
    expect(manualOddsOffModel(price, 2, 10)).toEqual([{ ...price, impliedPercent: 33.3, modelPercent: 50 }])
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
