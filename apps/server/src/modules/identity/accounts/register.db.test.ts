import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE_NAMES } from '@mupiira/domain/access/capabilities.ts'
import { OWN_PERMISSIONS, STAFF_ROLE_NAMES } from '@mupiira/domain/access/staff-roles.ts'
import { SESSION_COOKIE } from '../../../kernel/http/access/actor.ts'
import { DEVICE_COOKIE } from '../present-cookies.ts'
import { presentAccount } from './find-accounts.ts'
import { type IdentityFixture, identityFixture, FORM, newPhone, type UserBody } from '../testing/identity-fixture.ts'

let app: IdentityFixture
beforeAll(async () => {
  app = await identityFixture()
})
afterAll(() => app.close())

const register = (form: object) => app.browser().post<UserBody>('/api/auth/register', form)
const profilesOf = (phone: string) =>
  app.kernel.db.query(`select * from profiles where phone_number = $1`, [`+256${phone.slice(1)}`])

describe('POST /api/auth/register', () => {
  it('[OPS-02, AUTH-57, AUTH-63, AUTH-64, AUTH-65, AUTH-67, DATA-01, DATA-03, DATA-04] registration opens an account, its wallet and a session', async () => {
    const amina = app.browser()
    const answer = await amina.post<UserBody>('/api/auth/register', { ...FORM, nin: 'cm9001', nationality: 'Kenyan' })
    expect(answer.status).toBe(201)
    const { user } = answer.body
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: '256772000111@phone.invalid',
      phoneNumber: '+256772000111',
      name: '+256772000111',
      role: 'user',
      balance: '0.00',
      username: 'Amina',
      accountStatus: 'active',
      firstName: 'Amina',
      lastName: 'Nakato',
      userMetadata: { phone: '+256772000111', firstName: 'Amina', lastName: 'Nakato' },
      settings: {},
    })
    expect(await app.identity.profiles.byId(user.id)).toMatchObject({
      location: 'Kampala',
      nationality: 'Kenyan',
      createdAt: app.clock.now(),
    })
    expect(await app.wallet.accounts.balance(user.id)).toEqual({ balance: 0n, held: 0n })
    expect((await amina.get('/api/auth/session')).body).toEqual({ user })
    const cookie = answer.cookies.find((one) => one.name === SESSION_COOKIE)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 })
  })

  it('[AUTH-29] registration stores the password and the session token only as hashes', async () => {
    const brian = app.browser()
    const { user } = (await brian.post<UserBody>('/api/auth/register', { ...FORM, phoneNumber: newPhone() })).body
    const [credential] = await app.kernel.db.query<{ password_hash: string }>(
      `select password_hash from credentials where user_id = $1`,
      [user.id],
    )
    expect(credential?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const [stored] = await app.kernel.db.query<{ all: string }>(
      `select concat((select string_agg(s::text, ' ') from sessions s), (select string_agg(d::text, ' ') from known_devices d),
         (select string_agg(o.events::text, ' ') from outbox o)) as all`,
    )
    expect([...brian.cookies.keys()].sort()).toEqual([DEVICE_COOKIE, SESSION_COOKIE])
    for (const token of brian.cookies.values()) expect(stored?.all).not.toContain(token)
  })

  it('[DATA-02] the database accepts exactly the roles of the ROLES table', async () => {
    const [check] = await app.kernel.db.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'profiles_role_check'`,
    )
    const accepted = [...(check?.text ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)
    expect(new Set(accepted)).toEqual(new Set(ROLE_NAMES))
  })

  it('[ADMX-06] the database accepts exactly the staff roles of the domain', async () => {
    const [check] = await app.kernel.db.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'staff_roles_role_check'`,
    )
    const accepted = [...(check?.text ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)
    expect(new Set(accepted)).toEqual(new Set([...STAFF_ROLE_NAMES, OWN_PERMISSIONS]))
  })

  it('[DATA-02] registration creates an account with the role user; the only roles are user and admin', async () => {
    const { user } = (await register({ ...FORM, phoneNumber: newPhone() })).body
    expect(user.role).toBe('user')
    const become = (role: string) => app.asOwner(`update profiles set role = '${role}' where id = '${user.id}'`)
    await expect(become('owner')).rejects.toMatchObject({ constraint: 'profiles_role_check' })
    await become('admin')
    expect(await app.identity.profiles.byId(user.id)).toMatchObject({ role: 'admin' })
  })

  it('[AUTH-63] registration defaults the nationality to Ugandan', async () => {
    const { user } = (await register({ ...FORM, phoneNumber: newPhone() })).body
    expect(await app.identity.profiles.byId(user.id)).toMatchObject({ nationality: 'Ugandan' })
  })

  it('[AUTH-64] registration refuses invisible and direction-changing characters in names', async () => {
    const phoneNumber = newPhone()
    const names = { firstName: '\u202eAmina\u200b', lastName: '\ufeffNakato\u00ad O’Brien' }
    const answer = await app.browser().post('/api/auth/register', { ...FORM, ...names, phoneNumber })
    const { user } = answer.body
    expect(user).toMatchObject({ firstName: 'Amina', lastName: 'Nakato O’Brien', username: 'Amina' })
  })

  it.each([undefined, '', '   '])('[AUTH-51] registration accepts the last name %j', async (lastName) => {
    const { status, body } = await register({ ...FORM, lastName, phoneNumber: newPhone() })
    expect([status, body.user]).toMatchObject([201, { firstName: 'Amina', lastName: '' }])
    const profile = await app.identity.profiles.byId(body.user.id)
    expect(presentAccount(profile ?? undefined)?.name).toBe('Amina')
  })

  const missing = 'Please fill in all required fields and accept the terms'
  const phone = 'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)'
  it.each([
    ['AUTH-51', { firstName: '' }, 'FIELDS_MISSING', missing],
    ['AUTH-51', { firstName: undefined }, 'FIELDS_MISSING', missing],
    ['AUTH-51', { firstName: '\u200b\u3164' }, 'FIELDS_MISSING', missing],
    ['AUTH-51', { phoneNumber: '' }, 'FIELDS_MISSING', missing],
    ['AUTH-51', { password: '' }, 'FIELDS_MISSING', missing],
    ['AUTH-51', { location: '' }, 'FIELDS_MISSING', missing],
    ['AUTH-51', { location: 'Nairobi' }, 'FIELDS_MISSING', missing],
    ['AUTH-51', { acceptTerms: false }, 'FIELDS_MISSING', missing],
    ['AUTH-51', { acceptTerms: undefined }, 'FIELDS_MISSING', missing],
    ['AUTH-05', { phoneNumber: '12345' }, 'INVALID_PHONE', phone],
    ['AUTH-05', { phoneNumber: '0772000' }, 'INVALID_PHONE', phone],
    ['AUTH-05', { phoneNumber: 'call me' }, 'INVALID_PHONE', phone],
    ['AUTH-43', { nin: 'CM_9001' }, 'INVALID_NIN', 'Please enter a valid NIN '],
    ['AUTH-43', { nin: 'CM9001234567890' }, 'INVALID_NIN', 'Please enter a valid NIN '],
    ['AUTH-53', { password: '739' }, 'PASSWORD_TOO_SHORT', 'The password must have at least 4 characters.'],
    ['AUTH-54', { password: '0000' }, 'PASSWORD_TOO_COMMON', expect.stringContaining('too easy')],
    ['AUTH-54', { password: '1234' }, 'PASSWORD_TOO_COMMON', expect.stringContaining('too easy')],
    ['AUTH-54', { password: '772000333' }, 'PASSWORD_TOO_COMMON', expect.stringContaining('too easy')],
    ['D2', { password: 'm'.repeat(64) + 'a7'.repeat(40) }, 'INVALID_FIELDS', 'Please check the marked fields.'],
    ['AUTH-66', { role: 'admin' }, 'INVALID_FIELDS', 'Please check the marked fields.'],
    ['AUTH-66', { balance: 1_000_000 }, 'INVALID_FIELDS', 'Please check the marked fields.'],
    ['AUTH-66', { accountStatus: 'active' }, 'INVALID_FIELDS', 'Please check the marked fields.'],
    ['OPS-02', { firstName: 7 }, 'INVALID_FIELDS', 'Please check the marked fields.'],
  ])('[%s] a registration with %j is refused as %s', async (_id, fault, code, detail) => {
    const answer = await register({ ...FORM, phoneNumber: '0772000333', ...fault })
    expect(answer.body).toMatchObject({ status: 400, code, detail })
    expect(answer.cookies).toEqual([])
    expect(await profilesOf('0772000333')).toEqual([])
  })

  it('[AUTH-44, AUTH-53] registration applies nin_required and password_min_length', async () => {
    const set = (key: 'nin_required' | 'password_min_length', value: unknown) =>
      app.kernel.db.transaction((tx) =>
        app.modules.settings.commands.changeAll(
          tx,
          [{ key, value }],
          'aa000000-0000-7000-8000-000000000000',
          new Date(),
        ),
      )
    await set('nin_required', true)
    expect((await register({ ...FORM, phoneNumber: newPhone() })).body).toMatchObject({ code: 'INVALID_NIN' })
    const full = { ...FORM, phoneNumber: newPhone(), nin: 'cm90012345678x' }
    expect((await register(full)).status).toBe(201)
    await set('nin_required', false)
    await set('password_min_length', 12)
    expect((await register({ ...FORM, phoneNumber: newPhone() })).body).toMatchObject({
      code: 'PASSWORD_TOO_SHORT',
      detail: 'The password must have at least 12 characters.',
    })
    await set('password_min_length', 4)
  })

  it('[AUTH-52] registration allows one account per phone number, even for concurrent requests and other notations of the number', async () => {
    const number = newPhone()
    const forms = [number, `+256${number.slice(1)}`, `256 ${number.slice(1)}`, number.slice(1)]
    const answers = await Promise.all([...forms, ...forms].map((phoneNumber) => register({ ...FORM, phoneNumber })))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    const refused = answers.filter((answer) => answer.status !== 201)
    for (const answer of refused) {
      expect(answer.body).toMatchObject({
        status: 409,
        code: 'PHONE_TAKEN',
        detail: 'An account with this phone number already exists',
      })
    }
    expect(await profilesOf(number)).toHaveLength(1)
  })

  it('[AUTH-58, AUTH-62] a failed registration stores nothing', async () => {
    const number = newPhone()
    await app.asOwner('revoke insert on credentials from mupiira_app')
    const answer = await register({ ...FORM, phoneNumber: number })
    await app.asOwner('grant insert on credentials to mupiira_app')
    expect(answer.body).toMatchObject({ status: 503, detail: 'Registration failed. Please try again later.' })
    expect(answer.headers['retry-after']).toBeDefined()
    expect(await profilesOf(number)).toEqual([])
    expect((await register({ ...FORM, phoneNumber: number })).status).toBe(201)
  })
})
