import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, SETTING_KEYS } from './catalogue.ts'
import { storedText } from './parse.ts'
import { settingChangeText, settingName, settingValueText } from './texts.ts'

describe('settings in words', () => {
  it('[ADMS-05] every setting has a name of its own without codes', () => {
    const names = SETTING_KEYS.map(settingName)
    expect(new Set(names).size).toBe(SETTING_KEYS.length)
    expect(names.filter((name) => /_/.test(name))).toEqual([])
  })

  it('[ADMS-05] the default of every setting is a text without codes', () => {
    const codes = SETTING_KEYS.filter((key) => key !== 'in_play_leagues').filter((key) =>
      /[_{}[\]]|relworx|same/.test(settingValueText(key, storedText(DEFAULT_SETTINGS[key]))),
    )
    expect(codes).toEqual([])
  })

  it.each([
    ['min_bet_amount', '500', '1000', 'Minimum bet: UGX 500 → UGX 1,000'],
    ['max_daily_bets', '1', '60', 'Maximum bets per day: 1 bet → 60 bets'],
    ['cashout_delay', '10', '1', 'Cashout delay: 10 seconds → 1 second'],
    ['cashout_margin', '5', '5.5', 'Cashout margin: 5 % → 5.5 %'],
    ['bonus_min_odds', '1.2', '1.35', 'Minimum odds for the win bonus: 1.20 → 1.35'],
    ['maintenance_mode', 'false', 'true', 'Maintenance: Off → On'],
    ['settlement_rulebook', 'house', 'industry', 'Settlement rules: House rules → Industry rules'],
    ['support_phone', '', '0800 100 200', 'Customer care phone: none → 0800 100 200'],
    ['max_daily_bets', '50', '6o', 'Maximum bets per day: 50 bets → 6o'],
    ['overround', '{"1x2":5,"btts":7}', '{"1x2":6.5,"btts":7}', 'Margin: Moneyline 5 % → 6.5 %'],
    [
      'payment_routes',
      '{"MTN":["relworx","mtn"],"AIRTEL":["relworx"]}',
      '{"MTN":["mtn"],"AIRTEL":["relworx"]}',
      'Payment providers: MTN Relworx, MTN → MTN',
    ],
    ['carrier_prefixes', '{"MTN":["039"]}', '{"MTN":[]}', 'Phone number prefixes: MTN 039 → none'],
    [
      'in_play_leagues',
      '{}',
      '{"Uganda/Premier League":{"delaySeconds":1,"margin":{"goals":4}}}',
      'Leagues in live betting: Uganda · Premier League, bet delay general setting → 1 second, Uganda · Premier League, margin of Goals general setting → +4 %',
    ],
    ['of_tomorrow', '1', '2', 'of tomorrow: 1 → 2'],
  ])('[ADMS-17] the change of %s from %s to %s is described as "%s"', (key, before, after, text) => {
    expect(settingChangeText(key, before, after)).toBe(text)
  })
})
