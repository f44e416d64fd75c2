import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffListItem } from '@mupiira/contract/admin-staff.ts'
import type { StaffPermissions } from '@mupiira/domain/access/staff-roles.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'

let app: AdminFixture
/** The fixture's member of staff is the first manager. */
let manager: TestAccount
let second: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  manager = app.staff
  second = await app.admin({ firstName: 'Brian' })
})
afterAll(() => app?.close())

const of = async (id: string, reader = manager): Promise<StaffListItem> => {
  const { body } = await reader.get<{ items: StaffListItem[] }>('/api/admin/staff')
  const item = body.items.find((each) => each.id === id)
  if (item === undefined) throw new Error(`${id} is not listed`)
  return item
}
const change = async (by: TestAccount, id: string, permissions: StaffPermissions) =>
  by.post<{ approvalId: string | null; code?: string }>(`/api/admin/staff/${id}/permissions`, {
    permissions,
    seen: (await of(id, second)).givenAt,
    reason: 'another department',
  })
const decide = (by: TestAccount, id: string | null | undefined, decision = 'approve') =>
  by.post<{ code?: string }>(`/api/admin/approvals/${id ?? ''}`, { decision })
const leave = (by: TestAccount, id: string) => by.post(`/api/admin/staff/${id}/leave`, { reason: 'the contract ended' })

