import { describe, expect, it } from 'vitest'
import { MARKET_IDS } from '../markets/types.ts'
import { DEFAULT_PAYMENT_ROUTES } from '../payments/providers.ts'
import { FURTHER_PREFIXES } from '../phone/carriers.ts'
import type { ChangeAlone } from './rules.ts'
import { DEFAULT_SETTINGS, SETTING_KEYS, settingRule } from './catalogue.ts'
import { isAllowedAlone } from './one-person.ts'
import {
  checkSettingsTogether,
  checkSettingValue,
  parseSettingValue,
  parseStoredText,
  settingsFrom,
  storedText,
} from './parse.ts'

describe('settings', () => {
  it('[SETL-13] the rulebook setting offers house and industry, with house as the default', () => {
    expect(DEFAULT_SETTINGS.settlement_rulebook).toBe('house')
    expect(parseSettingValue('settlement_rulebook', 'industry')).toEqual({ ok: true, value: 'industry' })
    expect(parseSettingValue('settlement_rulebook', 'generous')).toEqual({ ok: false, error: 'UNKNOWN_CHOICE' })
  })

  it('[ADMS-01] [ADMS-02] [ADMS-05] the default settings have the values of the specification', () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      betting_enabled: true,
      maintenance_mode: false,
      max_bet_amount: 5_000_000,
      min_bet_amount: 1_000,
      default_odds_format: 'decimal',
      max_daily_bets: 50,
      jackpot_enabled: true,
      minimum_withdrawal: 25_000,
      maximum_withdrawal: 5_000_000,
      settlement_rulebook: 'house',
      max_payout: 500_000_000,
      first_bet_minimum: 25_000,
      later_bet_minimum: 10_000,
      bonus_min_odds: 1.2,
      cashout_margin: 5,
      cashout_delay: 10,
      feed_latency: 5,
      booking_code_sharing: 'owner',
      first_deposit_rule: 'balance',
      four_eyes_threshold: 1_000_000,
      nin_required: false,
      password_min_length: 4,
      minimum_age: 25,
      aviator_min_bet: 10_000,
      aviator_rtp: 97,
      aviator_max_win: 50_000_000,
      aviator_max_round: 500_000_000,
    })
  })

  it('[ADMS-05] [ADMS-10] every default setting can be stored as text and read back, and satisfies its validation rule', () => {
    for (const key of SETTING_KEYS) {
      const value = DEFAULT_SETTINGS[key]
      expect({ key, ...parseSettingValue(key, storedText(value)) }).toEqual({ key, ok: true, value })
      expect(settingRule(key).description.length).toBeGreaterThan(0)
    }
    expect(checkSettingsTogether(DEFAULT_SETTINGS).ok).toBe(true)
  })

  it('[MKT-43] the default margins are 5 % on four markets, 12 % on Goalscorer, 8 % elsewhere, 10 % on same-game prices', () => {
    const { overround } = DEFAULT_SETTINGS
    const five = MARKET_IDS.filter((market) => overround[market] === 5)
    expect(five.toSorted()).toEqual(['1x2', 'btts', 'double_chance', 'over_under'])
    expect(MARKET_IDS.filter((market) => overround[market] === 8)).toHaveLength(MARKET_IDS.length - 5)
    expect(overround.anytime_scorer).toBe(12)
    expect(overround.same_game).toBe(10)
  })

  it.each([
    ['true', 'true'],
    ['"true"', 'true'],
    ['{"a":1}', { a: 1 }],
    ['{broken', '{broken'],
    ['25000', '25000'],
    ['  "true" ', 'true'],
    ['a "quoted" word', 'a "quoted" word'],
  ])('[ADMS-10] the stored setting text %s is parsed as %j', (text, value) => {
    expect(parseStoredText(text)).toEqual(value)
  })

  it.each([
    ['max_daily_bets', '60', { ok: true, value: 60 }],
    ['max_daily_bets', '"60"', { ok: true, value: 60 }],
    ['max_daily_bets', '0', { ok: false, error: 'OUT_OF_RANGE' }],
    ['max_daily_bets', '1.5', { ok: false, error: 'WRONG_TYPE' }],
    ['max_bet_amount', '1,500,000', { ok: true, value: 1_500_000 }],
    ['max_bet_amount', '1,5', { ok: false, error: 'WRONG_TYPE' }],
    ['bonus_min_odds', '1,500', { ok: false, error: 'WRONG_TYPE' }],
    ['max_daily_bets', 'many', { ok: false, error: 'WRONG_TYPE' }],
    ['betting_enabled', 'false', { ok: true, value: false }],
    ['betting_enabled', 'no', { ok: false, error: 'WRONG_TYPE' }],
    ['default_odds_format', 'american', { ok: true, value: 'american' }],
    ['default_odds_format', 'roman', { ok: false, error: 'UNKNOWN_CHOICE' }],
    ['password_min_length', '3', { ok: false, error: 'OUT_OF_RANGE' }],
    ['bonus_min_odds', '1.35', { ok: true, value: 1.35 }],
    ['aviator_rtp', '99.5', { ok: false, error: 'OUT_OF_RANGE' }],
    ['overround', '{"btts":4.9}', { ok: false, error: 'OUT_OF_RANGE' }],
    ['overround', '{"roulette":9}', { ok: false, error: 'WRONG_TYPE' }],
    ['carrier_prefixes', '{"MTN":["39"],"Airtel":[]}', { ok: false, error: 'WRONG_TYPE' }],
    ['carrier_prefixes', '{"MTN":["031"],"Airtel":[]}', { ok: true, value: { MTN: ['031'], Airtel: [] } }],
    ['carrier_prefixes', '{"MTN":["031"]}', { ok: true, value: { ...FURTHER_PREFIXES, MTN: ['031'] } }],
    ['carrier_prefixes', '{"Tigo":["071"]}', { ok: false, error: 'WRONG_TYPE' }],
    [
      'payment_routes',
      '{"MTN":["mtn"],"AIRTEL":["airtel","relworx"]}',
      { ok: true, value: { MTN: ['mtn'], AIRTEL: ['airtel', 'relworx'] } },
    ],
    ['payment_routes', '{"MTN":["airtel"],"AIRTEL":["relworx"]}', { ok: false, error: 'WRONG_TYPE' }],
    ['payment_routes', '{"MTN":["mtn","mtn"],"AIRTEL":["relworx"]}', { ok: false, error: 'WRONG_TYPE' }],
    ['payment_routes', '{"MTN":[],"AIRTEL":["relworx"]}', { ok: false, error: 'WRONG_TYPE' }],
    ['payment_routes', '{"MTN":["mtn"]}', { ok: true, value: { ...DEFAULT_PAYMENT_ROUTES, MTN: ['mtn'] } }],
    ['payment_routes', '{"TIGO":["relworx"]}', { ok: false, error: 'WRONG_TYPE' }],
    ['support_phone', '0800 100 200', { ok: true, value: '0800 100 200' }],
    ['support_phone', ' +256 41 4000 000 ', { ok: true, value: '+256 41 4000 000' }],
    ['support_phone', '', { ok: true, value: '' }],
    ['support_phone', 'call us', { ok: false, error: 'WRONG_FORMAT' }],
    ['support_phone', '0800;ext=1', { ok: false, error: 'WRONG_FORMAT' }],
    ['support_email', 'help@mupiira.example', { ok: true, value: 'help@mupiira.example' }],
    ['support_email', '', { ok: false, error: 'WRONG_FORMAT' }],
    ['support_email', 'a@b.example?bcc=c@d.example', { ok: false, error: 'WRONG_FORMAT' }],
    ['support_email', `${'a'.repeat(60)}@${'b'.repeat(60)}.example`, { ok: false, error: 'WRONG_FORMAT' }],
    ['payment_routes', 'relworx', { ok: false, error: 'WRONG_TYPE' }],
    ['max_bet_amount', '-1,500', { ok: false, error: 'OUT_OF_RANGE' }],
    ['max_bet_amount', '1500,000', { ok: false, error: 'WRONG_TYPE' }],
    ['max_bet_amount', 'UGX 1,500', { ok: false, error: 'WRONG_TYPE' }],
    ['max_bet_amount', '1,500 UGX', { ok: false, error: 'WRONG_TYPE' }],
    ['max_bet_amount', '1,500,00', { ok: false, error: 'WRONG_TYPE' }],
    ['bonus_min_odds', '1.355', { ok: false, error: 'WRONG_TYPE' }],
    ['bonus_min_odds', '1.01', { ok: true, value: 1.01 }],
    ['bonus_min_odds', '1', { ok: false, error: 'OUT_OF_RANGE' }],
    ['bonus_min_odds', '10', { ok: true, value: 10 }],
    ['bonus_min_odds', '10.01', { ok: false, error: 'OUT_OF_RANGE' }],
    ['bonus_min_odds', 'x1.5', { ok: false, error: 'WRONG_TYPE' }],
    ['bonus_min_odds', '1.5x', { ok: false, error: 'WRONG_TYPE' }],
    ['overround', '[9]', { ok: false, error: 'WRONG_TYPE' }],
    ['overround', '{"btts":"9"}', { ok: false, error: 'WRONG_TYPE' }],
    ['carrier_prefixes', '{"MTN":"031"}', { ok: false, error: 'WRONG_TYPE' }],
    ['carrier_prefixes', '{"MTN":[31]}', { ok: false, error: 'WRONG_TYPE' }],
    ['carrier_prefixes', '{"MTN":["031","0311"]}', { ok: false, error: 'WRONG_TYPE' }],
    ['carrier_prefixes', '{"MTN":["031","1031"]}', { ok: false, error: 'WRONG_TYPE' }],
    ['carrier_prefixes', '031', { ok: false, error: 'WRONG_TYPE' }],
    ['in_play_leagues', 'Uganda/Cup', { ok: false, error: 'WRONG_TYPE' }],
    ['in_play_leagues', '{"Uganda/Cup":{"delaySeconds":null}}', { ok: false, error: 'WRONG_TYPE' }],
  ] as const)('[ADMS-05] [ADMS-10] validating the setting %s = %s gives %j', (key, text, evaluated) => {
    expect(parseSettingValue(key, text)).toEqual(evaluated)
  })

  it.each([
    ['max_daily_bets', null],
    ['max_daily_bets', true],
    ['bonus_min_odds', Number.NaN],
    ['bonus_min_odds', 1.355],
    ['max_bet_amount', 2 ** 53],
    ['max_bet_amount', Number.POSITIVE_INFINITY],
    ['betting_enabled', 1],
    ['support_phone', 800],
    ['overround', null],
    ['overround', { btts: Number.POSITIVE_INFINITY }],
  ] as const)('[ADMS-05] a value of the wrong type is refused: %s = %s', (key, value) => {
    expect(checkSettingValue(key, value)).toEqual({ ok: false, error: 'WRONG_TYPE' })
  })

  it.each([
    ['settlement_rulebook', 7, 'UNKNOWN_CHOICE'],
    ['support_phone', '0'.repeat(101), 'WRONG_FORMAT'],
    ['carrier_prefixes', { MTN: Array<string>(51).fill('031') }, 'WRONG_TYPE'],
    ['in_play_leagues', { [`Uganda/${'a'.repeat(154)}`]: {} }, 'WRONG_TYPE'],
  ] as const)('[ADMS-05] a value above the limit of its kind is refused: %s', (key, value, error) => {
    expect(checkSettingValue(key, value)).toEqual({ ok: false, error })
  })

  it('[ADMS-05] [INP-05] lists at the limits of their kinds are accepted', () => {
    expect(checkSettingValue('carrier_prefixes', { MTN: Array<string>(50).fill('031') }).ok).toBe(true)
    const scopes = Array.from({ length: 100 }, (_, at) => `Uganda/${String(at).padStart(153, 'a')}`)
    const leagues = Object.fromEntries(scopes.map((scope) => [scope, { delaySeconds: 3 + (scope.length % 13) }]))
    expect(checkSettingValue('in_play_leagues', leagues)).toEqual({ ok: true, value: leagues })
  })

  it('[MKT-43] changing the margin of one market keeps all other margins', () => {
    expect(checkSettingValue('overround', { btts: 7 })).toEqual({
      ok: true,
      value: { ...DEFAULT_SETTINGS.overround, btts: 7 },
    })
  })

  it('[ADMS-14] unreadable stored settings have their default value, and unknown ones are ignored', () => {
    const settings = settingsFrom([
      { key: 'max_daily_bets', value: 'lots' },
      { key: 'minimum_withdrawal', value: '30000' },
      { key: 'colour', value: 'green' },
    ])
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, minimum_withdrawal: 30_000 })
  })

  it('[ADMS-14] an unreadable admin_second_factor setting keeps the second factor required', () => {
    const first = { ...DEFAULT_SETTINGS, admin_second_factor: true }
    expect(settingsFrom([{ key: 'admin_second_factor', value: 'perhaps' }], first).admin_second_factor).toBe(true)
    expect(settingsFrom([{ key: 'admin_second_factor', value: 'false' }], first).admin_second_factor).toBe(false)
  })

  it('[ADMS-05] settings that contradict each other are refused', () => {
    expect(checkSettingsTogether({ ...DEFAULT_SETTINGS, minimum_withdrawal: 6_000_000 }).ok).toBe(false)
    expect(checkSettingsTogether({ ...DEFAULT_SETTINGS, max_bet_amount: 20_000 }).ok).toBe(false)
    expect(checkSettingsTogether({ ...DEFAULT_SETTINGS, max_payout: 4_999_999 }).ok).toBe(false)
    expect(checkSettingsTogether({ ...DEFAULT_SETTINGS, max_in_play_payout: 2_499_999 }).ok).toBe(false)
    expect(checkSettingsTogether({ ...DEFAULT_SETTINGS, aviator_max_round: 49_999_999 }).ok).toBe(false)
    for (const minimum of ['min_bet_amount', 'first_bet_minimum', 'later_bet_minimum'] as const)
      expect(checkSettingsTogether({ ...DEFAULT_SETTINGS, [minimum]: 5_000_001 }).ok).toBe(false)
  })

  it('[ADMS-05] a minimum may equal its maximum', () => {
    const equal = {
      ...DEFAULT_SETTINGS,
      minimum_withdrawal: 70_000,
      maximum_withdrawal: 70_000,
      min_bet_amount: 30_000,
      first_bet_minimum: 30_000,
      later_bet_minimum: 30_000,
      max_bet_amount: 30_000,
      max_payout: 30_000,
      max_in_play_stake: 20_000,
      max_in_play_payout: 20_000,
      aviator_max_win: 90_000,
      aviator_max_round: 90_000,
    }
    expect(checkSettingsTogether(equal)).toEqual({ ok: true, value: equal })
  })
})

