import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { authenticator } from '../../../../../../tests/support/authenticator.ts'
import { SESSION_COOKIE } from '../../../kernel/http/access/actor.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { TEST_PASSWORD } from '../../../testing/test-accounts.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture({ background: true, session: 'manual', config: { RATE_LIMIT_FACTOR: '1' } })
})
afterAll(() => app?.close())

const demand = (isDemanded: boolean) => app.set('admin_second_factor', isDemanded)

/** Logs in with the password alone, as on the login screen. */
async function signIn(phone: string): Promise<TestClient> {
  const browser = app.browser()
  const { cookies } = await browser.post('/api/auth/login', { phoneNumber: phone, password: TEST_PASSWORD })
  const cookie = cookies.find(({ name }) => name === SESSION_COOKIE)
  expect(cookie?.maxAge, 'ends with the browser').toBeUndefined()
  return browser
}

async function setUp(who: TestClient): Promise<{ code: () => string; recoveryCodes: string[] }> {
  const { body } = await who.post('/api/admin/second-factor')
  const codeAt = authenticator(String(body['secret']))
  const code = () => codeAt(app.clock.now())
  const enabled = await who.post<{ recoveryCodes: string[] }>('/api/admin/second-factor/enable', { code: code() })
  expect(enabled.status).toBe(200)
  return { code, recoveryCodes: enabled.body.recoveryCodes }
}

const users = async (who: TestClient) => {
  const { status, body } = await who.get('/api/admin/users')
  return body.code ?? status
}
const confirm = async (who: TestClient, proof: object) => {
  const { status, body } = await who.post('/api/admin/confirm', proof)
  return body.code ?? status
}

