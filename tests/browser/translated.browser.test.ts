import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { betOn, notifiedDeposit, type Player, registerPlayer, until, withdraw } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { liveFixture } from './browser-scenarios.ts'
import { translate } from './translate.ts'
import {
  type BrowserFixture,
  button,
  DESKTOP,
  link,
  open,
  PHONE,
  screenshotOfFailure,
  sees,
  type Visit,
} from './browser-fixture.ts'
import { mustPlace } from '../support/place-bet.ts'

// The screens that no test below uses step by step.
const PLAYER_PATHS = [
  ...['/', '/sports', '/sports?sport=basketball', '/live', '/livescore', '/betting-options', '/casino', '/ads1'],
  ...[
    '/booking-code',
    '/help',
    '/contact',
    '/rules',
    '/extended-rules',
    '/terms',
    '/refund-policy',
    '/responsible-gambling',
  ],
  ...['/betslip', '/mybets', '/deposit', '/withdraw', '/payments', '/statement', '/notifications', '/account'],
  ...['/manage-account', '/aviator/verify', '/database-test'],
]
const CONSOLE_PATHS = [
  ...['dashboard', 'chat', 'games', 'search-names', 'users', 'transactions', 'transactions/reconciliation', 'reports'],
  ...['bets', 'risk', 'fixtures', 'aviator', 'notices', 'settings', 'sign-in', 'approvals', 'audit'],
].map((screen) => `/admin/${screen}`)

let fixture: BrowserFixture
let player: Player
let staff: Player
let liveId: string
let ticketId: string
let visit: Visit
let page: Page
let players = 0

