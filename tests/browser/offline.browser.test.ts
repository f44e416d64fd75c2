import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer, until } from '../support/player.ts'
import { lineOf, SETTLING, type Fixture } from './matches.ts'
import {
  button,
  hydrated,
  link,
  open,
  browserFixture,
  option,
  screenshotOfFailure,
  type BrowserFixture,
  type Visit,
  webDist,
} from './browser-fixture.ts'
import { OPENS_AT } from '../support/business-time.ts'
import { mustPlace } from '../support/place-bet.ts'

const MINUTE_MS = 60_000
const OWN_ANSWERS = 'mupiira.kept.own'

/** A separate build: some tests publish another version of its service worker. */
const published = mkdtempSync(join(tmpdir(), 'mupiira-web-'))
const workerFile = join(published, 'client/service-worker.js')
let worker: string
let fixture: BrowserFixture
let player: Player
let visit: Visit
let page: Page
let liveId: string
let ticketId: string
let bookingCode: string

beforeAll(async () => {
  cpSync(webDist, published, { recursive: true })
  for (const ending of ['br', 'gz']) rmSync(`${workerFile}.${ending}`)
  worker = readFileSync(workerFile, 'utf8')
  const later = (minutes: number): Date => new Date(OPENS_AT.getTime() + minutes * MINUTE_MS)
  const ahead: Fixture = {
    home: 'Arsenal',
    away: 'Newcastle Utd',
    score: [
      [0, 0],
      [0, 0],
    ],
    odds: [1.5, 4.2, 6.1],
    league: ['england', 'premier-league'],
    kickoff: later(400),
  }
  const matches = [...SETTLING.map((each) => ({ ...each, kickoff: later(2) })), ahead].map(lineOf)
  fixture = await browserFixture({ matches, env: { WEB_DIST: published } })
  const { product } = fixture
  player = await registerPlayer(product, '772800110')
  await notifiedDeposit(player, 100_000)
  const { items } = await player.client.must('GET /api/games', { query: { q: 'Arsenal' } })
  const selections = items.map(({ id, prices }) => ({
    gameId: id,
    market: '1x2',
    selection: '1',
    odds: prices['1'] ?? 0,
  }))
  const body = { stake: 25_000, selections, acceptOddsChanges: true }
  ;({ id: ticketId, bookingCode } = (await mustPlace(player.client, { body })).ticket)
  await product.clock.moveTo(later(5))
  await until('a game is live', async () => {
    const live = await player.client.must('GET /api/games', { query: { status: 'live' } })
    liveId = live.items.find(({ homeTeam }) => homeTeam === 'Vipers SC')?.id ?? ''
    return liveId !== ''
  })
})
// A separate device for each test.
beforeEach(async () => {
  visit = await fixture.visit({ player: await loggedIn(), installs: true })
  page = visit.page
})
// afterEach hooks run in reverse order.
afterEach(async () => {
  await visit.context.close()
  writeWorker(worker)
  if (!fixture.product.isRunning()) await fixture.product.restart()
})
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  await fixture?.close()
  rmSync(published, { recursive: true, force: true })
})

/** The player with a session of one device, because a test ends it. */
async function loggedIn(): Promise<Player> {
  const client = fixture.product.client()
  await client.must('POST /api/auth/login', { body: { phoneNumber: player.phone, password: player.password } })
  return { ...player, client }
}

