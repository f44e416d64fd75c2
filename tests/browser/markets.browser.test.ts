import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerStaff } from '../support/staff.ts'
import { LEAGUE_MARKETS, LEAGUE_TABS } from './league-markets.ts'
import { afterRedraw, stopClock, timesSent, withClockAndNoStream } from './clock.ts'
import { listFixture } from './browser-scenarios.ts'
import { intercept } from './network.ts'
import { button, link, open, option, sees, type BrowserFixture, type Visit } from './browser-fixture.ts'
import { openTab, clearStorageOnLoad, tabOfEachTest } from './tabs.ts'

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
describe('markets', () => {
  const SECTION = (name: string) => page.getByRole('region', { name, exact: true })
  const labels = async (name: string): Promise<string[]> =>
    (await SECTION(name).getByRole('button').allInnerTexts()).map((text) => text.split('\n')[0] ?? '')

  async function openMarkets(response?: Parameters<typeof intercept>[2]): Promise<void> {
    await at('/sports?country=England')
    if (response !== undefined) await intercept(page, 'GET /api/games/*/markets', response)
    await link(page, /more markets, Fulham/).click()
    await page.getByRole('heading', { name: 'Fulham vs Crystal Palace' }).waitFor()
    await page.getByRole('tab', { name: /^POPULAR/ }).waitFor()
  }

  it('[MKT-04] a markets URL without team names and game redirects to the home page', async () => {
    await at('/betting-options')
    await page.waitForURL('/')
  })

  it('[MKT-01] [MKT-02] [MKT-03] the markets screen shows the details from the URL until the game has loaded', async () => {
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

  it('[MKT-05] [MKT-06] [MKT-07] [MKT-10] [MKT-13] [MKT-14] [MKT-16] [MKT-18] [MKT-19] [MKT-20] [MKT-44] the markets screen shows all markets of a league match by group, except To Qualify', async () => {
    await openMarkets()
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(LEAGUE_TABS)
    await expect.poll(() => page.getByRole('tabpanel').getByRole('region').count()).toBe(LEAGUE_MARKETS.length)
    await expect
      .poll(() => labels('Over/Under'))
      .toEqual(['0.5', '1.5', '2.5', '3.5'].flatMap((line) => [`Over ${line}`, `Under ${line}`]))
    await page.getByRole('heading', { name: /^Draw No Bet – a draw counts as a win/ }).waitFor()
    await expect.poll(() => page.getByText('not available for this game').count()).toBeGreaterThan(0)
    await sees(page, 'Tap on any option to add to bet slip')
    await sees(page, 'Only one selection per category allowed')
    await link(page, '0 selections in your betslip').waitFor()
    await page.getByRole('tab', { name: /^COMBOS/ }).click()
    await expect.poll(() => page.getByRole('tabpanel').getByRole('region').count()).toBe(3)
    await button(page, 'Back').click()
    await page.getByRole('heading', { name: 'All Sports' }).waitFor()
  })

  it('[SLIP-02] [SLIP-03] [SLIP-04] tapping a selection again removes it, tapping another option of the market replaces it, and another market adds a selection', async () => {
    await openMarkets()
    const over = option(page, 'Over 2.5', 'Over/Under').first()
    const under = option(page, 'Under 1.5', 'Over/Under').first()
    const selections = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: /^Betslip/ })
    await over.click()
    await expect.poll(() => over.getAttribute('aria-pressed')).toBe('true')
    await under.click()
    await expect.poll(() => over.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => selections.getAttribute('aria-label')).toMatch(/^Betslip, 1 selection, total odds \d/)
    await SECTION('Double Chance').getByRole('button').first().click()
    await expect.poll(() => selections.getAttribute('aria-label')).toMatch(/^Betslip, 2 selections/)
    await under.click()
    await SECTION('Double Chance').getByRole('button').first().click()
    await expect.poll(() => selections.getAttribute('aria-label')).toBe('Betslip, 0 selections')
  })

  it('[full] [MKT-37] a tap on a selection without odds shows why the selection is locked', async () => {
    page = (await fixture.visit()).page
    // A price of the stream would open the selection again.
    await withClockAndNoStream(page)
    await intercept(page, 'GET /api/games/*/markets', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { items: { id: string; selections: { odds: number | null }[] }[] }
      const [first] = json.items.find(({ id }) => id === 'double_chance')?.selections ?? []
      if (first !== undefined) first.odds = null
      await route.fulfill({ response, json })
    })
    await open(page, '/sports?country=England')
    await link(page, /more markets, Fulham/).click()
    await SECTION('Double Chance')
      .getByRole('button', { name: /locked: not offered at these odds$/ })
      .click({ force: true })
    await sees(page, 'Not offered at these odds.')
  })

  it('[full] [MKT-09] odds that change on screen show for three seconds whether they rose or fell, and unchanged odds show no mark', async () => {
    page = (await fixture.visit()).page
    await withClockAndNoStream(page)
    type Markets = { readonly items: { readonly selections: { odds: number; trend: string }[] }[] }
    let first: string | undefined
    let change = 0
    await intercept(page, 'GET /api/games/*/markets', async (route) => {
      first ??= await (await route.fetch()).text()
      const json = JSON.parse(first) as Markets
      for (const { selections } of json.items)
        for (const [nth, selection] of selections.entries()) {
          selection.trend = 'up'
          selection.odds += [change, -change, 0][nth % 3] ?? 0
        }
      await route.fulfill({ json })
    })
    await open(page, '/sports?country=England')
    await link(page, /more markets, Fulham/).click()
    const marksOf = (section: string) => async () => {
      const options = await SECTION(section)
        .getByRole('button')
        .evaluateAll((all) =>
          all.map((each) => [each.getAttribute('aria-label') ?? '', each.querySelectorAll('path').length] as const),
        )
      return options.map(([name, arrows]) => `${/, odds (\w+)$/.exec(name)?.[1] ?? 'stable'} ${arrows}`)
    }
    const stable = Array.from({ length: 3 }, () => 'stable 0')
    await expect.poll(marksOf('Moneyline')).toEqual(stable)
    await stopClock(page)
    change = 0.05
    await page.clock.runFor(30_000)
    await expect.poll(afterRedraw(page, marksOf('Moneyline'))).toEqual(['up 1', 'down 1', 'stable 0'])
    // The marks also appear where long team names are beside the odds instead of above them.
    await expect.poll(marksOf('Draw No Bet')).toEqual(['up 1', 'down 1'])
    await page.clock.runFor(3_000)
    await expect.poll(afterRedraw(page, marksOf('Moneyline'))).toEqual(stable)
  })
})

