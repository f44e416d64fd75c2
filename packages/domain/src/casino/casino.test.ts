import { describe, expect, it } from 'vitest'
import { ugxFromShillings } from '../money/ugx.ts'
import { CASINO_CATEGORIES, CASINO_GAMES, CASINO_JACKPOT } from './games.ts'
import { jackpotAt } from './jackpot.ts'

describe('the jackpot', () => {
  // Monday 16 November 2026, 00:00 in Kampala.
  const monday = Date.parse('2026-11-15T21:00:00Z')
  const week = 7 * 86_400_000

  it.each([
    ['[CAS-07] the jackpot starts at 9,174,962', 0, 9_174_962],
    ['[CAS-08] the jackpot stays the same for 9 seconds', 8_999, 9_174_962],
    ['[CAS-08] the jackpot grows by 115', 9_000, 9_175_077],
    [
      '[CAS-08] [CAS-10] the jackpot has grown 67,199 times in the last second of the week',
      week - 1,
      9_174_962 + 67_199 * 115,
    ],
    ['[CAS-09] [CAS-10] the jackpot restarts on Monday at 00:00 in Kampala', week, 9_174_962],
  ])('jackpot over a week: %s', (_, sinceMs, shillings) => {
    expect(jackpotAt(new Date(monday + sinceMs))).toBe(ugxFromShillings(shillings))
  })
})

it('[CAS-04] [DATA-31] the casino lobby has 8 games in three categories, each with all its fields', () => {
  expect(CASINO_GAMES).toHaveLength(8)
  expect(new Set(CASINO_GAMES.map((game) => game.id)).size).toBe(8)
  expect(new Set(CASINO_GAMES.map((game) => game.category))).toEqual(new Set(CASINO_CATEGORIES))
  const fields = ['id', 'name', 'category', 'provider', 'thumbnail', 'rating', 'players', 'jackpot', 'isHot', 'isNew']
  for (const game of CASINO_GAMES) expect(Object.keys(game).toSorted()).toEqual(fields.toSorted())
  expect(CASINO_JACKPOT).toBe(2_500_000)
})
