import { describe, expect, it } from 'vitest'
import { ugx } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { offeredOdds } from '../pricing/offered.ts'
import { loweredOdds, overroundWithReaction, reactionOf } from './price-reaction.ts'

describe('price reaction', () => {
  it.each([
    ['without open bets', 0n, 100n, 5, 0],
    ['less than a tenth of the limit', 9n, 100n, 5, 0],
    ['a tenth of the limit', 10n, 100n, 5, 50],
    ['between three and four tenths of the limit', 39n, 100n, 5, 150],
    ['at the limit', 100n, 100n, 5, 500],
    ['above the limit', 250n, 100n, 5, 500],
    ['switched off', 100n, 100n, 0, 0],
    ['a setting above 10 % counts as 10 %', 100n, 100n, 80, 1_000],
    ['a limit of zero with bets', 1n, 0n, 5, 500],
    ['a limit of zero without bets', 0n, 0n, 5, 0],
  ] as const)(
    '[MKT-47] the price reaction in the case "$0" is $4 hundredths of a percent',
    (_, liability, limit, strength, expected) => {
      expect(reactionOf(ugx(liability), ugx(limit), strength)).toBe(expected)
    },
  )

  it('[MKT-47] the price reaction lowers odds by at most a tenth, never below 1.01', () => {
    for (let at = 101; at < 2_000; at += 1) {
      for (const reaction of [0, 50, 250, 1_000]) {
        const lowered = loweredOdds(odds(at), reaction)
        expect(lowered).toBeLessThanOrEqual(at)
        expect(lowered).toBeGreaterThanOrEqual(Math.max(101, Math.floor(at * 0.9)))
      }
    }
    expect(loweredOdds(odds(200), 0)).toBe(200)
    expect(loweredOdds(odds(200), 500)).toBe(190)
  })

  it('[MKT-47] the price reaction lowers same-game odds by the same share as single odds', () => {
    expect(overroundWithReaction(10, 0)).toBe(10)
    expect(offeredOdds('same_game', '', 0.1, overroundWithReaction(10, 500))).toBe(Math.floor((1_000 / 1.1) * 0.95))
  })
})
