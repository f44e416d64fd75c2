import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { onTestFinished, TestRunner } from 'vitest'
import { chromiumPath, headlessPath, launchChromium } from '../support/chromium.ts'
import { SESSION_COOKIE } from '../support/client.ts'
import { type Player, until } from '../support/player.ts'
import { type Product, type ProductOptions, startProduct } from '../support/product.ts'
import { OPENS_AT } from '../support/business-time.ts'

/** WEB_DIST selects another build than the clone's. */
export const webDist = process.env['WEB_DIST'] ?? join(import.meta.dirname, '../../apps/web/dist')
const failures = join(import.meta.dirname, '../../.cache/browser-failures')
/** Long enough for a busy machine, and for a payment that is processed only when its lease of 30 s expires. */
const MAX_WAIT_MS = 60_000
/** Ten polls per second, as in other tests, would cost an idle product too much CPU time. */
const FEED_POLL_MS = 300

export const PHONE = { width: 360, height: 640 } as const
export const DESKTOP = { width: 1280, height: 800 } as const

export type VisitOptions = {
  /** The logged-in player. Without a player, the browser is that of a visitor. */
  readonly player?: Player
  readonly size?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  readonly motion?: 'reduce' | 'no-preference'
  /** The app installs its service worker. It is off by default, so that simulated network faults reach the page. */
  readonly installs?: true
  /** The browser runs no scripts. */
  readonly scripts?: false
  /** Sends the daily welcome and its tip. Off elsewhere, because toasts would cover the page. */
  readonly welcomes?: true
  /** Further tests use the browser. By default it is closed at the end of the test that opened it. */
  readonly staysOpen?: true
}

/** A separate browser, by default a phone of 360 × 640. */
export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  /** Browser errors since the last call: console errors, uncaught errors, policy violations. */
  readonly faults: () => string[]
}

export type BrowserFixture = {
  readonly product: Product
  readonly visit: (options?: VisitOptions) => Promise<Visit>
  readonly close: () => Promise<void>
}

export type BrowserFixtureOptions = ProductOptions & {
  /** The full Chromium instead of the headless shell, because only the full browser shows notifications. */
  readonly fullBrowser?: true
}

export async function browserFixture({ fullBrowser, ...options }: BrowserFixtureOptions = {}): Promise<BrowserFixture> {
  const env = { WEB_DIST: webDist, DEMO: '1', FEED_POLL_MS: String(FEED_POLL_MS), ...options.env }
  const [product, browser] = await Promise.all([
    startProduct({ ...hour(options), ...options, env }),
    browserAt(fullBrowser ? chromiumPath() : headlessPath()),
  ])
  await gamesListed(product)
  const visits: Promise<Visit>[] = []
  return {
    product,
    visit(wanted = {}) {
      const at = visits.length + 1
      const visit = openVisit(browser, product, wanted, `10.250.${at >> 8}.${at & 255}`)
      visits.push(visit)
      // An open page needs CPU time: each page of Aviator draws its rounds.
      const isOfOneTest = TestRunner.getCurrentTest() !== undefined && wanted.staysOpen !== true
      if (isOfOneTest) onTestFinished(async () => (await visit).context.close())
      return visit
    },
    async close() {
      await Promise.allSettled(visits.map(async (visit) => (await visit).context.close()))
      await product.close()
    },
  }
}

const browsers = new Map<string, Promise<Browser>>()

/**
 * One browser for all files of a worker, with separate contexts, because starting a browser costs more than most tests.
 */
async function browserAt(path: string): Promise<Browser> {
  const known = await browsers.get(path)
  if (known?.isConnected() === true) return known
  // Tabs of one visit share a process, like on a phone with little memory.
  const launched = launchChromium(path, ['--renderer-process-limit=1'])
  browsers.set(path, launched)
  launched.catch(() => browsers.delete(path))
  return launched
}

/** Aviator compares business time with the browser's clock, so both show the real time while rounds run. */
const hour = ({ runsAviator }: ProductOptions): ProductOptions => (runsAviator === true ? {} : { beginsAt: OPENS_AT })

/** Waits until every match of the feed is listed, and the upcoming ones have prices. */
async function gamesListed(product: Product): Promise<void> {
  const client = product.client(1)
  await until('the games are listed', async () => {
    const { items } = await client.must('GET /api/games', { query: { sport: 'soccer', limit: 100 } })
    return items.length >= product.loaded.length && items.every((game) => game.priced || game.status !== 'upcoming')
  })
}

