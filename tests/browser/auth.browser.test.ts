import { queryDatabase } from '../support/query-database.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../support/client.ts'
import { type Player, registerPlayer } from '../support/player.ts'
import { stopClock, timesSent, untilFailed, withClock } from './clock.ts'
import { firstMissingLine, readingOrder } from './inspect.ts'
import { logIn as logInAs, openTabOfVisitor } from './login-page.ts'
import { answer, failConnection, intercept, neverAnswer, refuse } from './network.ts'
import {
  browserFixture,
  type BrowserFixture,
  button,
  headerBalance,
  hydrated,
  link,
  open,
  sees,
  type Visit,
} from './browser-fixture.ts'
import { tabOfEachTest } from './tabs.ts'

const KNOWN = '772200110'
const LOGIN = 'POST /api/auth/login'
const SESSION = 'GET /api/auth/session'

let fixture: BrowserFixture
let player: Player
let visitor: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture()
  player = await registerPlayer(fixture.product, KNOWN)
  visitor = await fixture.visit()
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string): Promise<void> {
  page = await openTabOfVisitor(visitor, page)
  await open(page, path)
}

const logIn = (phone = KNOWN, password = player.password) => logInAs(page, phone, password)

/** A player who is suspended before the session's next request. */
async function suspendedPlayer(phone: string): Promise<Player> {
  const suspended = await registerPlayer(fixture.product, phone)
  await queryDatabase(fixture.product, `update profiles set account_status = 'suspended' where id = $1`, [
    suspended.userId,
  ])
  return suspended
}
const SUSPENDED = 'Your account is suspended. Please contact support.'

