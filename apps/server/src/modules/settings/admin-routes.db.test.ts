import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingsPreview } from '@mupiira/contract/admin-settings.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture({ background: true, session: 'manual' })
})
afterAll(() => app?.close())

type Shown = { readonly key: string; readonly [name: string]: unknown }
const shown = async () =>
  (await app.staff.get('/api/admin/settings')).body.items as readonly unknown[] as readonly Shown[]
const one = async (key: string) => (await shown()).find((setting) => setting.key === key)
const changesOf = (changes: Readonly<Record<string, string>>) =>
  Object.entries(changes).map(([key, value]) => ({ key, value }))
const save = (changes: Readonly<Record<string, string>>, reason = 'a test') =>
  app.staff.put('/api/admin/settings', { changes: changesOf(changes), reason })
const preview = async (changes: Readonly<Record<string, string>>) =>
  (await app.post('/api/admin/settings/preview', { changes: changesOf(changes) })).body as unknown as SettingsPreview
const current = () => app.modules.settings.reads.current()
const waiting = async () => (await app.staff.get('/api/admin/approvals')).body.items
const decide = (who: TestAccount, decision: string) => async (id: unknown) =>
  (await who.post(`/api/admin/approvals/${String(id)}`, { decision })).body.code ?? decision

describe('the settings of the console', () => {
  it('[DATA-27] [ADMS-01] [ADMS-05] the console shows every setting with id, value, description, range and default', async () => {
    const all = await shown()
    expect(all.map(({ key }) => key).sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort())
    expect(all.every(({ id, description }) => typeof id === 'string' && description !== '')).toBe(true)
    expect(await one('max_daily_bets')).toMatchObject({
      value: '50',
      initial: '50',
      kind: 'integer',
      min: 1,
      max: 10_000_000,
      unit: 'bets',
      updatedBy: null,
    })
    expect(await one('default_odds_format')).toMatchObject({ choices: ['decimal', 'fractional', 'american'] })
  })

  it('[ADMS-08] [ADMS-10] [OPS-04] the settings of the console are saved together and apply at once, with an audit entry for each change', async () => {
    const response = await save(
      { max_daily_bets: '60', betting_enabled: 'true', carrier_prefixes: '{"MTN":["039"],"Airtel":["020","070"]}' },
      ' a new prefix ',
    )
    expect(response.status).toBe(200)
    expect(app.modules.settings.reads.current()).toMatchObject({
      max_daily_bets: 60,
      carrier_prefixes: { MTN: ['039'], Airtel: ['020', '070'] },
    })
    expect(await one('max_daily_bets')).toMatchObject({ value: '60', initial: '50', updatedBy: 'Sarah Nakato' })
    const { items } = (await app.staff.get('/api/admin/audit?action=setting.change')).body
    expect(items).toMatchObject([
      { subject: 'setting:carrier_prefixes', reason: 'a new prefix' },
      { subject: 'setting:max_daily_bets', before: { max_daily_bets: '50' }, after: { max_daily_bets: '60' } },
    ])
    expect((await app.staff.get('/api/admin/audit?q=setting:max_daily_bets')).body.items.length).toBe(1)
  })

  it('the minimum and maximum of a range can be changed together', async () => {
    expect((await save({ minimum_withdrawal: '6000000', maximum_withdrawal: '9000000' })).status).toBe(200)
    expect((await save({ maximum_withdrawal: '5000000', minimum_withdrawal: '25000' })).status).toBe(200)
  })

  it('[ADMS-10] a change to a setting is refused if a colleague has changed the setting since the form was loaded', async () => {
    const change = (value: string, seen: string) =>
      app.staff.put('/api/admin/settings', { changes: [{ key: 'max_daily_bets', value, seen }], reason: 'a test' })
    expect((await change('70', '60')).status).toBe(200)
    const late = await change('80', '60')
    expect([late.status, late.body.code]).toEqual([422, 'SETTING_REFUSED'])
    expect(late.body['errors']).toEqual([
      { path: 'max_daily_bets', message: 'was changed to 70 bets by someone else. Please check it again' },
    ])
    expect(await one('max_daily_bets')).toMatchObject({ value: '70' })
    expect((await change('70', '60')).status, 'the same value').toBe(200)
    expect((await change('60', '70')).status).toBe(200)
  })

  it.each([
    [{ max_daily_bets: '0' }, 'max_daily_bets', 'must be from 1 to 10,000,000'],
    [{ max_daily_bets: 'many' }, 'max_daily_bets', 'must be a whole number'],
    [{ default_odds_format: 'roman' }, 'default_odds_format', 'must be one of decimal, fractional, american'],
    [{ overround: '{"1x2":' }, 'overround', 'must be a number for each market'],
    [{ max_bet_amount: '20000' }, 'max_bet_amount', 'contradicts another setting'],
    [{ made_up: '1' }, 'made_up', 'is not a setting'],
  ])('[ADMS-13] a settings change with %j is refused as a whole', async (change, path, message) => {
    const before = await shown()
    const response = await save({ minimum_age: '30', ...change })
    expect([response.status, response.body.code]).toEqual([422, 'SETTING_REFUSED'])
    expect(response.body['errors']).toMatchObject([{ path, message: expect.stringContaining(message) }])
    expect(await shown()).toEqual(before)
  })

  it('[ADMS-16] only staff can read and change the settings of the console', async () => {
    const player = await app.player()
    expect((await player.get('/api/admin/settings')).status).toBe(403)
    const changes = [{ key: 'minimum_age', value: '18' }]
    expect((await player.put('/api/admin/settings', { changes, reason: 'a test' })).status).toBe(403)
    expect((await player.post('/api/admin/settings/preview', { changes })).status).toBe(403)
    expect(app.modules.settings.reads.current().minimum_age).toBe(25)
  })

  it.each([[undefined], [''], ['   '], ['ab']])(
    '[ADMS-17] a settings change with the reason %j is refused',
    async (reason) => {
      const body = { changes: changesOf({ minimum_age: '26' }), ...(reason === undefined ? {} : { reason }) }
      expect((await app.staff.put('/api/admin/settings', body)).status).toBe(400)
      expect(current().minimum_age).toBe(25)
    },
  )

  it('[ADMT-30] [ADMS-10] a single admin changes settings that protect money at once, and the audit log flags only these changes', async () => {
    expect((await preview({ four_eyes_threshold: '2000000', minimum_age: '26' })).approval).toBe('alone')
    expect((await save({ four_eyes_threshold: '2000000', minimum_age: '26' }, 'more room')).status).toBe(200)
    const { items } = (await app.staff.get('/api/admin/audit?action=setting.change')).body
    const entryOf = (key: string) => items.find((item) => item['subject'] === `setting:${key}`)
    expect(entryOf('four_eyes_threshold')).toMatchObject({
      reason: 'more room',
      after: { four_eyes_threshold: '2000000', flag: expect.stringContaining('without approval') },
    })
    expect(entryOf('minimum_age')).toMatchObject({ after: { minimum_age: '26' } })
    expect(entryOf('minimum_age')).not.toMatchObject({ after: { flag: expect.anything() } })
    await save({ minimum_age: '25' })
  })

  it('[ADMS-17] the preview shows what a changed setting affects, and stores nothing', async () => {
    const game = await app.game()
    const player = await app.player({ balanceUgx: 10_000_000 })
    await app.bet(player, [await app.pick(game.id)], 30_000)
    await app.staff.put(`/api/admin/users/${player.id}/stake-limit`, { mostStake: 40_000, reason: 'too lucky' })
    // Longer than figures of open bets are cached.
    app.clock.forward(60_000)
    const effectsOf = async (key: string, value: string) => (await preview({ [key]: value })).changes[0]?.effects
    expect(await effectsOf('betting_enabled', 'false')).toEqual([{ kind: 'open-games', count: 1 }])
    expect(await effectsOf('max_bet_amount', '40000')).toEqual([
      { kind: 'new-bets', count: null },
      { kind: 'lower-stake-limits', count: 0 },
    ])
    expect(await effectsOf('max_bet_amount', '40001')).toContainEqual({ kind: 'lower-stake-limits', count: 1 })
    expect(await effectsOf('max_payout', '600000000')).toContainEqual({ kind: 'tickets-keep-rules', count: 1 })
    expect(await effectsOf('selection_liability_limit', '100000')).toContainEqual({
      kind: 'selections-above',
      count: 0,
    })
    await app.bet(player, [await app.pick(game.id)], 40_000)
    await app.bet(player, [await app.pick(game.id)], 40_000)
    app.clock.forward(60_000)
    expect(await effectsOf('selection_liability_limit', '100000')).toContainEqual({
      kind: 'selections-above',
      count: 1,
    })
    expect(await effectsOf('game_liability_limit', '100000')).toContainEqual({ kind: 'games-above', count: 1 })
    expect(await effectsOf('scorer_liability_limit', '100000')).toContainEqual({ kind: 'scorers-above', count: 0 })
    expect(await effectsOf('minimum_age', '25')).toBeUndefined()
    expect(current()).toMatchObject({ betting_enabled: true, max_payout: 500_000_000 })
    const refused = await app.post('/api/admin/settings/preview', { changes: changesOf({ minimum_age: '17' }) })
    expect([refused.status, refused.body['code']]).toEqual([422, 'SETTING_REFUSED'])
  })
})

