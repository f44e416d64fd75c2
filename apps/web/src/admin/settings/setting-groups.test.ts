import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { SETTING_KEYS, settingRule } from '@mupiira/domain/settings/catalogue.ts'
import { describe, expect, it } from 'vitest'
import { groupsOf, namesOf } from './setting-groups.ts'

const settings: readonly AdminSetting[] = SETTING_KEYS.map((key) => {
  const { kind, initial, description } = settingRule(key)
  const value = kind === 'json' ? JSON.stringify(initial) : String(initial)
  const rest = {
    min: null,
    max: null,
    unit: null,
    choices: [],
    updatedAt: '2026-11-23T08:00:00Z',
    updatedBy: null,
    waiting: [],
  }
  return { id: key, key, value, description, kind, initial: value, ...rest }
})
const keysOf = (typed: string) => groupsOf(settings, typed).flatMap((group) => group.settings.map(({ key }) => key))

describe('settings by group', () => {
  it('[ADMS-06] the settings page lists each setting once, and every setting belongs to a group', () => {
    expect(keysOf('').sort()).toEqual([...SETTING_KEYS].sort())
    expect(groupsOf(settings, '').map(({ id }) => id)).not.toContain('others')
    const unknown = settings.slice(0, 1).map((setting) => ({ ...setting, key: 'of_tomorrow' }))
    expect(groupsOf(unknown, '')).toMatchObject([{ id: 'others', settings: unknown }])
  })

  it.each([
    ['bets per day', ['max_daily_bets']],
    ['  MONEYLINE ', ['overround']],
    ['second factor', ['admin_second_factor']],
    ['booking', ['booking_code_sharing']],
    ['nothing like this', []],
  ])('[ADMS-06] a search of the settings for “%s” finds %j', (typed, keys) => {
    expect(keysOf(typed)).toEqual(keys)
  })

  it('[ADMS-06] the settings page finds a group by its title if no setting matches', () => {
    expect(groupsOf(settings, 'cashout and codes').map(({ id, settings: found }) => [id, found.length])).toEqual([
      ['tickets', 7],
    ])
  })

  it('[ADMS-11] the success message of the settings page names the saved settings', () => {
    expect(namesOf(['max_daily_bets'])).toBe('Maximum bets per day')
    expect(namesOf(['max_payout', 'max_daily_bets', 'overround'])).toBe(
      'Maximum payout, Maximum bets per day and 1 more',
    )
  })
})
