import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { notifiedDeposit, registerPlayer, until } from '../support/player.ts'
import { settlingIn } from './matches.ts'
import { loseResponse, intercept } from './network.ts'
import {
  button,
  hydrated,
  link,
  open,
  browserFixture,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
} from './browser-fixture.ts'

const NEW_PASSWORD = 'plantain-and-gnuts-7'

let fixture: BrowserFixture
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_000))
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const field = (label: string) => page.getByLabel(label, { exact: true })

it('[ACCT-15] [ACCT-16] [ACCT-17] [ACCT-18] [ACCT-19] [ACCT-23] [PLAY-08] a player changes the password and sees the list of sessions', async () => {
  const own = await registerPlayer(fixture.product, '772300250')
  ;({ page } = await fixture.visit({ player: own }))
  await open(page, '/manage-account')
  const change = button(page, 'Change password')
  await expect.poll(() => change.isDisabled()).toBe(true)
  await field('Current password').fill(own.password)
  await field('New password').fill('abc')
  await field('Confirm new password').fill('abc')
  await change.click()
  await sees(page, 'New password must be at least 4 characters.')
  await field('New password').fill(NEW_PASSWORD)
  await change.click()
  await sees(page, 'New passwords do not match.')
  await field('Confirm new password').fill(NEW_PASSWORD)
  const typed = ['Current password', 'New password', 'Confirm new password'].map(field)
  for (const each of typed) {
    await expect.poll(() => each.getAttribute('type')).toBe('password')
    // The button of a visible password has another name, so the first match is the next hidden password.
    await button(page.getByRole('main'), 'Show password').first().click()
    await expect.poll(() => each.getAttribute('type')).toBe('text')
  }
  await change.click()
  await sees(page, 'Password changed! You may need to log in again.')
  await sees(page, 'This device')
  await link(page, 'Back to Account').click()
  await page.waitForURL(/\/account$/)
  await page.context().close()
})

it('[full] [ACCT-22] [ACCT-24] a password change whose response was lost is not reported as "current password incorrect"', async () => {
  const own = await registerPlayer(fixture.product, '772300230')
  ;({ page } = await fixture.visit({ player: own }))
  await open(page, '/manage-account')
  await field('Current password').fill(own.password)
  await field('New password').fill(NEW_PASSWORD)
  await field('Confirm new password').fill(NEW_PASSWORD)
  await intercept(page, 'POST /api/auth/password/change', loseResponse, 1)
  await button(page, 'Change password').click()
  await sees(page, 'Unexpected error.')
  await button(page, 'Change password').click()
  await sees(page, 'Your password may already have changed. Try to log in with the new password.')
  await page.context().close()
})

it('[full] [PLAY-08] the session list shows only the day of last use for a session on another device', async () => {
  const own = await registerPlayer(fixture.product, '772300240')
  const body = { phoneNumber: own.phone, password: own.password, keepLoggedIn: true }
  await fixture.product.client().must('POST /api/auth/login', { body })
  ;({ page } = await fixture.visit({ player: own }))
  await open(page, '/manage-account')
  await page.getByText(/last seen \d+ [A-Z][a-z]{2} \d{4}$/).waitFor()
  await page.context().close()
})