/** Opens the app and waits until its service worker controls the page. */
async function install(): Promise<void> {
  await open(page, '/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const bar = () => page.getByText('You are offline.', { exact: true })
const broken = () => page.getByText('Something Went Wrong')

/** The main screens, with the text that shows each one is loaded, and its text when opened offline. */
const screens = () =>
  [
    ['/', 'Arsenal', 'Arsenal'],
    ['/live', 'Vipers SC', 'Vipers SC'],
    [`/live/${liveId}`, 'Markets', 'Markets'],
    ['/mybets', bookingCode, bookingCode],
    [`/bet/${ticketId}`, 'Total stake', 'Total stake'],
    ['/betslip', 'Arsenal vs Newcastle Utd', 'Arsenal vs Newcastle Utd'],
    ['/notifications', /deposit/i, /deposit/i],
    ['/deposit', 'Mobile Money', 'Mobile Money'],
    ['/casino', /^Demo/, /^This page needs a connection/],
    ['/aviator', 'Fly with the crane', 'Fly with the crane'],
  ] as const

const shows = (text: string | RegExp): Promise<void> => page.getByRole('main').getByText(text).first().waitFor()

it('[APP-23] the service worker installs without duplicate downloads, and fetches the code of offline screens when needed', async () => {
  await install()
  await option(page, '1', 'Arsenal').click()
  const caught = (): Promise<string[]> =>
    page.evaluate(async () => {
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(caught).toContainEqual(expect.stringContaining('/assets/ticket-screen'))
  const cached = await caught()
  expect(cached).toContain('/index.html')
  expect(cached.filter((path) => path.startsWith('/assets/deferred-'))).toHaveLength(1)
  expect(cached.filter((path) => path.startsWith('/assets/aviator-'))).toEqual([])
  expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])
  const policy = (await page.request.get('/index.html')).headers()['content-security-policy']
  expect(policy).toMatch(/script-src 'self';.*style-src 'self'/)
  expect(policy).not.toContain('unsafe')
})

it('[full] [APP-23] [APP-26] every main screen keeps its content while the network is lost and returns, and the app opened offline shows the last games, slip and tickets with their age, and which actions need a connection', async () => {
  await install()
  await option(page, '1', 'Arsenal').click()
  for (const [path, text] of screens()) {
    await open(page, path)
    await shows(text)
    await visit.context.setOffline(true)
    await bar().waitFor()
    await shows(text)
    await visit.context.setOffline(false)
    await bar().waitFor({ state: 'detached' })
    await shows(text)
    expect(await broken().count(), path).toBe(0)
  }

  // Playwright's offline mode does not reach the service worker, so the server stops as well.
  await fixture.product.kill()
  await visit.context.setOffline(true)
  for (const [path, , text] of [...screens(), ['/help', '', /^This page needs a connection/] as const]) {
    await page.goto(path)
    await hydrated(page)
    await shows(text)
    await bar().waitFor()
    await page.getByText('Bets and payments need a connection.').waitFor()
    expect(await broken().count(), path).toBe(0)
  }
  // On a wide screen the open bets are beside the slip.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto('/betslip')
  await page.getByRole('complementary', { name: 'Open bets' }).getByText(bookingCode).waitFor()
  if (size !== null) await page.setViewportSize(size)
  await page.goto('/')
  await page.getByRole('banner').waitFor()
  await page.getByText(/Last updated at \d\d:\d\d, (just now|\d+ min ago)\./).waitFor()
  await expect.poll(() => page.title()).toContain('Mupiira')

  // Back online, the screen refetches by itself.
  await page.goto('/mybets')
  await shows(bookingCode)
  await fixture.product.restart()
  await visit.context.setOffline(false)
  await bar().waitFor({ state: 'detached' })
  await shows(bookingCode)
  visit.faults()
})

const announced = () => page.getByText('A new version is ready.')

function writeWorker(text: string): void {
  writeFileSync(`${workerFile}.new`, text)
  renameSync(`${workerFile}.new`, workerFile)
}

/** Publishes another service worker, as a release does, and lets the page look for it. */
async function publish(changed: string): Promise<void> {
  writeWorker(changed)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
}

it('[full] [APP-25] the app reloads on request even if the new version’s service worker cannot activate yet', async () => {
  await install()
  await open(page, '/account')
  await publish(worker.replaceAll('SKIP_WAITING', 'IGNORED'))
  await announced().waitFor()
  const again = page.waitForEvent('load')
  await button(page, 'Reload').click()
  await again
})

it('[APP-24] [APP-25] the app announces a new version, and on request activates the new version and reloads the page', async () => {
  await install()
  await open(page, '/account')
  await page.evaluate(() => {
    window.addEventListener('update-available', () => document.body.setAttribute('data-announced', 'yes'))
  })
  const release = 'another'
  await publish(worker.replace(/(?<="revision":")\w+(?=","url":"index\.html")/, release))
  await announced().waitFor()
  await expect.poll(() => page.locator('body[data-announced=yes]').count()).toBe(1)
  const shells = (): Promise<string[]> =>
    page.evaluate(async () => {
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().flatMap(({ url }) => (url.includes('/index.html') ? [new URL(url).search] : []))
    })
  await expect.poll(shells).toHaveLength(2)
  // The bar is hidden on Aviator, where it would cover a part of the game.
  await page.evaluate(() => history.pushState(null, '', '/aviator'))
  await announced().waitFor({ state: 'detached' })
  await page.evaluate(() => history.pushState(null, '', '/account'))
  const again = page.waitForEvent('load')
  await button(page, 'Reload').click()
  await again
  await hydrated(page)
  await expect.poll(() => page.locator('body[data-announced=yes]').count()).toBe(0)
  await expect.poll(shells).toEqual([`?__WB_REVISION__=${release}`])
})

it('[APP-28] [APP-29] [ACCT-07] the account page offers to install the app, and shows instructions after two seconds in browsers without an install prompt', async () => {
  await page.clock.install()
  await open(page, '/account')
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(document.body.setAttribute('data-asked', 'yes')),
    })
    window.dispatchEvent(offer)
  })
  const steps = page.getByRole('dialog', { name: 'Install app' })
  await button(page, /^Install app/).click()
  await page.locator('body[data-asked=yes]').waitFor()
  await expect.poll(() => steps.count()).toBe(0)

  // An install offer can be used once.
  await button(page, /^Install app/).click()
  await page.clock.runFor(1_800)
  await expect.poll(() => steps.isVisible()).toBe(false)
  await page.clock.runFor(300)
  await steps.getByText(/Add to Home Screen/).waitFor()
  await button(steps, 'Close').click()
})

it('[full] the app removes the player’s data from the device at logout, and shows a visitor’s page offline', async () => {
  await install()
  await shows('Arsenal')
  await open(page, '/mybets')
  await shows(bookingCode)
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), OWN_ANSWERS)).toContain(bookingCode)
  await open(page, '/account')
  await button(page, 'Log Out').click()
  await link(page, 'LOGIN').waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain(bookingCode)
  await visit.context.setOffline(true)
  await page.goto('/')
  await shows('Arsenal')
  await expect.poll(() => page.getByRole('banner').getByText(/^UGX/).count()).toBe(0)
  await visit.context.setOffline(false)
})
