import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOperator } from '../support/operator.ts'
import { registerPlayer } from '../support/player.ts'
import { OPENS_AT } from '../support/business-time.ts'
import { afterRedraw, stopClock, untilAnswered, untilFailed, withClock, withClockAndNoStream } from './clock.ts'
import { listFixture } from './browser-scenarios.ts'
import { failConnection, intercept, refuse } from './network.ts'
import { injectAxe, layoutShift, violations } from './inspect.ts'
import {
  button,
  hydrated,
  link,
  open,
  option,
  sees,
  type BrowserFixture,
  type Visit,
  boxOf,
  twoFrames,
  webDist,
} from './browser-fixture.ts'
import { openTab, clearStorageOnLoad, tabOfEachTest } from './tabs.ts'

const MINUTE_MS = 60_000

let fixture: BrowserFixture
let visitor: Visit
let page: Page

beforeAll(async () => {
  fixture = await listFixture()
  visitor = await fixture.visit()
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string): Promise<void> {
  page = await openTab(visitor.context, clearStorageOnLoad)
  await open(page, path)
}

const rows = () => page.getByRole('main').locator('li:has(button)')
const teams = async (): Promise<string[]> =>
  (await rows().allInnerTexts()).flatMap((text) => /SC|FC|Arsenal|Fulham/.exec(text)?.[0] ?? [])
const count = async (): Promise<number> =>
  parseInt(
    (await page.getByRole('heading', { level: 1 }).locator('xpath=following-sibling::span[1]').textContent()) ?? '',
    10,
  )

describe('home', () => {
  it('[HOME-02] [HOME-05] [HOME-06] the sport bar filters the home list, and the title shows the sport', async () => {
    await at('/')
    const bar = page.getByRole('navigation', { name: 'Filter by sport' })
    await page.getByRole('heading', { level: 1, name: 'All Sports' }).waitFor()
    // Six football games, and the demo's basketball and tennis of two days.
    const all = 6 + 2 * (46 + 36)
    await expect.poll(count).toBe(all)
    await link(bar, /^Soccer/).click()
    await page.getByRole('heading', { level: 1, name: 'Soccer' }).waitFor()
    await expect.poll(count).toBe(6)
    await link(bar, /^All/).click()
    await expect.poll(count).toBe(all)
  })

  it('[full] [HOME-03] a tap on a league heading filters the home list by the league, and a second tap removes the filter', async () => {
    await at('/sports?sport=soccer')
    await link(page.getByRole('main'), /England/)
      .first()
      .click()
    await expect.poll(teams).toEqual(['Arsenal', 'Fulham'])
    await link(page, /^Remove filter/).click()
    await expect.poll(async () => (await teams()).length).toBe(6)
  })

  it('[full] [HOME-14] a league collapsed by keyboard shows its number of games, and stays collapsed after a reload without a layout shift', async () => {
    const { context } = await fixture.visit()
    await injectAxe(context)
    page = await context.newPage()
    await open(page, '/sports?sport=soccer')
    const heading = page.getByRole('button', { name: /^England · Premier League, \d games?$/ })
    const english = page.locator('[data-league*="England"]')
    await expect.poll(() => english.locator('li').count()).toBe(2)
    // The games of a day share a heading.
    await expect.poll(() => heading.allInnerTexts()).toEqual(['2'])
    await heading.press('Enter')
    await expect.poll(() => heading.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => heading.innerText()).toBe('2')
    expect(await english.locator('li').count()).toBe(0)
    await page.reload()
    await hydrated(page)
    await expect.poll(() => heading.getAttribute('aria-expanded')).toBe('false')
    expect(await english.locator('li').count()).toBe(0)
    const moved = await layoutShift(page)
    expect(moved.sources.filter((source) => source.includes('Premier League'))).toEqual([])
    await link(page.getByRole('main'), /England/)
      .first()
      .click()
    await expect.poll(() => english.locator('li').count()).toBe(2)
    await page.goBack()
    await heading.press('Enter')
    await expect.poll(() => english.locator('li').count()).toBe(2)
  })

  it('[HOME-07] [HOME-08] [HOME-09] [HOME-10] the search finds any part of a name, 300 ms after the last keystroke', async () => {
    page = (await fixture.visit()).page
    await withClockAndNoStream(page)
    await open(page, '/sports?sport=soccer')
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/games' && searchParams.get('limit') === '30' && searchParams.has('q'))
        requests.push(searchParams.get('q') ?? '')
    })
    await button(page, 'Search').click()
    const field = page.getByPlaceholder('Search games, teams, league...')
    await field.waitFor()
    await stopClock(page)
    for (const key of 'cAsTL') {
      await page.clock.runFor(299)
      await page.keyboard.press(key)
    }
    await page.clock.runFor(299)
    expect(requests).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => requests).toEqual(['cAsTL'])
    await page.clock.resume()
    await expect.poll(count).toBe(1)
    await page.getByText('Newcastle').waitFor()
    await field.fill('UGANDA')
    await button(page, 'Go').click()
    await field.fill('')
    await expect.poll(count).toBe(6)
    await field.fill('villa')
    await expect.poll(count).toBe(1)
    // The heading counts the listed games, not all games of the league.
    await button(page, 'Uganda · Premier League, 1 game').waitFor()
    await button(page, 'Clear').click()
    await expect.poll(count).toBe(6)
    await expect.poll(() => field.count()).toBe(0)
  })

  it('[full] [HOME-08] a search without an exact match shows a message, and lists similar names under a separate heading', async () => {
    await at('/sports?q=man+utd')
    await sees(page, 'Manchester United: no game in the schedule')
    expect(await rows().count()).toBe(0)
    await open(page, '/sports?q=arsenal+v+fulham')
    await sees(page, 'No game matches exactly')
    await page.getByRole('heading', { level: 2, name: 'Similar names' }).waitFor()
    await expect.poll(teams).toEqual(['Arsenal', 'Fulham'])
  })

  it('[full] [HOME-08] a search inside a filter says that it is limited, and can be extended to all games', async () => {
    await at('/sports?q=fulham&when=3h')
    await sees(page, 'No games match these filters: Next 3 h')
    await link(page.getByRole('main'), 'Search all games').click()
    await expect.poll(teams).toEqual(['Fulham'])
    await expect.poll(() => new URL(page.url()).search).toBe('?q=fulham')
    await open(page, '/sports?q=premier+league&country=England')
    await page.getByText('Showing England only. 4 more games match without these filters.').waitFor()
  })

  it('[full] [HOME-07] [HOME-08] on wide screens, the search in the header covers all games, works on every screen and gets the focus with Ctrl+K', async () => {
    page = (await fixture.visit({ size: { width: 1280, height: 800 } })).page
    await open(page, '/sports?sport=soccer')
    const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search games' })
    await field.waitFor()
    expect(await button(page.getByRole('main'), 'Search').count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('castle')
    await page.waitForURL('/sports?q=castle')
    await expect.poll(() => rows().count()).toBe(1)
    await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
    await button(page, 'Clear the search').click()
    await page.waitForURL('/sports?sport=soccer')
    await open(page, '/help')
    await field.fill('vipers')
    await field.press('Enter')
    await page.waitForURL('/sports?q=vipers')
    await rows().filter({ hasText: 'Vipers' }).waitFor()
    expect(await violations(page, 'everything')).toEqual([])
  })

  it('[HOME-12] [HOME-13] [HOME-16] [HOME-17] [HOME-19] [HOME-21] a game row shows start, teams, odds and the number of further markets', async () => {
    await at('/sports?league=Premier+League&country=England')
    const row = rows().filter({ hasText: 'Arsenal' })
    await expect.poll(() => row.innerText()).toMatch(/in \d+ min|Today \d\d:\d\d|Tomorrow/)
    await expect
      .poll(() => row.getByRole('button').evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText)))
      .toEqual([
        expect.stringMatching(/^1\n\d+\.\d\d$/),
        expect.stringMatching(/^X\n\d+\.\d\d$/),
        expect.stringMatching(/^2\n\d+\.\d\d$/),
      ])
    const main = page.getByRole('main')
    await main.getByText(/^Popular\s*2$/).waitFor()
    await main.getByText(/^Upcoming\s*2$/).waitFor()
    await expect.poll(() => row.innerText()).toMatch(/Arsenal\s+Newcastle/)
    await main.getByRole('heading', { level: 2, name: 'England · Premier League · Soccer', exact: true }).waitFor()
    const href = await link(row, /more markets/).getAttribute('href')
    const query = new URL(href ?? '', 'http://m').searchParams
    expect([...query.keys()].sort()).toEqual(['awayTeam', 'gameId', 'gameTime', 'homeTeam', 'league'])
    expect(query.get('homeTeam')).toBe('Arsenal')
  })

  it.each([
    { width: 360, height: 640 },
    { width: 1280, height: 800 },
  ])(
    '[full] [HOME-12] on $width × $height "Popular" filters the list by keyboard, and a second press removes the filter',
    async (size) => {
      page = (await fixture.visit({ size })).page
      await open(page, '/sports?sport=soccer')
      const popular = link(page.getByRole('main'), /^Popular/)
      await expect.poll(() => popular.innerText()).toMatch(/^Popular\s+5$/)
      await popular.press('Enter')
      // No game has bets, so the popular games are the first five.
      await expect.poll(() => rows().count()).toBe(5)
      await expect.poll(count).toBe(5)
      await expect.poll(() => new URL(page.url()).search).toBe('?sport=soccer&status=popular')
      await expect.poll(() => popular.getAttribute('aria-current')).toBe('true')
      expect(await violations(page, 'everything')).toEqual([])
      await page.reload()
      await expect.poll(() => rows().count()).toBe(5)
      await popular.press('Enter')
      await expect.poll(() => rows().count()).toBe(6)
      expect(await popular.getAttribute('aria-current')).toBeNull()
      await open(page, '/sports?q=no+such+team&status=popular')
      await sees(page, 'No games match')
    },
  )

  it('[full] [HOME-14] games of a league are ordered by start time', async () => {
    await at('/sports?country=Uganda&sport=soccer')
    await expect
      .poll(async () => (await rows().allInnerTexts()).map((text) => /Maroons|Vipers|Villa|URA/.exec(text)?.[0]))
      .toEqual(['Maroons', 'Vipers', 'Villa', 'URA'])
  })

  it.each([
    [640, 5],
    [560, 4],
  ])(
    '[full] [APP-20] the first screen of 360 × %i shows %i games with odds, each at most 92 px high',
    async (height, games) => {
      await at('/sports?sport=soccer')
      await page.setViewportSize({ width: 360, height })
      await page.getByRole('navigation', { name: 'Filter by start time' }).getByText('Today').waitFor()
      const heights = () =>
        page.evaluate(() => {
          const bar = document.querySelector('nav[aria-label="Quick links"]')?.getBoundingClientRect().top ?? 0
          return [...document.querySelectorAll('main li')]
            .filter((row) => row.querySelectorAll('button[aria-pressed]').length >= 2)
            .map((row) => row.getBoundingClientRect())
            .flatMap(({ bottom, height: high }) => (bottom <= bar ? [high] : []))
        })
      await expect.poll(async () => (await heights()).length).toBeGreaterThanOrEqual(games)
      await expect.poll(async () => Math.max(...(await heights()))).toBeLessThanOrEqual(92)
    },
  )

  it('[full] [HOME-19] [MKT-33] a wide screen shows over/under 2.5 and both teams to score beside 1X2, and adds them to the slip', async () => {
    page = (await fixture.visit({ size: { width: 1280, height: 800 } })).page
    await open(page, '/sports?sport=soccer')
    const row = rows().filter({ hasText: 'Arsenal' })
    const labels = () => row.getByRole('button').evaluateAll((all) => all.map((each) => each.textContent?.trim()))
    await expect.poll(labels).toHaveLength(7)
    await expect
      .poll(async () => (await labels()).join(' '))
      .toMatch(/^1\s.* O 2\.5\s+\d.* U 2\.5\s+\d.* GG\s+\d.* NG\s+\d/)
    const over = option(row, 'O 2.5', 'Over 2.5')
    await over.click()
    const slip = page.getByRole('complementary', { name: 'Betslip' })
    await slip.getByText('Over/Under').first().waitFor()
    await slip.getByText('Over 2.5').first().waitFor()
    await expect.poll(() => over.getAttribute('aria-pressed')).toBe('true')
    expect((await layoutShift(page)).sources.filter((source) => source.includes('Arsenal'))).toEqual([])
    await page.setViewportSize({ width: 360, height: 640 })
    await expect.poll(labels).toHaveLength(3)
  })

  it('[full] [APP-20] [HOME-19] from a width of 1,024 px the slip is beside rows with several markets, and the teams are visible at every width', async () => {
    page = (await fixture.visit({ size: { width: 1024, height: 768 } })).page
    await open(page, '/sports?sport=soccer')
    const row = rows().filter({ hasText: 'Arsenal' })
    for (const [width, hasTree] of [
      [1024, false],
      [1100, true],
      [1240, true],
    ] as const) {
      await page.setViewportSize({ width, height: 768 })
      await expect.poll(() => row.getByRole('button').count()).toBe(7)
      await page.getByRole('complementary', { name: 'Betslip' }).waitFor()
      const tree = page.getByRole('complementary', { name: 'Sports' })
      await expect.poll(() => tree.isVisible()).toBe(hasTree)
      await expect
        .poll(async () => (await boxOf(row.getByRole('link').first())).width, { message: `teams at ${width}` })
        .toBeGreaterThan(110)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.setViewportSize({ width: 1023, height: 768 })
    await expect.poll(() => page.getByRole('complementary', { name: 'Betslip' }).isVisible()).toBe(false)
  })

  it.each([1100, 1280])(
    '[full] [HOME-07] at a width of %i the hint of the search field in the header is not cut off',
    async (width) => {
      page = (await fixture.visit({ size: { width, height: 800 } })).page
      await open(page, '/')
      const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search games' })
      const room = () =>
        field.evaluate((input: HTMLInputElement) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(input)
          const context = document.createElement('canvas').getContext('2d')
          if (context === null) throw new Error('no canvas')
          context.font = font
          const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
          return input.clientWidth - padding - context.measureText(input.placeholder).width
        })
      await expect.poll(room).toBeGreaterThanOrEqual(0)
    },
  )

  it('[full] [HOME-02] [APP-26] offline, the list of another sport does not show the previous sport’s number of live games', async () => {
    await at('/sports?sport=soccer')
    const live = link(page.getByRole('navigation', { name: 'Filter by start time' }), /^Live/)
    await expect.poll(() => live.textContent()).toBe('Live0')
    await page.context().setOffline(true)
    try {
      await link(page, /^Tennis/).click()
      await page.getByRole('main').getByText('You are offline', { exact: true }).waitFor()
      await expect.poll(() => live.textContent()).toBe('Live')
    } finally {
      await page.context().setOffline(false)
    }
  })

  it('[full] [HOME-28] the home list can be limited to games within three hours or on one day, and the URL contains the filter', async () => {
    await at('/sports?sport=soccer')
    const bar = page.getByRole('navigation', { name: 'Filter by start time' })
    const chips = () => link(bar, /./).allInnerTexts()
    await expect
      .poll(async () => (await chips()).map((text) => text.replace(/\s+/g, ' ')))
      .toEqual(['Live 0', 'Any time', 'Next 3 h 5', 'Today 6'])
    await link(bar, /^Next 3 h/).click()
    await expect.poll(count).toBe(5)
    await expect.poll(() => new URL(page.url()).search).toBe('?sport=soccer&when=3h')
    await expect.poll(teams).not.toContain('Fulham')
    await page.reload()
    await expect.poll(count).toBe(5)
    await expect.poll(() => link(bar, /^Next 3 h/).getAttribute('aria-current')).toBe('true')
    const later = new Date(OPENS_AT.getTime() + 60 * 24 * 60 * MINUTE_MS)
    await open(page, `/sports?sport=soccer&when=${later.toISOString().slice(0, 10)}`)
    await sees(page, 'No games match')
    const [weekday = '', day = '', month = ''] = later.toUTCString().split(/,? /)
    // The title shows the number of games of the current chip.
    await expect.poll(chips).toContainEqual(`${weekday} ${Number(day)} ${month}`)
    await link(bar, 'Any time').click()
    await expect.poll(count).toBe(6)
  })

  it('[DATA-43] [DATA-45] without an event stream the home list is refetched every 30 s, and returning to the list within two minutes sends no request', async () => {
    page = await visitor.context.newPage()
    await page.clock.install()
    await page.route('**/api/stream?*', (route) => route.abort())
    const requests: string[] = []
    page.on('request', (request) => {
      if (/\/api\/games\?.*limit=30/.test(request.url())) requests.push(request.url())
    })
    await open(page, '/')
    await rows().first().waitFor()
    const synchronised = page.waitForRequest((request) => /\/api\/games\?.*limit=30/.test(request.url()))
    await page.clock.runFor(31_000)
    // A response that has not arrived when its screen closes is requested again.
    await (await (await synchronised).response())?.finished()
    await twoFrames(page)
    const before = requests.length
    await page.evaluate(() => history.pushState(null, '', '/help'))
    await page.getByRole('heading', { level: 1, name: /help/i }).waitFor()
    await page.clock.runFor(100_000)
    await page.evaluate(() => history.pushState(null, '', '/'))
    await rows().first().waitFor()
    expect(requests.length).toBe(before)
    await page.evaluate(() => history.pushState(null, '', '/help'))
    await page.getByRole('heading', { level: 1, name: /help/i }).waitFor()
    await page.clock.runFor(130_000)
    const again = page.waitForRequest((request) => /\/api\/games\?.*limit=30/.test(request.url()))
    await page.evaluate(() => history.pushState(null, '', '/'))
    await again
  })

  it('[full] [HOME-23] the home page explains an empty list', async () => {
    await at('/sports?q=no+such+team')
    await sees(page, 'No games match')
    await link(page.getByRole('main'), 'Show all games').click()
    await expect.poll(count).toBeGreaterThan(5)
  })

  it('[HOME-22] a failed fetch of the home list is logged, and can be retried', async () => {
    await at('/login')
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('the game list could not be fetched'),
    )
    const end = await intercept(page, 'GET /api/games', refuse(404, { detail: 'Gone.' }))
    await page.getByRole('navigation', { name: 'Quick links' }).getByText('Sports').click()
    await sees(page, 'Could not load the games')
    await logged
    await end()
    await button(page, 'Try Again').click()
    await option(page, '1', 'Arsenal').waitFor()
  })
})

