import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hireOperator } from '../support/operator.ts'
import { registerStaff } from '../support/staff.ts'
import { drawn, stopClock, timesSent, withClockAlone } from './clock.ts'
import { lineOf, SETTLING, type Fixture } from './matches.ts'
import { meet, refuse } from './network.ts'
import { button, link, open, openStage, option, pictureOfFailure, sees, type Stage, type Visit } from './stage.ts'
import { OPENS_AT } from './stage-time.ts'
import { openTab, remembersNothing, tabIsLeft } from './tabs.ts'

const MINUTE_MS = 60_000
const ENGLAND = ['england', 'premier-league'] as const

let stage: Stage
let visitor: Visit
let page: Page
/** A test that is tried again needs other people. */
let attempt = 0

beforeAll(async () => {
  const later = (minutes: number): Date => new Date(OPENS_AT.getTime() + minutes * MINUTE_MS)
  const fixtures: Fixture[] = [
    ...SETTLING.map((each, at) => ({ ...each, kickoff: later(90 + 30 * at) })),
    {
      home: 'Arsenal',
      away: 'Newcastle Utd',
      score: [
        [1, 0],
        [2, 0],
      ],
      odds: [1.52, 4.4, 5.9],
      league: ENGLAND,
      kickoff: later(60),
    },
    {
      home: 'Fulham',
      away: 'Crystal Palace',
      score: [
        [1, 1],
        [1, 1],
      ],
      odds: [2.3, 3.3, 3.1],
      league: ENGLAND,
      kickoff: later(200),
    },
    {
      home: 'Maroons FC',
      away: 'NEC FC',
      score: [
        [1, 0],
        [2, 1],
      ],
      odds: [2.2, 3.1, 3.4],
      kickoff: later(2),
    },
  ]
  stage = await openStage({ matches: fixtures.map(lineOf) })
  visitor = await stage.visit()
})
// The last registered runs first.
afterEach(tabIsLeft(() => page))
afterEach(pictureOfFailure(() => page))
afterAll(() => stage?.close())

