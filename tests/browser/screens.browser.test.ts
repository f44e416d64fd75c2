import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRunningRound, stopRunningRound } from './aviator-running.ts'
import { injectAxe, layoutShift, unmarkedDestructiveButtons, violations } from './inspect.ts'
import { intercept, neverAnswer, refuse } from './network.ts'
import { type Screen, SCREEN_STEPS, SCREENS } from './screens.ts'
import { storedSlip } from './slip-page.ts'
import { smallPng } from './small-png.ts'
import {
  browserFixture,
  type BrowserFixture,
  DESKTOP,
  hydrated,
  open,
  overflowsSideways,
  PHONE,
  settled,
  twoFrames,
  type Visit,
} from './browser-fixture.ts'
import { OPENS_AT, steadyPrices } from '../support/business-time.ts'
import { openScreensFixture, screenLines, type ScreensFixture } from './screens-fixture.ts'

const root = join(import.meta.dirname, '../..')
const pictures = join(root, '.cache/screens')
/** Ordinary runs do not write pictures. */
const isDrawing = process.env['SCREENSHOTS'] === '1'
const SIZES = [PHONE, DESKTOP] as const
/** Staff use larger screens. */
const ADMIN_SIZES = [PHONE, { width: 1440, height: 900 }] as const
/** Further widths that a screen must fit, in CSS pixels; a quick run checks only the narrowest. */
const WIDTHS = isDrawing ? [320, 360, 768, 1280] : [320]
const ADMIN_WIDTHS = isDrawing ? [360, 768, 1440] : [360]
type Size = (typeof SIZES | typeof ADMIN_SIZES)[number]
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const TALLEST_PICTURE = 1_600
/**
 * States with screenshots in the light theme only: waiting and failed ones. Screenshots of the console exist in both
 * themes and sizes. Other screens have dark screenshots on phones only.
 */
const LIGHT_PICTURES_ONLY: ReadonlySet<string> = new Set(['loading', 'error', 'offline', 'unknown'])
const MAX_SHIFT = 0.01
/** Console messages for responses that are expected. */
const EXPECTED_MESSAGES = /^console: (Failed to load resource|the game list could not be fetched)/

let fixture: BrowserFixture
let world: ScreensFixture
/** Visits by session, state and size: one page goes from screen to screen, like a player's. */
const visits = new Map<string, Promise<Visit>>()

beforeAll(async () => {
  if (isDrawing) {
    rmSync(pictures, { recursive: true, force: true })
    mkdirSync(pictures, { recursive: true })
  }
  fixture = await browserFixture({ matches: screenLines(OPENS_AT) })
  world = await openScreensFixture(fixture.product)
})
afterAll(() => fixture?.close())

function visitFor({ needsLogin, state, hasFailingRequest }: Screen, size: Size): Promise<Visit> {
  const player = !needsLogin ? 'visitor' : state === 'staff' ? 'staff' : state === 'empty' ? 'newcomer' : 'regular'
  const separateState = state === 'slip' || state === 'error' || state === 'offline' ? state : ''
  const key = `${player} ${size.width} ${separateState}${hasFailingRequest ? ' hasFailingRequest' : ''}`
  const known = visits.get(key)
  if (known !== undefined) return known
  const visit = fixture
    .visit({ size, staysOpen: true, ...(player === 'visitor' ? {} : { player: world[player] }) })
    .then(async (opened) => {
      await injectAxe(opened.context)
      trackRequests(opened.page)
      if (state === 'error') await opened.context.clock.install()
      return opened
    })
  visits.set(key, visit)
  return visit
}

/** The API requests of each page that have no response yet. */
const unanswered = new WeakMap<Page, Set<Request>>()

