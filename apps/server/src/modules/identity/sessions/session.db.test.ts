import { ugx } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transactionOfOwner } from '../../../kernel/db/owner.ts'
import { lockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { SESSION_COOKIE } from '../../../kernel/http/access/actor.ts'
import { newId } from '../../../kernel/ids.ts'
import { HOUSE } from '../../wallet/index.ts'
import { changeToken, findSession, openSession, pruneSessions } from './sessions.repository.ts'
import { hashToken } from './tokens.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import {
  type IdentityFixture,
  identityFixture,
  FORM,
  type RegisteredPlayer,
  tokenOf,
} from '../testing/identity-fixture.ts'

let app: IdentityFixture
beforeAll(async () => {
  app = await identityFixture()
})
afterAll(() => app.close())

async function signedIn(keepLoggedIn = true): Promise<RegisteredPlayer> {
  const player = await app.register()
  const { browser, phoneNumber } = player
  await browser.post('/api/auth/login', { phoneNumber, password: FORM.password, keepLoggedIn })
  return player
}

const setStatus = (id: string, status: 'active' | 'suspended' | 'banned') =>
  app.kernel.db.transaction((tx) => app.identity.accounts.setStatus(tx, id, status, app.clock.now()))
const userOf = async (browser: TestClient) => (await browser.get('/api/auth/session')).body.user
const eventsOf = async (id: string): Promise<{ type: string; data: object }[]> => {
  const rows = await app.kernel.db.query<{ event: { type: string; data: object } }>(
    `select event from outbox, json_array_elements(events) event where event ->> 'userId' = $1 order by outbox.id`,
    [id],
  )
  return rows.map(({ event }) => event)
}

describe('GET /api/auth/session', () => {
  it('[OPS-02] the session of a visitor, or of an unknown or broken token, has no user and no error', async () => {
    for (const token of [undefined, '', 'x'.repeat(43), 'x'.repeat(5_000), '"; drop table session']) {
      const browser = app.browser()
      if (token !== undefined) browser.cookies.set(SESSION_COOKIE, token)
      const answer = await browser.get('/api/auth/session')
      expect([answer.status, answer.body]).toEqual([200, { user: null }])
    }
  })

  it('[DATA-03, WALT-10] the session response contains the balance as a decimal string', async () => {
    const { browser, id } = await signedIn()
    const move = {
      from: HOUSE.operator,
      amount: ugx(1_250_050n),
      kind: 'top-up' as const,
      reference: newId(),
      description: '',
    }
    await app.kernel.db.transaction((tx) => app.wallet.transfers.credit(tx, { account: id, ...move }, app.clock.now()))
    expect(await userOf(browser)).toMatchObject({ id, balance: '12500.50' })
  })

  it('[OPS-02] the session response contains only the account of its own cookie', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    expect(await userOf(one.browser)).toMatchObject({ id: one.id, phoneNumber: `+256${one.phoneNumber.slice(1)}` })
    expect(await userOf(two.browser)).toMatchObject({ id: two.id })
  })

  it('[AUTH-76] a persistent session lasts 30 days, and each use renews session and cookie', async () => {
    const { browser } = await signedIn()
    for (const days of [20, 20, 29]) {
      app.clock.forward(days * DAY_MS)
      const answer = await browser.get('/api/auth/session')
      expect(answer.body.user).not.toBeNull()
      expect(answer.cookies).toMatchObject([{ name: SESSION_COOKIE, maxAge: 30 * 86_400 }])
    }
    app.clock.forward(30 * DAY_MS)
    expect(await userOf(browser)).toBeNull()
  })

  it('[AUTH-76] [ACCT-24] a session request that runs during a token change does not overwrite the new cookie', async () => {
    const { browser, id } = await signedIn()
    const { items } = (await browser.get('/api/auth/sessions')).body
    const sessionId = items[0]?.id ?? ''
    const { answer } = await app.kernel.db.transaction(async (tx) => {
      expect(await changeToken(tx, app.kernel.outbox, { userId: id, sessionId })).not.toBeNull()
      const request = browser.get('/api/auth/session')
      let isAnswered = false
      void request.then(() => (isAnswered = true))
      // The request arrived with the old token. It now waits, or was answered.
      const isWaitingOrAnswered = async () => isAnswered || (await lockWaits(app.kernel.db)) > 0
      await expect.poll(isWaitingOrAnswered).toBe(true)
      return { answer: request }
    })
    expect((await answer).body).toMatchObject({ user: { id } })
    expect((await answer).cookies).toEqual([])
  })

  it('[AUTH-76] a background session request does not renew the session', async () => {
    const { browser } = await signedIn(false)
    app.clock.forward(11 * HOUR_MS)
    const seen = () => findSession(app.kernel.db, hashToken(tokenOf(browser)), app.clock.now(), 'watch')
    expect(await seen()).not.toBeNull()
    app.clock.forward(HOUR_MS)
    expect(await seen()).toBeNull()
    expect(await userOf(browser)).toBeNull()
  })

  it('[ADMS-05, AUTH-76] an idle staff session expires after half an hour despite the console’s background requests', async () => {
    const { browser, id } = await signedIn(false)
    await app.asOwner(`update profiles set role = 'admin' where id = '${id}'`)
    await app.asOwner(`update sessions set expires_at = renewed_at + interval '30 minutes' where user_id = '${id}'`)
    const getSession = async (headers: Readonly<Record<string, string>>) =>
      (await browser.get('/api/wallet', { headers })).status
    // Uses the session for an hour.
    for (let minutes = 0; minutes < 60; minutes += 10) {
      app.clock.forward(10 * 60_000)
      expect(await getSession({})).toBe(200)
    }
    const statuses: number[] = []
    for (let minutes = 0; minutes < 30; minutes += 6) {
      app.clock.forward(6 * 60_000)
      statuses.push(await getSession({ 'x-unattended': '1' }))
    }
    expect(statuses).toEqual([200, 200, 200, 200, 401])
    expect(await getSession({})).toBe(401)
  })

  it('[AUTH-14, AUTH-76] a non-persistent session lasts while it is used at least every 12 hours', async () => {
    const { browser } = await signedIn(false)
    for (const hours of [11, 11, 11]) {
      app.clock.forward(hours * HOUR_MS)
      expect((await browser.get('/api/wallet')).status).toBe(200)
    }
    app.clock.forward(12 * HOUR_MS)
    expect((await browser.get('/api/wallet')).body).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
  })
})