describe('[ADMT-30] [ADMS-18] settings with two admins', () => {
  let second: TestAccount
  beforeAll(async () => {
    second = await app.admin({ firstName: 'Ruth', session: 'manual' })
  })

  it('[ADMS-10] settings for approvals and confirmation need a second admin, and the approver sees the change in words with the reason', async () => {
    const response = await save({ four_eyes_threshold: '5000000', overround: '{"1x2":6}' }, ' more room ')
    expect([response.status, current().four_eyes_threshold]).toEqual([202, 2_000_000])
    // Every requested setting shows the pending request, and no other does.
    const pendingRequest = { approvalId: response.body['approvalId'], askedBy: 'Sarah Nakato', isOwn: true }
    expect(await one('four_eyes_threshold')).toMatchObject({
      value: '2000000',
      waiting: [{ ...pendingRequest, value: '5000000' }],
    })
    expect((await shown()).filter(({ waiting: each }) => (each as readonly unknown[]).length > 0).length).toBe(2)
    const [approval] = await waiting()
    expect(approval).toMatchObject({
      id: response.body['approvalId'],
      kind: 'setting',
      subject: 'setting:four_eyes_threshold',
      subjectName: 'Four-eyes threshold: UGX 2,000,000 → UGX 5,000,000; Margin: Moneyline 5 % → 6 %',
      reason: 'more room',
      isOwn: true,
    })
    expect(await decide(app.staff, 'approve')(approval?.id)).toBe('APPROVAL_OWN')
    expect(await decide(second, 'approve')(approval?.id)).toBe('approve')
    expect(current()).toMatchObject({ four_eyes_threshold: 5_000_000, overround: { '1x2': 6 } })
    const log = (await app.staff.get('/api/admin/audit?q=setting:four_eyes_threshold')).body.items
    expect(log[0]).toMatchObject({
      action: 'setting.change',
      after: { requestedBy: app.staff.id },
      reason: 'more room',
    })
  })

  it.each([
    ['betting_enabled', 'false', 'true'],
    ['in_play_betting', 'off', 'on'],
    ['maintenance_mode', 'true', 'false'],
    ['payment_routes', '{"MTN":["mtn"]}', '{"MTN":["relworx","mtn"]}'],
    ['maximum_withdrawal', '1000000', '5000000'],
  ])('one admin sets %s to %s at once, and two set it to %s', async (key, stop, start) => {
    const value = async () => (await one(key))?.['value']
    const before = await value()
    expect((await preview({ [key]: stop })).approval).toBe('none')
    expect((await save({ [key]: stop }, 'an attack')).status).toBe(200)
    const stopped = await value()
    const wanted = await preview({ [key]: start })
    // A switch that is off by default is already off.
    expect(wanted).toMatchObject({ approval: 'wait', changes: [{ key, isAllowedAlone: false }] })
    const again = await save({ [key]: start }, 'the attack is over')
    expect([again.status, await value()]).toEqual([202, stopped])
    expect(await decide(second, 'approve')(again.body['approvalId'])).toBe('approve')
    expect(await value()).not.toBe(stopped)
    if (key === 'in_play_betting') await save({ [key]: 'off' })
    else expect(await value()).toBe(before)
  })

  it('a stop applies at once even if it is saved together with a change that waits', async () => {
    const response = await save({ betting_enabled: 'false', min_bet_amount: '2000', minimum_age: '30' }, 'an attack')
    expect(response.status).toBe(202)
    expect(current()).toMatchObject({ betting_enabled: false, minimum_age: 30, min_bet_amount: 1_000 })
    const [asked] = await waiting()
    expect(asked).toMatchObject({ subjectName: 'Minimum bet: UGX 1,000 → UGX 2,000', reason: 'an attack' })
    const entries = await app.staffActions('setting:betting_enabled')
    expect(entries.at(-1)).toMatchObject({ reason: 'an attack', after: { betting_enabled: 'false' } })
    expect(await decide(second, 'decline')(asked?.id)).toBe('decline')
    const on = await save({ betting_enabled: 'true' })
    expect(await decide(second, 'approve')(on.body['approvalId'])).toBe('approve')
  })

  it('a change that contradicts the current settings without its waiting part waits with it', async () => {
    const response = await save({ maximum_withdrawal: '20000', minimum_withdrawal: '10000' })
    expect(response.status).toBe(202)
    expect(current()).toMatchObject({ maximum_withdrawal: 5_000_000, minimum_withdrawal: 25_000 })
    expect(await decide(second, 'decline')(response.body['approvalId'])).toBe('decline')
  })

  it('[ADMT-30] a stop applies at once even beside such a change', async () => {
    const response = await save({ betting_enabled: 'false', maximum_withdrawal: '20000', minimum_withdrawal: '10000' })
    expect(response.status).toBe(202)
    expect(current()).toMatchObject({ betting_enabled: false, maximum_withdrawal: 5_000_000 })
    expect(await decide(second, 'decline')(response.body['approvalId'])).toBe('decline')
    const on = await save({ betting_enabled: 'true' })
    expect(await decide(second, 'approve')(on.body['approvalId'])).toBe('approve')
  })

  it('[ADMS-10] a request never overwrites later changes, and a declined request changes nothing', async () => {
    const outdated = await save({ cashout_margin: '6', max_payout: '600000000' })
    const later = await save({ cashout_margin: '7' })
    expect(await decide(second, 'approve')(later.body['approvalId'])).toBe('approve')
    const refused = await second.post(`/api/admin/approvals/${String(outdated.body['approvalId'])}`, {
      decision: 'approve',
    })
    expect([refused.body.code, refused.body['detail']]).toEqual([
      'SETTING_REFUSED',
      'Cashout margin has changed since this request. Please decline the request and make a new one.',
    ])
    expect(current()).toMatchObject({ cashout_margin: 7, max_payout: 500_000_000 })
    expect(await decide(second, 'decline')(outdated.body['approvalId'])).toBe('decline')
    const off = await save({ admin_second_factor: 'true' })
    expect(await decide(second, 'decline')(off.body['approvalId'])).toBe('decline')
    expect(current().admin_second_factor).toBe(false)
    const range = await save({ minimum_withdrawal: '4000000' })
    expect((await save({ maximum_withdrawal: '3000000' })).status, 'lower at once').toBe(200)
    expect(await decide(second, 'approve')(range.body['approvalId'])).toBe('SETTING_REFUSED')
    expect((await save({ four_eyes_threshold: '5000000' })).status, 'unchanged').toBe(200)
    expect((await save({ four_eyes_threshold: 'many' })).status).toBe(422)
  })

  it('[ADMS-10] a setting gets the value that the second admin approved, and repeated submissions create one request', async () => {
    const form = { four_eyes_threshold: '7000000', minimum_age: String(current().minimum_age) }
    const response = [await save(form), await save(form)].map(({ body }) => String(body['approvalId']))
    expect(response[0]).toBe(response[1])
    const age = current().minimum_age + 3
    expect((await save({ minimum_age: String(age) })).status).toBe(200)
    await second.post(`/api/admin/approvals/${response[0]}`, { decision: 'approve' })
    expect(current()).toMatchObject({ four_eyes_threshold: 7_000_000, minimum_age: age })
  })
})
