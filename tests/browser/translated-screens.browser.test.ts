import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { betOn, notifiedDeposit, type Player, registerPlayer, until, withdraw } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { liveFixture } from './browser-scenarios.ts'
import { translate } from './translate.ts'
import { type BrowserFixture, DESKTOP, open, PHONE, screenshotOfFailure, type Visit } from './browser-fixture.ts'

// The screens that translated.browser.test.ts does not use step by step.
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

beforeAll(async () => {
  ;({ fixture, liveId } = await liveFixture())
  player = await registerPlayer(fixture.product, '772580110')
  staff = await registerStaff(fixture.product, '772580120')
  await notifiedDeposit(player, 500_000)
  await withdraw(player, 50_000)
  ticketId = await betOn(player, 'Arsenal', 25_000)
})
afterEach(() => visit.context.close())
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

/** A page that is translated before hydration and whenever it changes. */
async function translatedVisit(who: Player, size: typeof PHONE | typeof DESKTOP): Promise<void> {
  visit = await fixture.visit({ player: who, size })
  page = visit.page
  await page.addInitScript(translate)
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

it('[APP-26] the player’s screens work in a page translated by the browser, also while a game is live', async () => {
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

it('[ADMX-04] the screens of the console work in a page translated by the browser', async () => {
  await translatedVisit(staff, DESKTOP)
  const paths = [...CONSOLE_PATHS, `/admin/games/${liveId}`, `/admin/users/${player.userId}`]
  const presses = await walk([...paths, `/admin/chat/${player.userId}`])
  expect(presses).toBeGreaterThan(30)
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
