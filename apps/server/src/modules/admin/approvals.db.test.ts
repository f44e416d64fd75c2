import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Approval } from '@mupiira/contract/adjustments.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'

let app: AdminFixture
let trader: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  trader = await app.admin({ firstName: 'Joel', permissions: { role: 'trader' } })
})
afterAll(() => app?.close())

const generous = (id: string, odds: object = { '1': 900 }) =>
  app.put(`/api/admin/games/${id}/markets/1x2`, { odds, reason: 'the line-ups' })
const waiting = async () => (await app.get('/api/admin/approvals')).body['items'] as Approval[]
const requestFor = async (id: string) => (await waiting()).find(({ subject }) => subject === `game:${id}`)
const approve = (request: Approval | undefined, who = trader) =>
  who.post(`/api/admin/approvals/${request?.id}`, { decision: 'approve' })
const ownOdds = async (id: string) =>
  (await app.kernel.db.query<{ controls: object }>('select controls from game_offers where game_id = $1', [id]))[0]
    ?.controls

describe('a request for approval', () => {
  it('[ADMT-30] expires after a day for every kind, with an audit entry, and the same request can then be made again', async () => {
    const { id } = await app.game()
    expect((await generous(id)).body['code']).toBe('ODDS_WAIT')
    const request = await requestFor(id)
    expect(request?.expiresAt).toBe(new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString())
    app.clock.forward(24 * HOUR_MS)
    // Even before the job has run.
    expect((await approve(request)).body['code']).toBe('APPROVAL_EXPIRED')
    expect(await requestFor(id)).toBeUndefined()
    expect(await app.modules.admin.expireApprovals()).toBe(1)
    expect(await app.modules.admin.expireApprovals()).toBe(0)
    expect((await approve(request)).body['code']).toBe('APPROVAL_EXPIRED')
    expect((await app.staffActions(`game:${id}`)).at(-1)).toMatchObject({
      actor: null,
      action: 'approval.expire',
      reason: 'the line-ups',
      after: { kind: 'manual-odds' },
    })
    expect(await ownOdds(id)).toEqual({})
    const soon = await app.game()
    expect((await generous(soon.id)).body['code']).toBe('ODDS_WAIT')
    expect((await approve(await requestFor(soon.id))).status).toBe(200)
  })

  it('[ADMT-30] manual odds are refused if the market or its model has changed since the request, and the request names stakes and a suspension', async () => {
    const { id } = await app.game()
    const body = { odds: { '1': 900 }, mostStake: { '1': 5_000_000 }, suspended: true, reason: 'the line-ups' }
    await app.put(`/api/admin/games/${id}/markets/1x2`, body)
    const request = await requestFor(id)
    expect(request?.subjectName).toMatch(/; maximum stake of Vipers SC \d+ no limit → UGX 5,000,000; market suspended$/)
    const lower = { odds: { X: 3 }, reason: 'quiet' }
    expect((await app.put(`/api/admin/games/${id}/markets/1x2`, lower)).status).toBe(200)
    const refused = await approve(request)
    expect(refused.body).toMatchObject({ code: 'APPROVAL_OUTDATED', detail: expect.stringContaining('This market') })
    expect(await ownOdds(id)).toMatchObject({ '1x2': { odds: { X: 300 } } })
    const other = await app.game()
    await generous(other.id, { '1': 4 })
    // The home side becomes the clear favourite, so the same odds cost far more.
    await app.changeGame(other.id, { homeOdds: 120, drawOdds: 700, awayOdds: 1_500 })
    expect((await approve(await requestFor(other.id))).body['code']).toBe('APPROVAL_OUTDATED')
  })
})

describe('who counts as a second approver', () => {
  const approvalFor = async (who: TestAccount) =>
    ((await who.get(`/api/admin/games/${(await app.game()).id}/markets`)).body['manualOdds'] as { approval: string })
      .approval

  it('[ADMT-30] only active staff who may approve this kind and have set up their second factor', async () => {
    expect(await approvalFor(app.staff)).toBe('wait')
    // A colleague with another role cannot approve odds. The role was given by another person.
    await app.asOwner(
      `update staff_roles set ended_at = now(), ended_by = '${trader.id}' where user_id = '${trader.id}'`,
    )
    await app.asOwner(`insert into staff_roles (user_id, role, given_at) values ('${trader.id}', 'finance', now())`)
    expect(await approvalFor(app.staff)).toBe('alone')
    const invited = await app.admin({ firstName: 'Grace', permissions: { role: 'trader' } })
    expect(await approvalFor(app.staff)).toBe('wait')
    await app.set('admin_second_factor', true)
    await app.asOwner(`insert into second_factors (user_id, encrypted_secret, created_at, enabled_at)
      select id, 'sealed', now(), now() from profiles where id = '${app.staff.id}'`)
    await app.asOwner(`update credentials set last_login_at = null where user_id = '${invited.id}'`)
    const evaluate = (actorId: string) =>
      app.modules.identity.staff.holders(app.kernel.db, ['admin:odds:edit'], {
        former: { since: app.clock.now(), endedBy: actorId },
        mustUseSecondFactor: true,
      })
    expect(await evaluate(app.staff.id)).toEqual([app.staff.id])
    await app.asOwner(`update credentials set last_login_at = now() where user_id = '${invited.id}'`)
    expect(await evaluate(app.staff.id)).toHaveLength(2)
  })
})
