import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { PageData } from '@mupiira/contract/pages.ts'
import { startOperator } from '../support/operator.ts'
import { lineOf } from './matches.ts'
import {
  browserFixture,
  type BrowserFixture,
  DESKTOP,
  link,
  open,
  option,
  overflowsSideways,
  sees,
  type Visit,
} from './browser-fixture.ts'
import { OPENS_AT } from '../support/business-time.ts'
import { violations } from './inspect.ts'
import { openTab, tabOfEachTest } from './tabs.ts'

let fixture: BrowserFixture
let visitor: Visit
let page: Page

beforeAll(async () => {
  const arsenal = lineOf({
    home: 'Arsenal',
    away: 'Newcastle Utd',
    score: [
      [1, 0],
      [2, 0],
    ],
    odds: [1.52, 4.4, 5.9],
    league: ['england', 'premier-league'],
    kickoff: new Date(OPENS_AT.getTime() + 3_600_000),
  })
  fixture = await browserFixture({ matches: [arsenal] })
  visitor = await fixture.visit()
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string): Promise<void> {
  page = await openTab(visitor.context)
  await open(page, path)
}

it('[HOME-24] [CAS-10] the home page shows the jackpot, the same for all visitors, marked Demo', async () => {
  await at('/')
  const shown = page.getByRole('region', { name: 'Jackpot' })
  await shown.getByText('Jackpot · Demo').waitFor()
  // The jackpot grows between reading the server and reading the screen.
  const difference = async (): Promise<number> => {
    const { amount } = await fixture.product.client().must('GET /api/jackpot', {})
    const seen = Number(((await shown.getByText(/^UGX/).textContent()) ?? '').replace(/\D/g, ''))
    return Math.abs(seen - amount)
  }
  await expect.poll(difference).toBeLessThanOrEqual(115 * 2)
  await expect.poll(() => link(page, 'Skip to content').count()).toBe(1)
})

it('[HOME-25] the jackpot is shown only while jackpot_enabled is on, and open pages apply a change at once', async () => {
  const operator = startOperator(fixture.product)
  try {
    await at('/')
    const jackpot = page.getByRole('region', { name: 'Jackpot' })
    await jackpot.waitFor()
    await operator.order('set', { key: 'jackpot_enabled', value: false })
    await jackpot.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('main').getByText('Arsenal').waitFor()
    // A recently rendered page may come from the cache; its stream updates it.
    await jackpot.waitFor({ state: 'detached' })
    await operator.order('set', { key: 'jackpot_enabled', value: true })
    await jackpot.waitFor()
  } finally {
    await operator.order('set', { key: 'jackpot_enabled', value: true })
    await operator.close()
  }
})

it('[full] [HOME-25] [DATA-45] a page that loads slowly applies setting changes made since its rendering, with and without another open tab', async () => {
  const operator = startOperator(fixture.product)
  const late = await visitor.context.newPage()
  const set = (value: boolean) => operator.order('set', { key: 'jackpot_enabled', value })
  const jackpotOf = (tab: Page) => tab.getByRole('region', { name: 'Jackpot' })
  try {
    await at('/')
    await jackpotOf(page).waitFor()
    await set(false)
    await jackpotOf(page).waitFor({ state: 'detached' })
    const startBeside = await withCodeHeldBack(late, '/?late=1')
    await set(true)
    await jackpotOf(page).waitFor()
    await startBeside()
    await jackpotOf(late).waitFor()

    await page.close()
    await set(false)
    await jackpotOf(late).waitFor({ state: 'detached' })
    const startAlone = await withCodeHeldBack(late, '/?late=2')
    await set(true)
    await expect
      .poll(() => fixture.product.client().must('GET /api/settings', {}))
      .toMatchObject({ jackpotEnabled: true })
    await startAlone()
    await jackpotOf(late).waitFor()
  } finally {
    await set(true)
    await late.close()
    await operator.close()
  }
})

const SHOWN = { decimal: /^\d+\.\d\d$/, fractional: /^\d+\/\d+$/, american: /^[+-]\d+$/ } as const

it('[full] [ADMS-04] [ADMS-08] open pages apply a changed odds format at once, in the list and in the slip', async () => {
  const operator = startOperator(fixture.product)
  onTestFinished(() => operator.close())
  ;({ page } = await fixture.visit({ size: DESKTOP }))
  await open(page, '/sports?sport=soccer')
  const home = option(page, '1', 'Arsenal')
  const figure = () => home.locator('.tabular').textContent()
  await home.click()
  const slip = page.getByRole('region', { name: 'Betslip' })
  for (const format of ['fractional', 'american', 'decimal'] as const) {
    await operator.order('set', { key: 'default_odds_format', value: format })
    await expect.poll(figure).toMatch(SHOWN[format])
    await expect.poll(() => slip.getByRole('listitem').locator('b').first().textContent()).toMatch(SHOWN[format])
  }
  await operator.order('set', { key: 'default_odds_format', value: 'fractional' })
  // A recently rendered page may come from the cache; its stream updates it.
  await page.reload()
  await expect.poll(figure).toMatch(SHOWN.fractional)
  await page.setViewportSize({ width: 360, height: 640 })
  await expect.poll(() => overflowsSideways(page)).toBe(false)
  await operator.order('set', { key: 'default_odds_format', value: 'decimal' })
})

it('[CAS-01] [CAS-02] [CAS-03] [CAS-05] [CAS-06] the casino lobby has filter chips, and game cards that show a launch message', async () => {
  ;({ page } = await fixture.visit({ theme: 'dark' }))
  await open(page, '/casino')
  const tabs = page.getByRole('tab')
  await expect.poll(() => tabs.allInnerTexts()).toEqual(['All Games', 'Slots', 'Table Games', 'Live Casino'])
  await sees(page, '2,500,000 UGX')
  await sees(page, 'Demo')
  const cards = page.getByRole('tabpanel').getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(8)
  expect(await violations(page, 'everything')).toEqual([])
  await expect.poll(() => overflowsSideways(page)).toBe(false)
  for (const [chip, count] of [
    ['Slots', 3],
    ['Table Games', 3],
    ['All Games', 8],
    ['Live Casino', 2],
  ] as const) {
    await page.getByRole('tab', { name: chip }).click()
    await expect.poll(() => cards.count(), { message: chip }).toBe(count)
  }
  await cards.first().getByRole('button').click()
  await sees(page, 'Launching Live Roulette Kampala...')
  await sees(page, 'Game will open in a new window')
})

/** Opens the home page, rendered without a jackpot, and delays its scripts until the returned function is called. */
async function withCodeHeldBack(tab: Page, path: string): Promise<() => Promise<void>> {
  const wanted = Promise.withResolvers<void>()
  await tab.route('**/assets/index-*.js', async (route) => {
    await wanted.promise
    await route.continue()
  })
  // A recently rendered page may be reused for the next request.
  const showsJackpot = async (): Promise<boolean | undefined> => {
    await tab.goto(path, { waitUntil: 'commit' })
    await tab.getByRole('main').getByText('Arsenal').waitFor()
    const data = JSON.parse((await tab.locator('#page').textContent()) ?? '') as PageData
    return data.settings?.jackpotEnabled
  }
  await expect.poll(showsJackpot).toBe(false)
  return async () => {
    wanted.resolve()
    await tab.unrouteAll({ behavior: 'wait' })
  }
}
