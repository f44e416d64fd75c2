import pg from 'pg'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deposit, registerPlayer, until } from '../support/player.ts'
import { afterRedraw, stopClock, withClock } from './clock.ts'
import { liveFixture } from './browser-scenarios.ts'
import { SETTLING } from './matches.ts'
import { failConnection, intercept, refuse, neverAnswer } from './network.ts'
import { button, headerBalance, link, open, option, sees, type BrowserFixture, type Visit } from './browser-fixture.ts'
import { openTab, tabOfEachTest } from './tabs.ts'

const MINUTE_MS = 60_000

let fixture: BrowserFixture
let visitor: Visit
let page: Page
let liveId: string

beforeAll(async () => {
  ;({ fixture, visitor, liveId } = await liveFixture())
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string): Promise<void> {
  page = await openTab(visitor.context)
  await open(page, path)
}

const main = () => page.getByRole('main')

describe('the live list', () => {
  it('[APP-02] [LIVE-01] [LIVE-02] [LIVE-04] [LIVE-08] [LIVE-10] [LIVE-11] the live list shows live games under one heading per league, says once that bets are closed, and links to each game', async () => {
    await at('/live')
    await page.getByRole('heading', { name: 'Live Now' }).waitFor()
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['Soccer', 'Basketball', 'Tennis'])
    await expect.poll(() => page.getByText('Loading Data...').count()).toBe(0)
    const league = page.getByRole('region', { name: 'Uganda · Premier League' })
    await expect.poll(() => league.getByRole('heading').count()).toBe(1)
    const row = league.getByRole('listitem').filter({ hasText: 'Vipers SC' })
    await expect.poll(() => row.innerText()).toMatch(/\d+'[\s\S]*Vipers SC\s+KCCA FC[\s\S]*\d\s+\d/)
    // One line in place of locked odds at every game.
    await sees(page, 'Bets close at kick-off. Follow the games here.')
    expect(await main().getByRole('tabpanel').getByRole('button').count()).toBe(0)
    // The height reserved for a row outside the viewport is its real height, so the list does not jump.
    const isReserved = () =>
      row.evaluate((one) => {
        const height = Math.round(one.getBoundingClientRect().height)
        return getComputedStyle(one).containIntrinsicHeight === `auto ${height}px`
      })
    await expect.poll(isReserved).toBe(true)
    await sees(page, 'Live updates')
    await link(row, /Vipers SC/).click()
    await page.waitForURL(`/live/${liveId}`)
    await button(page, 'Back').click()
    await page.waitForURL('/live')
  })

  it('[full] [LIVE-01] offline, the live list is not labelled as live', async () => {
    await at('/live')
    const status = main().getByRole('status')
    await status.filter({ hasText: /^Live updates$/ }).waitFor()
    await visitor.context.setOffline(true)
    try {
      await status.filter({ hasText: /^Offline$/ }).waitFor()
    } finally {
      await visitor.context.setOffline(false)
    }
    await status.filter({ hasText: /^Live updates$/ }).waitFor()
  })

  it('[APP-46] the menu shows the number of live games', async () => {
    const visitorClient = fixture.product.client(1)
    await at('/')
    await button(page.getByRole('navigation', { name: 'Quick links' }), 'Menu').click()
    const entry = link(page.getByRole('dialog'), /^Live Now/)
    // A demo game may begin or end between two requests.
    await expect
      .poll(async () => {
        const { counts } = await visitorClient.must('GET /api/games', { query: { status: 'live', limit: 1 } })
        return counts.live >= SETTLING.length && (await entry.innerText()).endsWith(String(counts.live))
      })
      .toBe(true)
  })

  it('[LIVE-02] [LIVE-05] the live list of a sport without games shows a message', async () => {
    await at('/live')
    await page.route('**/api/games?*sport=tennis*', (route) =>
      route.fulfill({
        json: { items: [], nextCursor: null, counts: { total: 0, live: 0, popular: 0, upcoming: 0, starts: [] } },
      }),
    )
    await page.getByRole('tab', { name: 'Tennis' }).click()
    await sees(page, 'No live games at the moment.')
    await page.waitForURL('/live?sport=tennis')
  })

  it('[full] [LIVE-02] [LIVE-03] a sport’s tab of the live list shows no games of another sport while its own games load, also offline', async () => {
    await at('/live')
    const soccer = main().getByRole('listitem').filter({ hasText: 'Vipers SC' })
    await soccer.waitFor()
    await page.route('**/api/games?*sport=tennis*', neverAnswer)
    await page.getByRole('tab', { name: 'Tennis' }).click()
    await sees(page, 'Loading Data...')
    expect(await soccer.count()).toBe(0)
    await page.getByRole('tab', { name: 'Soccer' }).click()
    await soccer.waitFor()
    await visitor.context.setOffline(true)
    try {
      await main()
        .getByRole('status')
        .filter({ hasText: /^Offline$/ })
        .waitFor()
      await page.getByRole('tab', { name: 'Basketball' }).click()
      await main().getByText('You are offline', { exact: true }).waitFor()
      expect(await soccer.count()).toBe(0)
    } finally {
      await visitor.context.setOffline(false)
    }
  })

  it('[LIVE-03] [LIVE-06] the live list shows a loading state only while loading, and an error after a failure', async () => {
    await at('/login')
    const end = await intercept(page, 'GET /api/games', neverAnswer)
    await page.evaluate(() => history.pushState(null, '', '/live'))
    await sees(page, 'Loading Data...')
    await end()
    await page.evaluate(() => history.pushState(null, '', '/login'))
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await intercept(page, 'GET /api/games', refuse(404))
    await page.evaluate(() => history.pushState(null, '', '/live?sport=basketball'))
    await sees(page, 'Failed to fetch live games. Please try again.')
  })

  it('[LIVE-07] [LIVE-09] [DATA-44] the live list refetches every 30 s without an event stream, and the Refresh button fetches the scores from the feed', async () => {
    page = await visitor.context.newPage()
    await page.clock.install()
    await page.route('**/api/stream?*', (route) => route.abort())
    await open(page, '/live')
    const isRequested = page.waitForRequest((request) => /\/api\/games\?.*status=live/.test(request.url()))
    await page.clock.runFor(31_000)
    await isRequested
    const update = page.waitForResponse((response) => response.url().endsWith('/api/games/refresh-scores'))
    await button(page, 'Refresh').click()
    expect(await (await update).json()).toEqual({ success: true, message: expect.any(String) })
  })
})

const scoreOfVilla = async (): Promise<number> =>
  Number(/SC Villa\s+(\d+) –/.exec(await main().getByRole('listitem').filter({ hasText: 'SC Villa' }).innerText())?.[1])

const matchOfVilla = () => fixture.product.loaded.find(({ home }) => home === 'SC Villa')?.matchId

/** Collects requests from now on. */
function requestsOf(each: Page): readonly string[] {
  const requests: string[] = []
  each.on('request', (request) => requests.push(new URL(request.url()).pathname))
  return requests
}

it('[full] [LIVE-10] a goal reported by the feed appears on screen without a request', async () => {
  const { feed } = fixture.product
  const matchId = matchOfVilla()
  await at('/livescore')
  const before = await scoreOfVilla()
  const requests = requestsOf(page)
  feed.control({ action: 'goal', match_id: matchId, side: 'home' })
  try {
    await expect.poll(scoreOfVilla).toBe(before + 1)
    expect(requests.filter((path) => path === '/api/games')).toEqual([])
  } finally {
    feed.control({ action: 'take-back-goal', match_id: matchId })
  }
  await expect.poll(scoreOfVilla).toBe(before)
})

it('[full] [LIVE-10] a goal scored before the live-update code has loaded appears when the code has loaded', async () => {
  const { feed } = fixture.product
  const matchId = matchOfVilla()
  page = await openTab(visitor.context)
  const repair = await intercept(page, 'GET /assets/deferred-*', failConnection)
  const requests = requestsOf(page)
  await open(page, '/livescore')
  const before = await scoreOfVilla()
  feed.control({ action: 'goal', match_id: matchId, side: 'home' })
  try {
    await until('the goal is published', async () => {
      const { items } = await fixture.product.client(1).must('GET /api/games', { query: { status: 'live' } })
      return items.some(({ homeTeam, homeScore }) => homeTeam === 'SC Villa' && homeScore === before + 1)
    })
    expect(await scoreOfVilla()).not.toBe(before + 1)
    expect(requests).not.toContain('/api/stream')
    await repair()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(scoreOfVilla).toBe(before + 1)
    expect(requests).not.toContain('/api/games')
  } finally {
    feed.control({ action: 'take-back-goal', match_id: matchId })
  }
  await expect.poll(scoreOfVilla).toBe(before)
})

it('[full] a page without a stream cursor refetches its data after the first stream has opened', async () => {
  const player = await registerPlayer(fixture.product, '772810110')
  const own = await fixture.visit({ player })
  page = own.page
  await page.clock.install()
  const response = await page.request.get('/index.html')
  await page.route(
    ({ pathname }) => pathname === '/sports',
    (route) => route.fulfill({ response }),
  )
  const repair = await intercept(page, 'GET /api/stream', failConnection)
  await open(page, '/sports')
  await expect.poll(() => headerBalance(page)).toBe('UGX 0.00')
  await deposit(player, 100_000)
  await repair()
  const opened = page.waitForResponse((response) => response.url().includes('/api/stream') && response.ok())
  await page.clock.fastForward(5_000)
  await opened
  await expect.poll(() => headerBalance(page)).toBe('UGX 100,000.00')
  await own.context.close()
})

it('[full] [DATA-40] the app renders fifty changes within a second at most ten times, and shows the last change', async () => {
  const own = await fixture.visit()
  page = own.page
  await withClock(page)
  await page.addInitScript(manualStream)
  await open(page, '/live')
  const row = main().getByRole('listitem').filter({ hasText: 'Vipers SC' })
  await row.waitFor()
  await stopClock(page)
  await page.evaluate(recordTexts)
  for (let homeScore = 101; homeScore <= 150; homeScore++) {
    await page.evaluate((change) => push([{ type: 'game', game: change }]), { id: liveId, homeScore })
    await page.clock.runFor(20)
  }
  await expect.poll(afterRedraw(page, () => row.innerText())).toMatch(/\b150\b/)
  const scores = (await page.evaluate(() => texts)).flatMap((text) => /\b1[0-5]\d\b/.exec(text)?.[0] ?? [])
  const shown = new Set(scores)
  expect(shown.size).toBeGreaterThan(5)
  // The last change of the second may be drawn after it.
  expect(shown.size).toBeLessThanOrEqual(11)
  await own.context.close()
})

declare global {
  /** Pushes events to the page, as the server's stream does. */
  var push: (events: readonly object[]) => void
  /** The texts that the live list has shown at every render. */
  var texts: string[]
}

/** Runs in the page before its own scripts. */
function manualStream(): void {
  const open = new Set<EventSource>()
  class Source {
    readonly readyState = 1
    readonly onmessage: ((event: { readonly data: string; readonly lastEventId: string }) => void) | null = null
    constructor() {
      open.add(this as unknown as EventSource)
    }
    close(): void {
      open.delete(this as unknown as EventSource)
    }
    addEventListener(): void {
      // The page listens for heartbeats, but this stream sends none.
    }
  }
  window.push = (events) => {
    for (const { onmessage } of open as unknown as Set<Source>)
      onmessage?.({ data: JSON.stringify(events), lastEventId: '' })
  }
  Object.assign(window, { EventSource: Object.assign(Source, { CLOSED: 2 }) })
}

/** Runs in the page. */
function recordTexts(): void {
  window.texts = []
  const main = document.querySelector('main')
  if (main === null) throw new Error('nothing is shown')
  const note = (): void => void window.texts.push(main.innerText)
  new MutationObserver(note).observe(main, { subtree: true, childList: true, characterData: true })
}

it('[full] [LIVE-01] [LIVE-08] ten tabs share one stream, show delayed data and suspended prices after an hour without feed data, and recover with the next feed report', async () => {
  const { feed, database } = fixture.product
  const owner = new pg.Client({ connectionString: database.adminUrl })
  await owner.connect()
  // A slow tab can lose the shared stream to another tab, so only the open streams count.
  const streams = new Set<Request>()
  const opened = (request: Request): void => {
    if (new URL(request.url()).pathname === '/api/stream') streams.add(request)
  }
  const ended = (request: Request): void => void streams.delete(request)
  const openStreams = () => [...streams].filter((stream) => !stream.frame().page().isClosed())
  visitor.context.on('request', opened)
  visitor.context.on('requestfinished', ended)
  visitor.context.on('requestfailed', ended)
  const others: Page[] = []
  const showsText = async (text: string) =>
    (await Promise.all(others.map((other) => other.getByText(text, { exact: true }).count()))).filter((n) => n > 0)
      .length
  try {
    await at('/live')
    await sees(page, 'Live updates')
    for (let tab = 0; tab < 9; tab++) others.push(await visitor.context.newPage())
    for (const each of others) await open(each, '/live')
    await expect.poll(() => showsText('Live updates')).toBe(9)
    await expect.poll(() => openStreams().length).toBe(1)
    // A goal in other games, which the same stream carries.
    const { items: listed } = await fixture.product.client(1).must('GET /api/games', { query: { q: 'Arsenal' } })
    const elsewhere = await visitor.context.newPage()
    await open(elsewhere, '/sports?q=Arsenal')
    const topics = [`game:${listed[0]?.id}`, `game:${liveId}`]
    const shared = () => openStreams().filter((stream) => topics.every((topic) => stream.url().includes(topic)))
    await expect.poll(() => [shared().length, openStreams().length]).toEqual([1, 1])
    await elsewhere.close()

    feed.control({ action: 'faults', mode: 'html', only: 'get_events' })
    // A poll in progress may still return.
    await expect
      .poll(async () => {
        await owner.query(`update feed_states set received_at = now() - interval '1 hour' where name = 'football'`)
        return page.getByText('Live data delayed').count()
      })
      .toBe(1)
    await expect.poll(() => showsText('Live data delayed')).toBe(9)
    await expect.poll(() => main().getByRole('listitem').first().innerText()).toMatch(/' · delayed/)
    const { items } = await fixture.product
      .client(1)
      .must('GET /api/games', { query: { status: 'open', q: 'Arsenal' } })
    expect(items.map(({ open: isOpen, delayed, prices }) => [isOpen, delayed, prices['1']])).toEqual([
      [false, true, null],
    ])
    const [second] = others
    if (second === undefined) throw new Error('there is no second tab')
    await link(second.getByRole('main'), /Vipers SC/).click()
    await sees(second, 'Live data delayed')
    // The stream now carries the prices of that game's markets too.
    await expect.poll(() => openStreams().map((stream) => stream.url().includes(`markets:${liveId}`))).toEqual([true])

    // The tab that held the stream closes, and another takes over.
    await page.close()
    await expect.poll(() => openStreams().length).toBe(1)
    feed.control({ action: 'faults' })
    await expect.poll(() => showsText('Live data delayed')).toBe(0)
    await expect.poll(() => showsText('Live updates')).toBe(8)
    expect(openStreams().length).toBe(1)
  } finally {
    feed.control({ action: 'faults' })
    visitor.context.off('request', opened)
    visitor.context.off('requestfinished', ended)
    visitor.context.off('requestfailed', ended)
    await Promise.all(others.map((other) => other.close()))
    await owner.end()
  }
})

it('[full] [APP-04] the livescore shows the score of every live game, each linking to its page', async () => {
  await at('/livescore')
  await expect.poll(() => main().getByRole('listitem').filter({ hasText: 'URA FC' }).innerText()).toMatch(/\d+ – \d+/)
  await link(main(), /Vipers SC/).click()
  await page.waitForURL(`/live/${liveId}`)
})

describe('home', () => {
  it('[HOME-01] [HOME-15] at 360 × 640 the home page shows four games open for bets without scrolling, even while games are live', async () => {
    await at('/')
    await page.getByRole('region', { name: 'Jackpot' }).waitFor()
    await page.getByRole('region', { name: 'Offers' }).waitFor()
    await expect.poll(() => main().locator('li a[href^="/live/"]').count()).toBeGreaterThan(1)
    const toBetOn = () =>
      page.evaluate(() => {
        const bar = document.querySelector('nav[aria-label="Quick links"]')?.getBoundingClientRect().top ?? 0
        // A locked button has no state.
        const rows = [...document.querySelectorAll('main li:has(button[aria-pressed])')]
        return rows.filter((row) => row.getBoundingClientRect().bottom <= bar).length
      })
    await expect.poll(toBetOn).toBeGreaterThanOrEqual(4)
  })

  it('[HOME-26] [HOME-27] [APP-16] three banners rotate every 5 s, each links to a page, and the rotation can be stopped', async () => {
    const moving = await fixture.visit({ motion: 'no-preference' })
    page = await moving.context.newPage()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + MINUTE_MS)
    await open(page, '/')
    const offers = page.getByRole('region', { name: 'Offers' })
    const shown = () => offers.getByRole('link').getAttribute('href')
    for (const path of ['/ads1', '/ads2', '/ads3', '/ads1']) {
      await expect.poll(() => shown()).toBe(path)
      await page.clock.runFor(4_999)
      await expect.poll(shown).toBe(path)
      await page.clock.runFor(1)
    }
    await button(offers, 'Pause the banners').click()
    const stopped = await shown()
    await page.clock.runFor(11_000)
    await expect.poll(() => shown()).toBe(stopped)
    for (const path of ['/ads1', '/ads2', '/ads3']) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(200)
      const image = main().locator('img')
      await expect
        .poll(() => image.evaluate((each: HTMLImageElement) => each.decode().then(() => each.naturalWidth)))
        .toBe(672)
    }
  })

  it('[full] a tap on odds before the scripts have loaded is applied afterwards', async () => {
    page = (await fixture.visit()).page
    let release = (): void => undefined
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/assets/index-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/sports?sport=soccer', { waitUntil: 'commit' })
    const odds = option(page, '1', 'Arsenal')
    await odds.click()
    await expect.poll(() => odds.getAttribute('data-tapped')).toBe('')
    release()
    await main().locator('button[aria-pressed=true]:not([data-tapped])').waitFor()
    await expect.poll(() => odds.getAttribute('aria-pressed')).toBe('true')
    await page
      .getByRole('navigation', { name: 'Quick links' })
      .getByRole('link', { name: 'Betslip, 1 selection' })
      .waitFor()
  })
})
