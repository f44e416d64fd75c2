import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAccountPhone, type PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { transactionOfOwner } from '../../../kernel/db/owner.ts'
import { SESSION_COOKIE } from '../../../kernel/http/access/actor.ts'
import { DEVICE_COOKIE } from '../present-cookies.ts'
import { checkLogin } from './log-in.ts'
import { requestLoginCode } from './login-code.ts'
import { UNUSED_MESSAGES } from './login-throttling.repository.ts'
import { PasswordsBusy } from './passwords.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import {
  type IdentityFixture,
  identityFixture,
  BUSY,
  FORM,
  newPhone,
  type RegisteredPlayer,
} from '../testing/identity-fixture.ts'

let app: IdentityFixture
beforeAll(async () => {
  app = await identityFixture()
})
afterAll(() => app.close())

async function person(): Promise<RegisteredPlayer & { readonly password: string }> {
  const player = await app.register()
  await player.browser.post('/api/auth/logout')
  return { ...player, password: FORM.password }
}

const login = (browser: TestClient, phoneNumber: string, password: string = FORM.password) =>
  browser.post('/api/auth/login', { phoneNumber, password })
const forward = (seconds: number) => app.clock.forward(seconds * 1000)

describe('POST /api/auth/login', () => {
  it('[OPS-02, AUTH-05, AUTH-26] login accepts every notation of the number and returns the session user', async () => {
    const { phoneNumber, password, id } = await person()
    for (const written of [
      phoneNumber,
      phoneNumber.slice(1),
      `+256${phoneNumber.slice(1)}`,
      `256-${phoneNumber.slice(1)}`,
      `00256 ${phoneNumber.slice(1)}`,
      `000256${phoneNumber.slice(1)}`,
    ]) {
      const browser = app.browser()
      const answer = await browser.post('/api/auth/login', { phoneNumber: written, password, keepLoggedIn: false })
      expect(answer.status).toBe(200)
      expect(answer.body.user).toMatchObject({ id, phoneNumber: `+256${phoneNumber.slice(1)}`, balance: '0.00' })
      expect((await browser.get('/api/wallet')).status).toBe(200)
    }
  })

  it.each([
    ['AUTH-15', {}, 400, 'Please enter both phone number and password'],
    ['AUTH-15', { phoneNumber: '0772000222' }, 400, 'Please enter both phone number and password'],
    ['AUTH-15', { phoneNumber: ' ', password: 'x' }, 400, 'Please enter both phone number and password'],
    ['AUTH-15', { phoneNumber: '0772000222', password: '' }, 400, 'Please enter both phone number and password'],
    [
      'AUTH-05',
      { phoneNumber: '77200', password: 'x' },
      400,
      'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)',
    ],
    ['AUTH-17', { phoneNumber: '0772000222', password: 'x' }, 404, 'No account found with this phone number'],
    ['OPS-02', { phoneNumber: '0772000222', password: 5 }, 400, 'Please check the marked fields.'],
    ['OPS-02', { phoneNumber: '0772000222', password: 'x', isAdmin: true }, 400, 'Please check the marked fields.'],
  ])('[%s] a login with %j returns %i %s', async (_id, body, status, detail) => {
    const browser = app.browser()
    expect((await browser.post('/api/auth/login', body)).body).toMatchObject({ status, detail })
    expect(browser.cookies.size).toBe(0)
  })

  it('[AUTH-18] a login with a wrong password is refused with INVALID_PASSWORD', async () => {
    const { phoneNumber } = await person()
    const answer = await login(app.browser(), phoneNumber, 'mango-7392')
    expect(answer.body).toMatchObject({ status: 401, code: 'INVALID_PASSWORD', detail: 'Invalid password' })
  })

  it.each([
    ['suspended', 'ACCOUNT_SUSPENDED', 'Your account is suspended. Please contact support.'],
    ['banned', 'ACCOUNT_BANNED', 'Your account is banned. Please contact support.'],
  ] as const)(
    '[AUTH-73] a %s account cannot log in, and the reason is returned only for the correct password',
    async (status, code, detail) => {
      const { phoneNumber, id } = await person()
      await app.kernel.db.transaction((tx) => app.identity.accounts.setStatus(tx, id, status, app.clock.now()))
      expect((await login(app.browser(), phoneNumber, 'wrong-one')).body).toMatchObject({ code: 'INVALID_PASSWORD' })
      const answer = await login(app.browser(), phoneNumber)
      expect(answer.body).toMatchObject({ status: 403, code, detail })
      expect(answer.cookies).toEqual([])
    },
  )

  it('[AUTH-14] a persistent session survives closing the browser, and other sessions do not', async () => {
    const { phoneNumber, password } = await person()
    for (const [keepLoggedIn, survives] of [
      [true, true],
      [undefined, true],
      [false, false],
    ] as const) {
      const browser = app.browser()
      await browser.post('/api/auth/login', {
        phoneNumber,
        password,
        ...(keepLoggedIn === undefined ? {} : { keepLoggedIn }),
      })
      browser.restart()
      expect((await browser.get('/api/auth/session')).body.user !== null).toBe(survives)
    }
  })

  it('a new login ends the previous session of the same browser', async () => {
    const [one, two] = [await person(), await person()]
    const browser = app.browser()
    await login(browser, one.phoneNumber)
    const before = browser.cookies.get(SESSION_COOKIE) ?? ''
    await login(browser, two.phoneNumber)
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(before)
    const thief = app.browser()
    thief.cookies.set(SESSION_COOKIE, before)
    await expect.poll(async () => (await thief.get('/api/auth/session')).body).toEqual({ user: null })
  })
})

