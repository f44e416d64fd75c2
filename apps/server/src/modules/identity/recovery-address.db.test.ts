import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { type Browser, FORM, type TestIdentity, newPhone, testIdentity, tokenOf } from './test-identity.ts'

let house: TestIdentity
beforeAll(async () => {
  house = await testIdentity()
})
afterAll(() => house.stop())
beforeEach(() => house.sent.splice(0))

type Person = { readonly phoneNumber: string; readonly browser: Browser; readonly email: string }

async function person(): Promise<Person> {
  const browser = house.browser()
  const phoneNumber = newPhone()
  await browser.post('/api/auth/register', { ...FORM, phoneNumber })
  return { phoneNumber, browser, email: `amina${phoneNumber}@example.com` }
}

const ask = ({ browser, email }: Person, currentPassword = FORM.password) =>
  browser.post('/api/auth/email', { email, currentPassword })
const confirm = (token: string, browser = house.browser()) => browser.post('/api/auth/email/confirm', { token })
const addressOf = async ({ browser }: Person) => (await browser.get('/api/auth/email')).json()
const recover = (email: string) => house.browser().post('/api/auth/password/forgot', { emailOrPhone: email })

/** What an address was sent since the last look, once the job has run. */
async function mailsTo(email: string): Promise<string[]> {
  await house.identity.sendRecoveries()
  const texts = house.sent.filter(({ to }) => to === email).map(({ text }) => text)
  house.sent.splice(0)
  return texts
}
const linkIn = (texts: readonly string[]): string => /\/confirm-email#(\S+)/.exec(texts.join())?.[1] ?? ''

async function withAddress(): Promise<Person> {
  const one = await person()
  await ask(one)
  expect((await confirm(linkIn(await mailsTo(one.email)))).statusCode).toBe(200)
  return one
}

