import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  balanceBecomes,
  cashOut,
  enterAmount,
  MAX_UNMARKED_STALE_TENTHS,
  NIN,
  PASSWORD,
  submitRegistration,
  unmarkedStaleTenths,
  applyBadConditions,
} from './bad-conditions.ts'
import { steadyPrices } from '../support/business-time.ts'
import { SETTLING, settlingIn } from './matches.ts'
import { openProxy, type StallingProxy } from './stalling-proxy.ts'
import {
  browserFixture,
  type BrowserFixture,
  button,
  hydrated,
  link,
  option,
  PHONE,
  screenshotOfFailure,
  acceptAnyOdds,
  type Visit,
} from './browser-fixture.ts'

const MINUTE_MS = 60_000
/** Every page's scripts arrive this much later than the page. */
const LATE_MS = 8_000
const PIN = '7306'
/** Chosen so that they occur in no other figure. The withdrawal's fee is 2,000. */
const DEPOSIT = '103,000'
const STAKE = '27,000'
const WITHDRAWAL = '53,000'
const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g

let fixture: BrowserFixture
let proxy: StallingProxy
let visit: Visit
let page: Page
let phone: string
let attempts = 0
/** Every address that the page requested or had. */
let addresses: string[] = []
/** The longest time, in tenths of a second, for which a page has shown figures without the note. */
let longestUnmarked = 0

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_600))
  proxy = await openProxy(Number(new URL(fixture.product.url).port))
  proxy.stallEveryStream()
})
// afterEach hooks run in reverse order.
afterEach(() => visit.context.close())
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  proxy?.close()
  await fixture?.close()
})

/** A visitor whose storage is full, whose page is translated, and whose event streams deliver nothing. */
async function openVisit(): Promise<void> {
  // A retry needs a number without an account.
  phone = `77255${String(++attempts).padStart(3, '0')}0`
  addresses = []
  longestUnmarked = 0
  visit = await fixture.visit({ size: PHONE })
  page = visit.page
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await applyBadConditions(page)
}

/** Opens a page. Its scripts arrive late, and not before the player has used the page without them. */
async function openLate(path: string, early: () => Promise<void>): Promise<void> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(proxy.url + path, { waitUntil: 'commit' })
  await Promise.all([sleep(LATE_MS), early()])
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await hydrated(page)
}

const saysThatItLoads = (): Promise<void> => page.getByRole('heading', { name: 'Loading your account' }).waitFor()
const goToAccount = () => page.getByRole('navigation', { name: 'Quick links' }).getByText('Account').click()
const path = (): string => new URL(page.url()).pathname

/** Expects that the page shows the right balance, marked earlier balances as not live in time, and has not crashed. */
async function expectNoFaults(balance: string): Promise<void> {
  await balanceBecomes(page, balance)
  await page.getByText('Not live.', { exact: true }).waitFor()
  longestUnmarked = Math.max(longestUnmarked, await unmarkedStaleTenths(page))
  expect(longestUnmarked).not.toBeGreaterThan(MAX_UNMARKED_STALE_TENTHS)
  expect(await page.getByText('Something Went Wrong').count()).toBe(0)
  expect(visit.faults()).toEqual([])
}

it(
  '[full] [AUTH-55] [AUTH-57] [AUTH-01] [DEP-18] [DEP-22] [SLIP-01] [SLIP-47] [SLIP-55] [TICK-37] [TICK-44] [WDR-03] [WDR-20] [WALT-04] [WALT-09] [DATA-40] [APP-26] with late scripts, a translated page, full storage, a comma keypad and a stalled stream at once, a new player can register, deposit, bet, cash out and withdraw, sees no wrong balance for more than five seconds, and entered values never appear in a URL',
  { timeout: 8 * MINUTE_MS },
  async () => {
    await openVisit()
    await register()
    await deposit()
    await bet()
    await cashOutTicket()
    await withdraw()
    expect(longestUnmarked).toBeGreaterThan(0)
    expectNoEnteredValuesInUrls()
  },
)

async function register(): Promise<void> {
  await openLate('/register', async () => {
    await submitRegistration(page, phone)
    await expect.poll(() => page.locator('form').getAttribute('data-submitted')).toBe('')
    await expect.poll(path).toBe('/register')
  })
  await page.waitForURL('**/')
  await expectNoFaults('0')
}

/** Approved with a PIN on the simulated handset. */
async function deposit(): Promise<void> {
  const { page: handset, context } = await fixture.visit()
  await handset.goto(`${fixture.product.money.url}/handset?msisdn=256${phone}`)
  await handset.getByText('Nothing to approve.').waitFor()
  await openLate('/deposit', saysThatItLoads)
  await enterAmount(page, /^Amount/, DEPOSIT)
  await button(page, 'Deposit').and(page.locator('[type=submit]')).click()
  await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
  await handset.getByText(`Pay UGX ${DEPOSIT} to`).first().waitFor()
  await handset.getByLabel('Enter PIN').fill(PIN)
  await button(handset, 'Approve').click()
  await page.getByRole('heading', { name: 'Deposit received' }).waitFor({ timeout: 2 * MINUTE_MS })
  await context.close()
  await link(page, 'See the games').click()
  await expectNoFaults('103,000')
}

/** The odds are tapped before the scripts arrive. */
async function bet(): Promise<void> {
  await steadyPrices(fixture.product)
  const home = option(page, '1', SETTLING[0]?.home ?? '')
  await openLate('/sports?sport=soccer', () => home.click())
  await expect.poll(() => home.getAttribute('aria-pressed')).toBe('true')
  await page
    .getByRole('navigation', { name: 'Quick links' })
    .getByRole('link', { name: /^Betslip, 1/ })
    .click()
  await enterAmount(page, /^Stake/, STAKE)
  await acceptAnyOdds(page)
  await button(page, 'PLACE BET').click()
  await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
  await expectNoFaults('76,000')
  await link(page, 'View ticket').click()
  await page.waitForURL('**/bet/*')
}

/** Before the start of the game the offer is the stake. */
async function cashOutTicket(): Promise<void> {
  await openLate(path(), saysThatItLoads)
  await cashOut(page)
  await goToAccount()
  await expectNoFaults('103,000')
  // The provider pays a withdrawal after some seconds of business time.
  await fixture.product.clock.run(1)
}

async function withdraw(): Promise<void> {
  await openLate('/withdraw', saysThatItLoads)
  await enterAmount(page, /^Amount/, WITHDRAWAL)
  await button(page, 'WITHDRAW').click()
  await button(page, 'Confirm withdrawal').click()
  await page.getByRole('heading', { name: 'Withdrawal sent' }).waitFor({ timeout: 2 * MINUTE_MS })
  await goToAccount()
  await expectNoFaults('48,000')
}

function expectNoEnteredValuesInUrls(): void {
  const entered = [phone, PASSWORD, NIN, PIN, 'Amina', 'Nakato', 'Mukono', DEPOSIT, STAKE, WITHDRAWAL]
  const texts = entered.map((text) => text.replaceAll(',', '').toLowerCase())
  const isPrivate = (address: string): boolean => {
    // The random digits of the port and the ids could equal an entered value.
    const local = address.replace(proxy.url, '').replaceAll(ID, '')
    const plain = decodeURIComponent(local).toLowerCase().replaceAll(',', '')
    return !texts.some((text) => plain.includes(text))
  }
  for (const part of ['/api/auth/register', '/api/payments/deposits', '/api/bets', '/cashout', '/api/stream'])
    expect(addresses.some((address) => address.includes(part))).toBe(true)
  expect(addresses.filter((address) => !isPrivate(address))).toEqual([])
}
