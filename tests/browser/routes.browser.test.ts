import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Player, registerPlayer } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { timesSent, withClock } from './clock.ts'
import { logIn } from './login-page.ts'
import { settlingIn } from './matches.ts'
import { failConnection, intercept } from './network.ts'
import {
  button,
  DESKTOP,
  link,
  open,
  browserFixture,
  option,
  sees,
  type BrowserFixture,
  type Visit,
} from './browser-fixture.ts'
import { leaveTab, openTab, tabOfEachTest } from './tabs.ts'

const GUARDED = [
  ...[
    '/account',
    '/manage-account',
    '/betslip',
    '/mybets',
    '/notifications',
    '/deposit',
    '/withdraw',
    '/statement',
    '/payments',
  ],
  ...['/notification-test', '/database-test'],
]

type Manifest = {
  readonly name: string
  readonly icons: readonly {
    readonly src: string
    readonly sizes: string
    readonly type: string
    readonly purpose: string
  }[]
}

let fixture: BrowserFixture
let player: Player
let visitor: Visit
let known: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_000))
  player = await registerPlayer(fixture.product, '772300110')
  ;[visitor, known] = await Promise.all([fixture.visit(), fixture.visit({ player })])
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string, visit: Visit = visitor): Promise<void> {
  page = await openTab(visit.context)
  await open(page, path)
}

const pathname = () => new URL(page.url()).pathname

