import { dayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../../../kernel/http/access/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import { createPasswords, type Passwords, PasswordsBusy } from '../login/passwords.ts'
import { verifyPassword } from '../login/verify-password.ts'
import { createSecondFactor } from '../login/second-factor.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import {
  type IdentityFixture,
  identityFixture,
  BUSY,
  FORM,
  type RegisteredPlayer,
  tokenOf,
  type UserBody,
} from '../testing/identity-fixture.ts'
import { openSession } from './sessions.repository.ts'

let app: IdentityFixture
beforeAll(async () => {
  app = await identityFixture()
})
afterAll(() => app.close())

const person = () => app.register()

async function elsewhere({ phoneNumber }: RegisteredPlayer, password: string = FORM.password): Promise<TestClient> {
  const browser = app.browser()
  await browser.post('/api/auth/login', { phoneNumber, password })
  return browser
}

const change = (browser: TestClient, newPassword: string, currentPassword: string = FORM.password) =>
  browser.post('/api/auth/password/change', { currentPassword, newPassword })
const isLoggedIn = async (browser: TestClient): Promise<boolean> => (await browser.get('/api/wallet')).status === 200
/** An ended session may still be accepted for a moment, until its end has reached all nodes. */
async function expectLoggedOut(browser: TestClient): Promise<void> {
  await expect.poll(() => isLoggedIn(browser)).toBe(false)
}