describe('failed loading', () => {
  /** Opens the app shell: a page without data, on a device that stores no settings. */
  async function openShell(path: string): Promise<void> {
    const body = readFileSync(join(webDist, 'client/index.html'), 'utf8')
    await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 })
    await page.goto(new URL(path, fixture.product.url).href)
    await hydrated(page)
  }
  const goTo = (path: string): Promise<void> => page.evaluate((to) => history.pushState(null, '', to), path)

  it('[full] [ADMS-14] home, slip, deposit and withdrawal use the default settings if settings cannot be loaded', async () => {
    ;({ page } = await fixture.visit({ player: await registerPlayer(fixture.product, '772500640') }))
    await intercept(page, 'GET /api/settings', refuse(500))
    await openShell('/sports')
    await page.getByRole('region', { name: 'Jackpot' }).getByText('Jackpot · Demo').waitFor()
    await option(page, '1', 'Arsenal').click()
    await goTo('/betslip')
    await page.getByLabel(/^Stake/).waitFor()
    await goTo('/deposit')
    await page.getByLabel('Amount (UGX)').waitFor()
    await sees(page, '25,000')
    await goTo('/withdraw')
    await sees(page, 'From UGX 25,000 to UGX 5,000,000, in whole shillings.')
  })

  it('[full] [APP-26] [APP-27] a screen whose requests have only failed for ten seconds shows the connection error, and Try Again loads the screen', async () => {
    ;({ page } = await fixture.visit({ player: await registerPlayer(fixture.product, '772500650') }))
    await withClock(page)
    const stop = await intercept(page, 'GET /api/wallet/statement', failConnection)
    await open(page, '/statement')
    await untilFailed(page, 'GET /api/wallet/statement', 1)
    // The stopped clock also delays the repetitions, so the request has not failed for the last time.
    await stopClock(page)
    await page.clock.runFor(10_000)
    await page.getByText('Connection Error', { exact: true }).waitFor()
    await sees(page, 'Unable to connect to the server. Please check your internet connection and try again.')
    await stop()
    await page.clock.resume()
    await button(page, 'Try Again').click()
    await page.getByText('Connection Error', { exact: true }).waitFor({ state: 'detached' })
  })
})