function trackRequests(page: Page): void {
  const requests = new Set<Request>()
  unanswered.set(page, requests)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/stream') requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Stores a slip on the device, at odds that stay the same while the screen is checked. */
async function fillSlip(page: Page): Promise<void> {
  await steadyPrices(fixture.product)
  const { items } = await fixture.product.client(1).must('GET /api/games', { query: { sport: 'soccer', limit: 100 } })
  const games = items.filter(({ homeTeam }) => ['Kitara FC', 'Arsenal', 'Brighton'].includes(homeTeam))
  // Another screen or attempt may have left a slip or a bet with an unknown outcome. No app runs on this page.
  await page.goto('/api/settings')
  await page.evaluate(
    (slip) => {
      localStorage.clear()
      localStorage.setItem('mupiira.slip', slip)
    },
    storedSlip(games, { stake: '25,000', acceptOddsChanges: false }),
  )
}

const hasFaults = ({ state }: Screen): boolean => state === 'loading' || state === 'error' || state === 'offline'

/** `npm test` opens the screens that most visits use, and two states that all screens share. */
const OF_SMALL_SIZE: readonly string[] = [
  ...['home', 'home-loading', 'home-error', 'live', 'game', 'markets', 'slip', 'my-bets', 'ticket-running'],
  ...['login', 'register', 'account', 'deposit', 'withdraw', 'payment-waiting', 'statement', 'notifications'],
  ...['responsible-gambling', 'help', 'aviator', 'not-found'],
  ...['console-dashboard', 'console-chat', 'console-games', 'console-game', 'console-users', 'console-user'],
  ...['console-transactions', 'console-withdrawals', 'console-bets', 'console-in-play', 'console-settings'],
]

/** Opens a screen in its state, with the network failing as that state requires. */
async function show(page: Page, screen: Screen): Promise<void> {
  const path = await world.fill(screen.path)
  if (screen.state === 'slip') await fillSlip(page)
  unanswered.get(page)?.clear()
  if (!hasFaults(screen)) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(screen.status ?? 200)
    await hydrated(page)
  } else {
    // Opened from a screen that requests none of the same data. For the offline state, the screen was opened before
    // with other data, so its code is cached.
    await page.goto(
      screen.state === 'offline'
        ? `${path}?tab=settled&sport=tennis`
        : screen.needsLogin
          ? '/manage-account'
          : '/login',
    )
    await settled(page)
    await withFaults(page, screen)
    await page.evaluate((to) => history.pushState(null, '', to), path)
    // Layout shifts count only after the navigation.
    await twoFrames(page)
    await page.evaluate(() => void (window.layoutShifts = []))
  }
  const act = SCREEN_STEPS[screen.name]
  if (act !== undefined) {
    const before = await page.evaluate(() => window.layoutShifts.length)
    await act(page)
    // A layout change after a tap is not a layout shift, even if the response is late.
    await expect.poll(() => unanswered.get(page)?.size).toBe(0)
    await twoFrames(page)
    await page.evaluate((from) => void window.layoutShifts.splice(from), before)
  }
  if (screen.state === 'loading') await page.locator('main:has(h1) [aria-busy=true]').first().waitFor()
  else if (screen.state === 'error') await failureShown(page)
  else await settled(page)
}

/** Waits until the app has finished its retries and shows the failure, also during its next request. */
async function failureShown(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.context().clock.fastForward(5_000)
      return page.getByRole('alert').count()
    })
    .toBeGreaterThan(0)
  await page.context().clock.fastForward(31_000)
  await expect.poll(() => page.getByRole('alert').count()).toBeGreaterThan(0)
}

async function withFaults(page: Page, { state }: Screen): Promise<void> {
  const operations = [
    ...['GET /api/games', 'GET /api/games/*', 'GET /api/bets', 'GET /api/bets/*'],
    'GET /api/protection/limits',
    'GET /api/chat/messages',
  ]
  if (state === 'offline') await page.context().setOffline(true)
  else
    for (const operation of operations)
      await intercept(
        page,
        operation,
        state === 'loading' ? neverAnswer : refuse(500, { code: 'INTERNAL', detail: '' }),
      )
}

async function withoutFaults(page: Page, size: Size): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(size)
}

/** The height of the screen's content, with room for the bottom bar. Runs in the page. */
function heightOfContent(): number {
  const bottoms = [...document.querySelectorAll('main *')].map((element) => element.getBoundingClientRect().bottom)
  return Math.ceil(Math.max(...bottoms)) + 80
}

async function draw(
  page: Page,
  { name, state }: Pick<Screen, 'name' | 'state'>,
  size: Size,
  theme: Theme,
): Promise<void> {
  const isStored = theme === 'light' || state === 'staff' || (size === PHONE && !LIGHT_PICTURES_ONLY.has(state))
  if (!isDrawing || !isStored) return
  if (name !== 'footer') await page.evaluate(() => window.scrollTo(0, 0))
  const height = await page.evaluate(heightOfContent)
  const isFullPage = size === PHONE && !/^(home|markets|menu|footer)/.test(name)
  if (isFullPage)
    await page.setViewportSize({
      width: size.width,
      height: Math.min(Math.max(height, size.height), TALLEST_PICTURE),
    })
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  writeFileSync(join(pictures, `${name}-${size.width}-${theme}.png`), smallPng(picture))
  if (isFullPage) await page.setViewportSize(size)
}

/** Opens a screen in one size and checks all of it; it must also fit the other widths. */
async function inspect(screen: Screen, size: Size, themes: readonly Theme[]): Promise<void> {
  const widths = screen.state === 'staff' ? ADMIN_WIDTHS : WIDTHS
  const { page, faults } = await visitFor(screen, size)
  faults()
  try {
    await show(page, screen)
    await expect.poll(() => page.title()).toMatch(screen.title)
    const moved = await layoutShift(page)
    expect(moved.sum, moved.sources.join('\n')).toBeLessThanOrEqual(MAX_SHIFT)
    await checkScreen(page, screen, size, themes)
    for (const width of widths.filter((each) => each !== size.width)) {
      await page.setViewportSize({ ...size, width })
      const message = `can be scrolled sideways at ${width} px`
      await expect.poll(() => overflowsSideways(page), { message }).toBe(false)
    }
    const isExpected =
      screen.state === 'error' ||
      screen.state === 'offline' ||
      screen.state === 'unknown' ||
      screen.hasFailingRequest === true ||
      screen.status !== undefined
    expect(faults().filter((fault) => !(isExpected && EXPECTED_MESSAGES.test(fault)))).toEqual([])
  } finally {
    await withoutFaults(page, size)
  }
}