describe('POST /api/auth/password/change', () => {
  it('[OPS-02, ACCT-24] after a password change only the new password is accepted at login, and other sessions have ended', async () => {
    const one = await person()
    const other = await elsewhere(one)
    const answer = await change(one.browser, 'matooke-5521')
    expect(answer.body).toEqual({ success: true })
    await expectLoggedOut(other)
    expect(await isLoggedIn(one.browser)).toBe(true)
    expect(await isLoggedIn(await elsewhere(one, 'matooke-5521'))).toBe(true)
    expect(tokenOf(await elsewhere(one))).toBe('')
  })

  it('[AUTH-28] a password change makes every other browser an unknown device', async () => {
    const one = await person()
    const thief = await elsewhere(one)
    await change(one.browser, 'matooke-5521')
    for (const [browser, compared] of [
      [thief, 6],
      [one.browser, 8],
    ] as const) {
      const codes: string[] = []
      for (let at = 0; at < 8; at++) {
        const attempt = { phoneNumber: one.phoneNumber, password: `guess-${at}` }
        codes.push((await browser.post('/api/auth/login', attempt)).body.code ?? '')
      }
      expect(codes.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(compared)
    }
  })

  it('[ACCT-24] a password change gives the current session a new token and invalidates the old token', async () => {
    const one = await person()
    const thief = app.browser()
    thief.cookies.set(SESSION_COOKIE, tokenOf(one.browser))
    expect(await isLoggedIn(thief)).toBe(true)
    const sessionOf = async () => (await one.browser.get('/api/auth/sessions')).body.items
    const before = await sessionOf()
    const answer = await change(one.browser, 'matooke-5521')
    expect(answer.cookies).toMatchObject([{ name: SESSION_COOKIE, httpOnly: true, maxAge: 30 * 86_400 }])
    await expectLoggedOut(thief)
    expect((await sessionOf()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it('[ACCT-20] a wrong current password changes nothing, and wrong attempts are throttled', async () => {
    const one = await person()
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) statuses.push((await change(one.browser, 'matooke-5521', `guess-${i}`)).status)
    expect(statuses.filter((status) => status === 422).length).toBe(11)
    const throttled = await change(one.browser, 'matooke-5521')
    expect(throttled.body).toMatchObject({ status: 429, code: 'LOGIN_SLOWED' })
    app.clock.forward(3_600_000)
    expect((await change(one.browser, 'matooke-5521')).status).toBe(200)
  })

  it.each([
    ['ACCT-18', 'abc', 'New password must be at least 4 characters.'],
    ['AUTH-54', '1234', 'This password is too easy to guess. Please choose another one.'],
    ['AUTH-54', 'x'.repeat(129), 'Please check the marked fields.'],
  ])('[%s] a change to the password %s is refused with "%s"', async (_id, password, detail) => {
    const one = await person()
    expect((await change(one.browser, password)).body).toMatchObject({ status: 400, detail })
  })

  it('[AUTH-54] digits of the account’s phone number are refused as the new password', async () => {
    const one = await person()
    expect((await change(one.browser, one.phoneNumber.slice(-6))).body.code).toBe('PASSWORD_TOO_COMMON')
  })

  it('[ACCT-20] [ACCT-24] the old password is refused as the new one, without revealing whether it is correct', async () => {
    const one = await person()
    for (const typed of [FORM.password, 'guess-5521'])
      expect((await change(one.browser, typed, typed)).body).toMatchObject({ status: 400, code: 'NEW_PASSWORD_SAME' })
    expect((await change(one.browser, 'matooke-5521')).status).toBe(200)
  })

  it('[ACCT-20] a password not compared because the server is busy does not count as wrong', async () => {
    const one = await person()
    const userId: string = (await one.browser.get<UserBody>('/api/auth/session')).body.user.id
    const proof = { userId, password: FORM.password, hash: '' }
    const parts = { db: app.kernel.db, passwords: BUSY }
    for (let i = 0; i < 12; i++)
      await expect(verifyPassword(parts, proof, app.clock.now())).rejects.toThrow(PasswordsBusy)
    expect((await change(one.browser, 'matooke-5521')).status).toBe(200)
  })

  it('[ACCT-24] only one of two concurrent password changes succeeds', async () => {
    const one = await person()
    const answers = await Promise.all(['plantain-1', 'plantain-2'].map((each) => change(one.browser, each)))
    // The refused request had an ended session or an outdated current password.
    const [changed, refused] = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(changed).toBe(200)
    expect([401, 422]).toContain(refused)
  })

  it('[OPS-02] a password change needs a session', async () => {
    expect((await change(app.browser(), 'matooke-5521')).status).toBe(401)
  })
})

it('[AUTH-27] a staff password not compared because the server is busy does not count as an attempt', async () => {
  const one = await person()
  const userId: string = (await one.browser.get<UserBody>('/api/auth/session')).body.user.id
  const who = { userId, sessionId: newId() }
  const parts = { db: app.kernel.db, outbox: app.kernel.outbox, key: 'a key', demandsSecondFactor: () => false }
  const prove = (passwords: Passwords) =>
    createSecondFactor({ ...parts, passwords }).prove(
      who,
      { password: FORM.password },
      () => Promise.resolve(),
      app.clock.now(),
    )
  for (let i = 0; i < 12; i++) await expect(prove(BUSY)).rejects.toThrow(PasswordsBusy)
  expect(await prove(createPasswords())).toEqual({ ok: true })
})

describe('the sessions of an account', () => {
  type Listed = { readonly id: string; readonly isCurrent: boolean; readonly lastSeenAt: string }
  type Sessions = { readonly lastLoginAt: string | null; readonly items: readonly Listed[] }
  const sessions = async (browser: TestClient) => (await browser.get<Sessions>('/api/auth/sessions')).body

  it('[PLAY-08, OPS-02] the sessions of an account are listed with browser and last login', async () => {
    const one = await person()
    expect(await sessions(one.browser)).toMatchObject({ lastLoginAt: null, items: [{ isCurrent: true }] })
    // Registration counts as a login.
    const registered = app.clock.now().toISOString()
    app.clock.forward(60_000)
    const first = app.clock.now().toISOString()
    expect(await sessions(await elsewhere(one))).toMatchObject({ lastLoginAt: registered })
    app.clock.forward(60_000)
    const again = app.browser()
    const { phoneNumber } = one
    const login = await again.post('/api/auth/login', { phoneNumber, password: FORM.password })
    expect(login.body.lastLoginAt).toBe(first)
    const listed = await sessions(again)
    expect(listed.lastLoginAt).toBe(first)
    expect(listed.items).toHaveLength(3)
    expect(listed.items.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
    expect(JSON.stringify(listed)).not.toContain(tokenOf(again))
  })

  it('[PLAY-08] the list of sessions shows the correct day of last use for a session used again within 24 hours', async () => {
    const one = await person()
    const other = app.browser()
    const { phoneNumber } = one
    await other.post('/api/auth/login', { phoneNumber, password: FORM.password, keepLoggedIn: true })
    const now = app.clock.now()
    app.clock.forward(startOfNextDay(now).getTime() - now.getTime() + 60_000)
    await other.get('/api/auth/session')
    const today = dayKey(app.clock.now())
    const listed = (await sessions(one.browser)).items.map(({ lastSeenAt }) => lastSeenAt)
    expect(listed.map((at: string) => dayKey(new Date(at)))).toEqual([today, today])
  })

  it('[PLAY-08, OPS-02] a player can end any of their other sessions, and a session of another account is not found', async () => {
    const one = await person()
    const other = await elsewhere(one)
    const { items } = await sessions(one.browser)
    const target = items[1]?.id
    const visitor = (await person()).browser
    expect((await visitor.delete(`/api/auth/sessions/${target}`)).status).toBe(404)
    expect((await one.browser.delete(`/api/auth/sessions/${items[0]?.id}`)).body.code).toBe('SESSION_NOT_FOUND')
    expect(await isLoggedIn(other)).toBe(true)
    expect((await one.browser.delete(`/api/auth/sessions/${target}`)).body).toEqual({ success: true })
    await expectLoggedOut(other)
    expect(await isLoggedIn(one.browser)).toBe(true)
    expect((await one.browser.delete(`/api/auth/sessions/${target}`)).status).toBe(404)
  })

  it('[PLAY-08, OPS-02] a player can end all other sessions at once', async () => {
    const one = await person()
    const others = [await elsewhere(one), await elsewhere(one)]
    expect((await one.browser.post('/api/auth/sessions/end-others')).body).toEqual({ ended: 2 })
    await Promise.all(others.map(expectLoggedOut))
    expect(await isLoggedIn(one.browser)).toBe(true)
    expect((await app.browser().post('/api/auth/sessions/end-others')).status).toBe(401)
  })
})

describe('the profile of an account', () => {
  it('[AUTH-71] POST /api/auth/profile returns the profile of the account', async () => {
    const { browser, phoneNumber } = await person()
    expect((await browser.post('/api/auth/profile')).body).toEqual({
      success: true,
      profileExists: true,
      profileCreated: false,
      username: 'Amina',
      email: expect.stringContaining(phoneNumber.slice(1)),
      balance: 0,
      balanceFixed: false,
      errorCode: null,
      message: 'The profile exists.',
    })
  })

  it('[AUTH-69] a session cannot exist without a profile', async () => {
    await expect(openSession(app.kernel.db, { userId: newId(), isPersistent: true }, app.clock.now())).rejects.toThrow(
      /foreign key/,
    )
  })
})

describe('PUT /api/account/settings', () => {
  const save = ({ browser }: RegisteredPlayer, changes: object) => browser.put('/api/account/settings', changes)
  const settingsOf = async ({ browser }: RegisteredPlayer) =>
    (await browser.get<UserBody>('/api/auth/session')).body.user.settings

  it('[PLAY-11] saved settings appear in the session, a change of one setting keeps the other settings, and null restores the initial value', async () => {
    const [one, other] = [await person(), await person()]
    expect((await save(one, { default_stake: 30_000 })).body).toEqual({ settings: { default_stake: 30_000 } })
    expect((await save(one, { hide_balance: true })).body).toEqual({
      settings: { default_stake: 30_000, hide_balance: true },
    })
    expect(await settingsOf(one)).toEqual({ default_stake: 30_000, hide_balance: true })
    expect((await save(one, { default_stake: null })).body).toEqual({ settings: { hide_balance: true } })
    expect(await settingsOf(one)).toEqual({ hide_balance: true })
    expect(await settingsOf(other)).toEqual({})
  })

  it.each([
    ['an unknown setting', { sound: true }],
    ['an amount below the minimum', { default_stake: 0 }],
    ['an amount with cents', { default_stake: 10.5 }],
    ['an amount as text', { default_stake: '30000' }],
    ['a flag as a number', { hide_balance: 1 }],
  ])('[PLAY-11] a request with %s changes no setting', async (_, wrong) => {
    const one = await person()
    await save(one, { default_stake: 30_000 })
    expect((await save(one, { hide_balance: true, ...wrong })).status).toBe(400)
    expect(await settingsOf(one)).toEqual({ default_stake: 30_000 })
  })
})