it('[full] [DATA-45] while the event stream is open, a newly published game appears in the home list without polling', async () => {
  const operator = startOperator(fixture.product)
  let gameId: string | undefined
  const cancel = async (): Promise<void> => {
    if (gameId !== undefined) await operator.order('change-game', { gameId, change: { status: 'cancelled' } })
    gameId = undefined
  }
  try {
    await at('/')
    await rows().first().waitFor()
    const odds = { homeOdds: 200, drawOdds: 300, awayOdds: 400, over25Odds: null, under25Odds: null }
    const startTime = new Date(fixture.product.clock.now().getTime() + 30 * MINUTE_MS).toISOString()
    ;({ gameId } = await operator.order('open-game', { homeTeam: 'Lugazi', awayTeam: 'Busoga', startTime, odds }))
    const row = rows().filter({ hasText: 'Lugazi' })
    await expect.poll(() => row.count()).toBe(1)
    // The page now receives changes of the new game, too.
    await operator.order('change-game', { gameId, change: { suspended: true } })
    // One field in place of three locked buttons.
    await row.getByRole('button', { name: /^Suspended, Lugazi vs Busoga, locked/ }).waitFor()
    await cancel()
    await expect.poll(() => row.count()).toBe(0)
  } finally {
    await cancel()
    await operator.close()
  }
})

