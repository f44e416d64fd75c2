import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { overroundWithoutTotals } from './unknown-totals.ts'

it.each([
  ['1x2', 0],
  ['double_chance', 0],
  ['draw_no_bet', 0],
  ['to_qualify', 0],
  ['over_under', 5],
  ['btts', 5],
  ['correct_score', 5],
  ['half_time_result', 5],
  ['same_game', 5],
] as const)(
  '[MKT-46] without a totals line, the overround of the market %s is higher by %i points',
  (market, added) => {
    const { overround } = DEFAULT_SETTINGS
    expect(overroundWithoutTotals(overround)[market]).toBe(overround[market] + added)
  },
)
