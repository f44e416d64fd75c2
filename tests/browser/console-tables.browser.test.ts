import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import type { Task } from '@mupiira/contract/admin-tasks.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { registerStaff } from '../support/staff.ts'
import { settingsPreview } from './settings-preview.ts'
import { violations } from './inspect.ts'
import {
  browserFixture,
  type BrowserFixture,
  button,
  DESKTOP,
  hydrated,
  link,
  open,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
  type Visit,
  boxOf,
} from './browser-fixture.ts'
import { LIVE_GAME, showCourtsiding, showLiveBets, showLiveLeagues } from './console-screens.ts'
import { showClosedMonth, showMonths } from './month-samples.ts'
import { showAlerts } from './alert-samples.ts'
import { showHeldWithdrawals } from './held-withdrawals.ts'
import { changeResponse, intercept, refuse } from './network.ts'
import { showFailingJobs } from './task-samples.ts'
import { mustPlace } from '../support/place-bet.ts'

const ADMIN_SOURCES = join(import.meta.dirname, '../../apps/web/src/admin')

type Table = { readonly name: string; readonly export?: 'screen' | 'server' | 'server, other rows' | 'elsewhere' }

/**
 * Every table of the console by its screen. `export` is set if the browser does not create the CSV file: with `screen`,
 * one file covers the whole screen; with `server`, the server creates the file. The test gives some tables `other rows`
 * than the server has. `elsewhere`: another list exports these rows.
 */
const SCREENS: readonly { readonly path: string; readonly tables: readonly Table[] }[] = [
  {
    path: '/admin/dashboard',
    tables: [
      { name: 'latest bets', export: 'server' },
      { name: 'latest transactions', export: 'server' },
    ],
  },
  { path: '/admin/alerts', tables: [{ name: 'alerts', export: 'server, other rows' }] },
  { path: '/admin/games', tables: [{ name: 'games', export: 'server' }] },
  { path: '/admin/trading', tables: [{ name: 'trading grid', export: 'elsewhere' }] },
  { path: '/admin/search-names', tables: [{ name: 'search names', export: 'server' }] },
  { path: '/admin/users', tables: [{ name: 'users', export: 'server' }] },
  { path: '/admin/users/{player}', tables: [{ name: 'ledger entries', export: 'server' }] },
  { path: '/admin/users/{player}?tab=tickets', tables: [{ name: 'tickets', export: 'server' }] },
  { path: '/admin/users/{player}?tab=payments', tables: [{ name: 'payments', export: 'server' }] },
  { path: '/admin/users/{player}?tab=audit', tables: [{ name: 'audit trail', export: 'server' }] },
  { path: '/admin/transactions', tables: [{ name: 'transactions', export: 'server' }] },
  {
    path: '/admin/transactions/reconciliation',
    tables: [{ name: 'unexplained differences', export: 'server, other rows' }],
  },
  {
    path: '/admin/transactions/withdrawals',
    tables: [{ name: 'withdrawals to review', export: 'server, other rows' }],
  },
  { path: '/admin/bets', tables: [{ name: 'bets', export: 'screen' }] },
  { path: '/admin/bets?tickets={player}', tables: [{ name: 'tickets of a player', export: 'server' }] },
  {
    path: '/admin/risk',
    tables: [{ name: 'open liability' }, { name: 'odds off the model' }, { name: 'largest open tickets' }],
  },
  { path: '/admin/in-play', tables: [{ name: 'live games' }] },
  { path: '/admin/in-play/bets', tables: [{ name: 'live bets', export: 'server' }] },
  { path: '/admin/in-play/courtsiding', tables: [{ name: 'live bettors' }] },
  { path: '/admin/in-play/leagues', tables: [{ name: 'leagues in live betting' }] },
  { path: '/admin/approvals', tables: [{ name: 'approvals', export: 'server, other rows' }] },
  { path: '/admin/jobs', tables: [{ name: 'failing jobs' }] },
  { path: '/admin/staff', tables: [{ name: 'staff', export: 'server' }] },
  { path: '/admin/notices', tables: [{ name: 'notices', export: 'server' }] },
  {
    path: '/admin/reports',
    tables: [
      { name: 'accounts', export: 'screen' },
      { name: 'movements', export: 'screen' },
      { name: 'actions without approval', export: 'screen' },
    ],
  },
  { path: '/admin/reports/profit-and-loss', tables: [{ name: 'profit and loss', export: 'screen' }] },
  { path: '/admin/reports/months', tables: [{ name: 'months' }] },
  {
    path: '/admin/reports/months/2026-01',
    tables: [{ name: 'figures of a month', export: 'server' }, { name: 'rows after closing' }],
  },
  { path: '/admin/reports/rows', tables: [{ name: 'rows of a figure', export: 'server' }] },
  { path: '/admin/audit', tables: [{ name: 'audit log', export: 'server' }] },
]

