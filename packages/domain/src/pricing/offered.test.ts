import { describe, expect, it } from 'vitest'
import { isBookmakerMarket } from './margin.ts'
import { oddsFromProbability, unclampedOdds } from './offered.ts'

describe('odds that staff and feeds enter', () => {
  it.each([
    ['usual odds', [1.85, 3.4, 4.3], true],
    ['two outcomes without margin', [2, 2], true],
    ['the lowest sum of implied probabilities, 0.95', [4, 2, 5], true],
    ['a lower sum', [4, 2, 5.01], false],
    ['the highest sum of implied probabilities, 1.30', [2, 2, 10 / 3], true],
    ['a higher sum', [2, 2, 3.32], false],
    ['185 typed for 1.85', [185, 3.4, 4.3], false],
    ['1.01 typed for 10.1', [1.01, 3.4, 4.3], false],
    ['odds of 1.00', [1, 8, 8], false],
    ['no odds for one outcome', [1.85, 3.4, 0], false],
    ['odds that are no number', [1.85, 3.4, Number.NaN], false],
  ])('[MKT-33] %s: odds %j are a market of a bookmaker: %s', (_, odds, isMarket) => {
    expect(isBookmakerMarket(odds)).toBe(isMarket)
  })
})

describe('the price of a probability', () => {
  it('[MKT-43] an impossible or unknown selection has no odds, and an improbable one has exact odds', () => {
    expect(oddsFromProbability(0, 5)).toBe(0)
    expect(oddsFromProbability(-0.1, 5)).toBe(0)
    expect(oddsFromProbability(Number.NaN, 5)).toBe(0)
    expect(oddsFromProbability(0.01, 0)).toBe(10_000)
    expect(oddsFromProbability(Number.MIN_VALUE, 0)).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('[MKT-38] odds without the clamp of their market are at most 1,000.00', () => {
    expect(unclampedOdds(476)).toBe(476)
    expect(unclampedOdds(250_000)).toBe(100_000)
  })
})