describe('the e-mail address of an account', () => {
  it('[AUTH-38] counts once the link that was sent there is opened, and takes a recovery then', async () => {
    const one = await person()
    expect(await addressOf(one)).toEqual({ email: null, waiting: null })
    const asked = await one.browser.post('/api/auth/email', {
      email: ` ${one.email.toUpperCase()} `,
      currentPassword: FORM.password,
    })
    expect([asked.statusCode, asked.json()]).toMatchObject([202, { email: null, waiting: { email: one.email } }])
    const [mail = ''] = await mailsTo(one.email)
    expect(mail).toContain(`••${one.phoneNumber.slice(-2)}`)
    await recover(one.email)
    expect(await mailsTo(one.email)).toEqual([])

    expect((await confirm(linkIn([mail]))).json()).toEqual({ email: one.email })
    expect(await addressOf(one)).toEqual({ email: one.email, waiting: null })
    await recover(one.email)
    const [recovery = ''] = await mailsTo(one.email)
    const token = /\/reset-password#(\S+)/.exec(recovery)?.[1] ?? ''
    const reset = await house.browser().post('/api/auth/password/reset', { token, newPassword: 'matooke-5521' })
    expect(reset.statusCode).toBe(200)
    const browser = house.browser()
    await browser.post('/api/auth/login', { phoneNumber: one.phoneNumber, password: 'matooke-5521' })
    expect(tokenOf(browser)).not.toBe('')
  })

  it('[AUTH-38] a link works once, the last one alone, for a day; and not as one for a new password', async () => {
    const one = await person()
    await ask(one)
    const first = linkIn(await mailsTo(one.email))
    await ask(one)
    const second = linkIn(await mailsTo(one.email))
    expect((await confirm(first)).json().code).toBe('RECOVERY_OVER')
    const reset = await house.browser().post('/api/auth/password/reset', { token: second, newPassword: 'matooke-5521' })
    expect(reset.json().code).toBe('RECOVERY_OVER')
    expect((await confirm(second)).statusCode).toBe(200)
    expect((await confirm(second)).json().code).toBe('RECOVERY_OVER')

    const two = await person()
    await ask(two)
    const late = linkIn(await mailsTo(two.email))
    house.clock.forward(24 * 3_600_000 + 1_000)
    expect((await confirm(late)).json().code).toBe('RECOVERY_OVER')
    expect(await addressOf(two)).toEqual({ email: null, waiting: null })
  })

  it('[AUTH-38] one that waits is cancelled, also by a new password', async () => {
    const one = await person()
    await ask(one)
    const link = linkIn(await mailsTo(one.email))
    expect((await one.browser.delete('/api/auth/email/waiting')).json()).toEqual({ email: null, waiting: null })
    expect((await confirm(link)).json().code).toBe('RECOVERY_OVER')

    await ask(one)
    const next = linkIn(await mailsTo(one.email))
    const phone = house.browser()
    await phone.post('/api/auth/password/forgot', { emailOrPhone: one.phoneNumber })
    await house.identity.sendRecoveries()
    const code = /^\d{6}/.exec(house.sent[0]?.text ?? '')?.[0]
    await phone.post('/api/auth/password/reset', { code, newPassword: 'matooke-5521' })
    expect((await confirm(next)).json().code).toBe('RECOVERY_OVER')
  })

  it('[AUTH-38] [ACCT-24] links that somebody else has asked for are worth nothing once the player changes his password', async () => {
    const one = await withAddress()
    const thief = house.browser()
    await thief.post('/api/auth/login', { phoneNumber: one.phoneNumber, password: FORM.password })
    const his = { ...one, browser: thief, email: `thief-${one.email}` }
    expect((await ask(his)).statusCode).toBe(202)
    const link = linkIn(await mailsTo(his.email))
    await recover(one.email)
    const token = /#(\S+)/.exec((await mailsTo(one.email)).join())?.[1] ?? ''

    const change = { currentPassword: FORM.password, newPassword: 'matooke-5521' }
    expect((await one.browser.post('/api/auth/password/change', change)).statusCode).toBe(200)
    expect((await confirm(link)).json().code).toBe('RECOVERY_OVER')
    expect(await addressOf(one)).toEqual({ email: one.email, waiting: null })
    const reset = await house.browser().post('/api/auth/password/reset', { token, newPassword: 'plantain-9023' })
    expect(reset.json().code).toBe('RECOVERY_OVER')
  })

  it('[AUTH-38] [ACCT-24] a link that is being asked for while he changes it is not sent', async () => {
    const one = await person()
    const phone = `+256${one.phoneNumber.slice(1)}`
    const [owner] = await house.kernel.db.query<{ id: string }>('select id from profiles where phone_number = $1', [
      phone,
    ])
    let asking: ReturnType<typeof ask> | undefined
    await house.kernel.db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 21))', [owner?.id])
      asking = ask(one)
      await untilLockWaits(house.kernel.db)
      const change = { currentPassword: FORM.password, newPassword: 'matooke-5521' }
      expect((await one.browser.post('/api/auth/password/change', change)).statusCode).toBe(200)
    })
    expect((await asking)?.json().code).toBe('CURRENT_PASSWORD_WRONG')
    expect(await mailsTo(one.email)).toEqual([])
  })

  it('[AUTH-38] the first one is told to the phone: whoever knows the password could leave himself a way back', async () => {
    const one = await withAddress()
    await house.identity.sendRecoveries()
    const phone = `+256${one.phoneNumber.slice(1)}`
    const texts = house.sent.filter(({ to }) => to === phone).map(({ text }) => text)
    expect(texts).toEqual([expect.stringMatching(/^An e-mail address for the recovery .* was added/)])
    house.sent.splice(0)
    await ask({ ...one, email: `other-${one.email}` })
    await confirm(linkIn(await mailsTo(`other-${one.email}`)))
    await house.identity.sendRecoveries()
    expect(house.sent.map(({ to }) => to)).toEqual([one.email])
  })

  it('[AUTH-38] is replaced and taken away; the address that goes is told, and no link sent there works', async () => {
    const one = await withAddress()
    await recover(one.email)
    const token = /#(\S+)/.exec((await mailsTo(one.email)).join())?.[1] ?? ''
    const other = `other-${one.email}`
    await ask({ ...one, email: other })
    expect((await addressOf(one)).email).toBe(one.email)
    await confirm(linkIn(await mailsTo(other)))
    expect((await mailsTo(one.email)).join()).toMatch(/no longer the one for the recovery/)
    const reset = await house.browser().post('/api/auth/password/reset', { token, newPassword: 'matooke-5521' })
    expect(reset.json().code).toBe('RECOVERY_OVER')

    const removed = await one.browser.post('/api/auth/email/remove', { currentPassword: FORM.password })
    expect(removed.json()).toEqual({ email: null, waiting: null })
    expect((await mailsTo(other)).join()).toMatch(/no longer the one for the recovery/)
    await recover(other)
    expect(await mailsTo(other)).toEqual([])
    expect((await one.browser.get('/api/auth/session')).json().user.email).toMatch(/@phone\.invalid$/)
  })

  it('[AUTH-38] of another account is told to who opened the link alone, and stays where it is', async () => {
    const one = await withAddress()
    const two = { ...(await person()), email: one.email }
    expect((await ask(two)).statusCode).toBe(202)
    expect((await confirm(linkIn(await mailsTo(one.email)))).json().code).toBe('EMAIL_TAKEN')
    expect((await addressOf(two)).email).toBeNull()
    expect((await addressOf(one)).email).toBe(one.email)
  })

  it('[AUTH-38] asks for the present password, which nobody finds out by trying', async () => {
    const one = await withAddress()
    expect((await ask(one, 'not-it')).json().code).toBe('CURRENT_PASSWORD_WRONG')
    const codes: string[] = []
    for (let i = 0; i < 12; i++)
      codes.push((await one.browser.post('/api/auth/email/remove', { currentPassword: `guess-${i}` })).json().code)
    expect(codes).toContain('LOGIN_SLOWED')
    expect((await addressOf(one)).email).toBe(one.email)
  })

  it.each([
    ['', 'EMAIL_MISSING'],
    ['amina@', 'INVALID_EMAIL'],
    ['256772000100@phone.invalid', 'INVALID_EMAIL'],
  ])('[AUTH-38] “%s” is refused', async (email, code) => {
    const one = await person()
    expect((await ask({ ...one, email })).json().code).toBe(code)
  })

  it('[AUTH-37, AUTH-38] three links in three hours, of an account and of an address', async () => {
    const one = await person()
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await ask({ ...one, email: `${i}-${one.email}` })).statusCode)
    expect(statuses).toEqual([202, 202, 202, 429])
    const crowd = await Promise.all([person(), person(), person(), person()])
    const answers = await Promise.all(crowd.map((each) => ask({ ...each, email: one.email })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([202, 202, 202, 429])
    house.clock.forward(3 * 3_600_000)
    expect((await ask(one)).statusCode).toBe(202)
  })
})