describe('an expired session', () => {
  it('[AUTH-75, AUTH-76] an expired session is deleted and its streams are closed, and active sessions are kept', async () => {
    const [left, used] = [await signedIn(false), await signedIn()]
    app.clock.forward(12 * HOUR_MS + 1)
    expect(await pruneSessions(app.kernel.workerDb, app.kernel.outbox, app.clock.now())).toBeGreaterThan(0)
    expect((await eventsOf(left.id)).at(-1)).toMatchObject({
      type: 'session-ended',
      data: { sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/), reason: 'logout' },
    })
    expect(await userOf(used.browser)).toMatchObject({ id: used.id })
    expect(await pruneSessions(app.kernel.workerDb, app.kernel.outbox, app.clock.now())).toBe(0)
  })

  it('[AUTH-75] the expiry of a session that a suspension had already ended publishes no second event', async () => {
    const { id } = await signedIn(false)
    await setStatus(id, 'suspended')
    const events = await eventsOf(id)
    app.clock.forward(12 * HOUR_MS + 1)
    await pruneSessions(app.kernel.workerDb, app.kernel.outbox, app.clock.now())
    expect(await eventsOf(id)).toEqual(events)
  })
})

describe('POST /api/auth/logout', () => {
  it('[OPS-02, AUTH-77] logout ends this session on the server and closes its streams, but no other session', async () => {
    const { browser, id, phoneNumber } = await signedIn()
    const other = app.browser()
    await other.post('/api/auth/login', { phoneNumber, password: FORM.password })
    const token = tokenOf(browser)
    const answer = await browser.post('/api/auth/logout')
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(answer.body).toEqual({ success: true })
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false)
    browser.cookies.set(SESSION_COOKIE, token)
    await expect.poll(async () => (await browser.get('/api/wallet')).status).toBe(401)
    expect(await userOf(other)).toMatchObject({ id })
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'session-ended',
      data: { sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/), reason: 'logout' },
    })
  })

  it('[OPS-02] logout without a session also succeeds', async () => {
    expect((await app.browser().post('/api/auth/logout')).body).toEqual({ success: true })
    expect((await app.browser().post('/api/auth/logout', {})).body).toEqual({ success: true })
    const visitor = app.browser()
    visitor.cookies.set(SESSION_COOKIE, 'x'.repeat(43))
    expect((await visitor.post('/api/auth/logout')).body).toEqual({ success: true })
  })
})

