import { describe, expect, it } from 'vitest'
import { PLAYER_SETTING_ROWS, PLAYER_SETTINGS, playerSetting, readChosenSettings } from './player-settings.ts'

describe('player settings', () => {
  it('[PLAY-11] a setting without a stored value has its initial value', () => {
    expect(playerSetting({}, 'default_stake')).toBeNull()
    expect(playerSetting(undefined, 'hide_balance')).toBe(false)
    expect(playerSetting({ default_stake: 30_000, hide_balance: true }, 'default_stake')).toBe(30_000)
  })

  it.each([
    ['values of the table', { default_stake: 5_000, hide_balance: true }],
    ['the smallest amount', { default_stake: PLAYER_SETTINGS.default_stake.min }],
    ['the largest amount', { default_stake: PLAYER_SETTINGS.default_stake.max }],
    ['a flag that is off', { hide_balance: false }],
    ['a choice', { odds_policy: 'any' }],
  ])('parsing stored settings keeps %s', (_, stored) => {
    expect(readChosenSettings(stored)).toEqual(stored)
  })

  it.each([
    ['nothing', null],
    ['a setting that no longer exists', { sound: true }],
    ['an amount as text', { default_stake: '5000' }],
    ['an amount with cents', { default_stake: 5_000.5 }],
    ['an amount below the minimum', { default_stake: 0 }],
    ['an amount above the maximum', { default_stake: PLAYER_SETTINGS.default_stake.max + 1 }],
    ['a flag as a number', { hide_balance: 1 }],
    ['an unknown choice', { odds_policy: 'sometimes' }],
    ['a choice as a number', { odds_policy: 1 }],
  ])('parsing stored settings drops %s', (_, stored) => {
    expect(readChosenSettings(stored)).toEqual({})
  })

  it('the initial value of each setting is allowed', () => {
    for (const [key, rule] of PLAYER_SETTING_ROWS)
      if (rule.initial !== null) expect(readChosenSettings({ [key]: rule.initial })).toEqual({ [key]: rule.initial })
  })
})
