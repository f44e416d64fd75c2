import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FALLBACK_ODDS_HUNDREDTHS, fairMatch, removeMargin } from './margin.ts'

const price = fc.integer({ min: 101, max: 50_000 }).map((hundredths) => hundredths / 100)

describe('removing the margin from odds', () => {
  it('[MKT-33] removing the margin from odds keeps fair odds unchanged, and takes most of the margin from longshots', () => {
    const even = removeMargin([2, 2])
    expect(even[0]).toBeCloseTo(0.5, 12)
    const [home = 0, draw = 0, away = 0] = removeMargin([1.3, 5.5, 11])
    expect(home + draw + away).toBeCloseTo(1, 12)
    expect(home * 1.3).toBeGreaterThan(away * 11)
  })

  it('[MKT-33] removing the margin from odds returns probabilities that sum to one for any prices, in the same order', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 3 }), (prices) => {
        const probabilities = removeMargin(prices)
        expect(probabilities.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12)
        prices.forEach((one, i) =>
          prices.forEach((other, j) => {
            expect(one >= other || (probabilities[i] ?? 0) >= (probabilities[j] ?? 1)).toBe(true)
          }),
        )
      }),
    )
  })

  it('[MKT-33] removing the margin raises all implied probabilities to the same power', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 3 }), (prices) => {
        const [power = 0, ...others] = removeMargin(prices).map(
          (chance, at) => Math.log(chance) / -Math.log(prices[at] ?? 0),
        )
        for (const other of others) expect(other / power).toBeCloseTo(1, 6)
      }),
    )
  })

  it('[MKT-33] higher home odds never raise the home probability and never lower the away probability', () => {
    fc.assert(
      fc.property(price, price, price, fc.integer({ min: 1, max: 500 }), (home, draw, away, more) => {
        const before = removeMargin([home, draw, away])
        const after = removeMargin([home + more / 100, draw, away])
        expect(after[0] ?? 1).toBeLessThanOrEqual((before[0] ?? 0) + 1e-12)
        expect(after[2] ?? 0).toBeGreaterThanOrEqual((before[2] ?? 1) - 1e-12)
      }),
    )
  })

  it.each([
    [{ home: 0, draw: 3.2, away: 2.4 }],
    [{ home: 1, draw: 3.2, away: 2.4 }],
    [{ home: 2.1, draw: 1, away: 2.4 }],
    [{ home: 2.1, draw: 3.1, away: Number.NaN }],
    [{ home: 2.1, draw: 3.1, away: Number.POSITIVE_INFINITY }],
    [{ home: 2.1, draw: null, away: 1 }],
  ])('[MKT-40] removing the margin from the invalid odds %j fails with NO_ODDS', (odds) => {
    expect(fairMatch(odds)).toEqual({ ok: false, error: 'NO_ODDS' })
    expect(FALLBACK_ODDS_HUNDREDTHS).toEqual({ '1': 171, X: 420, '2': 550 })
  })

  it('[MKT-33] [MKT-45] removing the margin from odds uses the totals line if given, and two prices where a draw is impossible', () => {
    const fair = fairMatch({ home: 2.1, draw: 3.4, away: 3.6, over25: 1.9, under25: 1.9 })
    expect(fair).toMatchObject({ ok: true, value: { over25: expect.closeTo(0.5, 12) } })
    expect(fairMatch({ home: 1.9, draw: null, away: 1.9 })).toMatchObject({
      ok: true,
      value: { home: expect.closeTo(0.5, 12), draw: 0 },
    })
    const unequal = fairMatch({ home: 1.5, draw: 4.2, away: 7, over25: 1.6, under25: 2.4 })
    if (!unequal.ok) throw new Error('the odds are valid')
    const { home, draw, away, over25 = 0 } = unequal.value
    expect([home, draw, away]).toEqual([home, draw, away].toSorted((a, b) => b - a))
    expect(over25).toBeCloseTo(removeMargin([1.6, 2.4])[0] ?? 0, 12)
    expect(over25).toBeGreaterThan(0.55)
    const tennis = fairMatch({ home: 1.4, draw: null, away: 3 })
    expect(tennis.ok && tennis.value.home + tennis.value.away).toBeCloseTo(1, 12)
    expect(tennis.ok && tennis.value.home).toBeGreaterThan(0.65)
    const without = fairMatch({ home: 2.1, draw: 3.4, away: 3.6, over25: 1.9 })
    expect(without.ok && without.value.over25).toBeUndefined()
    const under = fairMatch({ home: 2.1, draw: 3.4, away: 3.6, over25: 1, under25: 1.9 })
    expect(under.ok && under.value.over25).toBeUndefined()
  })
})