async function at(path: string): Promise<void> {
  page = await openTab(visitor.context, remembersNothing)
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
  it('[HOME-02] [HOME-05] [HOME-06] the sport bar filters the list, and the title says so', async () => {
    await at('/')
    const bar = page.getByRole('navigation', { name: 'Filter by sport' })
    await page.getByRole('heading', { level: 1, name: 'All Sports' }).waitFor()
    // Basketball and tennis, one of each at every quarter of three hours, are published in the seconds after the start.
    const all = 6 + 2 * 12
    await expect.poll(count, { timeout: 60_000 }).toBe(all)
    await link(bar, /^Soccer/).click()
    await page.getByRole('heading', { level: 1, name: 'Soccer' }).waitFor()
    await expect.poll(count).toBe(6)
    await link(bar, /^All/).click()
    await expect.poll(count).toBe(all)
  })

  it('[HOME-03] a league’s heading narrows the list to it, and a tap widens it again', async () => {
    await at('/sports?sport=soccer')
    await link(page.getByRole('main'), /England/).click()
    await expect.poll(teams).toEqual(['Arsenal', 'Fulham'])
    await link(page, /^Remove filter/).click()
    await expect.poll(async () => (await teams()).length).toBe(6)
  })

  it('[HOME-07] [HOME-08] [HOME-09] [HOME-10] the search finds any part of a name, 300 ms after the last key', async () => {
    page = (await stage.visit()).page
    await withClockAlone(page)
    await open(page, '/sports?sport=soccer')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/games' && searchParams.has('q')) asked.push(searchParams.get('q') ?? '')
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
    expect(asked).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => asked).toEqual(['cAsTL'])
    await page.clock.resume()
    await expect.poll(count).toBe(1)
    await page.getByText('Newcastle').waitFor()
    await field.fill('UGANDA')
    await button(page, 'Go').click()
    await field.fill('')
    await expect.poll(count).toBe(6)
    await field.fill('villa')
    await expect.poll(count).toBe(1)
    await button(page, 'Clear').click()
    await expect.poll(count).toBe(6)
    await expect.poll(() => field.count()).toBe(0)
  })

  it('[HOME-12] [HOME-13] [HOME-16] [HOME-17] [HOME-19] [HOME-21] a row says when, who, at which odds, and how many more markets', async () => {
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

  it('[HOME-14] games of a league stand by start time', async () => {
    await at('/sports?country=Uganda&sport=soccer')
    await expect
      .poll(async () => (await rows().allInnerTexts()).map((text) => /Maroons|Vipers|Villa|URA/.exec(text)?.[0]))
      .toEqual(['Maroons', 'Vipers', 'Villa', 'URA'])
  })

  it('[APP-20] at 360 × 640 a row is at most 92 px high, and five games stand between header and bottom bar', async () => {
    await at('/sports?sport=soccer')
    const seen = await page.evaluate(() => {
      const list = [...document.querySelectorAll('main li')]
      const header = document.querySelector('header')?.getBoundingClientRect().height ?? 0
      const bar = document.querySelector('nav[aria-label=Quick]')?.getBoundingClientRect().height ?? 0
      window.scrollTo(0, (list[0]?.closest('section')?.getBoundingClientRect().top ?? 0) + window.scrollY - header)
      const boxes = list.map((row) => row.getBoundingClientRect())
      return {
        highest: Math.max(...boxes.map((box) => box.height)),
        whole: boxes.filter((box) => box.top >= header && box.bottom <= window.innerHeight - bar).length,
      }
    })
    expect(seen.highest).toBeLessThanOrEqual(92)
    expect(seen.whole).toBeGreaterThanOrEqual(5)
  })

  it('[DATA-43] [DATA-45] where nothing is pushed the list is synchronised every 30 s, and for two minutes coming back to it asks for nothing', async () => {
    page = await visitor.context.newPage()
    await page.clock.install()
    await page.route('**/api/stream?*', (route) => route.abort())
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/games\?.*limit=30/.test(request.url())) asked.push(request.url())
    })
    await open(page, '/')
    await rows().first().waitFor()
    const synchronised = page.waitForRequest((request) => /\/api\/games\?.*limit=30/.test(request.url()))
    await page.clock.runFor(31_000)
    // An answer that has not been taken when its screen is left is asked for again.
    await (await (await synchronised).response())?.finished()
    await page.evaluate(() => new Promise((taken) => requestAnimationFrame(() => requestAnimationFrame(taken))))
    const before = asked.length
    await page.evaluate(() => history.pushState(null, '', '/help'))
    await page.getByRole('heading', { level: 1, name: /help/i }).waitFor()
    await page.clock.runFor(100_000)
    await page.evaluate(() => history.pushState(null, '', '/'))
    await rows().first().waitFor()
    expect(asked.length).toBe(before)
    await page.evaluate(() => history.pushState(null, '', '/help'))
    await page.getByRole('heading', { level: 1, name: /help/i }).waitFor()
    await page.clock.runFor(130_000)
    const anew = page.waitForRequest((request) => /\/api\/games\?.*limit=30/.test(request.url()))
    await page.evaluate(() => history.pushState(null, '', '/'))
    await anew
  })

  it('[HOME-23] a list without games says so', async () => {
    await at('/sports?q=nobody+plays+this')
    await sees(page, 'No games match')
    await link(page.getByRole('main'), 'Show all games').click()
    await expect.poll(count).toBeGreaterThan(5)
  })

  it('[HOME-22] a list that cannot be fetched is logged, and can be tried again', async () => {
    await at('/login')
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('the game list could not be fetched'),
    )
    const end = await meet(page, 'GET /api/games', refuse(404, { detail: 'Gone.' }))
    await page.getByRole('navigation', { name: 'Quick' }).getByText('Sports').click()
    await sees(page, 'Could not load the games')
    await logged
    await end()
    await button(page, 'Try Again').click()
    await option(page, '1', 'Arsenal').waitFor()
  })
})

