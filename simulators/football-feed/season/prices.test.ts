import { describe, expect, it } from 'vitest'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import { fairMatch, removeMargin } from '@mupiira/domain/pricing/margin.ts'
import { probabilityOf } from '@mupiira/domain/pricing/probability.ts'
import { feedAt, listedAround, NOON } from '../test-feed.ts'
import type { Quotes } from './match.ts'

/** Upcoming matches of all leagues. */
const upcoming = listedAround(feedAt(NOON))
  .filter(({ play }) => play.phase.name === 'before')
  .map(({ match }) => match)

/** The product's fair probability of a selection, from the match odds and the totals line alone. */
function modelOf({
  odd_1: home = 0,
  odd_x: draw = 0,
  odd_2: away = 0,
  'o+2.5': over25 = 0,
  'u+2.5': under25 = 0,
}: Quotes) {
  const fair = fairMatch({ home, draw, away, over25, under25 })
  if (!fair.ok) throw new Error('the match has no odds')
  const params = fitModel(fair.value)
  return (market: MarketId, selection: string, rulebook: 'house' | 'industry' = 'industry'): number =>
    probabilityOf(params, market, selection, rulebook) ?? Number.NaN
}
const fairOf = (quotes: Quotes, ...columns: string[]): readonly number[] =>
  removeMargin(columns.map((column) => quotes[column] ?? 0))

describe('the prices of simulated matches', () => {
  it('simulated match odds have favourites and outsiders within the usual range', () => {
    for (const { quotes } of upcoming) {
      const { odd_1: home = 0, odd_x: draw = 0, odd_2: away = 0 } = quotes
      expect(Math.min(home, away)).toBeGreaterThan(1.1)
      expect(Math.min(home, away)).toBeLessThan(3)
      expect(Math.max(home, away)).toBeLessThan(20)
      expect(draw).toBeGreaterThan(2.5)
      expect(draw).toBeLessThan(8)
    }
    const firstMatches = upcoming.filter(
      ({ league }) => league.country === 'England' && league.name === 'Premier League',
    )
    expect(firstMatches.length).toBeGreaterThan(15)
  })

  it('the model’s prices for other totals and both teams to score agree with those of the simulated bookmakers', () => {
    for (const { quotes } of upcoming) {
      const model = modelOf(quotes)
      for (const line of ['1.5', '2.5', '3.5']) {
        const [over = 0] = fairOf(quotes, `o+${line}`, `u+${line}`)
        expect(Math.abs(model('over_under', `over_${line}`) - over)).toBeLessThan(0.035)
      }
      const [yes = 0] = fairOf(quotes, 'bts_yes', 'bts_no')
      expect(Math.abs(model('btts', 'yes') - yes)).toBeLessThan(0.02)
    }
  })

  it('Draw No Bet, Double Chance, Half Time/Full Time and totals of simulated matches are consistent', () => {
    for (const { quotes } of upcoming.slice(0, 100)) {
      const model = modelOf(quotes)
      const [home, draw, away] = ['1', 'X', '2'].map((side) => model('1x2', side)) as [number, number, number]
      expect(home + draw + away).toBeCloseTo(1, 9)
      expect(model('double_chance', '1X')).toBeCloseTo(home + draw, 9)
      expect(model('double_chance', 'X2')).toBeCloseTo(draw + away, 9)
      expect(model('draw_no_bet', '1')).toBeCloseTo(home / (home + away), 9)
      expect(model('draw_no_bet', '1', 'house')).toBeCloseTo(home + draw, 9)
      const halves = (fullTime: string): number =>
        ['1', 'X', '2'].reduce((sum, halfTime) => sum + model('ht_ft', `${halfTime}/${fullTime}`), 0)
      expect(halves('1')).toBeCloseTo(home, 9)
      expect(halves('X')).toBeCloseTo(draw, 9)
      expect(model('ht_ft', '2/1', 'house')).toBeCloseTo(home, 9)
      // Sides that lead at half time usually win, and rarely lose.
      for (const [side, other] of [
        ['1', '2'],
        ['2', '1'],
      ] as const) {
        expect(model('ht_ft', `${side}/${side}`)).toBeGreaterThan(model('ht_ft', `X/${side}`))
        expect(model('ht_ft', `X/${side}`)).toBeGreaterThan(model('ht_ft', `${other}/${side}`))
        expect(model('ht_ft', `${other}/${side}`)).toBeLessThan(0.06)
      }
      const overs = ['0.5', '1.5', '2.5', '3.5'].map((line) => model('over_under', `over_${line}`))
      expect(overs).toEqual(overs.toSorted((one, other) => other - one))
    }
  })
})