/** All tables are one component. `npm test` checks one table of each kind of export, the full size all of them. */
const OF_SMALL_SIZE = ['/admin/games', '/admin/bets', '/admin/users']

/** Tables of dialogs. The tests of their screens open them: CHAT-28. */
const OF_DIALOGS = ['answer times']

let fixture: BrowserFixture
let player: Player
let visit: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture({ matches: recordedLines(4), kickoffInSeconds: 7_200 })
  player = await registerPlayer(fixture.product, '772430140')
  await notifiedDeposit(player, 200_000)
  const { items } = await player.client.must('GET /api/games', { query: { sport: 'soccer' } })
  for (const game of items.slice(0, 2)) {
    const selections = [{ gameId: game.id, market: '1x2', selection: '1', odds: game.prices['1'] ?? 0 }]
    await mustPlace(player.client, { body: { stake: 30_000, selections, acceptOddsChanges: true } })
  }
  const staff = await registerStaff(fixture.product, '772430141')
  const { client, password } = staff
  await client.must('POST /api/admin/confirm', { body: { password } })
  const note = { params: { id: player.userId }, body: { note: 'asked about a payment' } }
  await client.must('POST /api/admin/users/{id}/notes', note)
  await client.must('POST /api/admin/notices', { body: { message: 'Deposits by Airtel Money are back.' } })
  visit = await fixture.visit({ player: staff, size: DESKTOP })
  page = visit.page
})
// A failed attempt may have left the page narrow or with intercepted requests.
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize(DESKTOP)
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

it('this test file lists every table of the console', () => {
  const files = globSync('**/*.tsx', { cwd: ADMIN_SOURCES }).filter(
    (file) => !/kit\/(list-table|table-rows)\.tsx$/.test(file),
  )
  const sources = files.map((file) => readFileSync(join(ADMIN_SOURCES, file), 'utf8'))
  const named = sources.flatMap((source) =>
    [...source.matchAll(/<(?:ListTable|RowTable|Part)\s+name="([^"]+)"/g)].map(([, name = '']) => name),
  )
  const listed = [...SCREENS.flatMap(({ tables }) => tables.map(({ name }) => name)), ...OF_DIALOGS]
  expect(named.toSorted()).toEqual(listed.toSorted())
  // These files contain tables that are not lists.
  const own = files.filter((_file, at) => sources[at]?.includes('<table'))
  expect(own.toSorted()).toEqual(['dashboard/chart.tsx', 'games/score-payouts.tsx', 'games/selection-table.tsx'])
})

