import { describe, expect, it } from 'vitest'
import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { aloneText, amountFormat, settingHint, waitingText } from './setting-texts.ts'

const setting: AdminSetting = {
  id: '1',
  key: 'max_daily_bets',
  value: '60',
  description: 'Tickets that a player can place per day',
  kind: 'integer',
  initial: '50',
  min: 1,
  max: 10_000_000,
  unit: 'bets',
  choices: [],
  updatedAt: '2026-11-21T12:00:00.000Z',
  updatedBy: null,
  waiting: [],
}

describe('the text of a setting', () => {
  it.each([
    ['a number with its range', {}, '1 to 10,000,000 bets. Default 50.'],
    ['a number without a unit', { unit: null }, '1 to 10,000,000. Default 50.'],
    ['a switch', { kind: 'boolean', initial: 'true', min: null, max: null, unit: null }, 'Default on.'],
    ['a choice', { kind: 'choice', initial: 'decimal', min: null, max: null, unit: null }, 'Default Decimal.'],
  ] as const)('[ADMS-05] the help text of a setting shows %s', (_what, change, hint) => {
    expect(settingHint({ ...setting, ...change })).toBe(hint)
  })

  it.each([
    ['betting_enabled', 'You can switch it off alone. Switching it on needs a second member of staff.'],
    ['jackpot_enabled', 'You can change it alone.'],
    ['max_payout', ''],
  ])('[ADMS-18] the setting %s says which changes one member of staff may make alone: "%s"', (key, text) => {
    expect(aloneText(key)).toBe(text)
  })

  it('[ADMS-17] a waiting change is shown in words', () => {
    expect(waitingText('four_eyes_threshold', '2000000', '5000000')).toBe(
      'Waits for a second member of staff: UGX 2,000,000 → UGX 5,000,000',
    )
    expect(waitingText('overround', '{"1x2":5,"btts":7}', '{"1x2":6,"btts":7}')).toBe(
      'Waits for a second member of staff: Moneyline 5 % → 6 %',
    )
  })
})

it.each([
  ['500,000,000', '500000000', '500,000,000'],
  ['1 000 000', '1000000', '1,000,000'],
  ['1500.5', '1500.5', '1,500.5'],
  // The server rejects text that is not an amount, and never saves another amount.
  ['30000,50', '30000,50', '30000,50'],
  ['5e6', '5e6', '5e6'],
  ['-500', '-500', '-500'],
])('[ADMS-06] a setting amount entered as %j is saved as %j and shown as %j', (text, saved, shown) => {
  expect(amountFormat.typed(text)).toBe(saved)
  expect(amountFormat.shown(saved)).toBe(shown)
})
