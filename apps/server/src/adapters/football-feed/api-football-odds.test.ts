import { describe, expect, it } from 'vitest'
import { oddsIn } from './api-football-odds.ts'

const bookmaker = (...scorers: readonly (readonly [string, string])[]) => ({
  bets: [
    {
      name: 'Match Winner',
      values: [
        { value: 'Home', odd: '1.80' },
        { value: 'Draw', odd: '3.50' },
        { value: 'Away', odd: '4.50' },
      ],
    },
    { name: 'Anytime Goal Scorer', values: scorers.map(([value, odd]) => ({ value, odd })) },
  ],
})

describe('goalscorer odds of API-Football', () => {
  it.each([
    [
      'the median of several bookmakers',
      [[['B. Saka', '2.50']], [['B. Saka', '2.70']], [['B. Saka', '2.60']]],
      [['B. Saka', 2.6]],
    ],
    [
      'a price of 1.00 and an empty name are skipped',
      [
        [
          ['B. Saka', '1.00'],
          ['', '3.00'],
          ['K. Havertz', '3.10'],
        ],
      ],
      [['K. Havertz', 3.1]],
    ],
    ['no odds if no bookmaker offers the bet', [[]], []],
  ] as const)('goalscorer odds read from API-Football: %s', (_, bookmakers, expected) => {
    const row = {
      fixture: { id: 7 },
      update: '2026-11-21T12:00:00+00:00',
      bookmakers: bookmakers.map((scorers) => bookmaker(...scorers)),
    }
    const scorers = oddsIn([row]).get('api-football:7')?.scorers
    expect(scorers?.map(({ name, odds }) => [name, odds]) ?? []).toEqual(expected)
  })
})