describe('roles of staff', () => {
  it('[ADMX-06] [ADMT-30] a new role waits for another manager, then ends the sessions and takes effect', async () => {
    const ruth = await app.admin({ firstName: 'Ruth', permissions: { role: 'care' } })
    expect((await ruth.get('/api/admin/users')).status).toBe(200)
    expect((await ruth.get('/api/admin/fixtures')).status).toBe(403)
    const asked = await change(manager, ruth.id, { role: 'trader' })
    expect(asked.status).toBe(202)
    expect((await decide(manager, asked.body.approvalId)).body.code).toBe('APPROVAL_OWN')
    expect((await of(ruth.id)).permissions).toEqual({ role: 'care' })
    expect((await decide(second, asked.body.approvalId)).status).toBe(200)
    expect(await of(ruth.id)).toMatchObject({ permissions: { role: 'trader' }, sessions: 0 })
    expect((await ruth.get('/api/admin/users')).status).toBe(401)
    await ruth.signIn()
    expect((await ruth.get('/api/admin/users')).status).toBe(403)
    expect((await ruth.get('/api/admin/fixtures')).status).toBe(200)
    expect((await app.staffActions(`user:${ruth.id}`)).at(-1)).toMatchObject({
      action: 'staff.change-role',
      actor: second.id,
      after: { role: 'Trader', requestedBy: manager.id },
      reason: 'another department',
    })
    const before = `select before->>'role' as role from audit_log where subject = 'user:${ruth.id}' order by id desc limit 1`
    expect(await app.kernel.db.query(before)).toEqual([{ role: 'Customer care' }])
  })

  it('[ADMX-06] an own set of permissions holds its capabilities and the console', async () => {
    const sam = await app.admin({ firstName: 'Sam', permissions: { role: 'care' } })
    const own = { role: 'own', title: 'Night shift', capabilities: ['admin:bets:read'] } as const
    const asked = await change(manager, sam.id, own)
    expect((await decide(second, asked.body.approvalId)).status).toBe(200)
    await sam.signIn()
    const { body } = await sam.get<{ capabilities: string[] }>('/api/admin/me')
    expect(body.capabilities).toEqual(['admin:enter', 'admin:bets:read'])
    expect((await sam.get('/api/admin/users')).status).toBe(403)
    expect((await sam.get('/api/admin/bets')).status).toBe(200)
  })

  it('[ADMX-06] a person who left loses open sessions at once, and returns with a new role', async () => {
    const tom = await app.admin({ firstName: 'Tom', permissions: { role: 'finance' } })
    expect((await tom.get('/api/admin/transactions')).status).toBe(200)
    expect((await leave(manager, tom.id)).status).toBe(200)
    expect((await tom.get('/api/admin/transactions')).status).toBe(403)
    await tom.signIn()
    expect((await tom.get('/api/admin/transactions')).status).toBe(403)
    expect(await of(tom.id)).toMatchObject({
      permissions: null,
      accountStatus: 'suspended',
      leftAt: expect.any(String),
    })
    const asked = await change(manager, tom.id, { role: 'care' })
    expect((await decide(second, asked.body.approvalId)).status).toBe(200)
    expect(await of(tom.id)).toMatchObject({ permissions: { role: 'care' }, accountStatus: 'active', leftAt: null })
  })

  it('[ADMX-06] staff cannot change their own role, so the last manager stays', async () => {
    const own = await manager.post<{ code: string }>(`/api/admin/staff/${manager.id}/permissions`, {
      permissions: { role: 'care' },
      seen: (await of(manager.id)).givenAt,
      reason: 'a rest',
    })
    expect(own.body.code).toBe('OWN_ACCOUNT')
    expect((await leave(manager, manager.id)).body).toMatchObject({ code: 'OWN_ACCOUNT' })
    const asked = await change(manager, second.id, { role: 'care' })
    expect((await decide(second, asked.body.approvalId)).body.code).toBe('OWN_ACCOUNT')
    expect((await decide(manager, asked.body.approvalId, 'decline')).status).toBe(200)
  })

  it('[ADMX-06] staff cannot give rights that they lack, or manage colleagues with more rights', async () => {
    const capabilities = ['admin:staff:read', 'admin:staff:edit', 'admin:bets:read'] as const
    const clerk = await app.admin({ permissions: { role: 'own', title: 'Office', capabilities } })
    const ruth = await app.admin({ permissions: { role: 'own', title: 'Reader', capabilities: ['admin:bets:read'] } })
    expect((await change(clerk, ruth.id, { role: 'finance' })).body.code).toBe('STAFF_RIGHTS')
    expect((await leave(clerk, manager.id)).body).toMatchObject({ code: 'STAFF_RIGHTS' })
    expect((await of(manager.id, clerk)).isManageable).toBe(false)
    expect((await leave(clerk, ruth.id)).status).toBe(200)
  })

  it('[ADMX-06] a change of a role that has changed since, or of a player, is refused', async () => {
    const ruth = await app.admin({ permissions: { role: 'care' } })
    const stale = { permissions: { role: 'risk' }, seen: null, reason: 'another department' }
    const path = (id: string) => `/api/admin/staff/${id}/permissions`
    expect((await manager.post(path(ruth.id), stale)).body).toMatchObject({ code: 'STAFF_CHANGED' })
    const player = await app.player()
    expect((await manager.post(path(player.id), stale)).body).toMatchObject({ code: 'STAFF_NOT_FOUND' })
  })
})

describe('approvals by role', () => {
  it('[ADMT-30] an approver without the capability of the action is refused', async () => {
    const trader = await app.admin({ permissions: { role: 'trader' } })
    const finance = await app.admin({ permissions: { role: 'finance' } })
    const player = await app.player()
    const asked = await finance.post<{ approvalId: string }>(
      `/api/admin/users/${player.id}/top-up`,
      { amount: 2_000_000, description: 'a late payment' },
      { headers: { 'idempotency-key': 'top-up-by-finance' } },
    )
    expect(asked.status).toBe(202)
    const { approvalId } = asked.body
    expect((await decide(trader, approvalId)).body.code).toBe('APPROVAL_ROLE')
    expect((await decide(trader, approvalId, 'decline')).body.code).toBe('APPROVAL_ROLE')
    const { body } = await trader.get<{ items: { id: string; mayDecide: boolean }[] }>('/api/admin/approvals')
    expect(body.items.find(({ id }) => id === approvalId)?.mayDecide).toBe(false)
    expect((await decide(second, approvalId)).status).toBe(200)
  })
})

