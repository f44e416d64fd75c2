import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lineOf, SETTLING } from './matches.ts'
import {
  button,
  headerBalance,
  link,
  open,
  browserFixture,
  option,
  pictureOfFailure,
  sees,
  type BrowserFixture,
  takeAnyOdds,
  type Visit,
} from './browser-fixture.ts'

const MINUTE_MS = 60_000
const PHONE_NUMBER = '772100110'

let fixture: BrowserFixture
let visit: Visit
let page: Page
/** The payout that the slip promised for the winning ticket, in UGX. */
let promised = 0

// A product for each attempt, because the journey ends after the games.
beforeEach(async () => {
  fixture = await browserFixture({ matches: SETTLING.map(lineOf), kickoffInSeconds: 600, feedSpeed: 10 })
  visit = await fixture.visit()
  page = visit.page
})
// afterEach hooks run in reverse order.
afterEach(() => fixture?.close())
afterEach(pictureOfFailure(() => page))

const amountOf = (text: string): number => Number(text.replace(/[^\d.]/g, ''))
const amount = (ugx: number): string =>
  `UGX ${ugx.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const quick = () => page.getByRole('navigation', { name: 'Quick links' })
const kickoff = (): number => Math.max(...fixture.product.loaded.map((match) => match.kickoff.getTime()))

it(
  '[AUTH-55] [AUTH-56] [AUTH-57] [AUTH-40] [APP-37] [DEP-01] [DEP-02] [DEP-04] [DEP-18] [DEP-22] [WALT-10] [SLIP-01] [SLIP-47] [SLIP-55] [SLIP-46] [HOME-21] [MKT-11] [SLIP-56] [SLIP-34] [SLIP-35] [TICK-23] [TICK-18] [TICK-13] [TICK-25] [NOTE-20] [NOTE-05] [NOTE-06] [NOTE-18] [WDR-02] [WDR-03] [WDR-10] [WDR-13] [WDR-17] [WDR-20] a visitor can register, deposit, place two tickets, win and withdraw',
  { timeout: 8 * MINUTE_MS },
  async () => {
    await openAccount()
    await depositByHandset()
    await placeThreeSelections()
    await placeSecondTicket()
    await watchSettlement()
    await readNotifications()
    await withdrawWinnings()
  },
)

/** A visitor can register, and is then logged in on the home page. */
async function openAccount(): Promise<void> {
  await open(page, '/')
  await link(page, 'JOIN NOW').click()
  await page.getByLabel('First name').fill('Amina')
  await page.getByLabel('Last name').fill('Nakato')
  await page.getByLabel('Mobile number').fill(PHONE_NUMBER)
  await page.getByLabel(/^NIN/).fill('cm9001234ab5cd')
  await page.getByLabel('Password', { exact: true }).fill('kasana-4728')
  await page.getByLabel('District').selectOption('Mukono')
  await page.getByLabel('I am at least 25 years old and accept the terms').check()
  await button(page, 'CREATE ACCOUNT').click()
  await page.waitForURL('/')
  await expect.poll(() => headerBalance(page)).toBe('UGX 0.00')
}

/** A deposit approved on the simulated handset updates the balance in the header without a reload. */
async function depositByHandset(): Promise<void> {
  const handset = await visit.context.newPage()
  await handset.goto(`${fixture.product.money.url}/handset?msisdn=256${PHONE_NUMBER}`)
  await handset.getByText('Nothing to approve.').waitFor()

  await link(page, 'Deposit').click()
  await page.getByRole('heading', { name: 'Add Funds' }).waitFor()
  await button(page, '100,000').click()
  const announced = page
    .getByRole('region', { name: 'Messages' })
    .getByText(/check your phone/i)
    .waitFor()
  await Promise.all([announced, button(page, 'Deposit').click()])
  await page.getByRole('heading', { name: 'Check your phone' }).waitFor()

  await handset.getByText(/^Pay UGX 100,000 to/).waitFor()
  await handset.getByLabel('Enter PIN').fill('1234')
  await handset.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
  await page.getByText('Payment confirmed! 100,000.00 UGX added to your account.').first().waitFor()
  await handset.close()

  await link(page, 'See the games').click()
  await expect.poll(() => headerBalance(page)).toBe(amount(100_000))
}

/** Three selections from the home and markets screens can be placed as one ticket. */
async function placeThreeSelections(): Promise<void> {
  await option(page, '1', 'Vipers SC').click()
  await option(page, '2', 'Express FC').click()
  await link(page, /more markets, URA FC vs BUL FC/).click()
  await option(page, 'Over 2.5', 'Over/Under').first().click()
  await link(page, /^Betslip, 3 selections/).click()

  await page.getByLabel(/^Stake \(UGX\) · your minimum 25,000/).fill('25000')
  const payout = page.getByText('Payout', { exact: true }).locator('xpath=..')
  await expect.poll(async () => amountOf((await payout.textContent()) ?? '')).toBeGreaterThan(25_000)
  await takeAnyOdds(page)
  await button(page, 'PLACE BET').click()
  await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
  // Compare with the ticket: odds may rise between reading the slip and the tap.
  const potential = page.getByText('Potential return', { exact: true }).locator('xpath=..')
  promised = amountOf((await potential.textContent()) ?? '')
  await expect.poll(() => headerBalance(page)).toBe(amount(75_000))
  // Four notifications: the deposit, the first deposit, the big deposit, and the bet.
  await link(page, 'Notifications, 4 unread').waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('region', { name: 'Messages' })
        .getByText(/is placed/)
        .count(),
    )
    .toBe(0)
}

/** A second ticket has the later-bet minimum stake. */
async function placeSecondTicket(): Promise<void> {
  await button(page, 'PLACE A NEW BET').click()
  await link(page, /^See the games/).click()
  await option(page, 'X', 'Draw').first().click()
  await link(page, /^Betslip, 1 selection/).click()
  await page.getByLabel(/your minimum 10,000/).fill('10000')
  await takeAnyOdds(page)
  await button(page, 'PLACE BET').click()
  await link(page, 'View ticket').click()
  await page.getByRole('heading', { name: 'Ticket Details' }).waitFor()
  await sees(page, 'RUNNING')
  await sees(page, 'NOT START')
}

/** Tickets settle on screen without a reload: one is lost, and one is won and paid. */
async function watchSettlement(): Promise<void> {
  const { clock } = fixture.product
  await quick().getByText('My Bets').click()
  await page.getByText('3 selections').click()
  await sees(page, 'RUNNING')

  await clock.moveTo(new Date(kickoff() + 2 * MINUTE_MS))
  await page
    .getByText(/^LIVE \d+'/)
    .first()
    .waitFor()

  await clock.moveTo(new Date(kickoff() + 14 * MINUTE_MS))
  await page.getByText('Congratulations! You won').waitFor()
  // The ticket, its three legs, and the result that decided each.
  await expect.poll(() => page.getByText('WON', { exact: true }).count()).toBe(7)
  await expect.poll(() => page.getByRole('listitem').getByText('3 – 1 FT').count()).toBe(1)
  await page.getByText(amount(promised)).first().waitFor()

  await button(page, 'Back').click()
  await page.getByRole('tab', { name: /^Settled/ }).click()
  await sees(page, 'LOST')
  await sees(page, 'WON')
  await expect.poll(() => headerBalance(page)).toBe(amount(65_000 + promised))
}

/** The notifications contain the win, both bets and the deposit. */
async function readNotifications(): Promise<void> {
  await link(page, /^Notifications/)
    .first()
    .click()
  await page.getByRole('tab', { name: 'Wins' }).click()
  await page.getByRole('tabpanel').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Ticket Details' }).waitFor()
}

/** The winnings can be withdrawn and are paid. */
async function withdrawWinnings(): Promise<void> {
  await quick().getByText('Account').click()
  await link(page, 'WITHDRAW').click()
  await page.getByLabel('Amount (UGX)').fill('50000')
  await button(page, 'WITHDRAW').click()
  const figures = page.getByRole('region', { name: 'Confirm the withdrawal' })
  await expect
    .poll(() => figures.getByRole('definition').allTextContents())
    .toEqual([amount(50_000), amount(2_000), amount(52_000)])
  await button(page, 'Confirm withdrawal').click()
  await page.getByRole('heading', { name: 'Withdrawal sent' }).waitFor()
  await open(page, '/statement')
  await page
    .getByRole('cell', { name: amount(13_000 + promised) })
    .first()
    .waitFor()

  const payout = fixture.product.money.orders.list().find((order) => order.kind === 'payout')
  expect(payout).toMatchObject({ amountHundredths: 5_000_000 })
  expect(visit.faults()).toEqual([])
}