it('[full] [DATA-45] while changes are pushed, a game that is published comes into the list, and nobody polls', async () => {
  const operator = hireOperator(stage.product)
  try {
    await at('/')
    await rows().first().waitFor()
    const odds = { homeOdds: 200, drawOdds: 300, awayOdds: 400, over25Odds: null, under25Odds: null }
    const startTime = new Date(stage.product.clock.now().getTime() + 30 * MINUTE_MS).toISOString()
    const { gameId } = await operator.order('open-game', { homeTeam: 'Lugazi', awayTeam: 'Busoga', startTime, odds })
    const row = rows().filter({ hasText: 'Lugazi' })
    await expect.poll(() => row.count(), { timeout: 30_000 }).toBe(1)
    // From now on it is followed like the others.
    await operator.order('change-game', { gameId, change: { suspended: true } })
    await expect.poll(() => row.getByRole('button', { name: /locked/ }).count(), { timeout: 30_000 }).toBe(3)
    await operator.order('change-game', { gameId, change: { status: 'cancelled' } })
    await expect.poll(() => row.count(), { timeout: 30_000 }).toBe(0)
  } finally {
    await operator.close()
  }
})

describe('markets', () => {
  const SECTION = (name: string) => page.getByRole('region', { name, exact: true })
  const labels = async (name: string): Promise<string[]> =>
    (await SECTION(name).getByRole('button').allInnerTexts()).map((text) => text.split('\n')[0] ?? '')

  async function openMarkets(told?: Parameters<typeof meet>[2]): Promise<void> {
    await at('/sports?country=England')
    if (told !== undefined) await meet(page, 'GET /api/games/*/markets', told)
    await link(page, /more markets, Fulham/).click()
    await page.getByRole('heading', { name: 'Fulham vs Crystal Palace' }).waitFor()
    await page.getByRole('tab', { name: /^POPULAR/ }).waitFor()
  }

  it('[MKT-04] without team names and game the address leads home', async () => {
    await at('/betting-options')
    await page.waitForURL('/')
  })

  it('[MKT-01] [MKT-02] [MKT-03] until the game is there the address speaks for it', async () => {
    await at('/betting-options?homeTeam=Police+FC&awayTeam=Lugazi')
    await page.getByRole('heading', { name: 'Police FC vs Lugazi' }).waitFor()
    await page.getByRole('main').getByText('Live').first().waitFor()
    await page.getByRole('main').getByText('Premier League').first().waitFor()
    await sees(page, 'Game is missing a valid ID. Please refresh or contact support.')
    await at('/betting-options?homeTeam=Police+FC&awayTeam=Lugazi&gameTime=Half+Time&league=Uganda+Cup&gameId=ab')
    await page.getByRole('heading', { name: 'Police FC vs Lugazi' }).waitFor()
    await page.getByRole('main').getByText('Half TimeUganda Cup').waitFor()
    await sees(page, 'Game is missing a valid ID. Please refresh or contact support.')
  })

  it('[MKT-05] [MKT-06] [MKT-07] [MKT-10] [MKT-13] [MKT-14] [MKT-16] [MKT-18] [MKT-19] [MKT-20] [MKT-44] all 25 markets, by group', async () => {
    await openMarkets()
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual(['ALL', 'POPULAR9', 'GOALS8', 'COMBOS3', 'SPECIALS5'])
    await expect.poll(() => page.getByRole('tabpanel').getByRole('region').count()).toBe(25)
    await expect
      .poll(() => labels('Over/Under'))
      .toEqual(['0.5', '1.5', '2.5', '3.5'].flatMap((line) => [`Over ${line}`, `Under ${line}`]))
    await page.getByRole('heading', { name: /^Draw No Bet – a draw counts as a win/ }).waitFor()
    await expect.poll(() => page.getByText('not available for this match').count()).toBeGreaterThan(0)
    await sees(page, 'Tap on any option to add to bet slip')
    await sees(page, 'Only one selection per category allowed')
    await link(page, '0 selections in your bet slip').waitFor()
    await page.getByRole('tab', { name: /^COMBOS/ }).click()
    await expect.poll(() => page.getByRole('tabpanel').getByRole('region').count()).toBe(3)
    await button(page, 'Back').click()
    await page.getByRole('heading', { name: 'All Sports' }).waitFor()
  })

  it('[SLIP-02] [SLIP-03] [SLIP-04] tapping again removes, another option of the market replaces, another market adds', async () => {
    await openMarkets()
    const over = option(page, 'Over 2.5', 'Over/Under').first()
    const under = option(page, 'Under 1.5', 'Over/Under').first()
    const selections = page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: /^Betslip/ })
    await over.click()
    await expect.poll(() => over.getAttribute('aria-pressed')).toBe('true')
    await under.click()
    await expect.poll(() => over.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => selections.getAttribute('aria-label')).toBe('Betslip, 1 selection')
    await SECTION('Double Chance').getByRole('button').first().click()
    await expect.poll(() => selections.getAttribute('aria-label')).toBe('Betslip, 2 selections')
    await under.click()
    await SECTION('Double Chance').getByRole('button').first().click()
    await expect.poll(() => selections.getAttribute('aria-label')).toBe('Betslip, 0 selections')
  })

  it('[MKT-09] each option says whether its odds went up, went down or stayed', async () => {
    const trends = ['up', 'down', 'stable'] as const
    type Markets = { readonly items: { readonly selections: { trend: string }[] }[] }
    await openMarkets(async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as Markets
      for (const { selections } of json.items) {
        for (const [nth, selection] of selections.entries()) selection.trend = trends[nth % 3] ?? 'stable'
      }
      await route.fulfill({ response, json })
    })
    const said = (section: string) =>
      SECTION(section)
        .getByRole('button')
        .evaluateAll((options) => options.map((each) => /, odds (\w+)$/.exec(each.ariaLabel ?? '')?.[1] ?? 'stable'))
    await expect.poll(() => said('Moneyline')).toEqual(trends)
    await expect.poll(() => SECTION('Moneyline').locator('button path').count()).toBe(2)
    // Also where the name stands beside the odds, being too long to stand above them.
    await expect.poll(() => said('Draw No Bet')).toEqual(['up', 'down'])
  })
})