describe('invitations and second factors', () => {
  const invite = (by: TestAccount, phoneNumber: string) =>
    by.post<{ id: string; approvalId: string | null }>('/api/admin/staff', {
      phoneNumber,
      name: 'Grace Achieng',
      permissions: { role: 'marketing' },
      reason: 'a new colleague',
    })

  it('[ADMX-06] [AUTH-66] an invited colleague sets a password by SMS code, and may act once another manager has approved', async () => {
    const invited = await invite(manager, '0772 555 001')
    expect(invited).toMatchObject({ status: 201, body: { approvalId: expect.any(String) } })
    const { id, approvalId } = invited.body
    expect(Object.keys(invited.body).toSorted()).toEqual(['approvalId', 'id'])
    const grace = app.browser()
    const newPassword = 'matooke-5521-night'
    await grace.post('/api/auth/password/forgot', { emailOrPhone: '0772555001' })
    await app.sendRecoveries()
    const code = /^\d{6}/.exec(app.messages.sent.at(-1)?.text ?? '')?.[0] ?? ''
    expect((await grace.post('/api/auth/password/reset', { code, newPassword })).status).toBe(200)
    const login = () => grace.post('/api/auth/login', { phoneNumber: '0772555001', password: newPassword })
    expect((await login()).status).toBe(200)
    expect((await grace.get('/api/admin/notices')).status).toBe(403)
    expect((await decide(second, approvalId)).status).toBe(200)
    expect((await login()).status).toBe(200)
    expect((await grace.get('/api/admin/notices')).status).toBe(200)
    expect(await of(id)).toMatchObject({ name: 'Grace Achieng', permissions: { role: 'marketing' }, sessions: 1 })
    expect((await invite(manager, '0772555001')).body).toMatchObject({ code: 'STAFF_PHONE_TAKEN' })
  })

  it('[ADMX-06] the role of an invited person who has left is not given afterwards', async () => {
    const { id, approvalId } = (await invite(manager, '0772 555 002')).body
    expect((await leave(manager, id)).status).toBe(200)
    expect((await decide(second, approvalId)).body.code).toBe('STAFF_CHANGED')
    expect(await of(id)).toMatchObject({ permissions: null, accountStatus: 'suspended' })
  })

  it('[ADMS-05] a lost second factor is removed and its sessions end', async () => {
    const ruth = await app.admin({ permissions: { role: 'care' } })
    const reset = () => manager.post(`/api/admin/staff/${ruth.id}/second-factor/reset`, { reason: 'lost phone' })
    expect((await reset()).body).toMatchObject({ code: 'SECOND_FACTOR_UNSET' })
    await app.asOwner(`insert into second_factors (user_id, encrypted_secret, created_at, enabled_at)
      values ('${ruth.id}', 'sealed', now(), now())`)
    expect((await reset()).status).toBe(200)
    expect(await of(ruth.id)).toMatchObject({ hasSecondFactor: false, sessions: 0 })
  })
})

describe('two managers at once', () => {
  it('[ADMX-06] only one of two managers who remove each other succeeds', async () => {
    const [amina, joel] = [await app.admin({ firstName: 'Amina' }), await app.admin({ firstName: 'Joel' })]
    const statuses = await Promise.all([leave(amina, joel.id), leave(joel, amina.id)])
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
    const states = [await of(amina.id), await of(joel.id)].map(({ permissions }) => permissions === null)
    expect(states.filter(Boolean)).toHaveLength(1)
  })

  it('[ADMX-06] a manager who is suspended cannot suspend the colleague at the same time', async () => {
    const [amina, joel] = [await app.admin({ firstName: 'Amina' }), await app.admin({ firstName: 'Joel' })]
    const suspend = amina.post(`/api/admin/users/${joel.id}/status`, { newStatus: 'suspended', reason: 'a test' })
    const statuses = await Promise.all([suspend, leave(joel, amina.id)])
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
