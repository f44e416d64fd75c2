import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture({ background: true, session: 'manual' })
})
afterAll(() => app?.close())

type Shown = { readonly key: string; readonly [name: string]: unknown }
const shown = async () =>
  (await app.staff.get('/api/admin/settings')).body.items as readonly unknown[] as readonly Shown[]
const one = async (key: string) => (await shown()).find((setting) => setting.key === key)
const save = (changes: Readonly<Record<string, string>>, reason?: string) =>
  app.staff.put('/api/admin/settings', {
    changes: Object.entries(changes).map(([key, value]) => ({ key, value })),
    ...(reason === undefined ? {} : { reason }),
  })

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
      app.staff.put('/api/admin/settings', { changes: [{ key: 'max_daily_bets', value, seen }] })
    expect((await change('70', '60')).status).toBe(200)
    const late = await change('80', '60')
    expect([late.status, late.body.code]).toEqual([422, 'SETTING_REFUSED'])
    expect(late.body['errors']).toEqual([
      { path: 'max_daily_bets', message: 'was changed to 70 by someone else. Please check it again' },
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
    const body = { changes: [{ key: 'minimum_age', value: '18' }] }
    expect((await player.put('/api/admin/settings', body)).status).toBe(403)
    expect(app.modules.settings.reads.current().minimum_age).toBe(25)
  })

  it('[ADMT-30] [ADMS-10] settings that protect money are changed at once by a single admin, with a flag in the audit log', async () => {
    expect((await save({ four_eyes_threshold: '2000000' })).status).toBe(200)
    const { items } = (await app.staff.get('/api/admin/audit?action=setting.change')).body
    expect(items[0]).toMatchObject({
      after: { four_eyes_threshold: '2000000', flag: expect.stringContaining('without approval') },
    })
  })

  it('[ADMT-30] [ADMS-10] settings for approvals and confirmation need a second admin', async () => {
    const second = await app.admin({ firstName: 'Ruth', session: 'manual' })
    const waiting = async () => (await app.staff.get('/api/admin/approvals')).body.items
    const decide = (who: typeof second, decision: string) => async (id: string) =>
      (await who.post(`/api/admin/approvals/${id}`, { decision })).body.code ?? decision

    const response = await save({ four_eyes_threshold: '5000000', minimum_age: '26' }, ' more room ')
    expect([response.status, app.modules.settings.reads.current().four_eyes_threshold]).toEqual([202, 2_000_000])
    expect(app.modules.settings.reads.current().minimum_age, 'all of them or none').toBe(25)
    // Every requested setting shows the pending request, and no other does.
    const pendingRequest = { approvalId: response.body['approvalId'], askedBy: 'Sarah Nakato', isOwn: true }
    expect(await one('four_eyes_threshold')).toMatchObject({
      value: '2000000',
      waiting: [{ ...pendingRequest, value: '5000000' }],
    })
    expect(await one('minimum_age')).toMatchObject({ value: '25', waiting: [{ ...pendingRequest, value: '26' }] })
    expect((await shown()).filter(({ waiting: each }) => (each as readonly unknown[]).length > 0).length).toBe(2)
    const [approval] = await waiting()
    expect(approval).toMatchObject({
      id: response.body['approvalId'],
      kind: 'setting',
      subject: 'setting:four_eyes_threshold',
      subjectName: 'four_eyes_threshold: 2000000 → 5000000, minimum_age: 25 → 26',
      reason: 'more room',
      isOwn: true,
    })
    expect(await decide(app.staff, 'approve')(approval?.id ?? '')).toBe('APPROVAL_OWN')
    expect(await decide(second, 'approve')(approval?.id ?? '')).toBe('approve')
    expect(app.modules.settings.reads.current()).toMatchObject({ four_eyes_threshold: 5_000_000, minimum_age: 26 })
    const log = (await app.staff.get('/api/admin/audit?q=setting:four_eyes_threshold')).body.items
    expect(log[0]).toMatchObject({
      action: 'setting.change',
      after: { requestedBy: app.staff.id },
      reason: 'more room',
    })

    // A request never overwrites later changes.
    const outdated = await save({ four_eyes_threshold: '5500000', minimum_age: '27' })
    expect((await save({ minimum_age: '30' })).status).toBe(200)
    expect(await decide(second, 'approve')(String(outdated.body['approvalId']))).toBe('SETTING_REFUSED')
    expect(app.modules.settings.reads.current()).toMatchObject({ four_eyes_threshold: 5_000_000, minimum_age: 30 })
    expect(await decide(second, 'decline')(String(outdated.body['approvalId']))).toBe('decline')
    expect((await save({ minimum_age: '26' })).status).toBe(200)

    // A declined or outdated request changes nothing; an unchanged setting needs no approval.
    const off = await save({ admin_second_factor: 'true' })
    expect(await decide(second, 'decline')(String(off.body['approvalId']))).toBe('decline')
    expect(app.modules.settings.reads.current().admin_second_factor).toBe(false)
    const range = await save({ four_eyes_threshold: '6000000', minimum_withdrawal: '4000000' })
    const highest = await save({ maximum_withdrawal: '3000000' })
    expect(highest.status, 'money leaves by it').toBe(202)
    expect(await decide(second, 'approve')(String(highest.body['approvalId']))).toBe('approve')
    expect(await decide(second, 'approve')(String(range.body['approvalId']))).toBe('SETTING_REFUSED')
    expect((await save({ four_eyes_threshold: '5000000' })).status).toBe(200)
    expect((await save({ four_eyes_threshold: 'many' })).status).toBe(422)
  })

  it('[ADMT-30] [ADMS-10] a setting gets the value that the second admin approved, and repeated submissions create one request', async () => {
    const second = await app.admin({ firstName: 'Peace', session: 'manual' })
    const { minimum_age } = app.modules.settings.reads.current()
    const form = { four_eyes_threshold: '7000000', minimum_age: String(minimum_age) }
    const response = [await save(form), await save(form)].map(({ body }) => String(body['approvalId']))
    expect(response[0]).toBe(response[1])
    expect((await save({ minimum_age: String(minimum_age + 3) })).status).toBe(200)
    await second.post(`/api/admin/approvals/${response[0]}`, { decision: 'approve' })
    expect(app.modules.settings.reads.current()).toMatchObject({
      four_eyes_threshold: 7_000_000,
      minimum_age: minimum_age + 3,
    })
  })
})