it('[full] [MKT-37] [MKT-45] a market that staff has suspended is locked for that, not for low odds or want of a draw', async () => {
  const { client, password } = await registerStaff(stage.product, `7721100${50 + attempt++}`)
  await client.must('POST /api/admin/confirm', { body: { password } })
  const { items } = await client.must('GET /api/games', { query: { q: 'Fulham' } })
  const id = items[0]?.id ?? ''
  const suspend = (market: string, suspended: boolean) =>
    client.must('PUT /api/admin/games/{id}/markets/{market}', {
      params: { id, market },
      body: { suspended, reason: 'the line-ups are late' },
    })
  await suspend('1x2', true)
  await suspend('double_chance', true)
  try {
    await at(`/betting-options?gameId=${id}`)
    const reasons = (name: string) =>
      page
        .getByRole('region', { name, exact: true })
        .getByRole('button')
        .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.split('locked: ')[1]))
    const three = Array.from({ length: 3 }, () => 'no bets on this market now')
    await expect.poll(() => reasons('Moneyline')).toEqual(three)
    await expect.poll(() => reasons('Double Chance')).toEqual(three)
    await open(page, '/sports?country=England')
    const row = rows().filter({ hasText: 'Fulham' })
    await expect.poll(() => row.getByRole('button', { name: /locked: no bets on this market now$/ }).count()).toBe(3)
  } finally {
    await suspend('1x2', false)
    await suspend('double_chance', false)
  }
})

