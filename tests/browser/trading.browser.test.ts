import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import {
  type BrowserFixture,
  browserFixture,
  button,
  dismissToast,
  DESKTOP,
  open,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
} from './browser-fixture.ts'
import { violations } from './inspect.ts'
import { settlingIn } from './matches.ts'
import { placeSingle } from './console-steps.ts'

let fixture: BrowserFixture
let staff: Player
let player: Player
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(7_200))
  staff = await registerConfirmedStaff(fixture.product, '772720119', 'trader')
  // A second member of staff, so that odds above fair odds need an approval.
  await registerConfirmedStaff(fixture.product, '772720120')
  player = await registerPlayer(fixture.product, '772720130')
  await notifiedDeposit(player, 200_000)
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

it('a trader suspends and reopens several games with one preview and one reason, and learns which game prevents a settlement', async () => {
  const games = [await createGame('Busoga United', 'Gaddafi FC'), await createGame('Soltilo FC', 'Onduparaka FC')]
  await placeSingle(player, games[0] ?? '', 30_000)
  await open(page, '/admin/trading?q=Grid%20League')
  const rowOf = (team: string) => page.getByRole('row').filter({ hasText: team })
  for (const team of ['Busoga United', 'Soltilo FC']) await rowOf(team).getByRole('checkbox').check()
  const actions = page.getByRole('group', { name: 'Selected rows' })
  await button(actions, 'Suspend').click()
  const suspend = dialog('Suspend 2 games?')
  const showsFigures = async (name: string): Promise<void> =>
    await expect.poll(() => dialog(name).getByRole('term').allTextContents()).toContain('Open tickets')
  await showsFigures('Suspend 2 games?')
  for (const name of ['Busoga United vs Gaddafi FC', 'Soltilo FC vs Onduparaka FC'])
    await suspend.getByText(name, { exact: true }).waitFor()
  await suspend.getByLabel('Reason').fill('a power cut')
  expect(await violations(page, 'everything')).toEqual([])
  await button(suspend, 'Suspend').click()
  await dismissToast(page, '2 games suspended.')
  for (const team of ['Busoga United', 'Soltilo FC']) await rowOf(team).getByText('suspended').waitFor()

  await button(actions, 'Reopen').click()
  await showsFigures('Reopen 2 games?')
  await dialog('Reopen 2 games?').getByLabel('Reason').fill('the power is back')
  await page.keyboard.press('Enter')
  await dismissToast(page, '2 games reopened.')
  for (const team of ['Busoga United', 'Soltilo FC'])
    await expect.poll(() => rowOf(team).getByText('suspended').count()).toBe(0)

  await button(actions, 'Settle').click()
  const settle = dialog('Settle 2 games?')
  await settle.getByText(/^Nothing was changed/).waitFor()
  await expect.poll(() => settle.getByText('This game has not started yet.').count()).toBe(2)
  await button(settle, 'Close').last().click()
})
