import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startOperator, type Operator } from '../support/operator.ts'
import { lineOf } from './matches.ts'
import {
  DESKTOP,
  open,
  browserFixture,
  option,
  overflowsSideways,
  screenshotOfFailure,
  type BrowserFixture,
} from './browser-fixture.ts'
import { OPENS_AT } from './business-time.ts'

let fixture: BrowserFixture
let operator: Operator
let page: Page

beforeAll(async () => {
  const match = {
    home: 'Arsenal',
    away: 'Newcastle Utd',
    score: [
      [1, 0],
      [2, 0],
    ],
    odds: [1.52, 4.4, 5.9],
    league: ['england', 'premier-league'],
    kickoff: new Date(OPENS_AT.getTime() + 3_600_000),
  } as const
  fixture = await browserFixture({ matches: [lineOf(match)] })
  operator = startOperator(fixture.product)
})
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  await operator?.close()
  await fixture?.close()
})

const SHOWN = { decimal: /^\d+\.\d\d$/, fractional: /^\d+\/\d+$/, american: /^[+-]\d+$/ } as const

it('[full] [ADMS-04] [ADMS-08] open pages apply a changed odds format at once, in the list and in the slip', async () => {
  const { page: opened } = await fixture.visit({ size: DESKTOP })
  page = opened
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
