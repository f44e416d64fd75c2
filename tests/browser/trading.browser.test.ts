import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Player, registerPlayer } from '../support/player.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import {
  type BrowserFixture,
  browserFixture,
  button,
  DESKTOP,
  open,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
} from './browser-fixture.ts'
import { violations } from './inspect.ts'
import { settlingIn } from './matches.ts'

let fixture: BrowserFixture
let staff: Player
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(7_200))
  staff = await registerConfirmedStaff(fixture.product, '772720119', 'trader')
  // A second member of staff, so that odds above fair odds need an approval.
  await registerConfirmedStaff(fixture.product, '772720120')
  await registerPlayer(fixture.product, '772720121')
  page = (await fixture.visit({ player: staff, size: DESKTOP })).page
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

/** A manual game of the league of this test. */
async function createGame(homeTeam: string, awayTeam: string): Promise<string> {
  const startTime = new Date(fixture.product.clock.now().getTime() + 3_600_000).toISOString()
  const odds = { homeOdds: 2.1, drawOdds: 3.4, awayOdds: 3.6, over25Odds: 1.9, under25Odds: 1.95 }
  const body = { homeTeam, awayTeam, league: 'Grid League', startTime, ...odds }
  return (await staff.client.must('POST /api/admin/games', { body })).game.id
}

it('a trader changes odds in the trading grid by keyboard, with preview and reason', async () => {
  const [first, second] = [await createGame('Lugazi FC', 'Mbarara City'), await createGame('Kitara FC', 'NEC FC')]
  await open(page, '/admin/trading?q=Grid%20League')
  const cellOf = (gameId: string, key: string) => page.locator(`[data-odds="${gameId} ${key}"]`)
  const isFocused = async (gameId: string, key: string): Promise<void> =>
    await expect.poll(() => cellOf(gameId, key).evaluate((each) => each === document.activeElement)).toBe(true)
  const rows = page.getByRole('region', { name: 'Table of trading grid' }).locator('tbody > tr')
  await expect.poll(() => rows.count()).toBe(2)
  const [top = '', bottom = ''] = await rows.evaluateAll((each) =>
    each.map((row) => row.querySelector<HTMLElement>('[data-odds]')?.dataset['odds']?.split(' ')[0] ?? ''),
  )
  expect([top, bottom].toSorted()).toEqual([first, second].toSorted())

  // Arrows move between cells of a row and of a column, also over the markets.
  await cellOf(top, '1x2 1').focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
  await isFocused(bottom, '1x2 2')
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await isFocused(top, '1x2 1')

  // Escape leaves, and a text that is no odds is marked.
  const field = page.getByRole('textbox', { name: /^Odds of Moneyline/ })
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toMatch(/^2\.\d\d$/)
  await page.keyboard.press('Escape')
  await isFocused(top, '1x2 1')
  await page.keyboard.type('0.5')
  await expect.poll(() => field.inputValue()).toBe('0.5')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await violations(page, 'everything')).toEqual([])
  await field.fill('1.9')
  await page.keyboard.press('Enter')
  const change = dialog(/^Change Moneyline/)
  await change.getByText(/The house keeps \d+\.\d % of stakes/).waitFor()
  await change.getByLabel('Reason').fill('the goalkeeper is ill')
  await page.keyboard.press('Enter')
  await change.waitFor({ state: 'detached' })
  await expect.poll(() => cellOf(top, '1x2 1').textContent()).toMatch(/1\.90.*manual odds 1\.90/)
  await isFocused(top, '1x2 1')

  // Odds that give money away wait for a second member of staff, as on the screen of the game.
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await change.getByText(/A second member of staff must approve/).waitFor()
  await change.getByLabel('Reason').fill('the goalkeeper is back')
  await button(change, 'Request approval').click()
  await change.waitFor({ state: 'detached' })
  await expect.poll(() => cellOf(top, '1x2 1').textContent()).toMatch(/1\.90/)

  // An empty field returns to the odds of the model.
  await cellOf(top, '1x2 1').focus()
  await page.keyboard.press('Enter')
  await field.fill('')
  await page.keyboard.press('Enter')
  await change.getByLabel('Reason').fill('no news')
  await page.keyboard.press('Enter')
  await change.waitFor({ state: 'detached' })
  await expect.poll(() => cellOf(top, '1x2 1').textContent()).not.toMatch(/manual odds/)

  for (const size of [PHONE, { width: 820, height: 1_000 }]) {
    await page.setViewportSize(size)
    await expect.poll(() => overflowsSideways(page), { message: `${size.width}: can be scrolled sideways` }).toBe(false)
  }
  await page.setViewportSize(DESKTOP)
})