it('[full] [HOME-20] a game is locked at its kick-off even offline, on the home and markets screens', async () => {
  const { items } = await fixture.product.client(1).must('GET /api/games', { query: { q: 'Arsenal' } })
  const [game] = items
  if (game === undefined) throw new Error('there is no game')
  for (const path of ['/sports?country=England', `/betting-options?gameId=${game.id}`]) {
    const own = await fixture.visit()
    page = own.page
    await withClockAndNoStream(page)
    const openedAtMs = performance.now()
    await open(page, path)
    const place = path.startsWith('/sports')
      ? rows().filter({ hasText: 'Arsenal' })
      : page.getByRole('region', { name: 'Moneyline' })
    const locked = afterRedraw(page, () =>
      place.getByRole('button', { name: /locked: bets close at kick-off$/ }).count(),
    )
    await place.waitFor()
    await stopClock(page)
    await untilAnswered(page)
    await own.context.setOffline(true)
    const leftMs = Date.parse(game.startTime) - fixture.product.clock.now().getTime()
    const behindMs = performance.now() - openedAtMs
    await page.clock.fastForward(leftMs - 40_000)
    await page.clock.runFor(20_000)
    expect(await locked()).toBe(0)
    // The time is shorter than the screen's own update interval.
    await page.clock.runFor(22_000 + behindMs)
    await expect.poll(locked).toBe(path.startsWith('/sports') ? 1 : 3)
    await own.context.close()
  }
})