describe('staff sign-in', () => {
  it('[ADMS-05] [ADMX-06] staff sign-in needs only the password while no second factor is required', async () => {
    const { phone } = await app.admin({ session: 'manual' })
    expect(await users(await signIn(phone))).toBe(200)
  })

  it('[ADMS-05] staff without a second factor must set one up after the password, and can still sign in', async () => {
    const { phone } = await app.admin({ session: 'manual' })
    const before = await signIn(phone)
    await demand(true)
    const one = await signIn(phone)
    expect([await users(one), await users(before)]).toEqual(['SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_NEEDED'])
    expect((await one.get('/api/admin/me')).body).toMatchObject({
      secondFactor: 'unset',
      isSecondFactorDemanded: true,
    })
    const { code, recoveryCodes } = await setUp(one)
    expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10])
    expect(await users(one)).toBe(200)
    await demand(false)

    // The account now requires the second factor, even though the setting does not.
    app.clock.forward(MINUTE_MS)
    const again = await signIn(phone)
    expect([await users(again), await users(before)]).toEqual(['SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_NEEDED'])
    expect(await confirm(again, { password: TEST_PASSWORD })).toBe('SECOND_FACTOR_WRONG')
    expect(await confirm(again, { code: '000000' })).toBe('SECOND_FACTOR_WRONG')
    const used = code()
    expect([await confirm(again, { code: used }), await users(again)]).toEqual([200, 200])
    // A used code is rejected.
    expect(await confirm(await signIn(phone), { code: used })).toBe('SECOND_FACTOR_WRONG')
    expect((await again.post('/api/admin/second-factor')).body.code).toBe('SECOND_FACTOR_SET')

    // Without the app each recovery code works once, in any spelling.
    const third = await signIn(phone)
    const [first = ''] = recoveryCodes
    expect(await confirm(third, { code: first.toUpperCase().replace('-', ' ') })).toBe(200)
    expect(await confirm(third, { code: first })).toBe('SECOND_FACTOR_WRONG')
    expect((await third.get('/api/admin/me')).body['recoveryCodesLeft']).toBe(9)
    const { items } = (await third.get('/api/admin/audit?action=staff')).body
    expect(items.map(({ action, after }) => [action, after])).toEqual([
      ['staff.confirm-identity', { by: 'recovery-code' }],
      ['staff.confirm-identity', { by: 'code' }],
      ['staff.second-factor-set', null],
    ])
  })

  it('[AUTH-27] guessed authenticator codes are throttled across all sessions of a staff account that have not passed the second factor', async () => {
    const { phone } = await app.admin({ session: 'manual' })
    const { code } = await setUp(await signIn(phone))
    const owner = await signIn(phone)
    app.clock.forward(MINUTE_MS)
    const entered: unknown[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      entered.push(await confirm(attempt % 2 === 0 ? owner : await signIn(phone), { code: String(100_000 + attempt) }))
    }
    expect([entered.slice(0, 10), entered.at(-1)]).toEqual([Array(10).fill('SECOND_FACTOR_WRONG'), 'LOGIN_SLOWED'])
    expect(await confirm(owner, { code: code() })).toBe('LOGIN_SLOWED')
    app.clock.forward(MINUTE_MS)
    expect(await confirm(owner, { code: code() })).toBe(200)
  })

  it('[AUTH-27] guessed authenticator codes are also throttled in a staff session that has passed the second factor', async () => {
    const { phone } = await app.admin({ session: 'manual' })
    const owner = await signIn(phone)
    await setUp(owner)
    const entered: unknown[] = []
    for (let attempt = 0; attempt < 12; attempt++)
      entered.push(await confirm(owner, { code: String(100_000 + attempt) }))
    expect([entered.slice(0, 10), entered.at(-1)]).toEqual([Array(10).fill('SECOND_FACTOR_WRONG'), 'LOGIN_SLOWED'])
  })

  it('[AUTH-27] [ADMS-05] code guesses by someone who knows the password do not block the owner’s session, and the owner’s codes do not reset their count', async () => {
    const { phone } = await app.admin({ session: 'manual' })
    const owner = await signIn(phone)
    const { code } = await setUp(owner)
    const thief = await signIn(phone)
    let attempts = 100_000
    const attempt = () => confirm(thief, { code: String(++attempts) })
    const prove = () => {
      app.clock.forward(MINUTE_MS)
      return confirm(owner, { code: code() })
    }
    for (let no = 0; no < 10; no++) expect(await attempt()).toBe('SECOND_FACTOR_WRONG')
    app.clock.forward(MINUTE_MS)
    expect(await attempt()).toBe('SECOND_FACTOR_WRONG')
    expect([await attempt(), await confirm(owner, { code: code() })]).toEqual(['LOGIN_SLOWED', 200])
    expect(await prove()).toBe(200)
    expect([await attempt(), await attempt()]).toEqual(['SECOND_FACTOR_WRONG', 'LOGIN_SLOWED'])
    await expect.poll(attempt, { interval: 1, timeout: 30_000 }).toBe('RATE_LIMITED')
    expect(await prove()).toBe(200)
  })

  it('[AUTH-27] [ADMS-05] code guesses by someone who knows the password do not lock the owner out on a known device', async () => {
    const { phone } = await app.admin({ session: 'manual' })
    const owner = await signIn(phone)
    const { code } = await setUp(owner)
    const thief = await signIn(phone)
    for (let no = 0; no < 12; no++) await confirm(thief, { code: String(100_000 + no) })
    app.clock.forward(MINUTE_MS / 2)
    await owner.post('/api/auth/logout')
    await owner.post('/api/auth/login', { phoneNumber: phone, password: TEST_PASSWORD })
    await confirm(thief, { code: '100019' })
    expect(await confirm(thief, { code: '100020' })).toBe('LOGIN_SLOWED')
    expect(await confirm(owner, { code: code() })).toBe(200)
  })

  it('[ADMS-05] a staff session without the second factor cannot change the account', async () => {
    const { phone } = await app.admin({ session: 'manual' })
    const owner = await signIn(phone)
    await setUp(owner)
    const thief = await signIn(phone)
    const post = async (url: string, body: object, as: TestClient) => {
      const response = await as.post(url, body)
      return response.body.code ?? response.status
    }
    const currentPassword = TEST_PASSWORD
    const change = { currentPassword, newPassword: 'matooke-5521' }
    expect(await post('/api/auth/sessions/end-others', {}, thief)).toBe('SECOND_FACTOR_NEEDED')
    expect(await post('/api/auth/email', { email: 'thief@example.com', currentPassword }, thief)).toBe(
      'SECOND_FACTOR_NEEDED',
    )
    expect(await post('/api/auth/password/change', change, thief)).toBe('SECOND_FACTOR_NEEDED')
    expect(await post('/api/auth/password/change', change, owner)).toBe(200)
  })

  it('[ADMS-05] a staff session expires after half an hour without a request, and after twelve hours at the latest', async () => {
    const { phone } = await app.admin({ session: 'manual' })
    const idle = await signIn(phone)
    const busy = await signIn(phone)
    for (let minutes = 0; minutes < 11.5 * 60; minutes += 20) {
      expect(await users(busy), `after ${minutes} minutes`).toBe(200)
      app.clock.forward(20 * MINUTE_MS)
    }
    expect(await users(idle)).toBe('NOT_AUTHENTICATED')
    app.clock.forward(29 * MINUTE_MS)
    expect(await users(busy)).toBe('NOT_AUTHENTICATED')
  })
})
