import { describe, expect, it } from 'vitest'
import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { settingHint, settingName, amountFormat, unsavedText } from './setting-texts.ts'

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

  it('every setting has a display name', () => {
    expect(settingName(setting.key)).toBe('Max daily bets')
  })

  it.each([
    ['a number', {}, '5000000', 'Max daily bets 60 → 5,000,000'],
    ['an invalid number', {}, '6o', 'Max daily bets 60 → 6o'],
    ['a switch', { key: 'nin_required', kind: 'boolean', value: 'false' }, 'true', 'NIN required off → on'],
    ['a text', { key: 'support_phone', kind: 'text', value: '' }, '0800100200', 'Support phone none → 0800100200'],
    ['a choice', { kind: 'choice', value: 'house' }, 'industry', 'Max daily bets House rules → Industry rules'],
    [
      'a table',
      { key: 'overround', kind: 'json', value: '{"1x2":5,"btts":7}', initial: '{"1x2":5,"btts":7}' },
      '{"1x2":6,"btts":7}',
      'Overround: Moneyline 5 → 6',
    ],
    [
      'a list',
      { key: 'payment_routes', kind: 'json', value: '{"MTN":["mtn"]}', initial: '{"MTN":["relworx"]}' },
      '{"MTN":[]}',
      'Payment routes: MTN mtn → none',
    ],
  ] as const)('[ADMS-06] before saving, the console describes the change of %s', (_what, change, wanted, text) => {
    expect(unsavedText({ ...setting, ...change, newValue: wanted })).toBe(text)
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