it.each(SCREENS.map((screen) => ({ size: OF_SMALL_SIZE.includes(screen.path) ? '' : '[full] ', ...screen })))(
  '$size[ADMX-06] the console tables of $path can be sorted and exported, and their columns can be hidden',
  async ({ path, tables }) => {
    await open(page, path.replace('{player}', player.userId))
    for (const { name } of tables) await fillRareTables(name)
    const changed: (() => Promise<void>)[] = []
    for (const { name } of tables) changed.push(await changeTable(name))

    // A reload keeps the sorting and the hidden columns.
    await page.reload()
    await hydrated(page)
    for (const isAsChanged of changed) await isAsChanged()

    for (const table of tables) await exportTable(table)
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size)
      if (size === PHONE) for (const { name } of tables) await openCompactRow(regionOf(name).locator('tbody'))
      const message = `${size.width}: can be scrolled sideways`
      await expect.poll(() => overflowsSideways(page), { message }).toBe(false)
      expect(await violations(page, 'everything')).toEqual([])
    }
    await page.unrouteAll()
  },
)

const regionOf = (name: string): Locator => page.getByRole('region', { name: `Table of ${name}`, exact: true })
const listOf = (name: string): Locator => page.getByRole('region', { name, exact: true })

/** Sorts a table by a column and hides the last column. Returns a check that the table is still so. */
async function changeTable(name: string): Promise<() => Promise<void>> {
  const region = regionOf(name)
  await region.getByRole('row').nth(1).waitFor()
  // On a laptop, no date and no amount takes two lines, and no column is out of sight.
  await expect.poll(() => region.evaluate(brokenTexts)).toEqual([])
  await expect.poll(() => region.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)

  const sorting = region.locator('th > button').first()
  const sorted = region.locator('th[aria-sort]')
  const sortedBy = (await sorting.textContent()) ?? ''
  const params = new URL(page.url()).searchParams.size
  await sorting.click()
  await expect.poll(() => sorted.allTextContents()).toEqual([sortedBy])
  await expect.poll(() => new URL(page.url()).searchParams.size).toBe(params + 1)
  await expect.poll(() => page.url()).toContain('sort=')

  const titles = await titlesOf(region)
  await button(listOf(name), 'Columns').click()
  const choices = page.getByRole('menuitemcheckbox')
  await choices.first().waitFor()
  const last = { name: titles.at(-1) ?? '', exact: true } as const
  allColumns.set(name, await choices.allTextContents())
  await choices.and(page.getByRole('menuitemcheckbox', last)).click()
  await page.keyboard.press('Escape')
  const isAsChanged = async (): Promise<void> => {
    await expect.poll(() => sorted.allTextContents(), { message: name }).toEqual([sortedBy])
    await expect.poll(() => titlesOf(region), { message: name }).toEqual(titles.slice(0, -1))
  }
  await isAsChanged()
  return isAsChanged
}

/** The titles of all columns of a table, also of the hidden ones. */
const allColumns = new Map<string, readonly string[]>()

/** The file has every row. A file that the browser writes also has every column. */
async function exportTable({ name, export: exportedBy }: Table): Promise<void> {
  if (exportedBy === 'elsewhere') return
  if (exportedBy === 'screen') return button(page, 'Export CSV').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button(listOf(name), 'Export CSV').click()])
  const [head = '', ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  if (exportedBy === undefined) expect(head).toBe(`\uFEFF${allColumns.get(name)?.join(',')}`)
  const shown = await regionOf(name).locator('tbody > tr:not(:has(td[colspan]))').count()
  if (exportedBy !== 'server, other rows') expect(rows.length).toBeGreaterThanOrEqual(shown)
}

it('[full] [ADMT-13] days are typed and shown with the day first, and a text that is not a day changes nothing', async () => {
  await open(page, '/admin/bets')
  const from = page.getByLabel('From', { exact: true })
  await from.fill('3/11/2026')
  await page.waitForURL(/from=2026-11-03/)
  await from.blur()
  await expect.poll(() => from.inputValue()).toBe('3 Nov 2026')
  await from.fill('11/30/2026')
  await from.blur()
  await page.getByText('Please enter it like 30 Nov 2026.').waitFor()
  await expect.poll(() => from.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.url()).toContain('from=2026-11-03')
  // The rows are dimmed until the filtered ones have arrived.
  const table = page.getByRole('region', { name: 'Table of bets' })
  await expect.poll(() => table.evaluate((each) => getComputedStyle(each).opacity)).toBe('1')
  expect(await violations(page, 'everything')).toEqual([])
  await from.fill('30 Nov 2026')
  await page.waitForURL(/from=2026-11-30/)
  await button(page, 'Clear filters').click()
  await expect.poll(() => from.inputValue()).toBe('')
})

