import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { untilState } from '../support/aviator-rounds.ts'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { SETTLING, settlingIn } from './matches.ts'
import { translate } from './translate.ts'
import {
  browserFixture,
  type BrowserFixture,
  button,
  DESKTOP,
  link,
  open,
  screenshotOfFailure,
  sees,
  type Visit,
} from './browser-fixture.ts'

/** The duration of a round, with a margin for slow machines. */
const ROUND_MS = 60_000

let fixture: BrowserFixture
let player: Player
let staff: Player
let visit: Visit
let page: Page
let players = 0

beforeAll(async () => {
  fixture = await browserFixture({ ...settlingIn(3_600), runsAviator: true })
  staff = await registerStaff(fixture.product, '772549990')
  await staff.client.must('POST /api/admin/confirm', { body: { password: staff.password } })
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

/** A new player with money and a page that is translated before hydration and whenever it changes. */
async function translated(): Promise<void> {
  players += 1
  player = await registerPlayer(fixture.product, `77254${String(players).padStart(3, '0')}0`)
  await notifiedDeposit(player, 500_000)
  visit = await fixture.visit({ player })
  page = visit.page
  await page.addInitScript(translate)
}

it(
  '[AVI-10] [AVI-17] on the Aviator page translated by the browser, a bet can be placed and the round completes',
  { timeout: 4 * ROUND_MS },
  async () => {
    await translated()
    await untilState(player.client, 'rounds are run', (state) => state.open)
    await open(page, '/aviator?play')
    const slot = page.locator('[data-slot="0"]')
    await page.locator('[data-slot="0"][data-kind=bet]:enabled').click({ timeout: ROUND_MS })
    await button(page, 'Bet 2').click()
    await button(page, 'Bet 1').click()
    await page.getByRole('tab', { name: 'My bets' }).click()
    await expect
      .poll(() => slot.getAttribute('data-kind'), { timeout: ROUND_MS })
      .toMatch(/too-early|cash-out|play-again/)
    await expect.poll(() => slot.getAttribute('data-kind'), { timeout: ROUND_MS }).toMatch(/^(play-again|bet)$/)
    await page
      .getByText(/· Lost/)
      .first()
      .waitFor()
  },
)

it('[CHAT-01] [CHAT-03] on chat pages translated by the browser, a player and an operator exchange messages', async () => {
  await translated()
  await open(page, '/help#chat')
  await sees(page, 'No messages yet')
  await page.getByLabel('Write a message').fill('My deposit is missing')
  await button(page, 'Send message').click()
  const log = page.getByRole('log', { name: 'Conversation with customer care' })
  await log.getByText('My deposit is missing').waitFor()
  await staff.client.must('POST /api/admin/chat/{userId}/messages', {
    params: { userId: player.userId },
    body: { content: 'Which number did you pay from?' },
  })
  await log.getByText('Which number did you pay from?').waitFor()
})

it('[ACCT-01] [AUTH-40] on the account page translated by the browser, sound and password can be changed', async () => {
  await translated()
  await open(page, '/account')
  await page.getByRole('main').getByText('Help Center', { exact: true }).click()
  await page.getByRole('switch', { name: /Notification sound/ }).click()
  await link(page, /^Notifications, \d unread/)
    .first()
    .waitFor()
  await open(page, '/manage-account')
  const form = page.getByRole('region', { name: 'Change password' })
  const change = async (confirmation: string): Promise<void> => {
    await form.getByLabel('Current password').fill(player.password)
    await form.getByLabel('New password', { exact: true }).fill('kasana-4728-zebra')
    await form.getByLabel('Confirm new password').fill(confirmation)
    await button(form, 'Change password').click()
  }
  await change('another')
  await form.getByRole('status').or(form.getByRole('alert')).first().waitFor()
  await change('kasana-4728-zebra')
  await form.getByText('Password changed! You may need to log in again.').waitFor()
})

it('[TICK-01] [TICK-44] on pages translated by the browser, My Bets shows a new bet, and its ticket can be cashed out', async () => {
  await translated()
  await open(page, '/mybets')
  await sees(page, 'No open bets')
  const { items } = await player.client.must('GET /api/games', { query: { sport: 'soccer' } })
  const game = items.find(({ homeTeam }) => homeTeam === SETTLING[0]?.home)
  if (game === undefined) throw new Error('the game is not listed')
  const selections = [{ gameId: game.id, market: '1x2', selection: '1', odds: game.prices['1'] ?? 0 }]
  await player.client.must('POST /api/bets', { body: { stake: 30_000, selections, acceptOddsChanges: true } })
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

it('[ADMU-04] [ADMX-06] on console pages translated by the browser, staff can search a player and write a note', async () => {
  await translated()
  await visit.context.close()
  visit = await fixture.visit({ player: staff, size: DESKTOP })
  page = visit.page
  await page.addInitScript(translate)
  await open(page, '/admin/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await open(page, '/admin/users')
  const table = page.getByRole('region', { name: 'Table of users', exact: true })
  await table.getByRole('row').nth(1).waitFor()
  const search = page.getByRole('searchbox').first()
  await search.fill(player.phone.slice(-9))
  await search.press('Enter')
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await open(page, `/admin/users/${player.userId}?tab=notes`)
  await page.getByLabel('New note').fill('asked about a payment')
  await button(page, 'Add').click()
  await page.getByRole('article').getByText('asked about a payment').waitFor()
  await page.getByRole('tab', { name: /^Ledger/ }).click()
  await page.getByRole('region', { name: 'Table of ledger entries', exact: true }).getByRole('row').nth(1).waitFor()
})