describe('login', () => {
  it('[AUTH-11] [AUTH-12] [AUTH-13] the login form has a number field, a password that can be shown, and a keep-me-logged-in box', async () => {
    await at('/login')
    const password = page.getByLabel('Password', { exact: true })
    await expect.poll(() => page.getByLabel('Mobile number').getAttribute('placeholder')).toBe('7XXXXXXXX')
    await expect.poll(() => page.getByRole('img', { name: 'Uganda' }).isVisible()).toBe(true)
    await expect.poll(() => page.getByLabel('Keep me logged in').isChecked()).toBe(true)
    await expect.poll(() => link(page.getByRole('main'), /create an account/i).getAttribute('href')).toBe('/register')
    await expect.poll(() => password.getAttribute('type')).toBe('password')
    await button(page, 'Show password').click()
    await expect.poll(() => password.getAttribute('type')).toBe('text')
    await button(page, 'Hide password').click()
    await expect.poll(() => password.getAttribute('type')).toBe('password')
  })

  it('[full] [AUTH-11] [AUTH-18] screen readers read the login fields in visual order', async () => {
    await at('/login')
    await logIn(KNOWN, 'another-word')
    await page.getByRole('alert').waitFor()
    const lines = await readingOrder(page.locator('body'))
    expect(lines.slice(lines.indexOf('main'), lines.indexOf('contentinfo'))).toEqual([
      'main',
      'heading "Log in" [level=1]',
      'text: Mobile number',
      'img "Uganda"',
      'text: "+256"',
      'textbox "Mobile number"',
      `text: "${KNOWN}"`,
      'text: Password',
      'textbox "Password": another-word',
      'button "Show password"',
      'checkbox "Keep me logged in" [checked]',
      'text: Keep me logged in',
      'button "Forgot password?"',
      'alert: Invalid password',
      'button "LOG IN"',
      'paragraph',
      'text: New here?',
      'link "Create an account"',
      'paragraph',
      'text: Cannot log in?',
      'link "Contact customer care"',
    ])
    // The skip link comes first, the bottom bar last.
    const frame = [
      /^link "Skip to content"/,
      /^region "Demo"/,
      /^banner/,
      /^main/,
      /^contentinfo/,
      /^navigation "Quick links"/,
    ]
    expect(firstMissingLine(lines, frame)).toBe(null)
  })

  it.each([
    ['[AUTH-15]', '', 'secret-word', 'Please enter both phone number and password'],
    ['[AUTH-15]', KNOWN, '', 'Please enter both phone number and password'],
    ['[AUTH-05]', '77220011', 'secret-word', 'Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)'],
    ['[AUTH-17]', '772999888', 'secret-word', 'No account found with this phone number'],
    ['[AUTH-18]', KNOWN, 'another-word', 'Invalid password'],
  ])('%s a login with the number "%s" and the password "%s" shows "%s"', async (_, phone, password, text) => {
    await at('/login')
    await logIn(phone, password)
    await sees(page, text)
    await expect.poll(() => page.getByRole('alert').textContent()).toBe(text)
  })

  it.each([
    ['[AUTH-16]', 'GET /api/settings', failConnection, 'Connection issue. Please check your internet and try again.'],
    ['[AUTH-21]', LOGIN, failConnection, 'Network error. Please check your internet connection and try again.'],
    ['[AUTH-22]', LOGIN, refuse(400), 'Login failed. Please try again.'],
    ['[AUTH-23]', LOGIN, answer(null), 'An unexpected error occurred'],
  ])('[full] %s a login whose request %s fails shows the reason', async (_, operation, fault, text) => {
    await at('/login')
    await intercept(page, operation, fault)
    await logIn()
    await sees(page, text)
  })

  /** Opens the login with a stopped clock; delayed requests are released when the page closes. */
  async function atStoppedLogin(): Promise<void> {
    ;({ page } = await fixture.visit())
    await withClock(page)
    await open(page, '/login')
    await stopClock(page)
  }

  const TOO_LONG = 'Login is taking too long. Please check your internet connection and try again.'
  const isTooLong = () => page.getByText(TOO_LONG).isVisible()

  it('[full] [AUTH-20] [AUTH-19] a login times out 30 seconds after the tap, even during a second attempt', async () => {
    await atStoppedLogin()
    await intercept(page, LOGIN, neverAnswer)
    await intercept(page, LOGIN, failConnection, 1)
    await logIn()
    await untilFailed(page, LOGIN, 1)
    await page.clock.runFor(1_000)
    await expect.poll(() => timesSent(page, LOGIN)).toBe(2)
    await page.clock.runFor(28_999)
    expect(await isTooLong()).toBe(false)
    await page.clock.runFor(1)
    await sees(page, TOO_LONG)
  })

  it('[AUTH-20] [AUTH-16] the time limit of a login includes the connection test', async () => {
    await atStoppedLogin()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await intercept(page, LOGIN, neverAnswer)
    await intercept(page, 'GET /api/settings', async (route) => {
      await held
      await route.continue()
    })
    const before = await timesSent(page, 'GET /api/settings')
    await logIn()
    await expect.poll(() => timesSent(page, 'GET /api/settings')).toBe(before + 1)
    await page.clock.runFor(9_000)
    release()
    await expect.poll(() => timesSent(page, LOGIN)).toBe(1)
    await page.clock.runFor(20_999)
    expect(await isTooLong()).toBe(false)
    await page.clock.runFor(1)
    await sees(page, TOO_LONG)
  })

  it('[AUTH-19] [AUTH-24] a failed login request is retried after a second; a login shows a greeting and opens the home page a second later', async () => {
    await atStoppedLogin()
    await intercept(page, LOGIN, failConnection, 1)
    await logIn()
    await untilFailed(page, LOGIN, 1)
    await page.clock.runFor(999)
    await expect.poll(() => timesSent(page, LOGIN)).toBe(1)
    await page.clock.runFor(1)
    await expect.poll(() => timesSent(page, LOGIN)).toBe(2)
    await page.getByRole('region', { name: 'Messages' }).getByText('Login successful!').waitFor()
    await page.clock.runFor(999)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
    await page.clock.runFor(1)
    await page.waitForURL('/')
    await expect.poll(() => headerBalance(page)).toBe('UGX 0.00')
  })

  it('[full] [AUTH-19] a login request is not sent a third time', async () => {
    await atStoppedLogin()
    await intercept(page, LOGIN, failConnection)
    await logIn()
    await untilFailed(page, LOGIN, 1)
    await page.clock.runFor(1_000)
    await sees(page, 'Network error. Please check your internet connection and try again.')
    await page.clock.runFor(10_000)
    await expect.poll(() => timesSent(page, LOGIN)).toBe(2)
  })

  it('[AUTH-25] a login cannot be sent twice at the same time', async () => {
    // A separate browser: delayed requests are released when the page closes.
    ;({ page } = await fixture.visit())
    await open(page, '/login')
    let requests = 0
    await intercept(page, LOGIN, async () => void (requests += 1))
    await logIn()
    await expect.poll(() => requests).toBe(1)
    await page.getByRole('button', { name: 'Logging in…' }).click({ force: true })
    await page.getByLabel('Password', { exact: true }).press('Enter')
    expect(requests).toBe(1)
  })

  it('[full] [AUTH-14] a login survives closing the browser only if the player chose to stay logged in', async () => {
    const lifetime = async (): Promise<number | undefined> => {
      await page.waitForURL('/')
      return (await page.context().cookies()).find(({ name }) => name === SESSION_COOKIE)?.expires
    }
    await at('/login')
    await logIn()
    await expect.poll(() => lifetime()).toBeGreaterThan(Date.now() / 1000)
    await at('/login')
    await page.getByLabel('Keep me logged in').uncheck()
    await logIn()
    await expect.poll(() => lifetime()).toBe(-1)
  })

  it('[full] [PLAY-08] the time of the previous login is shown after a login', async () => {
    const own = await registerPlayer(fixture.product, '772200121')
    const { phone: phoneNumber, password } = own
    await fixture.product.client(1).must('POST /api/auth/login', { body: { phoneNumber, password } })
    await at('/login')
    await logIn(phoneNumber, password)
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByText(/^Your last login: Today \d\d:\d\d$/).waitFor()
  })

  it('[full] [AUTH-73] a login to an inactive account shows the reason', async () => {
    const suspended = await suspendedPlayer('772200120')
    await at('/login')
    await logIn(suspended.phone, suspended.password)
    await sees(page, SUSPENDED)
  })
})