it('[full] [ADMT-16] a ticket links to its player and games, and a game links to its tickets', async () => {
  const { items } = await player.client.must('GET /api/bets', {})
  const leg = items[0]?.selections[0]
  await open(page, `/admin/bets?view=${items[0]?.id}`)
  const shown = page.getByRole('dialog', { name: 'Ticket' })
  await shown.getByText(items[0]?.bookingCode ?? '', { exact: true }).waitFor()
  for (const [name, path] of [
    ['Amina', ''],
    ['Tickets', '?tab=tickets'],
    ['Payments', '?tab=payments'],
  ] as const)
    await expect.poll(() => link(shown, name).getAttribute('href')).toBe(`/admin/users/${player.userId}${path}`)
  await link(shown, `${leg?.homeTeam} – ${leg?.awayTeam}`).click()
  await page.waitForURL(`**/admin/games/${leg?.gameId}`)
  await link(page.getByRole('main'), 'Tickets').click()
  await page.waitForURL(`**/admin/bets?game=${leg?.gameId}`)
  await page.getByRole('region', { name: 'Table of bets' }).getByRole('row').nth(1).waitFor()
  await button(page, 'Tickets of all games').click()
  await page.waitForURL('/admin/bets')
})

it('[ADMX-05] work that waits for staff is listed on the dashboard and counted in the menu, and opens its rows', async () => {
  await player.client.must('POST /api/chat/messages', { body: { content: 'Where is my deposit?' } })
  await open(page, '/admin/dashboard')
  await changeResponse<{ items: Task[] }>(page, 'GET /api/admin/tasks', ({ items }) => ({
    items: items.map((task) => (task.kind === 'cases' ? { ...task, count: 100, isCapped: true } : task)),
  }))
  const work = page.getByRole('region', { name: 'Needs you' }).getByRole('link')
  await work.filter({ hasText: 'Unexplained payment differences' }).getByText('100+').waitFor()
  const menu = page.getByRole('navigation', { name: 'Console' })
  await menu.getByRole('link', { name: 'Transactions 100 or more waiting' }).getByText('100+').waitFor()
  await menu.getByRole('link', { name: 'Approvals', exact: true }).waitFor()
  expect(await violations(page, 'everything')).toEqual([])
  await work.filter({ hasText: /Unread conversations\s*Oldest: (just now|\d+ min ago)\s*1/ }).click()
  await page.waitForURL('**/admin/chat?unread=true')
  await page.getByRole('main').getByText('Where is my deposit?').first().waitFor()
})

it('[full] [ADMX-11] the dashboard says in words whether gross gaming revenue is positive or negative', async () => {
  await open(page, '/admin/dashboard')
  const results = page.getByRole('region', { name: /^Result/ })
  await expect.poll(() => results.getByRole('term').filter({ hasText: 'Open stakes' }).count()).toBe(1)
  for (const period of ['today', 'since the start']) {
    const result = page.getByRole('term').filter({ hasText: `Gross gaming revenue ${period}` })
    await expect
      .poll(() => result.locator('xpath=following-sibling::dd').textContent())
      .toMatch(/UGX.*(positive|negative)/)
  }
})

