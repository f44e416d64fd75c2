import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEAGUE_MARKETS, LEAGUE_TABS } from './league-markets.ts'
import { liveFixture } from './browser-scenarios.ts'
import { answer, failConnection, intercept, refuse } from './network.ts'
import { button, link, open, sees, type BrowserFixture, type Visit, boxOf } from './browser-fixture.ts'
import { openTab, tabOfEachTest } from './tabs.ts'

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

/** The live game with changed fields. */
async function atChanged(change: object): Promise<void> {
  page = await visitor.context.newPage()
  // The stream would replace these fields with the game's real ones.
  await intercept(page, 'GET /api/stream', failConnection)
  const response = await page.request.get(`/api/games/${liveId}/markets`)
  const body = (await response.json()) as { game: object }
  await open(page, '/login')
  await intercept(page, 'GET /api/games/*/markets', answer({ ...body, game: { ...body.game, ...change } }))
  await page.evaluate((id) => history.pushState(null, '', `/live/${id}`), liveId)
}

const main = () => page.getByRole('main')

describe('the match tracker', () => {
  it('[APP-03] [LIVE-24] [LIVE-27] [LIVE-29] [LIVE-30] [LIVE-11] the match tracker shows status, teams, league, score and elapsed time', async () => {
    await at(`/live/${liveId}`)
    await page.getByRole('heading', { level: 1, name: 'Vipers SC vs KCCA FC' }).waitFor()
    await page.getByText(/^Live \d+'$/).waitFor()
    const board = page.getByRole('region', { name: 'Score', exact: true })
    await link(main(), 'Uganda · Premier League').waitFor()
    await expect.poll(() => board.innerText()).toMatch(/Vipers SC[\s\S]*Live \d+'[\s\S]*\d – \d[\s\S]*KCCA FC/)
    const tracker = page.getByRole('region', { name: 'Match tracker' })
    await expect.poll(() => tracker.innerText()).toMatch(/(First|Second) half|Goal|Half time/)
    // The pitch is shown on request, so that the markets are on the first screen of a phone.
    const markets = page.getByRole('heading', { name: 'Markets' })
    await expect.poll(async () => (await boxOf(markets)).y).toBeLessThan(400)
    await button(tracker, /Show the pitch$/).click()
    for (const name of ['Shots', 'Possession']) await tracker.getByText(name, { exact: true }).waitFor()
    const bar = tracker.getByRole('progressbar')
    await expect.poll(() => bar.getAttribute('aria-valuemin')).toBe('0')
    await expect.poll(() => bar.getAttribute('aria-valuemax')).toBe('90')
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
    // Closed markets are named once, and show no odds.
    await sees(page, 'Bets close at kick-off.')
    await page.getByText(/^Odds at kick-off: 1 \d+\.\d\d · X \d+\.\d\d · 2 \d+\.\d\d$/).waitFor()
    expect(await button(main(), /locked/).count()).toBe(0)
    await button(main(), /closed markets$/).press('Enter')
    await expect
      .poll(() =>
        button(main(), /^Over 2.5 \D*locked/)
          .first()
          .isDisabled(),
      )
      .toBe(true)
    const marketRequests = page.waitForRequest((request) => request.url().endsWith(`/api/games/${liveId}/markets`))
    await button(page, 'Refresh').click()
    await marketRequests
  })

  it('[full] [LIVE-24] the Refresh button of the match tracker reports the failure of any request, and can be used again', async () => {
    await at(`/live/${liveId}`)
    const refresh = button(page, 'Refresh')
    const messages = page.getByRole('region', { name: 'Messages' })
    await page.getByText(/^Live \d+'$/).waitFor()
    const feedIsBack = await intercept(
      page,
      'POST /api/games/refresh-scores',
      refuse(503, { detail: 'The feed is unavailable.' }),
    )
    const gameIsBack = await intercept(page, 'GET /api/games/*/markets', refuse(404, { detail: 'Game not found.' }))
    // Wait for both messages at the same time, because they last only a few seconds.
    await Promise.all([
      messages.getByText('The feed is unavailable.').waitFor(),
      messages.getByText('Game not found.').waitFor(),
      refresh.click(),
    ])
    await feedIsBack()
    await gameIsBack()
    await refresh.and(page.locator(':not([aria-busy])')).waitFor()
    const marketRequests = page.waitForResponse((response) => response.url().endsWith(`/api/games/${liveId}/markets`))
    await refresh.click()
    expect((await marketRequests).ok()).toBe(true)
    await visitor.context.setOffline(true)
    try {
      await refresh.and(page.locator(':not([aria-busy])')).click()
      await messages.getByText('Failed to fetch game details.').waitFor()
      await refresh.and(page.locator(':not([aria-busy])')).waitFor()
    } finally {
      await visitor.context.setOffline(false)
    }
  })

  it('[LIVE-31] [LIVE-37] [LIVE-39] [LIVE-40] [LIVE-41] the match tracker has five tabs with the feed’s data', async () => {
    await at(`/live/${liveId}`)
    const tabs = page.getByRole('tablist', { name: 'About the game' })
    await expect
      .poll(() => tabs.getByRole('tab').allTextContents())
      .toEqual(['Statistics', 'Head to head', 'Standings', 'Timeline', 'Lineups'])
    await tabs.getByRole('tab', { name: 'Statistics' }).click()
    const statistics = page.getByRole('tabpanel', { name: 'Statistics' })
    for (const name of ['Goals', 'Possession', 'Shots', 'Corners', 'Fouls', 'Yellow cards', 'Red cards'])
      await statistics.getByText(name, { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Simulated').count()).toBe(0)
    await tabs.getByRole('tab', { name: 'Head to head' }).click()
    await page.getByText(/Against each other|No earlier game/).waitFor()
    await tabs.getByRole('tab', { name: 'Standings' }).click()
    await page
      .getByRole('row', { name: /Vipers SC/ })
      .or(page.getByText('This league has no table yet.'))
      .waitFor()
    await tabs.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByRole('tabpanel').first().getByText('Kick-off').waitFor()
    await tabs.getByRole('tab', { name: 'Lineups' }).click()
    await page
      .getByRole('region', { name: 'KCCA FC' })
      .getByText(/^Coach/)
      .waitFor()
  })

  it('[full] [LIVE-45] a basketball table shows games won and lost with the percentage, without draws and league points', async () => {
    await atChanged({ sport: 'basketball' })
    const line = { team: 'Vipers SC', position: 1, played: 3, won: 2, drawn: null, lost: 1, points: null }
    const items = [{ ...line, goalsFor: 251, goalsAgainst: 240, form: ['W', 'L', 'W'] }]
    await intercept(page, 'GET /api/games/*/standings', answer({ toldAt: null, items }))
    await page.getByRole('tab', { name: 'Standings' }).click()
    const table = page.getByRole('table')
    await table.waitFor()
    await expect
      .poll(() => table.getByRole('columnheader').allInnerTexts())
      .toEqual(['#', 'Team', 'W', 'L', 'Win %', 'Form'])
    await expect.poll(() => table.getByRole('cell').allTextContents()).toEqual(['1', '2', '1', '66.7', 'WLW'])
    await page.setViewportSize({ width: 1280, height: 800 })
    const wide = ['#', 'Team', 'P', 'W', 'L', 'PF', 'PA', 'Win %', 'Form']
    await expect.poll(() => table.getByRole('columnheader').allInnerTexts()).toEqual(wide)
    await expect
      .poll(() => table.getByRole('cell').allTextContents())
      .toEqual(['1', '3', '2', '1', '251', '240', '66.7', 'WLW'])
  })

  it('[full] [LIVE-45] the match tracker of a tennis match has no Standings tab', async () => {
    await atChanged({ sport: 'tennis' })
    const tabs = page.getByRole('tablist', { name: 'About the game' }).getByRole('tab')
    await expect.poll(() => tabs.allTextContents()).toEqual(['Statistics', 'Head to head', 'Timeline', 'Lineups'])
  })

  it('[full] [LIVE-41] simulated statistics are labelled as simulated', async () => {
    page = await openTab(visitor.context)
    const items = [{ id: 'shots', home: 3, away: 2 }]
    await intercept(page, 'GET /api/games/*/statistics', answer({ simulated: true, toldAt: null, items }))
    await open(page, `/live/${liveId}`)
    await button(page, /Show the pitch$/).click()
    await sees(page, 'Simulated')
  })

  it('[LIVE-32] [LIVE-33] the match tracker contains the markets, with tabs that show counts and filter the markets', async () => {
    await at(`/live/${liveId}`)
    await button(main(), /closed markets$/).click()
    const tabs = page.getByRole('tablist', { name: 'Groups of markets' }).getByRole('tab')
    await expect.poll(() => tabs.allTextContents()).toEqual(LEAGUE_TABS)
    const sections = page.getByRole('tabpanel').last().getByRole('region')
    await expect.poll(() => sections.count()).toBe(LEAGUE_MARKETS.length)
    await tabs.filter({ hasText: 'GOALS' }).click()
    await expect.poll(() => sections.count()).toBe(8)
  })

  it('[full] [LIVE-40] a goal appears on the pitch and in the list of goals without a reload', async () => {
    const { feed, loaded } = fixture.product
    const matchId = loaded.find(({ home }) => home === 'Vipers SC')?.matchId
    await at(`/live/${liveId}`)
    const goals = page.getByRole('list', { name: 'Goals of KCCA FC' }).getByRole('listitem')
    const tracker = page.getByRole('region', { name: 'Match tracker' })
    await button(tracker, /Show the pitch$/).click()
    const { items } = await fixture.product.client(1).must('GET /api/games/{id}/timeline', { params: { id: liveId } })
    const before = items.filter(({ kind, team }) => /goal$/.test(kind) && team === 'away').length
    await expect.poll(() => goals.count()).toBe(before)
    feed.control({ action: 'goal', match_id: matchId, side: 'away' })
    try {
      await expect.poll(() => goals.count()).toBe(before + 1)
      await tracker
        .getByText(/^\d+' Goal · KCCA FC/)
        .first()
        .waitFor()
    } finally {
      feed.control({ action: 'take-back-goal', match_id: matchId })
    }
    await expect.poll(() => goals.count()).toBe(before)
  })

  it('[full] [LIVE-34] without an event stream the match tracker refetches the game every 20 s', async () => {
    page = await visitor.context.newPage()
    await page.addInitScript(() => Reflect.deleteProperty(window, 'EventSource'))
    await page.clock.install()
    await open(page, `/live/${liveId}`)
    let marketRequests = 0
    page.on(
      'request',
      (request) => void (marketRequests += Number(request.url().endsWith(`/api/games/${liveId}/markets`))),
    )
    // Until the page is hydrated, its clock has no timers.
    await expect
      .poll(async () => {
        await page.clock.runFor(21_000)
        return marketRequests
      })
      .toBeGreaterThan(0)
  })

  it('[full] [LIVE-34] [MKT-08] the match tracker receives the prices of all its markets by the stream, without a request', async () => {
    const { items } = await fixture.product.client(1).must('GET /api/games', { query: { q: 'Fulham' } })
    const id = items[0]?.id ?? ''
    page = await visitor.context.newPage()
    const follows = page.waitForResponse((response) => response.url().includes('/api/stream') && response.ok())
    await open(page, `/live/${id}`)
    await button(main(), /^Over 2.5 /)
      .first()
      .waitFor()
    await follows
    await button(main(), 'GOALS')
      .or(page.getByRole('tab', { name: /^GOALS/ }))
      .first()
      .click()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const shown = () => main().getByRole('tabpanel').last().innerText()
    const { clock } = fixture.product
    for (let step = 0; step < 2; step++) {
      const before = await shown()
      await clock.moveTo(new Date(clock.now().getTime() + 31_000))
      await expect.poll(shown).not.toBe(before)
    }
    expect(requests).not.toContain(`/api/games/${id}/markets`)
  })

  it('[LIVE-35] [LIVE-36] the match tracker distinguishes a game that cannot be loaded from one that does not exist', async () => {
    await at('/live/00000000-0000-7000-8000-000000000000')
    await sees(page, 'Game not found.')
    await page.close()
    page = await visitor.context.newPage()
    await open(page, '/login')
    await intercept(page, 'GET /api/games/*/markets', refuse(400))
    await page.evaluate((id) => history.pushState(null, '', `/live/${id}`), liveId)
    await sees(page, 'Failed to fetch game details.')
  })

  it('[full] [LIVE-31] before kick-off no tab of the match tracker is open above the odds; a tap opens a tab and a second tap closes it', async () => {
    await atChanged({ status: 'upcoming', homeScore: null, awayScore: null })
    const facts = page.getByRole('tablist', { name: 'About the game' })
    const headToHead = facts.getByRole('tab', { name: 'Head to head' })
    const panels = page.getByRole('tabpanel')
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    await expect.poll(() => panels.count()).toBe(1)
    await facts.getByRole('tab').first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => headToHead.getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => panels.count()).toBe(2)
    await headToHead.click()
    await expect.poll(() => headToHead.getAttribute('aria-selected')).toBe('false')
    await expect.poll(() => panels.count()).toBe(1)
  })

  it.each([
    ['[LIVE-25]', { status: 'finished', clock: { minute: 90, label: 'Full Time' } }, 'Full Time'],
    ['[LIVE-26]', { clock: { minute: 45, label: 'HalfTime' } }, 'HalfTime'],
    ['[LIVE-28]', { status: 'abandoned', clock: { minute: 37, label: "Minute 37'" } }, "Minute 37'"],
    ['[LIVE-28]', { status: 'upcoming', clock: { minute: 0, label: "Minute 0'" } }, 'Not started'],
  ])('[full] %s the match tracker’s header shows the match clock in the state %j as "%s"', async (_, change, label) => {
    await atChanged(change)
    await sees(page, label)
    // A screen reader announces the half time and the end, and not each minute.
    const announced = page.getByRole('status').filter({ hasText: label })
    await expect.poll(() => announced.count()).toBe(/\d/.test(label) ? 0 : 1)
  })

  it('[full] the side menu lists the teams and leagues followed on this device', async () => {
    page = (await fixture.visit()).page
    await open(page, `/live/${liveId}`)
    const star = button(page, 'Vipers SC, favourite')
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await button(page.getByRole('navigation', { name: 'Quick links' }), 'Menu').click()
    const lines = page.getByRole('navigation', { name: 'Favourites' })
    await expect.poll(() => link(lines, 'Vipers SC').getAttribute('href')).toBe('/sports?q=Vipers+SC')
  })
})