describe('the account status', () => {
  it.each([
    ['suspended', 'ACCOUNT_SUSPENDED'],
    ['banned', 'ACCOUNT_BANNED'],
  ] as const)(
    '[AUTH-73, AUTH-74, AUTH-75] every session of a %s account is refused with the reason $1',
    async (status, code) => {
      const { browser, id, phoneNumber } = await signedIn()
      const other = app.browser()
      await other.post('/api/auth/login', { phoneNumber, password: FORM.password })
      for (const one of [browser, other]) expect((await one.get('/api/wallet')).status).toBe(200)
      expect(await setStatus(id, status)).toBe(true)
      for (const one of [browser, other]) {
        const codeNow = async () => (await one.get('/api/wallet')).body.code
        await expect.poll(codeNow, { interval: 20 }).toBe(code)
        const session = await one.get('/api/auth/session')
        expect([session.status, session.body.code]).toEqual([403, code])
        expect(session.body.detail).toBe(`Your account is ${status}. Please contact support.`)
        expect(session.body).not.toContain(phoneNumber.slice(1))
      }
      expect((await eventsOf(id)).slice(-2)).toMatchObject([
        { type: 'account-status-changed', data: { status } },
        { type: 'session-ended', data: { reason: status } },
      ])
    },
  )

  it('[AUTH-73, OPS-02] the reason for a blocked account is shown only to its own session cookie, and not after that session expired or ended', async () => {
    const { browser, id, phoneNumber } = await signedIn()
    const other = app.browser()
    await other.post('/api/auth/login', { phoneNumber, password: FORM.password })
    const left = tokenOf(other)
    await other.post('/api/auth/logout')
    other.cookies.set(SESSION_COOKIE, left)
    const visitor = app.browser()
    visitor.cookies.set(SESSION_COOKIE, `${tokenOf(browser).slice(0, -1)}~`)
    await setStatus(id, 'suspended')
    const statusOf = async (one: TestClient) => (await one.get('/api/auth/session')).body
    await expect.poll(async () => (await statusOf(browser)).code).toBe('ACCOUNT_SUSPENDED')
    for (const one of [visitor, other, app.browser()]) expect(await statusOf(one)).toEqual({ user: null })
    app.clock.forward(30 * DAY_MS)
    expect(await statusOf(browser)).toEqual({ user: null })
  })

  it('[AUTH-73, AUTH-77] after logout of a blocked account the cookie is cleared and the reason is no longer shown', async () => {
    const { browser, id } = await signedIn()
    await setStatus(id, 'banned')
    await expect.poll(async () => (await browser.get('/api/auth/session')).status).toBe(403)
    expect((await browser.post('/api/auth/logout')).body).toEqual({ success: true })
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false)
    expect((await browser.get('/api/auth/session')).body).toEqual({ user: null })
  })

  it('[AUTH-75, D35] after an account is reactivated, old sessions stay ended, and a new login and the wallet work', async () => {
    const { browser, id, phoneNumber } = await signedIn()
    const hold = {
      account: id,
      amount: ugx(1n),
      kind: 'withdrawal-hold' as const,
      reference: newId(),
      description: '',
    }
    const spend = () => app.kernel.db.transaction((tx) => app.wallet.holds.place(tx, hold, app.clock.now()))
    await setStatus(id, 'banned')
    expect(await spend()).toEqual({ ok: false, error: 'ACCOUNT_FROZEN' })
    await setStatus(id, 'active')
    expect(await spend()).toEqual({ ok: false, error: 'INSUFFICIENT_BALANCE' })
    await expect.poll(async () => (await browser.get('/api/wallet')).body.code).toBe('NOT_AUTHENTICATED')
    await browser.post('/api/auth/login', { phoneNumber, password: FORM.password })
    expect((await browser.get('/api/wallet')).status).toBe(200)
  })

  it('[AUTH-73] [AUTH-75] a login during a suspension leaves no session behind', async () => {
    const { id, phoneNumber } = await signedIn()
    const browser = app.browser()
    const login = await app.kernel.db.transaction(async (tx) => {
      await app.identity.accounts.setStatus(tx, id, 'suspended', app.clock.now())
      const answer = browser.post('/api/auth/login', { phoneNumber, password: FORM.password })
      let isAnswered = false
      void answer.then(() => (isAnswered = true))
      // The login has read the account while it was active. It now waits, or was answered.
      const isWaitingOrAnswered = async () => isAnswered || (await lockWaits(app.kernel.db)) > 0
      await expect.poll(isWaitingOrAnswered).toBe(true)
      return { answer }
    })
    expect((await login.answer).body).toMatchObject({ status: 403, code: 'ACCOUNT_SUSPENDED' })
    await setStatus(id, 'active')
    expect(await userOf(browser)).toBeNull()
  })

  it('a status change of an unknown account changes nothing', async () => {
    expect(await setStatus(newId(), 'banned')).toBe(false)
  })
})

const MANAGER = { permissions: { role: 'manager' }, givenBy: null, reason: '' } as const

describe('accounts created on the server', () => {
  it('an account created on the server has the given role, and a number in use is refused', async () => {
    const passwordHash = await app.identity.passwords.hash('staff-7391')
    const account = { lastName: 'Okello', location: 'Gulu', passwordHash } as const
    const now = app.clock.now()
    const created = await transactionOfOwner(app.kernel, (tx) =>
      app.identity.accounts.createAll(
        tx,
        [
          { ...account, firstName: 'Ruth', phoneNumber: '+256700000001', staff: MANAGER },
          { ...account, firstName: 'Sam', phoneNumber: '+256700000002' },
          { ...account, firstName: 'Tom', phoneNumber: '+256700000001' },
        ],
        now,
      ),
    )
    expect(created.map((profile) => profile && [profile.username, profile.role])).toEqual([
      ['Ruth', 'admin'],
      ['Sam', 'user'],
      null,
    ])
    const ruth = app.browser()
    await ruth.post('/api/auth/login', { phoneNumber: '0700000001', password: 'staff-7391' })
    expect(await userOf(ruth)).toMatchObject({ role: 'admin', username: 'Ruth' })
    const sam = app.browser()
    const { token } = await openSession(app.kernel.db, { userId: created[1]?.id ?? '', isPersistent: true }, now)
    sam.cookies.set(SESSION_COOKIE, token)
    expect(await userOf(sam)).toMatchObject({ username: 'Sam', balance: '0.00' })
  })
})
