import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedOver, fitModel } from './fit.ts'
import { favouriteOf, priceGame } from './price-game.ts'
import { fairMatches, game, overround, modelProbability, scoreParams } from './test-prices.ts'
import type { ScoreParams } from './types.ts'

describe('fitting the score model', () => {
  it('[MKT-33] a fitted score model reproduces the 1X2 prices and the totals line exactly', () => {
    fc.assert(
      fc.property(fairMatches, (fair) => {
        const params = scoreParams(fair)
        expect(modelProbability(params, '1x2', '1', 'house')).toBeCloseTo(fair.home, 9)
        expect(modelProbability(params, '1x2', 'X', 'house')).toBeCloseTo(fair.draw, 9)
        expect(modelProbability(params, '1x2', '2', 'house')).toBeCloseTo(fair.away, 9)
        const over = fair.over25 ?? expectedOver(fair.home, fair.draw, fair.away)
        expect(modelProbability(params, 'over_under', 'over_2.5', 'house')).toBeCloseTo(over, 9)
      }),
    )
  })

  it('[MKT-33] a fitted score model gives the same prices after it is stored as JSON', () => {
    fc.assert(
      fc.property(fairMatches, (fair) => {
        const params = scoreParams(fair)
        const kept = JSON.parse(JSON.stringify(params)) as ScoreParams
        expect(modelProbability(kept, 'correct_score', '2-1', 'house')).toBe(
          modelProbability(params, 'correct_score', '2-1', 'house'),
        )
      }),
    )
  })

  it('[MKT-45] a fitted score model contains only the winner for sports without a score model', () => {
    const params = fitModel({ home: 0.6, draw: 0, away: 0.4 }, 'tennis')
    expect(params).toEqual({ kind: 'winner', version: 1, home: 0.6, draw: 0, away: 0.4 })
    const priced = priceGame(params, { ...game, sport: 'tennis' }, { rulebook: 'house', overround })
    expect(priced.filter(({ available }) => available)).toEqual([
      {
        id: '1x2',
        available: true,
        selections: [
          { id: '1', oddsHundredths: 158, baseHundredths: 158, unclampedHundredths: 158, probability: 0.6 },
          { id: 'X', oddsHundredths: null, baseHundredths: null, unclampedHundredths: null, probability: 0 },
          { id: '2', oddsHundredths: 238, baseHundredths: 238, unclampedHundredths: 238, probability: 0.4 },
        ],
      },
    ])
  })

  it('[MKT-17] the favourite is the team with the higher win probability', () => {
    expect(favouriteOf(fitModel({ home: 0.5, draw: 0.27, away: 0.23 }))).toBe('home')
    expect(favouriteOf(fitModel({ home: 0.23, draw: 0.27, away: 0.5 }))).toBe('away')
  })
})