describe('routes', () => {
  it('[full] [APP-01] /, /sports and /virtual show the home page', async () => {
    for (const path of ['/', '/sports', '/virtual']) {
      await at(path)
      await page.getByRole('heading', { name: 'All Sports' }).waitFor()
      await leaveTab(page)
    }
  })

  it('[full] [APP-01] the app fetches its data if the server was too busy to render the page', async () => {
    page = await openTab(visitor.context)
    const response = await page.request.get('/index.html')
    await page.route('**/sports', (route) => route.fulfill({ response }))
    await open(page, '/sports')
    await page.getByRole('heading', { name: 'All Sports' }).waitFor()
    await option(page, '1', 'Vipers SC').waitFor()
  })

  it('[full] [APP-13] [APP-14] a visitor to a screen for players is redirected to the login', async () => {
    for (const path of [...GUARDED, '/bet/0198c0de-0000-7000-8000-000000000000']) {
      await at(path)
      await page.waitForURL('/login')
      await leaveTab(page)
    }
  })

  it.each([
    ['[DEP-05]', '/deposit', 'Please log in to deposit funds.'],
    ['[WDR-05]', '/withdraw', 'Please log in to withdraw funds.'],
    ['[TICK-29]', '/bet/1', 'Authentication required. Please log in to view bet details.'],
    ['[SLIP-60]', '/betslip', 'Please log in to place a bet'],
  ])('%s the login after a redirect from %s explains the reason: "%s"', async (_, path, text) => {
    await at(path)
    await sees(page, text)
  })

  it('[full] [APP-13] after a session has ended, the login returns the same player to the previous screen, and another player to the home screen', async () => {
    const other = await registerPlayer(fixture.product, '772300128')
    const visit = await fixture.visit({ player: other })
    const endOnStatement = async (): Promise<void> => {
      const stream = page.waitForResponse((response) => response.url().includes('/api/stream') && response.ok())
      await open(page, '/statement')
      // The stream reports the end of the session to the app.
      await stream
      await page.evaluate(async () => fetch('/api/auth/logout', { method: 'POST' }))
      await page.waitForURL('/login')
    }
    page = await openTab(visit.context)
    await endOnStatement()
    await logIn(page, other.phone, other.password)
    await page.waitForURL('/statement')
    await endOnStatement()
    await logIn(page, player.phone, player.password)
    await page.waitForURL('/')
  })

  it('[full] [APP-13] after a session has ended, the login returns to the deposit with the amount that the slip suggested', async () => {
    const other = await registerPlayer(fixture.product, '772300129')
    const visit = await fixture.visit({ player: other })
    page = await openTab(visit.context)
    const stream = page.waitForResponse((response) => response.url().includes('/api/stream') && response.ok())
    await open(page, '/deposit')
    await stream
    await page.evaluate(async () => {
      history.replaceState({ amount: 31_000 }, '')
      await fetch('/api/auth/logout', { method: 'POST' })
    })
    await page.waitForURL('/login')
    await logIn(page, other.phone, other.password)
    await page.waitForURL('/deposit')
    await expect.poll(() => page.getByLabel('Amount (UGX)').inputValue()).toBe('31,000')
  })

  it('[full] [APP-13] the login of a visitor with a deep link opens its whole address', async () => {
    const visit = await fixture.visit()
    for (const path of ['/mybets?tab=settled', '/statement']) {
      page = await openTab(visit.context)
      await open(page, path)
      await page.waitForURL('/login')
      await logIn(page, player.phone, player.password)
      await page.waitForURL(path)
      await page.context().clearCookies()
      await leaveTab(page)
    }
  })

  it('[full] [APP-12] a player who opens /login or /register is redirected to home', async () => {
    for (const path of ['/login', '/register']) {
      await at(path, known)
      await page.waitForURL('/')
      await leaveTab(page)
    }
  })

  it('[APP-05] [APP-06] [APP-08] [APP-10] visitors can open Aviator, the casino, both routes of the code lookup and responsible gambling', async () => {
    for (const [path, title] of [
      ['/aviator', 'Aviator'],
      ['/casino', 'Casino'],
      ['/booking-code', 'Booking Code'],
      ['/booking-code-lookup', 'Booking Code'],
      ['/responsible-gambling', 'Responsible Gambling'],
    ] as const) {
      for (const visit of [visitor, known]) {
        await at(path, visit)
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        await expect.poll(pathname).toBe(path)
        await leaveTab(page)
      }
    }
  })

  it('[APP-17] any other path shows a not-found page with a link to the home page', async () => {
    page = await openTab(visitor.context)
    const response = await page.goto('/nowhere/at/all')
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await link(page.getByRole('main'), /home page/).click()
    await page.getByRole('heading', { name: 'All Sports' }).waitFor()
  })

  it('[full] [APP-17] the cached page of a route hydrates under any unused query parameters', async () => {
    page = await openTab(visitor.context)
    for (const path of [
      '/nowhere/at/all?x=1',
      '/?x=1&q=Vipers',
      '/live?sport=tennis&x=1',
      '/betting-options?x=1&homeTeam=Villa&awayTeam=URA&gameTime=20:00&league=Cup',
      '/aviator?x=1&play',
      '/aviator/verify?x=1&round=7',
      '/booking-code?x=1&code=AB12CD',
      '/reset-password?x=1',
    ])
      await open(page, path)
    expect(visitor.faults().filter((fault) => fault.includes('React'))).toEqual([])
  })

  it('[full] [APP-21] the app tests the connection one second after startup', async () => {
    page = (await fixture.visit()).page
    await withClock(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await open(page, '/login')
    await page.clock.runFor(999)
    await expect.poll(() => timesSent(page, 'GET /api/settings')).toBe(0)
    await page.clock.runFor(1)
    await expect.poll(() => timesSent(page, 'GET /api/settings')).toBe(1)
  })

  it('[APP-26] [APP-27] [APP-21] the app reports an unreachable server and offers a retry', async () => {
    page = await openTab(visitor.context)
    await intercept(page, 'GET /api/settings', failConnection)
    await intercept(page, 'GET /api/auth/session', failConnection)
    // A page without any data, as stored in the device's cache.
    await page.route('**/login', async (route) => {
      const response = await route.fetch()
      const html = (await response.text()).replace(
        /(<script type="application\/json" id="page">).*?(<\/script>)/,
        '$1{"now":"2026-11-21T12:00:00Z"}$2',
      )
      await route.fulfill({ response: response, body: html })
    })
    await page.goto('/login')
    await page.getByRole('heading', { name: 'Connection Error' }).waitFor()
    await sees(page, 'Unable to connect to the server. Please check your internet connection and try again.')
    await page.unrouteAll()
    await button(page, 'Try Again').click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
  })

  it('[APP-22] the connection test counts the settings for an admin, and only for an admin', async () => {
    const staff = await registerStaff(fixture.product, '772300128')
    const { items } = await staff.client.must('GET /api/admin/settings', {})
    page = (await fixture.visit({ player: staff, size: DESKTOP })).page
    const response = page.waitForEvent('console', (message) => /^connected to the server/.test(message.text()))
    await open(page, '/admin')
    expect((await response).text()).toBe(`connected to the server, ${items.length} settings`)
    await page.close()

    const requests: string[] = []
    page = await known.context.newPage()
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await open(page, '/admin')
    await page.waitForURL((url) => url.pathname !== '/admin')
    expect(requests.filter((path) => path.startsWith('/api/admin'))).toEqual([])
  })

  it('[full] [APP-28] the web app manifest contains the name and icons for installation', async () => {
    await at('/')
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = (await (await page.request.get(href ?? '')).json()) as Manifest
    expect(manifest.name).toBe('Mupiira')
    const drawn = manifest.icons.filter(({ type }) => type === 'image/png')
    for (const { src, sizes } of drawn) {
      // A PNG contains its width and height in its first chunk.
      const picture = await (await page.request.get(src)).body()
      expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes)
    }
    expect(drawn.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ])
    const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    expect((await page.request.get(apple ?? '')).status()).toBe(200)
  })
})