it('the search opens with Ctrl+K or “/”, finds a player by the start of a number, and returns the focus on Escape', async () => {
  const field = page.getByRole('combobox', { name: 'Phone, name, ticket, reference or game' })
  const results = page.getByRole('listbox', { name: 'Results' })
  const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement)
  await open(page, '/admin/games')
  const refresh = button(page, 'Refresh')
  await refresh.focus()
  await page.keyboard.press('/')
  await expect.poll(() => hasFocus(field), { message: '/ opens the search' }).toBe(true)
  await page.keyboard.type('payout')
  await results.getByRole('group', { name: 'Settings' }).getByText('Maximum payout').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(refresh), { message: 'the focus returns' }).toBe(true)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('0772 4301')
  const players = results.getByRole('group', { name: 'Players' }).getByRole('option')
  await expect.poll(() => players.count()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => players.nth(1).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/users/${player.userId}`)
})

it('[full] the search in the header finds players, tickets, payments, games and screens by keyboard alone', async () => {
  const { items: payments } = await player.client.must('GET /api/payments', {})
  const { items: tickets } = await player.client.must('GET /api/bets', {})
  const field = page.getByRole('combobox', { name: 'Phone, name, ticket, reference or game' })
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await open(page, '/admin/settings')
  const find = async (words: string, found: string | RegExp): Promise<void> => {
    await field.waitFor()
    await page.keyboard.press('Control+k')
    await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
    await field.fill(words)
    await options.filter({ hasText: found }).first().waitFor()
    await page.keyboard.press('Enter')
  }
  await find('0772 430 140', 'Amina')
  await page.waitForURL(`**/admin/users/${player.userId}`)
  await find(payments[0]?.shortReference.toLowerCase() ?? '', 'Deposit UGX 200,000.00')
  await page.waitForURL(`**/admin/transactions?view=${payments[0]?.id}`)
  await page
    .getByRole('dialog', { name: 'Payment' })
    .getByText(payments[0]?.shortReference ?? '', { exact: true })
    .waitFor()
  // An open dialog keeps the focus.
  await page.keyboard.press('Control+k')
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(false)
  await page.keyboard.press('Escape')
  await find(tickets[0]?.bookingCode.slice(0, 6) ?? '', tickets[0]?.bookingCode ?? '')
  await page.waitForURL(`**/admin/bets?view=${tickets[0]?.id}`)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const home = tickets[0]?.selections[0]?.homeTeam ?? ''
  await find(home, home)
  await page.waitForURL(`**/admin/games/${tickets[0]?.selections[0]?.gameId}`)

  // Arrow keys go through all results, and Escape leaves.
  await page.keyboard.press('Control+k')
  await field.fill('re')
  await options.filter({ hasText: 'Reports' }).waitFor()
  // The names of screens are found first, and the results of the server are listed above them.
  await page.getByText('Searching…').filter({ visible: true }).waitFor({ state: 'detached' })
  expect(await violations(page, 'everything')).toEqual([])
  const selected = options.and(page.locator('[aria-selected=true]'))
  const first = await selected.textContent()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => selected.textContent()).not.toBe(first)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => selected.textContent()).toBe(first)
  await page.keyboard.press('Escape')
  await expect.poll(() => options.count()).toBe(0)
  await page.keyboard.press('Control+k')
  await field.fill('no such player')
  await page.getByText(/^Nothing found/).waitFor()
})

it('[full] on a phone, a button in the header opens the search', async () => {
  await page.setViewportSize(PHONE)
  await open(page, '/admin/games')
  await button(page, 'Search').first().click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox').fill('0772 430 140')
  await dialog.getByRole('option').first().waitFor()
  await expect.poll(() => overflowsSideways(page)).toBe(false)
  expect(await violations(page, 'everything')).toEqual([])
  await dialog.getByRole('option').first().click()
  await page.waitForURL(`**/admin/users/${player.userId}`)
  await dialog.waitFor({ state: 'detached' })
})

it('[full] in the list of games, prices and menus of all rows are aligned, also without a draw price', async () => {
  await open(page, '/admin/games')
  const rows = page.getByRole('region', { name: 'Table of games' }).locator('tbody > tr')
  const places = (selector: string) =>
    rows.evaluateAll(
      (all, part) => [...new Set(all.flatMap((row) => row.querySelector(part)?.getBoundingClientRect().right ?? []))],
      selector,
    )
  await rows.filter({ hasText: 'CBA' }).first().waitFor()
  await rows.filter({ hasText: 'Premier League' }).first().waitFor()
  await expect.poll(() => places('td:nth-child(5) > span > span > span:last-child')).toHaveLength(1)
  await expect.poll(() => places('button[aria-haspopup=menu]')).toHaveLength(1)
})

it('[full] on a phone, a long status of an open payment does not cover its date', async () => {
  await page.setViewportSize(PHONE)
  await open(page, '/admin/transactions')
  await changeResponse<{ readonly items: readonly object[] }>(page, 'GET /api/admin/transactions', ({ items }) => ({
    items: items.map((payment) => ({ ...payment, status: 'failed', reason: 'unanswered' })),
  }))
  const row = page.getByRole('region', { name: 'Table of transactions' }).locator('tbody > tr').first()
  const status = row.getByText('Not approved in time', { exact: true })
  await status.waitFor()
  await button(row, /^Details of /).click()
  const date = row.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d$/)
  const gap = async (): Promise<number> => {
    const [{ x, width }, { x: statusAt }] = [await boxOf(date), await boxOf(status)]
    return statusAt - x - width
  }
  await expect.poll(gap).toBeGreaterThan(0)
  await row.getByText('· Deposit').waitFor()
  await page.unrouteAll()
})

it('[full] the button "Suspend league" is disabled until a league is chosen', async () => {
  await open(page, '/admin/risk')
  const leagues = page.getByLabel('League', { exact: true })
  await expect.poll(() => leagues.locator('option:checked').textContent()).toBe('Choose a league')
  const suspend = button(page, 'Suspend league')
  await expect.poll(() => suspend.isDisabled()).toBe(true)
  await leagues.selectOption({ index: 1 })
  await expect.poll(() => suspend.isDisabled()).toBe(false)
  await suspend.click()
  await page.getByRole('dialog').getByLabel('Reason').waitFor()
})

it('[full] [INP-04] the form of a league in live betting shows that its leagues could not be loaded', async () => {
  await intercept(page, 'GET /api/admin/in-play/leagues', refuse(500))
  await open(page, '/admin/in-play/leagues')
  await button(page, 'Add a league').click()
  await page.getByRole('dialog').getByText('Connection Error').waitFor()
})

it('[full] [INP-04] [INP-05] the form of a league in live betting shows each error at its field', async () => {
  await open(page, '/admin/in-play/leagues')
  await button(page, 'Add a league').click()
  const form = page.getByRole('dialog')
  await form.getByLabel('League', { exact: true }).waitFor()
  await form.getByLabel('Bet delay').fill('2')
  await button(form, 'Continue').click()
  const errorOf = (label: string) => form.getByLabel(label, { exact: true }).getAttribute('aria-invalid')
  for (const label of ['League', 'Bet delay']) await expect.poll(() => errorOf(label)).toBe('true')
  await form.getByText('Please choose a league.').waitFor()
  await form.getByText('The bet delay is a whole number of seconds, 3 to 15.').waitFor()
  // The change is checked and explained before it is saved.
  await form.getByLabel('League', { exact: true }).selectOption({ index: 1 })
  await form.getByLabel('Bet delay').fill('12')
  await button(form, 'Continue').click()
  const preview = settingsPreview(page)
  await preview.getByText('general setting → 12 seconds').waitFor()
  await preview.getByLabel('Reason').fill('ok')
  await preview.getByLabel('Reason').press('Enter')
  await preview.getByText('A reason has at least 3 characters.').waitFor()
  expect(await violations(page, 'everything')).toEqual([])
})

/** On a phone, a row has two lines, and opens to its other columns by its arrow or a tap beside its links. */
async function openCompactRow(body: Locator): Promise<void> {
  const row = body.locator('> tr').first()
  const heightOf = async (element: Locator) => (await boxOf(element)).height
  // A long name takes three lines.
  await expect.poll(() => heightOf(row)).toBeLessThanOrEqual(100)
  const closed = await heightOf(body)
  const arrow = row.getByRole('button', { name: /^Details of ./ })
  if ((await arrow.count()) === 0) return
  const isOpen = () => arrow.getAttribute('aria-expanded')
  // Beside the checkbox, if the row has one.
  await row.click({ position: { x: 46, y: 2 } })
  await expect.poll(isOpen).toBe('true')
  await arrow.click()
  await expect.poll(isOpen).toBe('false')
  await arrow.press('Enter')
  await expect.poll(isOpen).toBe('true')
  await expect.poll(() => heightOf(body)).toBeGreaterThan(closed)
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** The dates and amounts in the table that take more than one line. Runs in the page. */
function brokenTexts(table: Element): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent ?? ''
    if (!/^(?:[+−] )?UGX [\d,.]+$|^\d{1,2} \w{3} \d{4}, \d{2}:\d{2}$/.test(text.trim())) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(text)
  }
  return found
}

/** The column titles, without the column of the buttons. */
const titlesOf = async (region: Locator): Promise<string[]> =>
  (await region.getByRole('columnheader').allTextContents()).filter((title) => title !== 'Actions')

/** Rows for the tables that a healthy platform leaves empty. */
async function fillRareTables(name: string): Promise<void> {
  const now = fixture.product.clock.now().toISOString()
  const subject = `user:${player.userId}`
  if (name === 'unexplained differences') {
    const found = {
      id: '1',
      provider: 'mtn',
      kind: 'unknown-there',
      subject: 'DEP-1',
      shortReference: 'D7KQ2MXP',
      transactionId: null,
      day: '2026-11-20',
      amount: -5_000,
      detail: 'deposit of UGX 5,000: success in our records, unknown at the provider',
      foundAt: now,
      ageHours: 30,
    }
    await changeResponse(page, 'GET /api/admin/reconciliation/cases', () => ({
      items: [found],
      comparedAt: now,
      comparedDay: found.day,
    }))
  }
  if (name === 'live games') await changeResponse(page, 'GET /api/admin/in-play', () => ({ games: [LIVE_GAME] }))
  if (name === 'live bets') {
    await intercept(page, 'GET /api/admin/delayed-bets/export', (route) =>
      route.fulfill({ contentType: 'text/csv', body: 'Requested At\r\n1\r\n2\r\n3\r\n' }),
    )
    await showLiveBets(page)
  }
  if (name === 'alerts') await showAlerts(page)
  if (name === 'months') await showMonths(page)
  if (name === 'rows after closing') await showClosedMonth(page)
  if (name === 'withdrawals to review') await showHeldWithdrawals(page)
  if (name === 'failing jobs') await showFailingJobs(page)
  if (name === 'live bettors') await showCourtsiding(page)
  if (name === 'leagues in live betting') await showLiveLeagues(page)
  if (name === 'odds off the model') {
    const price = {
      gameId: '1',
      name: 'Vipers SC – KCCA FC',
      league: 'Uganda Premier League',
      startTime: now,
      source: 'screen',
      market: '1x2',
      selection: '1',
      odds: 2.1,
      implied: 47.6,
      model: 52.3,
    }
    await changeResponse(page, 'GET /api/admin/risk/prices', () => ({ items: [price] }))
  }
  if (name === 'approvals') {
    const approval = {
      id: '1',
      kind: 'top-up',
      subject,
      subjectName: 'Amina',
      amount: 3_000_000,
      reason: 'won in the raffle',
      askedBy: 'Sarah Desk',
      askedAt: now,
      expiresAt: now,
      isOwn: false,
      mayDecide: true,
    }
    await changeResponse(page, 'GET /api/admin/approvals', () => ({ items: [approval] }))
  }
  if (name === 'actions without approval') {
    const action = { at: now, by: 'Sarah Desk', action: 'money.deduct', reason: 'paid twice', subject, subjectName: '' }
    await changeResponse(page, 'GET /api/admin/report', () => ({ doneAlone: [action] }))
  }
}
