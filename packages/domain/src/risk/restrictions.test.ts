import { describe, expect, it } from 'vitest'
import { liabilityLimits } from '../limits/stake-rules.ts'
import { ugxFromShillings } from '../money/ugx.ts'
import { odds } from '../odds/odds.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import {
  betRestrictions,
  isRestrictionValue,
  type RestrictionKind,
  restrictionName,
  UNRESTRICTED,
} from './restrictions.ts'
import { factoredStake, mostStakeByFactor } from './stake-factor.ts'

describe('a restriction', () => {
  it.each<[RestrictionKind, number | null, boolean]>([
    ['stake-factor', 1, true],
    ['stake-factor', 99, true],
    ['stake-factor', 0, false],
    ['stake-factor', 100, false],
    ['stake-factor', 2.5, false],
    ['stake-factor', null, false],
    ['in-play-delay', 1, true],
    ['in-play-delay', 30, true],
    ['in-play-delay', 31, false],
    ['in-play-delay', -1, false],
    ['no-live-bets', null, true],
    ['no-live-bets', 5, false],
    ['no-promotions', null, true],
    ['no-promotions', 0, false],
  ])('of the kind %s with the value %j is valid: %s', (kind, value, isValid) => {
    expect(isRestrictionValue(kind, value)).toBe(isValid)
  })

  it.each<[RestrictionKind, number | null, string]>([
    ['stake-factor', 25, 'Stake factor 25 %'],
    ['in-play-delay', 7, 'Longer in-play delay 7 s'],
    ['no-promotions', null, 'No promotions'],
  ])('of the kind %s with the value %j is named "%s"', (kind, value, name) => {
    expect(restrictionName(kind, value)).toBe(name)
  })

  it('combines with the others of the player', () => {
    expect(betRestrictions([])).toEqual(UNRESTRICTED)
    expect(
      betRestrictions([
        { kind: 'stake-factor', value: 20 },
        { kind: 'in-play-delay', value: 7 },
        { kind: 'no-live-bets', value: null },
        { kind: 'no-promotions', value: null },
      ]),
    ).toEqual({ stakeFactor: 20, inPlayDelay: 7, isInPlayExcluded: true, hasPromotions: false })
  })
})

describe('a stake factor', () => {
  it.each([
    [1_001, 10, 100],
    [1_009, 10, 100],
    [1_000, 33, 330],
    [99, 1, 0],
    [7_000_000, 99, 6_930_000],
  ])('of a maximum of UGX %i, the factor %i leaves UGX %i, in whole shillings', (maximum, factor, most) => {
    expect(factoredStake(ugxFromShillings(maximum), factor)).toBe(ugxFromShillings(most))
  })

  const limits = liabilityLimits({ ...DEFAULT_SETTINGS, player_liability_limit: 9_000_000 })
  it.each([
    // The maximum stake of bets is lower than what the liability limit leaves at these odds.
    [[110], 5_000_000, 20, 1_000_000],
    // UGX 9,000,000 / (4.00 - 1) = UGX 3,000,000.
    [[400], 5_000_000, 20, 600_000],
    // The game with the highest odds decides.
    [[110, 1000], 5_000_000, 20, 200_000],
  ])('at the odds %j with a maximum of UGX %i, the factor %i allows UGX %i', (perGame, maximum, factor, most) => {
    const bet = { maximumUgx: ugxFromShillings(maximum), odds: perGame.map(odds), limits }
    expect(mostStakeByFactor(factor, bet)).toBe(ugxFromShillings(most))
  })
})