async function openVisit(browser: Browser, product: Product, options: VisitOptions, address: string): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: options.size ?? PHONE,
    colorScheme: options.theme ?? 'light',
    reducedMotion: options.motion ?? 'reduce',
    javaScriptEnabled: options.scripts !== false,
    serviceWorkers: options.installs === true ? 'allow' : 'block',
    locale: 'en-GB',
    timezoneId: 'Africa/Kampala',
    // The product trusts one proxy (TRUST_PROXY), so each browser gets its own address.
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  context.setDefaultTimeout(MAX_WAIT_MS)
  await context.addInitScript(recordShifts)
  await context.addInitScript(removeNewFeatures)
  if (options.welcomes !== true) await context.addInitScript(withoutWelcome)
  if (options.player) await takeSession(context, product, options.player)
  const faults: string[] = []
  context.on('weberror', (fault) => faults.push(`uncaught: ${fault.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  const page = await context.newPage()
  return { page, context, faults: () => faults.splice(0) }
}

async function takeSession(context: BrowserContext, product: Product, { client }: Player): Promise<void> {
  const value = client.cookie(SESSION_COOKIE)
  if (value === undefined) throw new Error('the player has no session')
  await context.addCookies([{ name: SESSION_COOKIE, value, url: product.url, httpOnly: true, sameSite: 'Lax' }])
  // The same state as after a login with "Keep me logged in".
  await context.addInitScript(staysLoggedIn)
}

/** Runs in the page before its own scripts. */
function staysLoggedIn(): void {
  // A sandboxed document, such as an image in its own tab, has no storage.
  if (self.origin !== 'null') localStorage.setItem('mupiira.keeps', '1')
}

declare global {
  interface Window {
    /** Layout shifts that the player did not cause, with the elements that moved. */
    layoutShifts: { value: number; sources: string[] }[]
  }
}

/**
 * Runs in the page before its own scripts. Removes the features that Chrome 95 (the last version for
 * Android 5) and Firefox 98 do not have (decision 0012).
 */
function removeNewFeatures(): void {
  const later: readonly (readonly [object, string])[] = [
    [Array.prototype, 'toSorted toReversed toSpliced with findLast findLastIndex'],
    [Object.getPrototypeOf(Uint8Array.prototype) as object, 'toSorted toReversed with findLast findLastIndex'],
    [Set.prototype, 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'],
    [String.prototype, 'isWellFormed toWellFormed'],
    [AbortSignal.prototype, 'throwIfAborted'],
    [HTMLDialogElement.prototype, 'requestClose'],
    [Object, 'groupBy'],
    [Map, 'groupBy'],
    [Array, 'fromAsync'],
    [Promise, 'withResolvers try'],
    [AbortSignal, 'any timeout'],
    [URL, 'canParse parse'],
    [window, 'structuredClone navigation'],
  ]
  for (const [of, names] of later) for (const name of names.split(' ')) Reflect.deleteProperty(of, name)
  // Firefox 98 supports `aria-*` only as attributes, not as properties of an element.
  const reflected = Object.getOwnPropertyNames(Element.prototype).filter((name) => /^aria[A-Z]/.test(name))
  for (const name of reflected) Reflect.deleteProperty(Element.prototype, name)
  // A property of the prototype replaces the browser's property of the same name.
  for (const name of ['translate', 'rotate', 'scale'])
    Object.defineProperty(CSSStyleDeclaration.prototype, name, { get: () => undefined, set() {} })
}

/** Disables the CSS that Chrome 95 and Firefox 98 do not know: cascade layers, `dvh`, `:has`, transform properties. */
export const stylesForOldBrowsers = (css: string): string =>
  css
    .replaceAll('@layer', '@later')
    .replaceAll('dvh', 'later')
    .replaceAll(':has(', ':later(')
    .replaceAll('contain-intrinsic-size:auto', 'contain-intrinsic-size:later')
    .replace(/([{;])(translate|rotate|scale):/g, '$1later-$2:')

/** Runs in the page before its own scripts. Intercepting the request would disable the browser's cache. */
function withoutWelcome(): void {
  const send = window.fetch.bind(window)
  window.fetch = (input, init) =>
    String(input).endsWith('/api/notifications/arrival')
      ? Promise.resolve(Response.json({ success: true }))
      : send(input, init)
}

type Shift = PerformanceEntry & {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources?: readonly { readonly node?: Node; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[]
}

/** Runs in the page before its own scripts. */
function recordShifts(): void {
  let shifts: typeof window.layoutShifts = []
  const note = (entries: readonly PerformanceEntry[]): void => {
    for (const shift of entries as readonly Shift[]) {
      if (shift.hadRecentInput) continue
      const place = ({ x, y, width, height }: DOMRect): string => `${x},${y} ${width} × ${height}`
      const sources = (shift.sources ?? []).map(
        ({ node, previousRect, currentRect }) =>
          `${node?.textContent?.slice(0, 40) ?? ''} (${place(previousRect)} → ${place(currentRect)})`,
      )
      shifts.push({ value: shift.value, sources })
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  // On a busy machine the observer is called many frames later.
  const noteAll = (): void => note(observer.takeRecords())
  Object.defineProperty(window, 'layoutShifts', {
    get() {
      noteAll()
      return shifts
    },
    set(changed: typeof shifts) {
      noteAll()
      shifts = changed
    },
  })
}

/** Opens an address and waits until the app has taken the page over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Waits until React has hydrated every link and button on the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isOwned = (node: Element): boolean => Object.keys(node).some((key) => key.startsWith('__reactFiber'))
    const nodes = [...document.querySelectorAll('#root :is(main, a, button)')]
    return nodes.length > 0 && nodes.every(isOwned)
  })
}

/** Takes the browser off the network, once the page has the code of its messages about the connection. */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/deferred-')),
  )
  await page.context().setOffline(true)
}

/** Waits until the page is hydrated, all responses have arrived and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await hydrated(page)
  await page.waitForFunction(() => {
    const isLoading = document.querySelector('[aria-busy=true], .animate-pulse, .animate-spin') !== null
    const isSessionKnown =
      document.querySelector('header a[href="/login"], header a[href="/account"], nav[aria-label=Console]') !== null
    return !isLoading && isSessionKnown
  })
  await twoFrames(page)
}

/** Waits until everything is drawn. */
export const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The position and size of an element in the viewport. */
export async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not visible')
  return box
}

/** Waits for this time on the page's clock: the app ignores taps that may belong to a double tap or to earlier odds. */
export async function waitInPage(page: Page, ms: number): Promise<void> {
  const from = await page.evaluate(() => performance.now())
  await page.waitForFunction((until) => performance.now() > until, from + ms)
}

/** Waits until exactly this text is on the screen. */
export const sees = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).first().waitFor()

const messageOf = (page: Page | Locator, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Messages' }).locator('> *').filter({ hasText: text }).first()

/** Waits for a message and closes it, so that it covers nothing that is pressed next. */
export const dismissToast = (page: Page | Locator, text: string | RegExp): Promise<void> =>
  button(messageOf(page, text), 'Close message').click()

/**
 * Waits for a message and moves the pointer onto it, so that the message stays while the test waits for another event.
 */
export async function hoverMessage(page: Page, text: string | RegExp): Promise<Locator> {
  const message = messageOf(page, text)
  await message.hover()
  return message
}

export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })

export const link = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('link', { name, ...(typeof name === 'string' ? { exact: true } : {}) })

/** An open option, by its label (1, X, 2, Over 2.5) and its game or market. */
export const option = (page: Page | Locator, label: string, name: string): Locator =>
  page.locator(`button[aria-pressed][aria-label^="${label} "][aria-label*="${name}"]`)

/** Ticks "Accept odds changes", because prices move every 30 seconds. */
export const acceptAnyOdds = (page: Page): Promise<void> => page.getByLabel('Accept odds changes').first().check()

/** The amount in the header as it is displayed. */
export const headerBalance = async (page: Page): Promise<string> =>
  (await page.getByRole('banner').getByText(/^UGX /).textContent()) ?? ''

/** Whether the page, or a layer above it, can be scrolled sideways. */
export const overflowsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  )

/** For `afterEach`: stores a screenshot of a failed test in `.cache/browser-failures`. */
export const screenshotOfFailure =
  (pageNow: () => Page | undefined) =>
  async ({
    task,
  }: {
    readonly task: { readonly name: string; readonly result?: { readonly state: string } }
  }): Promise<void> => {
    if (task.result?.state !== 'fail') return
    const name = task.name.replace(/[^\w]+/g, '-').slice(0, 80)
    await pageNow()
      ?.screenshot({ path: join(failures, `${process.pid}-${name}.png`) })
      .catch(() => undefined)
  }
