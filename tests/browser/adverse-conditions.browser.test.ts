import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { betOn, notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
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
import { steadyPrices } from './business-time.ts'
import { SETTLING, settlingIn } from './matches.ts'
import { openProxy, type StallingProxy } from './stalling-proxy.ts'
import {
  button,
  hydrated,
  link,
  browserFixture,
  open,
  option,
  screenshotOfFailure,
  type BrowserFixture,
  acceptAnyOdds,
  type Visit,
} from './browser-fixture.ts'

let fixture: BrowserFixture
let proxy: StallingProxy
let visit: Visit
let page: Page
let players = 0
/** Every address that the page requested. */
let addresses: string[] = []

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_600))
  proxy = await openProxy(Number(new URL(fixture.product.url).port))
  proxy.stallEveryStream()
})
beforeEach(() => {
  addresses = []
})
// afterEach hooks run in reverse order.
afterEach(() => visit.context.close())
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  proxy?.close()
  await fixture?.close()
})

/** A number without an account. */
const nextPhone = (): string => `77253${String(++players).padStart(3, '0')}0`

async function playerWith(ugx: number): Promise<Player> {
  const player = await registerPlayer(fixture.product, nextPhone())
  if (ugx > 0) await notifiedDeposit(player, ugx)
  return player
}

/** A browser with full storage whose pages are translated. */
async function badVisit(options: Parameters<BrowserFixture['visit']>[0] = {}): Promise<void> {
  visit = await fixture.visit(options)
  page = visit.page
  page.on('request', (request) => addresses.push(request.url()))
  await applyBadConditions(page)
}

/**
 * Expects three facts. Without an event stream, a balance on screen is marked as not live within five seconds. No URL
 * contains entered values. No screen has crashed.
 */
async function expectHonestAndPrivate(...entered: readonly string[]): Promise<void> {
  const unmarked = await unmarkedStaleTenths(page)
  expect(unmarked).toBeLessThanOrEqual(MAX_UNMARKED_STALE_TENTHS)
  expect(unmarked).toBeGreaterThan(0)
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter((address) => entered.some((each) => address.includes(each)))).toEqual([])
  expect(visit.faults()).toEqual([])
}

it('[AUTH-55] [AUTH-57] [AUTH-01] a player can register with late scripts, full browser storage and a translated page', async () => {
  await badVisit()
  const phone = nextPhone()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${proxy.url}/register`, { waitUntil: 'commit' })
  await submitRegistration(page, phone)
  await expect.poll(() => page.locator('form').getAttribute('data-submitted')).toBe('')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/register')
  release()
  await page.waitForURL('**/')
  await hydrated(page)
  await balanceBecomes(page, '0')
  await expectHonestAndPrivate(phone, PASSWORD, NIN, 'Nakato')
})

it('[DEP-18] [DEP-22] [WALT-04] [WALT-09] [DATA-40] without an event stream a player can deposit, after a decimal comma was refused', async () => {
  await badVisit({ player: await playerWith(0) })
  await open(page, `${proxy.url}/`)
  await link(page, 'Deposit').first().click()
  await enterAmount(page, /^Amount/, '100,000')
  await button(page, 'Deposit').and(page.locator('[type=submit]')).click()
  await page.getByRole('heading', { name: 'Deposit received' }).waitFor({ timeout: 120_000 })
  await link(page, 'See the games').click()
  await balanceBecomes(page, '100,000')
  await expectHonestAndPrivate('100000')
})

it('[SLIP-47] [SLIP-55] [WALT-09] [DATA-40] without an event stream a player can place a bet', async () => {
  await badVisit({ player: await playerWith(100_000) })
  await steadyPrices(fixture.product)
  await open(page, `${proxy.url}/`)
  await option(page, '1', SETTLING[0]?.home ?? '').click()
  await page
    .getByRole('navigation', { name: 'Quick links' })
    .getByRole('link', { name: /^Betslip, 1/ })
    .click()
  await enterAmount(page, /^Stake/, '25,000')
  await acceptAnyOdds(page)
  await button(page, 'PLACE BET').click()
  await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
  await balanceBecomes(page, '75,000')
  await link(page, 'View ticket').click()
  await page.getByRole('region', { name: 'Cashout' }).waitFor()
  await expectHonestAndPrivate('25000')
})

it('[TICK-37] [TICK-44] [WALT-09] [DATA-40] without an event stream a player can cash out', async () => {
  const player = await playerWith(100_000)
  await badVisit({ player })
  await open(page, `${proxy.url}/bet/${await betOn(player, SETTLING[0]?.home ?? '', 25_000)}`)
  await cashOut(page)
  await page.getByRole('navigation', { name: 'Quick links' }).getByText('Account').click()
  await balanceBecomes(page, '100,000')
  await expectHonestAndPrivate('25000')
})

it('[WDR-03] [WDR-20] [WALT-09] [DATA-40] without an event stream a player can withdraw', async () => {
  await badVisit({ player: await playerWith(100_000) })
  await open(page, `${proxy.url}/account`)
  await link(page, 'WITHDRAW').click()
  await enterAmount(page, /^Amount/, '50,000')
  await button(page, 'WITHDRAW').click()
  await button(page, 'Confirm withdrawal').click()
  await page.getByRole('heading', { name: 'Withdrawal sent' }).waitFor({ timeout: 120_000 })
  await page.getByRole('navigation', { name: 'Quick links' }).getByText('Account').click()
  await balanceBecomes(page, '48,000')
  await expectHonestAndPrivate('50000')
})