describe('live', () => {
  it('[full] [HOME-11] [HOME-18] [HOME-20] [LIVE-11] [HOME-16] a game that starts is first locked in the list, and then shown in the live strip with minute and score', async () => {
    const { clock, loaded } = fixture.product
    // Each attempt needs a game that has not started; in all three the home team leads early.
    const match = ['Maroons FC', 'Vipers SC', 'URA FC']
      .map((team) => loaded.find(({ home }) => home === team))
      .find((each) => each !== undefined && each.kickoff > clock.now())
    if (match === undefined) throw new Error('every game has started')
    const { home, away, kickoff } = match
    await at('/sports?country=Uganda&sport=soccer')
    const row = rows().filter({ hasText: home })
    await option(row, '1', home).waitFor()
    await clock.moveTo(new Date(kickoff.getTime() + 3 * MINUTE_MS))
    await row.getByRole('button', { name: /^Bets closed, .*locked: bets close at kick-off$/ }).waitFor()
    const card = page.getByRole('region', { name: 'Live now' }).getByRole('listitem')
    await card.getByText(/^\d+'$/).waitFor()
    await expect.poll(() => card.innerText()).toMatch(new RegExp(`${home}\\s+1\\s+${away}\\s+0`))
    await expect.poll(() => row.count()).toBe(0)
    await page
      .getByText(/^Live\s*1$/)
      .first()
      .click()
    await page.waitForURL('/live')
    await link(page.getByRole('main'), new RegExp(home)).waitFor()
  })
})
