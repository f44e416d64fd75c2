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
    expect(favouriteOf(fitModel({ home: 0.36, draw: 0.28, away: 0.36 }))).toBe('home')
    const tennis = (home: number) => fitModel({ home, draw: 0, away: 1 - home }, 'tennis')
    expect([0.6, 0.5, 0.4].map((home) => favouriteOf(tennis(home)))).toEqual(['home', 'home', 'away'])
  })

  it('[MKT-33] extreme prices are fitted at the edge of the model', () => {
    const over = (over25: number) =>
      modelProbability(scoreParams({ home: 0.5, draw: 0.27, away: 0.23, over25 }), 'over_under', 'over_2.5', 'house')
    expect(over(0.999)).toBeCloseTo(0.98, 6)
    expect(over(0.001)).toBeCloseTo(0.02, 6)
    const certain = scoreParams({ home: 0, draw: 0.2, away: 0.8, over25: 0.6 })
    expect(modelProbability(certain, '1x2', '1', 'house')).toBeCloseTo(1e-4, 6)
    expect(modelProbability(certain, '1x2', 'X', 'house')).toBeCloseTo(0.2, 4)
  })

  it('[MKT-33] probabilities that do not sum to one are fitted in proportion', () => {
    const params = scoreParams({ home: 1, draw: 0.6, away: 0.4, over25: 0.5 })
    expect(modelProbability(params, '1x2', '1', 'house')).toBeCloseTo(0.5, 9)
    expect(modelProbability(params, '1x2', 'X', 'house')).toBeCloseTo(0.3, 9)
  })

  it('[MKT-33] the expected totals line is the same for both sides, and does not change beyond the fitted matches', () => {
    expect(expectedOver(0.6, 0.25, 0.15)).toBe(expectedOver(0.15, 0.25, 0.6))
    expect(expectedOver(0.98, 0.015, 0.005)).toBe(expectedOver(0.99, 0.008, 0.002))
    expect(expectedOver(0.3, 0.4, 0.3)).toBe(expectedOver(0.2, 0.6, 0.2))
    expect(expectedOver(0.35, 0.3, 0.35)).toBeGreaterThan(expectedOver(0.33, 0.34, 0.33))
    // More than half of the balanced matches of these leagues have three goals, and more of the unequal ones.
    expect(expectedOver(0.4, 0.27, 0.33)).toBeCloseTo(0.55, 2)
    expect(expectedOver(0.8, 0.13, 0.07)).toBeGreaterThan(0.6)
  })

  it('[MKT-33] draws of unequal teams have more goals, up to the most unequal of the fitted matches', () => {
    const weight = (home: number, away: number) =>
      scoreParams({ home, draw: 1 - home - away, away }).drawnGoalsWeight ?? 0
    expect(weight(0.36, 0.36)).toBeLessThan(0)
    expect(weight(0.6, 0.6 / Math.E)).toBeCloseTo(0, 9)
    expect(weight(0.7, 0.1)).toBeGreaterThan(0)
    expect(weight(0.1, 0.7)).toBe(weight(0.7, 0.1))
    expect(weight(0.9, 0.001)).toBe(weight(0.95, 0.001))
  })
})
