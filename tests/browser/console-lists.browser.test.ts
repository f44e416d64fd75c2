import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Player } from '../support/player.ts'
import { registerConfirmedStaff, registerStaff } from '../support/staff.ts'
import {
  type BrowserFixture,
  browserFixture,
  button,
  DESKTOP,
  link,
  open,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
} from './browser-fixture.ts'
import { violations } from './inspect.ts'

let fixture: BrowserFixture
let staff: Player
let page: Page

beforeAll(async () => {
  fixture = await browserFixture()
  staff = await registerConfirmedStaff(fixture.product, '772720118')
  page = (await fixture.visit({ player: staff, size: DESKTOP })).page
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const rowsOf = (name: string) => page.getByRole('region', { name: `Table of ${name}` }).locator('tbody > tr')
const dialog = () => page.getByRole('dialog')

it('staff save the filters of a list under a name, open, rename and delete them by keyboard, and undo the deletion', async () => {
  const saved = page.getByRole('group', { name: 'Saved filters' })
  await open(page, '/admin/users?status=active&sort=-balance')
  await button(saved, 'Save filters').press('Enter')
  await dialog().getByLabel('Name').fill('Rich players')
  await page.keyboard.press('Enter')
  const chip = link(saved, 'Rich players')
  await expect.poll(() => chip.getAttribute('aria-current')).toBe('true')
  expect(await violations(page, 'everything')).toEqual([])

  // The page is another one, and the filter returns to the same address.
  await open(page, '/admin/users?q=nobody')
  await expect.poll(() => chip.getAttribute('aria-current')).toBe(null)
  await chip.press('Enter')
  await page.waitForURL(/\/admin\/users\?sort=-balance&status=active$/)
  const menu = button(saved, 'More actions of the saved filter Rich players')
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await dialog().getByLabel('Name').fill('Largest balances')
  await page.keyboard.press('Enter')
  await link(saved, 'Largest balances').waitFor()

  await button(saved, 'More actions of the saved filter Largest balances').press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await link(saved, 'Largest balances').waitFor({ state: 'detached' })
  await button(page, 'Undo').press('Enter')
  await link(saved, 'Largest balances').waitFor()
})

it('on a phone, saved filters are among the filters', async () => {
  await page.setViewportSize(PHONE)
  await open(page, '/admin/users?status=active&sort=-balance')
  const saved = page.getByRole('group', { name: 'Saved filters' })
  await expect.poll(() => saved.isVisible()).toBe(false)
  await button(page, 'Filters').click()
  await link(saved, 'Largest balances').waitFor()
  await expect.poll(() => overflowsSideways(page)).toBe(false)
  expect(await violations(page, 'everything')).toEqual([])
  await page.setViewportSize(DESKTOP)
})

it('rows are selected by keyboard, with Shift as a range, and a bulk action has one preview and an outcome for each row', async () => {
  const ids: string[] = []
  for (const text of ['First notice.', 'Second notice.', 'Third notice.']) {
    ids.push((await staff.client.must('POST /api/admin/notices', { body: { message: text } })).id)
  }
  await open(page, '/admin/notices')
  const boxes = rowsOf('notices').getByRole('checkbox')
  await expect.poll(() => boxes.count()).toBe(3)
  await boxes.nth(0).press('Space')
  await page.getByText('1 row selected').waitFor()
  await boxes.nth(2).focus()
  await page.keyboard.press('Shift+Space')
  await page.getByText('3 rows selected').waitFor()
  expect(await violations(page, 'everything')).toEqual([])
  await page.setViewportSize(PHONE)
  await expect.poll(() => overflowsSideways(page)).toBe(false)
  expect(await violations(page, 'everything')).toEqual([])
  await page.setViewportSize(DESKTOP)

  const bar = page.getByRole('group', { name: 'Selected rows' })
  await button(bar, 'Withdraw').press('Enter')
  await dialog().getByText('Second notice.').waitFor()
  // A colleague has withdrawn one of them since.
  await staff.client.must('DELETE /api/admin/notices/{id}', { params: { id: ids[1] ?? '' } })
  await button(dialog(), 'Withdraw').press('Enter')
  await dialog().getByText('2 done, 1 row not done.').waitFor()
  expect(await violations(page, 'everything')).toEqual([])
  await button(dialog(), 'Close').last().press('Enter')
  await page.getByText('No notices yet').waitFor()
})

it('the height of rows is chosen once for all lists and kept in the browser', async () => {
  await open(page, '/admin/staff')
  const heightOf = () =>
    rowsOf('staff')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height)
  await rowsOf('staff').first().waitFor()
  const before = await heightOf()
  await button(page, 'Columns').click()
  await page.getByRole('menuitemradio', { name: 'Compact rows' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(heightOf).toBeLessThan(before)
  await open(page, '/admin/staff')
  await expect.poll(heightOf).toBeLessThan(before)
  expect(await violations(page, 'everything')).toEqual([])
  await button(page, 'Columns').click()
  await page.getByRole('menuitemradio', { name: 'Comfortable rows' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(heightOf).toBe(before)
})

it('a list is exported as an XLSX file', async () => {
  await open(page, '/admin/staff')
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export XLSX').click()])
  expect(file.suggestedFilename()).toMatch(/^staff-\d{4}-\d\d-\d\d\.xlsx$/)
  await page.getByText('Staff exported successfully').waitFor()
})

it('[ADMX-06] an auditor sees lists without the buttons that only other roles may use', async () => {
  const auditor = await registerStaff(fixture.product, '772720128', 'auditor')
  await staff.client.must('POST /api/admin/notices', { body: { message: 'Fourth notice.' } })
  const own = page
  page = (await fixture.visit({ player: auditor, size: DESKTOP })).page
  for (const [path, heading, hidden] of [
    ['/admin/notices', 'Notices', ['New notice', 'Withdraw']],
    ['/admin/fixtures', 'Fixtures', ['Add fixture']],
    ['/admin/aviator', 'Aviator', ['Commit a chain']],
    ['/admin/search-names', 'Other names', ['Add names']],
    ['/admin/transactions/reconciliation', 'Reconciliation', ['Compare with the providers']],
    ['/admin/risk', 'Risk', ['Suspend league', 'Suspend everything']],
  ] as const) {
    await open(page, path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.waitForLoadState('networkidle')
    for (const name of hidden)
      await expect.poll(() => button(page, name).count(), { message: `${path}: ${name}` }).toBe(0)
  }
  await page.close()
  page = own
})
