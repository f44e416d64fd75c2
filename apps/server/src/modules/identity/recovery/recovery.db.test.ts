import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { requestRecovery } from './request-recovery.ts'
import { PasswordsBusy } from '../login/passwords.ts'
import { resetPassword } from './reset-password.ts'
import { UNUSED_MESSAGES } from '../login/login-throttling.repository.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import {
  type IdentityFixture,
  identityFixture,
  BUSY,
  FORM,
  newPhone,
  tokenOf,
  type UserBody,
} from '../testing/identity-fixture.ts'

let app: IdentityFixture
beforeAll(async () => {
  app = await identityFixture()
})
afterAll(() => app.close())
beforeEach(() => app.sent.splice(0))

const person = () => app.register()

const requestCode = (browser: TestClient, emailOrPhone: string) =>
  browser.post('/api/auth/password/forgot', { emailOrPhone })
const reset = (browser: TestClient, proof: { code: string } | { token: string }, newPassword = 'matooke-5521') =>
  browser.post('/api/auth/password/reset', { ...proof, newPassword })
const login = async (phoneNumber: string, password: string): Promise<boolean> => {
  const browser = app.browser()
  await browser.post('/api/auth/login', { phoneNumber, password })
  return tokenOf(browser) !== ''
}
/** How many of `times` wrong passwords are compared. */
async function attempts(browser: TestClient, phoneNumber: string, times: number): Promise<number> {
  let compared = 0
  for (let at = 0; at < times; at++) {
    const answer = await browser.post('/api/auth/login', { phoneNumber, password: `guess-${at}` })
    if (answer.body.code === 'INVALID_PASSWORD') compared++
  }
  return compared
}
/** The messages received by a recipient, after running the job. */
async function sentTo(phoneOrEmail: string): Promise<string> {
  await app.sendRecoveries()
  return app.sent.find(({ to }) => to.endsWith(phoneOrEmail.replace(/^0/, '')))?.text ?? ''
}
const codeIn = (text: string): string => /^\d{6}/.exec(text)?.[0] ?? ''
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('recovery by a code', () => {
  it('[OPS-02, AUTH-35, AUTH-39] a recovery code sets a new password once and ends all sessions', async () => {
    const one = await person()
    const phone = app.browser()
    const asked = await requestCode(phone, one.phoneNumber)
    expect([asked.status, asked.body]).toEqual([202, { sentBy: 'sms' }])
    const code = codeIn(await sentTo(one.phoneNumber))
    expect(code).toMatch(/^\d{6}$/)
    expect((await reset(phone, { code })).body).toEqual({ success: true })
    expect([await login(one.phoneNumber, 'matooke-5521'), await login(one.phoneNumber, FORM.password)]).toEqual([
      true,
      false,
    ])
    await expect.poll(async () => (await one.browser.get('/api/wallet')).status).toBe(401)
    expect((await reset(phone, { code }, 'plantain-1')).body.code).toBe('RECOVERY_OVER')
  })

  it('[AUTH-36] a recovery code is refused after 24 hours', async () => {
    const one = await person()
    const [early, late] = [app.browser(), app.browser()]
    for (const browser of [early, late]) await requestCode(browser, one.phoneNumber)
    await app.sendRecoveries()
    const codes = app.sent.map(({ text }) => codeIn(text)).filter((code) => code !== '')
    app.clock.forward(24 * 3_600_000 - 1_000)
    const inTime = await Promise.all(codes.map((code) => reset(early, { code })))
    expect(inTime.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    await requestCode(late, one.phoneNumber)
    app.sent.splice(0)
    await app.sendRecoveries()
    const code = app.sent.map(({ text }) => codeIn(text)).find((found) => found !== '') ?? ''
    app.clock.forward(24 * 3_600_000 + 1_000)
    expect((await reset(late, { code })).body.code).toBe('RECOVERY_OVER')
  })

  it('[AUTH-37] at most three recovery codes are sent in three hours, and the same limit is shown for unknown numbers', async () => {
    for (const phoneNumber of [(await person()).phoneNumber, newPhone()]) {
      const browser = app.browser()
      const statuses: number[] = []
      for (let i = 0; i < 4; i++) statuses.push((await requestCode(browser, phoneNumber)).status)
      expect(statuses).toEqual([202, 202, 202, 429])
      expect((await requestCode(browser, phoneNumber)).body.detail).toMatch(/next one in 3 hours\./)
      app.clock.forward(3 * 3_600_000)
      expect((await requestCode(browser, phoneNumber)).status).toBe(202)
    }
  })

  it('[AUTH-35] [AUTH-37] recovery codes requested by others do not use up the owner’s codes', async () => {
    const one = await person()
    const fromNetwork = async (no: number) => {
      const browser = app.browser(`10.46.0.${no}`)
      const answers: number[] = []
      for (let i = 0; i < 4; i++) answers.push((await requestCode(browser, one.phoneNumber)).status)
      return answers
    }
    for (const no of [1, 2, 3]) expect(await fromNetwork(no)).toEqual([202, 202, 202, 429])
    await app.sendRecoveries()
    app.sent.splice(0)
    const owner = app.browser()
    expect((await requestCode(owner, one.phoneNumber)).status).toBe(202)
    expect((await reset(owner, { code: codeIn(await sentTo(one.phoneNumber)) })).status).toBe(200)
    // All networks together may request twelve codes.
    expect(await fromNetwork(4)).toEqual([202, 202, 429, 429])
    expect((await requestCode(app.browser(), one.phoneNumber)).body.code).toBe('RECOVERY_LIMIT')
  })

  it('[AUTH-37] a network can request thirty unused recovery messages, plus one every three minutes', async () => {
    const parts = { ...app.kernel, messages: UNUSED_MESSAGES }
    const asked = async (address = '10.9.9.9') => {
      const phone = parseAccountPhone(newPhone())
      if (!phone.ok) throw new Error('a number')
      const response = await requestRecovery(parts, { kind: 'sms', phoneNumber: phone.value }, address)
      return response.ok ? 'asked' : [response.error.code, response.error.waitSeconds]
    }
    for (let i = 0; i < 29; i++) expect(await asked()).toBe('asked')
    const one = await person()
    const owner = app.browser('10.9.9.9')
    expect((await requestCode(owner, one.phoneNumber)).status).toBe(202)
    expect(await asked()).toEqual(['RATE_LIMITED', 180])
    expect((await requestCode(app.browser('10.9.9.9'), newPhone())).body.code).toBe('RATE_LIMITED')
    // One run of the job sends twenty messages, so the last code needs a second run.
    await app.sendRecoveries()
    // A used code does not count: thousands of phones share an address of a carrier.
    expect((await reset(owner, { code: codeIn(await sentTo(one.phoneNumber)) })).status).toBe(200)
    expect([await asked(), await asked()]).toEqual(['asked', ['RATE_LIMITED', 180]])
    app.clock.forward(180_000)
    expect([await asked(), await asked()]).toEqual(['asked', ['RATE_LIMITED', 180]])
    expect(await asked('10.9.9.10')).toBe('asked')
  })

  it('[AUTH-35] requesting a recovery code does not reveal whether a number has an account', async () => {
    const one = await person()
    const visitor = newPhone()
    const answers = await Promise.all([one.phoneNumber, visitor].map((phone) => requestCode(app.browser(), phone)))
    const shapes = answers.map(({ status, body, cookies }) => [status, body, cookies.map(({ name }) => name)])
    expect(shapes[0]).toEqual(shapes[1])
    expect(await sentTo(one.phoneNumber)).toMatch(/^\d{6} is your Mupiira code/)
    expect(await sentTo(visitor)).toBe('')
  })

  it('[AUTH-35, AUTH-28] a recovery ends after five wrong codes and works only in the requesting browser, and the owner can start another', async () => {
    const one = await person()
    const [mine, thief] = [app.browser(), app.browser()]
    await requestCode(mine, one.phoneNumber)
    const code = codeIn(await sentTo(one.phoneNumber))
    expect((await reset(thief, { code })).body.code).toBe('RECOVERY_OVER')
    await requestCode(thief, one.phoneNumber)
    for (let i = 0; i < 5; i++) expect((await reset(thief, { code: wrong(code) })).status).toBe(422)
    expect((await reset(thief, { code })).body.code).toBe('RECOVERY_OVER')
    expect((await reset(mine, { code })).status).toBe(200)
  })

  it('[AUTH-28] a recovery by code ends the login throttling that other people’s attempts caused', async () => {
    const one = await person()
    for (let i = 0; i < 8; i++) await login(one.phoneNumber, `guess-${i}`)
    expect(await login(one.phoneNumber, FORM.password)).toBe(false)
    const browser = app.browser()
    await requestCode(browser, one.phoneNumber)
    await reset(browser, { code: codeIn(await sentTo(one.phoneNumber)) })
    expect(await login(one.phoneNumber, 'matooke-5521')).toBe(true)
    // The recovered browser is a known device, so guesses by others do not slow it down.
    for (let i = 0; i < 8; i++) await login(one.phoneNumber, `guess-${i}`)
    expect(await login(one.phoneNumber, 'matooke-5521')).toBe(false)
    await browser.post('/api/auth/login', { phoneNumber: one.phoneNumber, password: 'matooke-5521' })
    expect(tokenOf(browser)).not.toBe('')
  })

  it('[AUTH-28] a recovery by code makes all other browsers unknown devices', async () => {
    const one = await person()
    const thief = app.browser()
    await thief.post('/api/auth/login', { phoneNumber: one.phoneNumber, password: FORM.password })
    const browser = app.browser()
    await requestCode(browser, one.phoneNumber)
    await reset(browser, { code: codeIn(await sentTo(one.phoneNumber)) })
    expect(await attempts(thief, one.phoneNumber, 8)).toBe(6)
    expect(await attempts(browser, one.phoneNumber, 8)).toBe(8)
  })

  it('[AUTH-54] an invalid new password does not use up a recovery attempt', async () => {
    const one = await person()
    const browser = app.browser()
    await requestCode(browser, one.phoneNumber)
    const code = codeIn(await sentTo(one.phoneNumber))
    for (const password of ['123', '1234', one.phoneNumber.slice(-6), '1111', '0000', 'password'])
      expect((await reset(browser, { code }, password)).status).toBe(400)
    expect((await reset(browser, { code })).status).toBe(200)
  })

  it('[AUTH-35] a correct recovery code does not use up an attempt if the server is busy or the password is too short for staff', async () => {
    const one = await person()
    const browser = app.browser()
    await requestCode(browser, one.phoneNumber)
    const code = codeIn(await sentTo(one.phoneNumber))
    const parts = { ...app.kernel, passwords: BUSY, settings: () => app.modules.settings.reads.current() }
    const proof = { kind: 'code', code, browserToken: browser.cookies.get('mupiira_recovery') } as const
    const resetRequest = { proof, newPassword: 'matooke-5521', address: '198.18.9.9', device: undefined }
    for (let i = 0; i < 6; i++)
      await expect(resetPassword(parts, resetRequest, app.clock.now())).rejects.toThrow(PasswordsBusy)
    await app.asOwner(`update profiles set role = 'admin' where phone_number like '%${one.phoneNumber.slice(1)}'`)
    for (let i = 0; i < 6; i++)
      expect((await reset(browser, { code }, 'mango-7')).body.code).toBe('NEW_PASSWORD_TOO_SHORT')
    for (let i = 0; i < 4; i++)
      expect((await reset(browser, { code: wrong(code) })).body.code).toBe('RECOVERY_CODE_WRONG')
    expect((await reset(browser, { code }, 'matooke-5521-kasana')).status).toBe(200)
  })

  it('[AUTH-39] only one of two concurrent requests with one recovery code succeeds', async () => {
    const one = await person()
    const browser = app.browser()
    await requestCode(browser, one.phoneNumber)
    const code = codeIn(await sentTo(one.phoneNumber))
    const answers = await Promise.all(['plantain-1', 'plantain-2'].map((each) => reset(browser, { code }, each)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  it('[AUTH-35] sending a recovery code is retried while the SMS gateway fails', async () => {
    const one = await person()
    // Sends the messages that earlier tests left unsent.
    await app.sendRecoveries()
    app.messages.failNext(2)
    await requestCode(app.browser(), one.phoneNumber)
    expect(await sentTo(one.phoneNumber)).toBe('')
    app.clock.forward(5_000)
    expect(await sentTo(one.phoneNumber)).toBe('')
    app.clock.forward(20_000)
    expect(codeIn(await sentTo(one.phoneNumber))).toMatch(/^\d{6}$/)
  })
})

describe('an account that an attacker opened with a foreign number', () => {
  it('[AUTH-36] [AUTH-39] an account that an attacker opened with someone else’s number loses every other sign-in method when the owner recovers it by SMS', async () => {
    const attacker = await person()
    const email = `thief${attacker.phoneNumber}@example.com`
    await app.asOwner(
      `update profiles set email = '${email}' where phone_number like '%${attacker.phoneNumber.slice(1)}'`,
    )
    const link = app.browser()
    await requestCode(link, email)
    const token = /#(\S+)/.exec(await sentTo(email))?.[1] ?? ''
    await app.asOwner(
      `insert into push_devices (id, session_id, user_id, endpoint, p256dh, auth, kinds, created_at)
       select gen_random_uuid(), s.id, s.user_id, 'https://push.example/' || s.id, 'key', 'key', '{bets}', now()
         from sessions s join profiles p on p.id = s.user_id where p.phone_number like '%${attacker.phoneNumber.slice(1)}'`,
    )
    const pushDevices = async () => (await app.asOwner('select from push_devices')).rowCount
    expect(await pushDevices()).toBe(1)
    const owner = app.browser()
    await requestCode(owner, attacker.phoneNumber)
    expect((await reset(owner, { code: codeIn(await sentTo(attacker.phoneNumber)) })).status).toBe(200)
    expect(await pushDevices()).toBe(0)
    app.sent.splice(0)
    await app.sendRecoveries()
    const texts = app.sent.map(({ to, text }) => `${to}: ${text}`)
    expect(texts).toContainEqual(expect.stringContaining('password was changed with a code sent to this number'))
    expect(texts).toContainEqual(expect.stringContaining(`${email}: This address can no longer recover`))
    expect((await attacker.browser.get('/api/wallet')).status).toBe(401)
    expect((await reset(link, { token }, 'thief-9911')).body.code).toBe('RECOVERY_OVER')
    app.sent.splice(0)
    await requestCode(link, email)
    expect(await sentTo(email)).toBe('')
    expect(await login(attacker.phoneNumber, 'matooke-5521')).toBe(true)
  })
})

describe('recovery by a link', () => {
  it('[AUTH-38, AUTH-39] a recovery link goes to a confirmed address and works once in any browser', async () => {
    const one = await person()
    const email = `amina${one.phoneNumber}@example.com`
    await app.asOwner(`update profiles set email = '${email}' where phone_number like '%${one.phoneNumber.slice(1)}'`)
    expect((await requestCode(app.browser(), email.toUpperCase())).body).toEqual({ sentBy: 'email' })
    const token = /#(\S+)/.exec(await sentTo(email))?.[1] ?? ''
    expect((await reset(app.browser(), { token })).status).toBe(200)
    expect(await login(one.phoneNumber, 'matooke-5521')).toBe(true)
    expect((await reset(app.browser(), { token })).body.code).toBe('RECOVERY_OVER')
  })

  it('[AUTH-38] a recovery link is never sent to an address derived from a phone number or shared by two profiles', async () => {
    const [one, two] = [await person(), await person()]
    const derived: string = (await one.browser.get<UserBody>('/api/auth/session')).body.user.email
    expect((await requestCode(app.browser(), derived)).body).toEqual({ sentBy: 'email' })
    expect(await sentTo(derived)).toBe('')
    for (const each of [one, two])
      await app.asOwner(
        `update profiles set email = 'both@example.com' where phone_number like '%${each.phoneNumber.slice(1)}'`,
      )
    await requestCode(app.browser(), 'both@example.com')
    expect(await sentTo('both@example.com')).toBe('')
  })

  it.each([
    ['AUTH-31', '', 'EMAIL_MISSING', 'Please enter your email.'],
    ['AUTH-35', '7720', 'INVALID_PHONE', 'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)'],
    ['AUTH-35', 'amina@', 'INVALID_EMAIL', 'Please enter a valid email address.'],
  ])('[%s] recovery by a link rejects “%s”', async (_id, typed, code, detail) => {
    expect((await requestCode(app.browser(), typed)).body).toMatchObject({ status: 400, code, detail })
  })

  it.each([
    ['IPv4 address', () => '10.77.0.1'],
    ['IPv6 network, which has unlimited addresses', (i: number) => `2a01:4f8:7:9::${i + 1}`],
  ])('[AUTH-35] guessing recovery tokens is throttled per %s', async (_, addressOf) => {
    const codes = new Set<string | undefined>()
    for (let i = 0; i < 45; i++) codes.add((await reset(app.browser(addressOf(i)), { token: `guess-${i}` })).body.code)
    expect([...codes]).toEqual(expect.arrayContaining(['RECOVERY_OVER', 'RECOVERY_SLOWED']))
  })
})