it('[full] [HOME-20] a game is locked at its kick-off also where nobody tells of it: offline, on both screens', async () => {
  const { items } = await stage.product.client(1).must('GET /api/games', { query: { q: 'Arsenal' } })
  const [game] = items
  if (game === undefined) throw new Error('there is no game')
  for (const path of ['/sports?country=England', `/betting-options?gameId=${game.id}`]) {
    const own = await stage.visit()
    page = own.page
    await withClockAlone(page)
    await open(page, path)
    const place = path.startsWith('/sports')
      ? rows().filter({ hasText: 'Arsenal' })
      : page.getByRole('region', { name: 'Moneyline' })
    const locked = drawn(page, () => place.getByRole('button', { name: /locked: bets close at kick-off$/ }).count())
    await place.waitFor()
    await stopClock(page)
    await own.context.setOffline(true)
    const leftMs = Date.parse(game.startTime) - stage.product.clock.now().getTime()
    await page.clock.fastForward(leftMs - 40_000)
    await page.clock.runFor(20_000)
    expect(await locked()).toBe(0)
    // Less than the steps of the screen's time.
    await page.clock.runFor(24_000)
    await expect.poll(locked).toBe(3)
    await own.context.close()
  }
})

it('[full] [MKT-08] the odds on the markets screen are asked for every 30 s, and drawn', async () => {
  const { client, password } = await registerStaff(stage.product, '772110028')
  await client.must('POST /api/admin/confirm', { body: { password } })
  const { items } = await client.must('GET /api/games', { query: { q: 'Fulham' } })
  const id = items[0]?.id ?? ''
  const own = await stage.visit()
  page = own.page
  await withClockAlone(page)
  await open(page, `/betting-options?gameId=${id}`)
  const odds = drawn(page, () =>
    page.getByRole('region', { name: 'Moneyline' }).getByRole('button').first().innerText(),
  )
  await page.getByRole('region', { name: 'Moneyline' }).waitFor()
  await stopClock(page)
  const asked = () => timesSent(page, `GET /api/games/${id}/markets`)
  const setTo = async (wanted: number): Promise<void> => {
    const params = { id, market: '1x2' }
    await client.must('PUT /api/admin/games/{id}/markets/{market}', {
      params,
      body: { odds: { '1': wanted }, reason: 'as the other houses say' },
    })
    const told = async () => (await client.must('GET /api/games/{id}', { params: { id } })).prices['1']
    await expect.poll(told).toBe(wanted)
  }
  const before = await asked()
  await setTo(1.25)
  // The seconds of the loading, before the clock stood still, are of the first thirty.
  await page.clock.runFor(15_000)
  expect([await odds(), await asked()]).toEqual([expect.not.stringContaining('1.25'), before])
  await page.clock.runFor(15_000)
  await expect.poll(odds).toContain('1.25')
  await expect.poll(() => asked()).toBe(before + 1)
  // The next thirty begin with the answer.
  await setTo(1.35)
  await page.clock.runFor(14_000)
  expect([await odds(), await asked()]).toEqual([expect.stringContaining('1.25'), before + 1])
  await page.clock.runFor(16_000)
  await expect.poll(odds).toContain('1.35')
  await expect.poll(() => asked()).toBe(before + 2)
  await own.context.close()
})

describe('live', () => {
  it('[full] [HOME-11] [HOME-18] [HOME-20] [LIVE-11] [HOME-16] a game that begins is locked where it stands, and shows minute and score', async () => {
    await at('/sports?country=Uganda&sport=soccer')
    const row = rows().filter({ hasText: 'Maroons' })
    await option(row, '1', 'Maroons FC').waitFor()
    const match = stage.product.loaded.find(({ home }) => home === 'Maroons FC')
    await stage.product.clock.moveTo(new Date((match?.kickoff.getTime() ?? 0) + 3 * MINUTE_MS))
    await row.getByText(/^\d+'$/).waitFor()
    await expect.poll(() => row.getByRole('button', { name: /locked/ }).count()).toBe(3)
    await expect.poll(() => row.innerText()).toMatch(/Maroons FC\s+1\s+NEC FC\s+0/)
    await page
      .getByText(/^Live\s*1$/)
      .first()
      .click()
    await page.waitForURL('/live')
    await link(page.getByRole('main'), /Maroons FC/).waitFor()
  })
})
