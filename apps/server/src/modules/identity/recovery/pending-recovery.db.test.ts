import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestClient } from '../../../testing/test-client.ts'
import { type IdentityFixture, identityFixture, FORM, type RegisteredPlayer } from '../testing/identity-fixture.ts'

let app: IdentityFixture
beforeAll(async () => {
  app = await identityFixture()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sendRecoveries()
  app.sent.splice(0)
})

async function person(): Promise<RegisteredPlayer> {
  const player = await app.register()
  await app.proveNumber(player.phoneNumber)
  return player
}

async function withAddress(): Promise<RegisteredPlayer> {
  const one = await person()
  await requestAddress(one)
  const [mail = ''] = await textsTo(one.email)
  expect((await one.browser.post('/api/auth/email/confirm', { token: tokenIn(mail) })).status).toBe(200)
  // The phone receives the notice that an address was added.
  await app.sendRecoveries()
  app.sent.splice(0)
  return one
}

const requestAddress = ({ browser, email }: RegisteredPlayer) =>
  browser.post('/api/auth/email', { email, currentPassword: FORM.password })
const forget = (browser: TestClient, emailOrPhone: string) =>
  browser.post('/api/auth/password/forgot', { emailOrPhone })
const changePassword = ({ browser }: RegisteredPlayer) =>
  browser.post('/api/auth/password/change', { currentPassword: FORM.password, newPassword: 'matooke-5521' })
const reset = async (browser: TestClient, proof: { code: string } | { token: string }): Promise<string | undefined> =>
  (await browser.post('/api/auth/password/reset', { ...proof, newPassword: 'plantain-9023' })).body.code

async function textsTo(phoneOrEmail: string): Promise<string[]> {
  await app.sendRecoveries()
  const texts = app.sent.filter(({ to }) => to.endsWith(phoneOrEmail.replace(/^0/, ''))).map(({ text }) => text)
  app.sent.splice(0)
  return texts
}
const codeIn = (text: string): string => /^\d{6}/.exec(text)?.[0] ?? ''
const tokenIn = (text: string): string => /#(\S+)/.exec(text)?.[1] ?? ''

describe('a pending code or link', () => {
  it('[AUTH-39] [ACCT-24] a recovery code or link that is still being sent is invalid after a password change', async () => {
    const one = await person()
    const phone = app.browser()
    await forget(phone, one.phoneNumber)
    app.messages.duringNext(async () => expect((await changePassword(one)).status).toBe(200))
    const [text = ''] = await textsTo(one.phoneNumber)
    expect(await reset(phone, { code: codeIn(text) })).toBe('RECOVERY_OVER')
  })

  it('[AUTH-38] a recovery link that is still being sent is invalid after its e-mail address was removed', async () => {
    const one = await withAddress()
    await forget(app.browser(), one.email)
    app.messages.duringNext(async () => {
      const removed = await one.browser.post('/api/auth/email/remove', { currentPassword: FORM.password })
      expect(removed.body).toEqual({ email: null, waiting: null })
    })
    const [mail = ''] = await textsTo(one.email)
    expect(await reset(app.browser(), { token: tokenIn(mail) })).toBe('RECOVERY_OVER')
  })

  it('[AUTH-39] [ACCT-24] a recovery code or link requested before a password change is not sent after the change', async () => {
    const one = await person()
    app.messages.failNext(1)
    await forget(app.browser(), one.phoneNumber)
    expect(await textsTo(one.phoneNumber)).toEqual([])
    app.clock.forward(1_000)
    expect((await changePassword(one)).status).toBe(200)
    app.clock.forward(30_000)
    expect(await textsTo(one.phoneNumber)).toEqual([])
    await forget(app.browser(), one.phoneNumber)
    expect(codeIn((await textsTo(one.phoneNumber)).join())).toMatch(/^\d{6}$/)
  })

  it('[AUTH-38] a confirmation link that is cancelled before sending is not sent', async () => {
    const one = await person()
    app.messages.failNext(1)
    app.messages.duringNext(() => one.browser.delete('/api/auth/email/waiting'))
    await requestAddress(one)
    expect(await textsTo(one.email)).toEqual([])
    app.clock.forward(30_000)
    expect(await textsTo(one.email)).toEqual([])
  })
})