/** Checks everything in the first theme, and only the differences in another one. */
async function checkScreen(page: Page, screen: Screen, size: Size, themes: readonly Theme[]): Promise<void> {
  await expect.poll(() => overflowsSideways(page), { message: 'can be scrolled sideways' }).toBe(false)
  if (screen.state === 'staff') expect(await unmarkedDestructiveButtons(page)).toEqual([])
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await violations(page, theme === themes[0] ? 'everything' : 'colours'), theme).toEqual([])
    await draw(page, screen, size, theme)
  }
}

/**
 * Each screen is opened in one of two sizes and checked in one of two themes, so that four screens in a row
 * cover all four pairs. With pictures each screen is checked in all of them (decision 0004).
 */
function viewsOf(screen: Screen, at: number): readonly { readonly size: Size; readonly themes: readonly Theme[] }[] {
  const sizes = screen.state === 'staff' ? ADMIN_SIZES : SIZES
  if (isDrawing) return sizes.map((size) => ({ size, themes: THEMES }))
  return [{ size: sizes[at % 2 === 0 ? 0 : 1], themes: [THEMES[at % 4 < 2 ? 0 : 1]] }]
}

describe('every screen, on phone and desktop, light and dark', () => {
  it('[APP-20] the list of screens in this test includes every route of the app', () => {
    const routes = readFileSync(join(root, 'apps/web/src/app/routes.ts'), 'utf8')
    // These routes show the screen of another route, or belong to the console, whose screens have a separate table.
    const same = new Set(['/virtual', '/booking-code-lookup', '/ads2', '/ads3', '/admin/*', '*'])
    const paths = [...routes.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
    const shown = SCREENS.map(({ path }) => path.replace(/\?.*/, '').replace(/\{\w+\}|[0-9a-f-]{36}/, ':id'))
    expect(paths.filter((path) => !same.has(path) && !shown.includes(path))).toEqual([])
    const names = SCREENS.map(({ name }) => name)
    expect(OF_SMALL_SIZE.filter((name) => !names.includes(name))).toEqual([])
  })

  it('[full] [APP-20] the screen "aviator-in-flight" has no accessibility or layout fault', async () => {
    const screen = { name: 'aviator-in-flight', state: 'filled' } as const
    for (const size of SIZES) {
      const { page, context, faults } = await fixture.visit({ size, player: world.regular })
      await injectAxe(context)
      await openRunningRound(page)
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme })
        await stopRunningRound(page)
        await draw(page, screen, size, theme)
        await page.clock.resume()
        expect(await violations(page, theme === 'light' ? 'everything' : 'colours'), theme).toEqual([])
        await expect.poll(() => overflowsSideways(page)).toBe(false)
      }
      expect(faults().filter((fault) => !EXPECTED_MESSAGES.test(fault))).toEqual([])
      await context.close()
    }
  })

  it.each([
    [640, 5],
    [560, 4],
  ])(
    '[full] [APP-20] below live games, the first screen of 360 × %i shows %i games of several leagues, none of them locked',
    async (height, games) => {
      const { page, context } = await fixture.visit({ size: { width: 360, height }, player: world.regular })
      await open(page, '/')
      await page.getByRole('region', { name: 'Live now' }).getByRole('listitem').first().waitFor()
      const shown = () =>
        page.evaluate(() => {
          const bar = document.querySelector('nav[aria-label="Quick links"]')?.getBoundingClientRect().top ?? 0
          const rows = [...document.querySelectorAll('main li:has(button[aria-pressed])')]
          const whole = rows.filter((row) => row.getBoundingClientRect().bottom <= bar)
          return { rows: whole.length, locked: whole.filter((row) => row.querySelector('button:disabled')).length }
        })
      await expect.poll(async () => (await shown()).rows).toBeGreaterThanOrEqual(games)
      expect((await shown()).locked).toBe(0)
      await context.close()
    },
  )

  it('[full] [APP-20] the live games above the list have touch targets of 44 px on a low screen', async () => {
    const { page, context } = await fixture.visit({ size: { width: 360, height: 560 }, player: world.regular })
    await open(page, '/')
    const card = page.getByRole('region', { name: 'Live now' }).getByRole('link').first()
    const sizes = () =>
      card.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const isTarget = (at: number) => element.contains(document.elementFromPoint(x + width / 2, y + at + 0.5))
        const rows = Array.from({ length: height + 40 }, (_, at) => at - 20)
        return { card: height, target: rows.filter(isTarget).length, scrolls: element.closest('ul')?.scrollHeight }
      })
    const target: unknown = expect.toSatisfy((high: number) => high >= 44)
    await expect.poll(sizes).toEqual({ card: 36, target, scrolls: 44 })
    await context.close()
  })

  for (const [at, screen] of SCREENS.entries()) {
    it(`${OF_SMALL_SIZE.includes(screen.name) ? '' : '[full] '}[APP-20] the screen "${screen.name}" has no accessibility or layout fault`, async () => {
      for (const { size, themes } of viewsOf(screen, at)) await inspect(screen, size, themes)
    })
  }
})
