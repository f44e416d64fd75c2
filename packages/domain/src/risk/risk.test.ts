import { describe, expect, it } from 'vitest'
import { ugx, ugxFromShillings } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { offeredOdds } from '../pricing/offered.ts'
import { largestStake, liabilityLimits, liabilityOf, selectionLimit } from './liability.ts'
import { loweredOdds, overroundWithReaction, reactionOf } from './price-reaction.ts'

const shillings = ugxFromShillings

describe('liability', () => {
  it.each([
    ['the stake, at odds of 2.00', 10_000, 200, 1_000_000n],
    ['at the lowest odds', 10_000, 101, 10_000n],
    ['at the highest odds', 10_000, 100_000, 999_000_000n],
    ['rounded down to a hundredth', 1, 133, 33n],
  ])('the liability of a bet is stake × (odds − 1), here %s', (_, stake, at, expected) => {
    expect(liabilityOf(shillings(stake), odds(at))).toBe(expected)
  })

  it.each([
    ['1x2', 250_000_000],
    ['over_under', 250_000_000],
    ['anytime_scorer', 25_000_000],
  ] as const)('[SLIP-72] a selection of the market %s has the liability limit %d', (market, limit) => {
    expect(selectionLimit(liabilityLimits(DEFAULT_SETTINGS), market)).toBe(shillings(limit))
  })

  it.each([
    ['one liability limit', [[200, 40_000]], 40_000],
    [
      'two limits of which the tighter decides',
      [
        [200, 40_000],
        [300, 50_000],
      ],
      25_000,
    ],
    ['a result rounded down to whole shillings', [[400, 100]], 33],
    ['a limit that is used up', [[200, 0]], 0],
    [
      'a limit lowered below the open liability',
      [
        [200, -5_000],
        [300, 50_000],
      ],
      0,
    ],
  ] as const)(
    '[SLIP-72] the largest stake within the liability limits, with $0, is UGX $2',
    (_, headrooms, expected) => {
      const [first, ...others] = headrooms.map(([at, headroom]) => ({
        odds: odds(at),
        headroomUgx: shillings(headroom),
      }))
      expect(first && largestStake([first, ...others])).toBe(shillings(expected))
    },
  )

  it('[SLIP-72] the largest stake stays within the liability limit, and one shilling more exceeds it', () => {
    for (let at = 101; at < 3_000; at += 7) {
      const headroom = shillings(1_000_003)
      const most = largestStake([{ odds: odds(at), headroomUgx: headroom }])
      expect(liabilityOf(most, odds(at))).toBeLessThanOrEqual(headroom)
      expect(liabilityOf(ugx(most + 100n), odds(at))).toBeGreaterThan(headroom)
    }
  })
})

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