it('[full] [MKT-37] [MKT-45] a market suspended by staff is shown as suspended, not as locked for low odds or an impossible draw', async () => {
  const { client, password } = await registerStaff(fixture.product, '772110050')
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
    const three = Array.from({ length: 3 }, () => 'no bets on this market right now')
    await expect.poll(() => reasons('Moneyline')).toEqual(three)
    await expect.poll(() => reasons('Double Chance')).toEqual(three)
    await open(page, '/sports?country=England')
    const row = rows().filter({ hasText: 'Fulham' })
    await expect
      .poll(() => row.getByRole('button', { name: /locked: no bets on this market right now$/ }).count())
      .toBe(3)
  } finally {
    await suspend('1x2', false)
    await suspend('double_chance', false)
  }
})

it('[full] [MKT-08] the odds on the markets screen are refetched and updated every 30 s', async () => {
  const { client, password } = await registerStaff(fixture.product, '772110028')
  await client.must('POST /api/admin/confirm', { body: { password } })
  const { items } = await client.must('GET /api/games', { query: { q: 'Fulham' } })
  const id = items[0]?.id ?? ''
  const own = await fixture.visit()
  page = own.page
  await withClockAndNoStream(page)
  await open(page, `/betting-options?gameId=${id}`)
  const odds = afterRedraw(page, () =>
    page.getByRole('region', { name: 'Moneyline' }).getByRole('button').first().innerText(),
  )
  await page.getByRole('region', { name: 'Moneyline' }).waitFor()
  await stopClock(page)
  const requests = () => timesSent(page, `GET /api/games/${id}/markets`)
  const setTo = async (wanted: number): Promise<void> => {
    const params = { id, market: '1x2' }
    await client.must('PUT /api/admin/games/{id}/markets/{market}', {
      params,
      body: { odds: { '1': wanted }, reason: 'as the other houses say' },
    })
    const response = async () => (await client.must('GET /api/games/{id}', { params: { id } })).prices['1']
    await expect.poll(response).toBe(wanted)
  }
  const before = await requests()
  await setTo(1.25)
  // The loading time before the clock was stopped counts towards the first thirty seconds.
  await page.clock.runFor(30_000)
  await expect.poll(odds).toContain('1.25')
  await expect.poll(() => requests()).toBe(before + 1)
  // The next thirty seconds start with the response.
  await setTo(1.35)
  await page.clock.runFor(14_000)
  await expect.poll(async () => [await odds(), await requests()]).toEqual([expect.stringContaining('1.25'), before + 1])
  await page.clock.runFor(16_000)
  await expect.poll(odds).toContain('1.35')
  await expect.poll(() => requests()).toBe(before + 2)
  await own.context.close()
})