describe('password guessing', () => {
  it('[AUTH-27, AUTH-28] after wrong passwords, logins are delayed increasingly from all addresses, even with the correct password', async () => {
    const { phoneNumber } = await person()
    for (let attempt = 1; attempt <= 6; attempt++) {
      expect((await login(app.browser(), phoneNumber, `guess-${attempt}`)).body).toMatchObject({
        code: 'INVALID_PASSWORD',
      })
    }
    for (const seconds of [2, 4, 8, 16]) {
      const throttled = await login(app.browser(), phoneNumber)
      expect(throttled.body).toMatchObject({
        status: 429,
        code: 'LOGIN_SLOWED',
        detail: `Too many wrong passwords. Please wait ${seconds} seconds and try again.`,
      })
      expect(throttled.headers['retry-after']).toBe(String(seconds))
      forward(seconds)
      expect((await login(app.browser(), phoneNumber, 'guess')).body).toMatchObject({ code: 'INVALID_PASSWORD' })
    }
    forward(86_400 + 3_600)
    expect((await login(app.browser(), phoneNumber)).status).toBe(200)
  })

  it('[AUTH-28] password guessing by others does not lock the owner out on a known device', async () => {
    const { phoneNumber, browser } = await person()
    for (let attempt = 1; attempt <= 6; attempt++) await login(app.browser(), phoneNumber, `guess-${attempt}`)
    expect((await login(app.browser(), phoneNumber)).body).toMatchObject({ code: 'LOGIN_SLOWED' })
    expect((await login(browser, phoneNumber)).status).toBe(200)
  })

  it('[AUTH-28] login attempts on a known device have a separate limit, reset by the correct password', async () => {
    const { phoneNumber, browser } = await person()
    const wrong = async (times: number) => {
      for (let attempt = 1; attempt <= times; attempt++) {
        expect((await login(browser, phoneNumber, `guess-${attempt}`)).body).toMatchObject({
          code: 'INVALID_PASSWORD',
        })
      }
    }
    await wrong(10)
    expect((await login(browser, phoneNumber)).status).toBe(200)
    await wrong(11)
    expect((await login(browser, phoneNumber)).body).toMatchObject({ code: 'LOGIN_SLOWED', details: { seconds: 2 } })
    forward(2)
    expect((await login(browser, phoneNumber)).status).toBe(200)
  })

  it('[AUTH-28] a known device of one account is not a known device of another account', async () => {
    const [mine, theirs] = [await person(), await person()]
    for (let attempt = 1; attempt <= 6; attempt++) await login(mine.browser, theirs.phoneNumber, `guess-${attempt}`)
    expect((await login(mine.browser, theirs.phoneNumber)).body).toMatchObject({ code: 'LOGIN_SLOWED' })
    expect((await login(mine.browser, mine.phoneNumber)).status).toBe(200)
  })

  it('[AUTH-28] fifty concurrent password guesses all count', async () => {
    const { phoneNumber } = await person()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => login(app.browser(), phoneNumber, `guess-${at}`)),
    )
    const evaluated = answers.filter((answer) => answer.body.code === 'INVALID_PASSWORD')
    expect(evaluated).toHaveLength(6)
    expect(answers.filter((answer) => answer.body.code === 'LOGIN_SLOWED')).toHaveLength(44)
  })

  it('[AUTH-17, AUTH-27] password guessing for many numbers from one address is throttled for that address only', async () => {
    const { phoneNumber } = await person()
    const spray = app.browser('10.9.9.9')
    for (let at = 0; at < 41; at++) {
      expect((await login(spray, newPhone(), 'x')).body).toMatchObject({ code: 'PHONE_UNKNOWN' })
    }
    expect((await login(spray, phoneNumber)).body).toMatchObject({ code: 'LOGIN_SLOWED', details: { seconds: 1 } })
    expect((await login(app.browser(), phoneNumber)).status).toBe(200)
  })

  it('[AUTH-27] correct passwords of many players behind one address are not throttled', async () => {
    const accounts = await Promise.all(Array.from({ length: 12 }, person))
    for (let round = 1; round <= 4; round++) {
      const answers = await Promise.all(accounts.map(({ phoneNumber }) => login(app.browser('10.8.8.8'), phoneNumber)))
      expect(answers.map((answer) => answer.status)).toEqual(accounts.map(() => 200))
    }
  })

  it('[AUTH-27, AUTH-28] password guessing from networks without successful logins is throttled for all those networks together, and for no other network', async () => {
    const [known, mover, victim] = [await person(), await person(), await person()]
    const home = app.browser('10.7.7.7')
    expect((await login(home, mover.phoneNumber)).status).toBe(200)
    // Clears the state of earlier tests.
    forward(2 * 86_400)
    for (let at = 0; at < 100; at++) {
      expect((await login(app.browser(), newPhone(), 'x')).body).toMatchObject({ code: 'PHONE_UNKNOWN' })
    }
    const throttled = await login(app.browser(), victim.phoneNumber)
    expect(throttled.body).toMatchObject({ code: 'LOGIN_SLOWED', details: { seconds: 60 } })
    expect((await login(known.browser, known.phoneNumber)).status).toBe(200)
    // A network with credit allows three errors for each player who logged in there.
    const typed = ['a', 'b', 'c'].map(() => login(app.browser('10.7.7.7'), victim.phoneNumber, 'mango-7390'))
    for (const answer of await Promise.all(typed)) expect(answer.body).toMatchObject({ code: 'INVALID_PASSWORD' })
    expect((await login(app.browser('10.7.7.7'), victim.phoneNumber)).body).toMatchObject({ code: 'LOGIN_SLOWED' })
    // A correct password returns its token for the next attempt.
    forward(60)
    expect((await login(app.browser(), victim.phoneNumber)).status).toBe(200)
    expect((await login(app.browser(), newPhone(), 'x')).body).toMatchObject({ code: 'PHONE_UNKNOWN' })
    expect((await login(app.browser(), newPhone(), 'x')).body).toMatchObject({ code: 'LOGIN_SLOWED' })
  })

  const withCode = (browser: TestClient, phoneNumber: string, code: string, password = FORM.password) =>
    browser.post('/api/auth/login', { phoneNumber, password, code })
  const codesTo = async (phoneNumber: string): Promise<string[]> => {
    await app.sendRecoveries()
    const texts = app.sent.filter(({ to }) => to.endsWith(phoneNumber.slice(1))).map(({ text }) => text)
    return texts.flatMap((text) => /^(\d{6}) is your Mupiira login code/.exec(text)?.[1] ?? [])
  }
  const requestCode = (phoneNumber: string, browser = app.browser()) =>
    browser.post('/api/auth/login/code', { phoneNumber })

  async function member(): Promise<{ readonly phoneNumber: string }> {
    const phoneNumber = newPhone()
    const account = {
      firstName: 'Ruth',
      lastName: 'Namara',
      location: 'Kampala',
      staff: { permissions: { role: 'manager' }, givenBy: null, reason: '' },
      phoneNumber: `+256${phoneNumber.slice(1)}` as PhoneNumber,
      passwordHash: await app.identity.passwords.hash(FORM.password),
    } as const
    await transactionOfOwner(app.kernel, (tx) => app.identity.accounts.create(tx, account, app.clock.now()))
    return { phoneNumber }
  }

  it.each([
    ['a player', person],
    ['a member of staff', member],
  ])(
    '[AUTH-27, AUTH-28] an SMS code lets %s log in even after 108 login attempts from three addresses',
    async (_who, open) => {
      const { phoneNumber } = await open()
      forward(2 * 86_400)
      for (let at = 0; at < 108; at++) await login(app.browser(`10.66.0.${at % 3}`), newPhone(), 'x')
      const otherBrowser = app.browser()
      expect((await login(otherBrowser, phoneNumber)).body).toMatchObject({ code: 'LOGIN_SLOWED' })
      expect((await requestCode(phoneNumber, otherBrowser)).status).toBe(202)
      const [code = ''] = await codesTo(phoneNumber)
      expect((await withCode(otherBrowser, phoneNumber, code)).status).toBe(200)
      expect((await withCode(app.browser(), phoneNumber, code)).body).toMatchObject({ code: 'LOGIN_CODE_WRONG' })
    },
  )

  it('[AUTH-28] an SMS code does not replace the password, and with a wrong SMS code no password is compared', async () => {
    const { phoneNumber } = await person()
    await requestCode(phoneNumber)
    const [code = ''] = await codesTo(phoneNumber)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const thief = app.browser()
    expect((await withCode(thief, phoneNumber, wrong)).body).toMatchObject({ code: 'LOGIN_CODE_WRONG' })
    expect((await withCode(thief, phoneNumber, code, 'guess-1')).body).toMatchObject({ code: 'INVALID_PASSWORD' })
    for (let at = 0; at < 12; at++) await withCode(thief, phoneNumber, wrong)
    expect((await withCode(thief, phoneNumber, wrong)).body).toMatchObject({ code: 'LOGIN_SLOWED' })
    // Wrong codes from one network do not use up the owner's attempts.
    expect((await withCode(app.browser(), phoneNumber, code)).status).toBe(200)
  })

  it('[AUTH-28] SMS login codes requested by others do not use up the owner’s codes', async () => {
    const { phoneNumber } = await person()
    for (let at = 0; at < 3; at++) expect((await requestCode(phoneNumber)).status).toBe(202)
    expect((await requestCode(phoneNumber)).body).toMatchObject({ status: 429, code: 'RECOVERY_LIMIT' })
    const [code = ''] = await codesTo(phoneNumber)
    forward(3 * 3_600 - 60)
    expect((await withCode(app.browser(), phoneNumber, code)).status).toBe(200)
    expect((await requestCode(newPhone())).status).toBe(202)
  })

  it('[AUTH-28] the owner’s SMS login code stays valid after forty wrong codes from forty networks', async () => {
    const { phoneNumber } = await person()
    await requestCode(phoneNumber)
    const [code = ''] = await codesTo(phoneNumber)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let at = 0; at < 40; at++) {
      expect((await withCode(app.browser(), phoneNumber, wrong)).body).toMatchObject({ code: 'LOGIN_CODE_WRONG' })
    }
    expect((await withCode(app.browser(), phoneNumber, code)).status).toBe(200)
  })

  it('[AUTH-28] a correct SMS code never counts as a wrong code, even with a wrong password', async () => {
    const { phoneNumber } = await person()
    for (let at = 0; at < 2; at++) await requestCode(phoneNumber)
    const codes = await codesTo(phoneNumber)
    const browser = app.browser()
    for (let at = 0; at < 9; at++) {
      const attempt = await withCode(browser, phoneNumber, codes[at % 2] ?? '', `guess-${at}`)
      expect(attempt.body).toMatchObject({ code: 'INVALID_PASSWORD' })
    }
    const attempts = await app.kernel.db.query(
      `select attempts from recovery_requests where kind = 'login' and recipient = $1`,
      [`+256${phoneNumber.slice(1)}`],
    )
    expect(attempts).toEqual([{ attempts: 0 }, { attempts: 0 }])
    expect((await withCode(browser, phoneNumber, codes[0] ?? '')).status).toBe(200)
  })

  it('[AUTH-27] entered codes for numbers without a requested code are counted in one row per network', async () => {
    const address = '10.45.0.1'
    for (let at = 0; at < 41; at++) {
      const attempt = await withCode(app.browser(address), newPhone(), '123456')
      expect(attempt.body).toMatchObject({ code: 'LOGIN_CODE_WRONG' })
    }
    const rows = await app.kernel.db.query(
      `select subject, failures from login_delays where subject like 'code:%' || $1`,
      [address],
    )
    expect(rows).toEqual([{ subject: `code:${address}`, failures: 41 }])
    expect((await withCode(app.browser(address), newPhone(), '123456')).body).toMatchObject({ code: 'LOGIN_SLOWED' })
  })

  it('[AUTH-28] a used SMS code does not count towards a network’s message limit', async () => {
    const { phoneNumber } = await person()
    const carrier = () => app.browser('10.44.0.1')
    const parts = { ...app.kernel, messages: UNUSED_MESSAGES, codeKey: '' }
    const requested = async () => {
      const phone = parseAccountPhone(newPhone())
      if (!phone.ok) throw new Error('a number')
      const response = await requestLoginCode(parts, phone.value, '10.44.0.1')
      return response.ok ? 'sent' : response.error.code
    }
    for (let at = 0; at < 29; at++) expect(await requested()).toBe('sent')
    expect((await requestCode(phoneNumber, carrier())).status).toBe(202)
    expect(await requested()).toBe('RATE_LIMITED')
    // One run of the job sends twenty messages, so the last code needs a second run.
    await app.sendRecoveries()
    const [code = ''] = await codesTo(phoneNumber)
    expect((await withCode(carrier(), phoneNumber, code)).status).toBe(200)
    expect([await requested(), await requested()]).toEqual(['sent', 'RATE_LIMITED'])
  })

  it('[AUTH-28] a device cookie set by someone else does not become trusted after login', async () => {
    const [thief, victim] = [await person(), await person()]
    const planted = thief.browser.cookies.get(DEVICE_COOKIE) ?? ''
    const shared = app.browser()
    shared.cookies.set(DEVICE_COOKIE, planted)
    expect((await login(shared, victim.phoneNumber)).status).toBe(200)
    expect(shared.cookies.get(DEVICE_COOKIE)).not.toBe(planted)
    for (let attempt = 1; attempt <= 6; attempt++) await login(app.browser(), victim.phoneNumber, `guess-${attempt}`)
    expect((await login(thief.browser, victim.phoneNumber)).body).toMatchObject({ code: 'LOGIN_SLOWED' })
    expect((await login(shared, victim.phoneNumber)).status).toBe(200)
  })

  it('[AUTH-27, AUTH-28] a password not compared because the server is busy does not count as wrong', async () => {
    const { phoneNumber, password, browser } = await person()
    const device = browser.cookies.get(DEVICE_COOKIE)
    // Clears the state of earlier tests.
    forward(7_200)
    // Exceeds the limits of the account, the address, all unknown networks and the known device.
    for (let no = 0; no < 120; no++) {
      for (const knownAs of [undefined, device]) {
        const attempt = { phoneNumber, password, address: `198.18.7.${no}`, device: knownAs }
        await expect(
          checkLogin(app.kernel.db, { passwords: BUSY, codeKey: '' }, attempt, app.clock.now()),
        ).rejects.toThrow(PasswordsBusy)
      }
    }
    expect((await login(app.browser(), phoneNumber)).status).toBe(200)
    expect((await login(browser, phoneNumber)).status).toBe(200)
  })

  it('[AUTH-27] repeated logins of one account raise the network’s login allowance only once', async () => {
    const { phoneNumber, browser } = await person()
    const address = '10.7.8.8'
    forward(2 * 3_600)
    for (let again = 1; again <= 4; again++) await login(app.browser(address), phoneNumber)
    expect(await app.loginCredit(address)).toBe(3)
    forward(12 * 3_600)
    for (let again = 1; again <= 4; again++) await login(app.browser(address), phoneNumber)
    expect(await app.loginCredit(address)).toBe(6)
    expect((await login(browser, phoneNumber, 'mango-7390')).body).toMatchObject({ code: 'INVALID_PASSWORD' })
    expect(await app.loginCredit(address)).toBe(6)
  })
})