describe('session', () => {
  it('[AUTH-68] [APP-60] [APP-61] [APP-18] a screen that requires a login shows a loading message until the session is known', async () => {
    ;({ page } = await fixture.visit({ player }))
    await withClock(page)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await intercept(page, SESSION, async (route) => {
      await held
      await route.continue()
    })
    await page.clock.pauseAt(Date.now() + 60_000)
    await open(page, '/statement')
    await sees(page, 'Loading your account')
    await page.clock.runFor(2_999)
    await sees(page, 'Loading your account')
    await page.clock.runFor(1)
    await sees(page, 'Almost there...')
    await page.getByText(/taking longer than usual/).waitFor()
    release()
    await page.clock.resume()
    await sees(page, 'No entries yet')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/statement')
  })

  it('[full] [AUTH-72] a page whose session has not loaded after 30 seconds treats the user as a visitor', async () => {
    ;({ page } = await fixture.visit({ player }))
    await withClock(page)
    await intercept(page, SESSION, neverAnswer)
    await open(page, '/statement')
    await sees(page, 'Loading your account')
    await expect.poll(() => timesSent(page, SESSION)).toBe(1)
    await page.clock.runFor(30_000)
    await page.waitForURL('/login')
    // The screen refetches in the background.
    await link(page.getByRole('banner'), 'LOGIN').waitFor()
  })

  it.each([
    ['/', '/', '772200160'],
    ['/statement', '/login', '772200161'],
  ])(
    '[full] [AUTH-73] a player suspended since the last visit who opens %s sees the reason once, on %s',
    async (path, place, phone) => {
      const suspended = await suspendedPlayer(phone)
      ;({ page } = await fixture.visit({ player: suspended }))
      const loggedOut = page.waitForResponse('**/api/auth/logout')
      await open(page, path)
      await sees(page, SUSPENDED)
      await expect.poll(() => page.getByText(SUSPENDED).count()).toBe(1)
      await page.waitForURL(place)
      await link(page.getByRole('banner'), 'LOGIN').waitFor()
      await loggedOut
      const session = page.waitForResponse('**/api/auth/session')
      await page.reload()
      expect(await (await session).json()).toEqual({ user: null })
      await hydrated(page)
      await expect.poll(() => page.getByText(SUSPENDED).count()).toBe(0)
    },
  )

  it('[AUTH-77] [ACCT-11] logging out leads to the login screen and clears the player’s data from the browser', async () => {
    const own = await registerPlayer(fixture.product, '772200140')
    ;({ page } = await fixture.visit({ player: own }))
    await open(page, '/account')
    await button(page, 'Log Out').click()
    await page.waitForURL('**/login')
    await link(page.getByRole('banner'), 'LOGIN').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mupiira.user'))).toBeNull()
    expect((await own.client.must('GET /api/auth/session', {})).user).toBeNull()
  })

  it('[ACCT-13] [ACCT-14] a failed logout shows the reason', async () => {
    ;({ page } = await fixture.visit({ player }))
    await open(page, '/account')
    const end = await intercept(page, 'POST /api/auth/logout', refuse(429, { code: 'RATE_LIMITED', detail: 'Slowly.' }))
    await button(page, 'Log Out').click()
    await sees(page, 'Error logging out: Slowly.')
    await end()
    await intercept(page, 'POST /api/auth/logout', failConnection)
    await button(page, 'Log Out').click()
    await sees(page, 'Unexpected error during logout')
  })

  it('[ACCT-12] a session that another device ends is logged out in this browser', async () => {
    const own = await registerPlayer(fixture.product, '772200150')
    ;({ page } = await fixture.visit({ player: own }))
    await open(page, '/account')
    await button(page, 'Log Out').waitFor()
    await own.client.must('POST /api/auth/logout', { body: {} })
    await page.waitForURL('/login')
    await hydrated(page)
  })
})