beforeAll(async () => {
  ;({ fixture, liveId } = await liveFixture())
  player = await registerPlayer(fixture.product, '772580110')
  staff = await registerStaff(fixture.product, '772580120')
  await staff.client.must('POST /api/admin/confirm', { body: { password: staff.password } })
  await notifiedDeposit(player, 500_000)
  await withdraw(player, 50_000)
  ticketId = await betOn(player, 'Arsenal', 25_000)
})
afterEach(() => visit.context.close())
// A screen that a translation breaks shows an error and reports it.
afterEach(async () => {
  const faults = [...visit.faults()]
  if ((await page.getByText('Something Went Wrong').count()) > 0) faults.push('the screen shows an error')
  if (faults.length > 0) throw new Error(`the translated page complains: ${faults.join('; ')}`)
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

/** A page that is translated before hydration and whenever it changes. */
async function translatedVisit(who: Player, size: typeof PHONE | typeof DESKTOP): Promise<void> {
  visit = await fixture.visit({ player: who, size })
  page = visit.page
  await page.addInitScript(translate)
}

/** A new player with money and a translated page. */
async function newPlayer(): Promise<Player> {
  players += 1
  const own = await registerPlayer(fixture.product, `77254${String(players).padStart(3, '0')}0`)
  await notifiedDeposit(own, 500_000)
  await translatedVisit(own, PHONE)
  return own
}

/** Opens each screen and uses its tabs, lists, filters and odds. Returns the number of presses. */
async function walk(paths: readonly string[]): Promise<number> {
  let presses = 0
  for (const path of paths) {
    await open(page, path)
    await page.locator('main font').first().waitFor()
    presses += await page.evaluate(pressControls)
    expect(await page.getByText('Something Went Wrong').count(), path).toBe(0)
    expect(visit.faults(), path).toEqual([])
  }
  return presses
}

it('[full] [APP-26] the player’s screens work in a page translated by the browser, also while a game is live', async () => {
  await translatedVisit(player, PHONE)
  const presses = await walk([...PLAYER_PATHS, `/bet/${ticketId}`])
  expect(presses).toBeGreaterThan(50)
  await open(page, `/live/${liveId}`)
  const match = fixture.product.loaded.find(({ home }) => home === 'Vipers SC')
  const score = async (): Promise<string> => {
    const { items } = await player.client.must('GET /api/games', { query: { status: 'live' } })
    const game = items.find(({ id }) => id === liveId)
    return `${game?.homeScore} – ${game?.awayScore}`
  }
  for (let goal = 0; goal < 2; goal++) {
    const before = await score()
    fixture.product.feed.control({ action: 'goal', match_id: match?.matchId, side: 'away' })
    await until('the goal is known', async () => (await score()) !== before)
    const isShown = async (): Promise<boolean> =>
      (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ').includes(await score())
    await expect.poll(isShown).toBe(true)
  }
  await page.evaluate(pressControls)
  expect(await page.getByText('Something Went Wrong').count()).toBe(0)
  expect(visit.faults()).toEqual([])
})

it('[full] [ADMX-04] the screens of the console work in a page translated by the browser', async () => {
  await translatedVisit(staff, DESKTOP)
  const paths = [...CONSOLE_PATHS, `/admin/games/${liveId}`, `/admin/users/${player.userId}`]
  const presses = await walk([...paths, `/admin/chat/${player.userId}`])
  expect(presses).toBeGreaterThan(30)
})

it('[full] [CHAT-01] [CHAT-03] on chat pages translated by the browser, a player and an operator exchange messages', async () => {
  const own = await newPlayer()
  await open(page, '/help#chat')
  await sees(page, 'No messages yet')
  await page.getByLabel('Write a message').fill('My deposit is missing')
  await button(page, 'Send message').click()
  const log = page.getByRole('log', { name: 'Conversation with customer care' })
  await log.getByText('My deposit is missing').waitFor()
  await staff.client.must('POST /api/admin/chat/{userId}/messages', {
    params: { userId: own.userId },
    body: { content: 'Which number did you pay from?' },
  })
  await log.getByText('Which number did you pay from?').waitFor()
})

it('[full] [ACCT-01] [AUTH-40] on the account page translated by the browser, sound and password can be changed', async () => {
  const own = await newPlayer()
  await open(page, '/account')
  await page.getByRole('main').getByText('Help Center', { exact: true }).click()
  await page.getByRole('switch', { name: /Notification sound/ }).click()
  await link(page, /^Notifications, \d unread/)
    .first()
    .waitFor()
  await open(page, '/manage-account')
  const form = page.getByRole('region', { name: 'Change password' })
  const change = async (confirmation: string): Promise<void> => {
    await form.getByLabel('Current password').fill(own.password)
    await form.getByLabel('New password', { exact: true }).fill('kasana-4728-zebra')
    await form.getByLabel('Confirm new password').fill(confirmation)
    await button(form, 'Change password').click()
  }
  await change('another')
  await form.getByRole('status').or(form.getByRole('alert')).first().waitFor()
  await change('kasana-4728-zebra')
  await form.getByText('Password changed! You may need to log in again.').waitFor()
})

it('[full] [TICK-01] [TICK-44] on pages translated by the browser, My Bets shows a new bet, and its ticket can be cashed out', async () => {
  const own = await newPlayer()
  await open(page, '/mybets')
  await sees(page, 'No open bets')
  const { items } = await own.client.must('GET /api/games', { query: { sport: 'soccer' } })
  const game = items.find(({ homeTeam }) => homeTeam === 'Arsenal')
  if (game === undefined) throw new Error('the game is not listed')
  const selections = [{ gameId: game.id, market: '1x2', selection: '1', odds: game.prices['1'] ?? 0 }]
  await mustPlace(own.client, { body: { stake: 30_000, selections, acceptOddsChanges: true } })
  const row = page.getByRole('tabpanel').getByRole('listitem').first()
  await row.waitFor()
  await link(row, /./).first().click()
  const block = page.getByRole('region', { name: 'Cashout' })
  await button(block, 'Accept').click()
  await button(block, 'Confirm cashout').waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: /^Settled/ }).click()
  await sees(page, 'No settled bets')
  await page.getByRole('tab', { name: /^Open/ }).click()
  await row.waitFor()
})

it('[full] [ADMU-04] [ADMX-06] on console pages translated by the browser, staff can search for a player and write a note', async () => {
  const own = await newPlayer()
  await visit.context.close()
  await translatedVisit(staff, DESKTOP)
  await open(page, '/admin/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await open(page, '/admin/users')
  const table = page.getByRole('region', { name: 'Table of users', exact: true })
  await table.getByRole('row').nth(1).waitFor()
  const search = page.getByRole('searchbox').first()
  await search.fill(own.phone.slice(-9))
  await search.press('Enter')
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await open(page, `/admin/users/${own.userId}?tab=notes`)
  await page.getByLabel('New note').fill('asked about a payment')
  await button(page, 'Add').click()
  await page.getByRole('article').getByText('asked about a payment').waitFor()
  await page.getByRole('tab', { name: /^Ledger/ }).click()
  await page.getByRole('region', { name: 'Table of ledger entries', exact: true }).getByRole('row').nth(1).waitFor()
})

/** Runs in the page: presses the controls that change the screen, without leaving it. */
async function pressControls(): Promise<number> {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'main :is([role=tab], summary, button[aria-expanded], button[aria-pressed], [role=switch])',
    ),
  ].slice(0, 25)
  let presses = 0
  for (const control of controls) {
    // An earlier press may have replaced it.
    if (!control.isConnected || control.matches(':disabled')) continue
    control.click()
    presses += 1
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return presses
}
