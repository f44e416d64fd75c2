import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import {
  type IdentityFixture,
  identityFixture,
  FORM,
  newPhone,
  type RegisteredPlayer,
  tokenOf,
  type UserBody,
} from '../testing/identity-fixture.ts'

let app: IdentityFixture
beforeAll(async () => {
  app = await identityFixture()
})
afterAll(() => app.close())
beforeEach(() => app.sent.splice(0))

async function person(): Promise<RegisteredPlayer> {
  const player = await app.register()
  await app.proveNumber(player.phoneNumber)
  return player
}

const requestAddress = (
  { browser, email }: Pick<RegisteredPlayer, 'browser' | 'email'>,
  currentPassword = FORM.password,
) => browser.post('/api/auth/email', { email, currentPassword })
const confirm = (token: string, browser = app.browser()) => browser.post('/api/auth/email/confirm', { token })
const addressOf = async ({ browser }: RegisteredPlayer) => (await browser.get('/api/auth/email')).body
const recover = (email: string) => app.browser().post('/api/auth/password/forgot', { emailOrPhone: email })

/** The mail received by an address since the last call, after running the job. */
async function mailsTo(email: string): Promise<string[]> {
  await app.sendRecoveries()
  const texts = app.sent.filter(({ to }) => to === email).map(({ text }) => text)
  app.sent.splice(0)
  return texts
}
const linkIn = (texts: readonly string[]): string => /\/confirm-email#(\S+)/.exec(texts.join())?.[1] ?? ''

async function withAddress(): Promise<RegisteredPlayer> {
  const one = await person()
  await requestAddress(one)
  expect((await confirm(linkIn(await mailsTo(one.email)))).status).toBe(200)
  return one
}