it('[full] [PLAY-09] a player downloads all data of the account after entering the password', async () => {
  const own = await registerPlayer(fixture.product, '772300250')
  ;({ page } = await fixture.visit({ player: own }))
  await open(page, '/manage-account')
  const download = button(page, 'Download my data')
  await field('Password for the download').fill('not-the-password')
  await download.click()
  await sees(page, 'The current password is incorrect.')
  await field('Password for the download').fill(own.password)
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toMatch(/^mupiira-my-data-\d{4}-\d{2}-\d{2}\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as { profiles: unknown[] }
  expect(data.profiles).toEqual([expect.objectContaining({ id: own.userId })])
  await sees(page, 'Your data has been downloaded. Keep the file in a safe place.')
  await page.context().close()
})

it('[full] [PLAY-10] a player closes the account, and the next login says that the account is suspended', async () => {
  const own = await registerPlayer(fixture.product, '772300260')
  ;({ page } = await fixture.visit({ player: own }))
  await open(page, '/manage-account')
  const close = button(page, 'Close account')
  await field('Password to close the account').fill('not-the-password')
  await expect.poll(() => close.isDisabled()).toBe(true)
  await field('Close my account. I cannot undo this.').check()
  await close.click()
  await sees(page, 'The current password is incorrect.')
  await field('Password to close the account').fill(own.password)
  await close.click()
  await sees(page, 'Your account is closed. We have erased your messages and your list of devices.')
  await page.waitForURL(/\/$/)
  const login = { body: { phoneNumber: own.phone, password: own.password } }
  const refused = await fixture.product.client().call('POST /api/auth/login', login)
  expect(refused.ok ? 'signed in' : refused.problem.code).toBe('ACCOUNT_SUSPENDED')
  await page.context().close()
})

it('[full] [AUTH-38] [AUTH-39] a player adds an e-mail address, confirms it by its link, and recovers the password by another link', async () => {
  const player = await registerPlayer(fixture.product, '772300220')
  // Proves the phone number, which a recovery address needs.
  await notifiedDeposit(player, 30_000)
  const [known, visitor] = await Promise.all([fixture.visit({ player }), fixture.visit()])
  const email = `amina.${player.phone}@example.com`
  const pathIn = (subject: RegExp) =>
    until('a link was mailed', async () => {
      const mail = fixture.product.messages.messages().find((each) => each.to === email && subject.test(each.text))
      return subject.exec(mail?.text ?? '')?.[0]
    })
  ;({ page } = known)
  await open(page, '/manage-account')
  await field('Email address').fill(email)
  await field('Your password').fill(player.password)
  await button(page, 'Send link').click()
  await sees(page, 'We sent a link to this address. Open it to confirm.')
  await page.getByText(`${email} is not confirmed yet.`).waitFor()

  ;({ page } = visitor)
  await open(page, await pathIn(/\/confirm-email#\S+/))
  await page.waitForURL(/\/confirm-email$/)
  await button(page, 'Confirm address').click()
  await sees(page, `${email} is confirmed. You can now recover your account with it.`)

  ;({ page } = known)
  await open(page, '/manage-account')
  await sees(page, 'Confirmed')

  ;({ page } = visitor)
  await open(page, '/forgot-password')
  await field('Email or phone number').fill(email)
  await button(page, 'Send').click()
  const mailed = await pathIn(/\/reset-password#\S+/)
  await open(page, '/reset-password')
  await sees(page, 'Open the link in our email again.')
  // The mailed link leads to the open page. The address no longer shows the token, but the token survives a reload.
  await page.goto(mailed)
  await field('New password').waitFor()
  await page.waitForURL(/\/reset-password$/)
  await page.reload()
  await hydrated(page)
  await field('New password').fill('millet-and-gnuts-5')
  await expect.poll(() => field('Code').count()).toBe(0)
  await intercept(page, 'POST /api/auth/password/reset', loseResponse, 1)
  await button(page, 'Set new password').click()
  await sees(page, 'Network error. Please check your internet connection and try again.')
  await button(page, 'Set new password').click()
  await sees(page, 'Your password may already have changed. Try to log in with the new password.')
})

it('[AUTH-30] [AUTH-31] [AUTH-32] [AUTH-35] [AUTH-39] a player recovers a forgotten password by a code, in the login dialog', async () => {
  const player = await registerPlayer(fixture.product, '772300210')
  ;({ page } = await fixture.visit())
  await open(page, '/login')
  await button(page, 'Forgot password?').click()
  await button(page, 'Send').click()
  await sees(page, 'Please enter your email.')
  await button(page, 'Close').click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  // The phone number from the login is already filled in.
  await field('Mobile number').fill('772123456')
  await button(page, 'Forgot password?').click()
  await expect.poll(() => field('Email or phone number').inputValue()).toBe('772123456')
  await field('Email or phone number').fill('amina@example.com')
  await button(page, 'Send').click()
  await sees(page, 'Password reset email sent!')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await button(page, 'Forgot password?').click()
  // No message says that a code was sent, because none was requested.
  await button(page, 'I already have a code').click()
  await sees(page, 'Enter the code from our SMS. It is valid for 24 hours in this browser.')
  await button(page, 'Send another code').click()
  await field('Email or phone number').fill(player.phone)
  await button(page, 'Send').click()
  await page.getByText('If this number has an account, a code is on its way by SMS.', { exact: false }).waitFor()
  const text = await until(
    'the code was sent',
    async () =>
      fixture.product.messages.messages().find(({ to, text }) => to.endsWith(player.phone) && /^\d{6} /.test(text))
        ?.text,
  )
  await field('Code').fill(text.slice(0, 6))
  await field('New password').fill('cassava-and-beans-3')
  await button(page, 'Set new password').click()
  await sees(page, 'Password changed! Please log in with the new password.')
  await field('Mobile number').fill(player.phone)
  await field('Password').fill('cassava-and-beans-3')
  await button(page, 'LOG IN').click()
  await sees(page, 'Login successful!')
})

it('[full] [PLAY-11] [INP-07] a player chooses which changed odds a bet accepts, also for the next visit', async () => {
  const own = await registerPlayer(fixture.product, '772300252')
  ;({ page } = await fixture.visit({ player: own }))
  await open(page, '/account')
  const policy = page.getByLabel('When odds change')
  await expect.poll(() => policy.inputValue()).toBe('better')
  await policy.selectOption({ label: 'Reject any change' })
  await sees(page, 'Setting saved.')
  await page.reload()
  await expect.poll(() => policy.inputValue()).toBe('none')
})

it('[full] [PLAY-11] [APP-37] a player hides the balance at the top of every screen, also after a reload', async () => {
  const own = await registerPlayer(fixture.product, '772300251')
  ;({ page } = await fixture.visit({ player: own }))
  await open(page, '/account')
  const shown = page.getByRole('banner').getByText('UGX 0.00', { exact: true })
  await shown.waitFor()
  const hide = page.getByRole('switch', { name: /^Hide balance/ })
  await hide.click()
  await expect.poll(() => hide.getAttribute('aria-checked')).toBe('true')
  await shown.waitFor({ state: 'detached' })
  await open(page, '/mybets')
  await page.getByRole('banner').getByText('UGX •••', { exact: true }).waitFor()
  await open(page, '/account')
  await hide.click()
  await shown.waitFor()
  await link(page, 'Limits and breaks').click()
  await page.waitForURL('/responsible-gambling')
})
