import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStaffAccounts } from './staff-accounts.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'

let app: AdminFixture
let staffing: ReturnType<typeof createStaffAccounts>

beforeAll(async () => {
  app = await adminFixture({ background: true, session: 'manual' })
  staffing = createStaffAccounts(app.kernel, { audit: app.modules.audit.commands, identity: app.modules.identity })
})
afterAll(() => app?.close())

const RUTH = {
  phoneNumber: '0772 400 500',
  name: 'Ruth Nansubuga',
  password: 'kiwatule-8812',
  role: 'manager',
} as const

const signsIn = async () => {
  const body = { phoneNumber: RUTH.phoneNumber, password: RUTH.password }
  return (await app.browser().post('/api/auth/login', body)).body['user']
}

describe('npm run admin:create', () => {
  it('[AUTH-66] [OPS-04] npm run admin:create creates a member of staff who can log in, with an audit entry', async () => {
    const response = await staffing.create(RUTH)
    expect(response.isDone).toBe(true)
    expect(await signsIn()).toMatchObject({ role: 'admin', firstName: 'Ruth', lastName: 'Nansubuga' })
    const { items } = (await app.staff.get('/api/admin/audit?action=staff')).body
    expect(items).toMatchObject([
      { action: 'staff.create', actorId: null, actorName: 'Server command', address: 'the server' },
    ])
  })

  it.each([
    ['an invalid number', { phoneNumber: '12' }, 'valid 9-digit phone number'],
    ['a number in use', { phoneNumber: '772400500' }, 'already'],
    ['no name', { phoneNumber: '772400501', name: ' ' }, 'a name'],
    ['a short password', { phoneNumber: '772400501', password: 'kiwatule' }, 'at least 10 characters'],
    ['the phone number as password', { phoneNumber: '772400501', password: '0772400501' }, 'not be easy to guess'],
  ])('npm run admin:create refuses %s', async (_what, change, text) => {
    const response = await staffing.create({ ...RUTH, ...change })
    expect([response.isDone, response.text]).toEqual([false, expect.stringContaining(text)])
  })

  it('[AUTH-51] npm run admin:create accepts a single name', async () => {
    const response = await staffing.create({ ...RUTH, phoneNumber: '772400502', name: 'Ruth' })
    expect(response.text).toContain('Ruth can log in with +256772400502')
  })

  it('[ADMS-05] npm run admin:create disables a lost second factor', async () => {
    expect(await staffing.resetSecondFactor(RUTH.phoneNumber)).toMatchObject({ isDone: false })
    expect(await staffing.resetSecondFactor('772999888')).toMatchObject({ isDone: false })
    const place = { page: 1, pageSize: 1, after: null }
    const { items: accounts } = await app.modules.identity.profiles.list({ q: RUTH.phoneNumber }, place)
    const userId = accounts[0]?.id ?? ''
    // A newer account has the first account's number in its e-mail address.
    const other = await app.player()
    await app.asOwner(`update profiles set email = '256772400500@example.com' where id = '${other.id}'`)
    await app.modules.identity.secondFactor.begin(userId, app.clock.now())
    await app.kernel.db.change('update second_factors set enabled_at = $1', [app.clock.now()])
    expect(await app.modules.identity.secondFactor.isSet(app.kernel.db, userId)).toBe(true)
    expect(await staffing.resetSecondFactor(RUTH.phoneNumber)).toMatchObject({ isDone: true })
    expect(await app.modules.identity.secondFactor.isSet(app.kernel.db, userId)).toBe(false)
  })
})