describe('[ADMT-30] [ADMS-18] what one member of staff may change alone', () => {
  it('without a direction, these are only settings that move no money', () => {
    expect(keysOf('everything')).toEqual([
      'booking_code_sharing',
      'cashout_step',
      'default_odds_format',
      'jackpot_enabled',
      'model_difference',
    ])
  })

  it('in one direction, these are stops and tighter rules', () => {
    expect(keysOf('switching-off')).toEqual(['aviator_auto_bet', 'betting_enabled', 'in_play_betting'])
    expect(keysOf('switching-on')).toEqual([
      'maintenance_mode',
      'nin_required',
      'withdrawal_review_first',
      'withdrawal_review_manual_games',
      'withdrawal_review_related',
    ])
    expect(keysOf('lowering')).toEqual([
      'manual_odds_distance',
      'max_bet_amount',
      'max_daily_bets',
      'max_in_play_stake',
      'maximum_withdrawal',
      'withdrawal_review_amount',
    ])
    expect(keysOf('raising')).toEqual(['minimum_age', 'password_min_length', 'withdrawal_review_turnover_share'])
    expect(keysOf('removing')).toEqual(['payment_routes'])
  })

  const keysOf = (alone: ChangeAlone) =>
    SETTING_KEYS.filter((key) => settingRule(key).mayChangeAlone === alone).toSorted()
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

  it.each([
    ['betting_enabled', true, false, true],
    ['betting_enabled', false, true, false],
    ['maintenance_mode', false, true, true],
    ['maintenance_mode', true, false, false],
    ['in_play_betting', 'on', 'off', true],
    ['in_play_betting', 'off', 'on', false],
    ['max_bet_amount', 5_000_000, 1_000_000, true],
    ['max_bet_amount', 5_000_000, 5_000_001, false],
    ['maximum_withdrawal', 5_000_000, 500, true],
    ['max_payout', 500_000_000, 1_000_000, false],
    ['minimum_age', 25, 26, true],
    ['minimum_age', 25, 18, false],
    ['jackpot_enabled', false, true, true],
    ['payment_routes', { MTN: ['relworx', 'mtn'] }, { MTN: ['mtn'] }, true],
    ['payment_routes', { MTN: ['relworx', 'mtn'] }, { MTN: ['relworx'] }, true],
    ['payment_routes', { MTN: ['mtn'] }, { MTN: ['relworx', 'mtn'] }, false],
    ['payment_routes', { MTN: ['relworx', 'mtn'] }, { MTN: ['mtn', 'relworx'] }, false],
    ['payment_routes', { MTN: ['relworx'] }, { MTN: ['mtn'] }, false],
  ] as const)('%s from %j to %j: %s', (key, before, after, isAlone) => {
    const [from, to] = [before, after].map((value) => parseSettingValue(key, text(value)))
    if (!from?.ok || !to?.ok) throw new Error('not a value of the setting')
    expect(isAllowedAlone(key, from.value, to.value)).toBe(isAlone)
  })
})