describe('the e-mail address of an account', () => {
  it('[AUTH-38] setting a recovery e-mail address requires a phone number that an SMS code or a deposit has confirmed', async () => {
    const browser = app.browser()
    const phoneNumber = newPhone()
    await browser.post('/api/auth/register', { ...FORM, phoneNumber })
    const one = { phoneNumber, browser, email: `first${phoneNumber}@example.com` }
    expect((await requestAddress(one)).body).toMatchObject({ status: 422, code: 'NUMBER_UNPROVED' })
    await app.proveNumber(phoneNumber)
    expect((await requestAddress(one)).status).toBe(202)
  })

  it('[AUTH-38] [ACCT-24] a password change can remove the recovery e-mail address', async () => {
    const [kept, removed] = [await withAddress(), await withAddress()]
    const change = ({ browser }: RegisteredPlayer, keepRecoveryAddress: boolean) =>
      browser.post('/api/auth/password/change', {
        currentPassword: FORM.password,
        newPassword: 'matooke-5521',
        keepRecoveryAddress,
      })
    expect([(await change(kept, true)).status, (await change(removed, false)).status]).toEqual([200, 200])
    expect(await addressOf(kept)).toMatchObject({ email: kept.email })
    expect(await addressOf(removed)).toMatchObject({ email: null })
  })

  it('[AUTH-38] a recovery e-mail address receives recovery links once its confirmation link was opened', async () => {
    const one = await person()
    expect(await addressOf(one)).toEqual({ email: null, waiting: null })
    const response = await one.browser.post('/api/auth/email', {
      email: ` ${one.email.toUpperCase()} `,
      currentPassword: FORM.password,
    })
    expect([response.status, response.body]).toMatchObject([202, { email: null, waiting: { email: one.email } }])
    const [mail = ''] = await mailsTo(one.email)
    expect(mail).toContain(`••${one.phoneNumber.slice(-2)}`)
    await recover(one.email)
    expect(await mailsTo(one.email)).toEqual([])

    expect((await confirm(linkIn([mail]))).body).toEqual({ email: one.email })
    expect(await addressOf(one)).toEqual({ email: one.email, waiting: null })
    await recover(one.email)
    const [recovery = ''] = await mailsTo(one.email)
    const token = /\/reset-password#(\S+)/.exec(recovery)?.[1] ?? ''
    const reset = await app.browser().post('/api/auth/password/reset', { token, newPassword: 'matooke-5521' })
    expect(reset.status).toBe(200)
    const browser = app.browser()
    await browser.post('/api/auth/login', { phoneNumber: one.phoneNumber, password: 'matooke-5521' })
    expect(tokenOf(browser)).not.toBe('')
  })

  it('[AUTH-38] only the latest confirmation link is valid, once and within a day, and not as a recovery link', async () => {
    const one = await person()
    await requestAddress(one)
    const first = linkIn(await mailsTo(one.email))
    await requestAddress(one)
    const second = linkIn(await mailsTo(one.email))
    expect((await confirm(first)).body.code).toBe('RECOVERY_OVER')
    const reset = await app.browser().post('/api/auth/password/reset', { token: second, newPassword: 'matooke-5521' })
    expect(reset.body.code).toBe('RECOVERY_OVER')
    expect((await confirm(second)).status).toBe(200)
    expect((await confirm(second)).body.code).toBe('RECOVERY_OVER')

    const two = await person()
    await requestAddress(two)
    const late = linkIn(await mailsTo(two.email))
    app.clock.forward(24 * 3_600_000 + 1_000)
    expect((await confirm(late)).body.code).toBe('RECOVERY_OVER')
    expect(await addressOf(two)).toEqual({ email: null, waiting: null })
  })

  it('[AUTH-38] an unconfirmed e-mail address can be cancelled, and is cancelled by a password change', async () => {
    const one = await person()
    await requestAddress(one)
    const link = linkIn(await mailsTo(one.email))
    expect((await one.browser.delete('/api/auth/email/waiting')).body).toEqual({ email: null, waiting: null })
    expect((await confirm(link)).body.code).toBe('RECOVERY_OVER')

    await requestAddress(one)
    const next = linkIn(await mailsTo(one.email))
    const phone = app.browser()
    await phone.post('/api/auth/password/forgot', { emailOrPhone: one.phoneNumber })
    await app.sendRecoveries()
    const code = /^\d{6}/.exec(app.sent[0]?.text ?? '')?.[0]
    await phone.post('/api/auth/password/reset', { code, newPassword: 'matooke-5521' })
    expect((await confirm(next)).body.code).toBe('RECOVERY_OVER')
  })

  it('[AUTH-38] [ACCT-24] a password change cancels pending e-mail links requested by an attacker', async () => {
    const one = await withAddress()
    const thief = app.browser()
    await thief.post('/api/auth/login', { phoneNumber: one.phoneNumber, password: FORM.password })
    const theft = { ...one, browser: thief, email: `thief-${one.email}` }
    expect((await requestAddress(theft)).status).toBe(202)
    const link = linkIn(await mailsTo(theft.email))
    await recover(one.email)
    const token = /#(\S+)/.exec((await mailsTo(one.email)).join())?.[1] ?? ''

    const change = { currentPassword: FORM.password, newPassword: 'matooke-5521' }
    expect((await one.browser.post('/api/auth/password/change', change)).status).toBe(200)
    expect((await confirm(link)).body.code).toBe('RECOVERY_OVER')
    expect(await addressOf(one)).toEqual({ email: one.email, waiting: null })
    const reset = await app.browser().post('/api/auth/password/reset', { token, newPassword: 'plantain-9023' })
    expect(reset.body.code).toBe('RECOVERY_OVER')
  })

  it('[AUTH-38] [ACCT-24] an e-mail link requested during a password change is not sent', async () => {
    const one = await person()
    const phone = `+256${one.phoneNumber.slice(1)}`
    const [owner] = await app.kernel.db.query<{ id: string }>('select id from profiles where phone_number = $1', [
      phone,
    ])
    let asking: ReturnType<typeof requestAddress> | undefined
    await app.kernel.db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 20))', [owner?.id])
      asking = requestAddress(one)
      await untilLockWaits(app.kernel.db)
      const change = { currentPassword: FORM.password, newPassword: 'matooke-5521' }
      expect((await one.browser.post('/api/auth/password/change', change)).status).toBe(200)
    })
    expect((await asking)?.body.code).toBe('CURRENT_PASSWORD_WRONG')
    expect(await mailsTo(one.email)).toEqual([])
  })

  it('[AUTH-38] adding the first recovery e-mail address notifies the account’s phone', async () => {
    const one = await withAddress()
    await app.sendRecoveries()
    const phone = `+256${one.phoneNumber.slice(1)}`
    const texts = app.sent.filter(({ to }) => to === phone).map(({ text }) => text)
    expect(texts).toEqual([expect.stringMatching(/^A recovery email address was added/)])
    app.sent.splice(0)
    await requestAddress({ ...one, email: `other-${one.email}` })
    await confirm(linkIn(await mailsTo(`other-${one.email}`)))
    await app.sendRecoveries()
    expect(app.sent.map(({ to }) => to)).toEqual([one.email])
  })

  it('[AUTH-38] a recovery e-mail address can be replaced and removed; the old address is notified and its links become invalid', async () => {
    const one = await withAddress()
    await recover(one.email)
    const token = /#(\S+)/.exec((await mailsTo(one.email)).join())?.[1] ?? ''
    const other = `other-${one.email}`
    await requestAddress({ ...one, email: other })
    expect((await addressOf(one)).email).toBe(one.email)
    await confirm(linkIn(await mailsTo(other)))
    expect((await mailsTo(one.email)).join()).toMatch(/can no longer recover/)
    const reset = await app.browser().post('/api/auth/password/reset', { token, newPassword: 'matooke-5521' })
    expect(reset.body.code).toBe('RECOVERY_OVER')

    const removed = await one.browser.post('/api/auth/email/remove', { currentPassword: FORM.password })
    expect(removed.body).toEqual({ email: null, waiting: null })
    expect((await mailsTo(other)).join()).toMatch(/can no longer recover/)
    await recover(other)
    expect(await mailsTo(other)).toEqual([])
    expect((await one.browser.get<UserBody>('/api/auth/session')).body.user.email).toMatch(/@phone\.invalid$/)
  })

  it('[AUTH-38] a request for an e-mail address that another account uses is accepted, but its confirmation link is refused', async () => {
    const one = await withAddress()
    const two = { ...(await person()), email: one.email }
    expect((await requestAddress(two)).status).toBe(202)
    expect((await confirm(linkIn(await mailsTo(one.email)))).body.code).toBe('EMAIL_TAKEN')
    expect((await addressOf(two)).email).toBeNull()
    expect((await addressOf(one)).email).toBe(one.email)
  })

  it('[AUTH-38] setting a recovery e-mail address requires the current password, with throttled attempts', async () => {
    const one = await withAddress()
    expect((await requestAddress(one, 'not-it')).body.code).toBe('CURRENT_PASSWORD_WRONG')
    const codes: string[] = []
    for (let i = 0; i < 12; i++)
      codes.push((await one.browser.post('/api/auth/email/remove', { currentPassword: `guess-${i}` })).body.code ?? '')
    expect(codes).toContain('LOGIN_SLOWED')
    expect((await addressOf(one)).email).toBe(one.email)
  })

  it.each([
    ['', 'EMAIL_MISSING'],
    ['amina@', 'INVALID_EMAIL'],
    ['256772000100@phone.invalid', 'INVALID_EMAIL'],
  ])('[AUTH-38] “%s” is rejected as a recovery e-mail address', async (email, code) => {
    const one = await person()
    expect((await requestAddress({ ...one, email })).body.code).toBe(code)
  })

  it('[AUTH-37, AUTH-38] e-mail links are limited to three in three hours, per account and per address', async () => {
    const one = await person()
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await requestAddress({ ...one, email: `${i}-${one.email}` })).status)
    expect(statuses).toEqual([202, 202, 202, 429])
    const accounts = await Promise.all([person(), person(), person(), person()])
    const answers = await Promise.all(accounts.map((account) => requestAddress({ ...account, email: one.email })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 202, 202, 429])
    app.clock.forward(3 * 3_600_000)
    expect((await requestAddress(one)).status).toBe(202)
  })
})
