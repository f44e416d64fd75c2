import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { betOn, notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { steadyPrices } from './business-time.ts'
import { SETTLING, settlingIn } from './matches.ts'
import { openProxy, type StallingProxy } from './stalling-proxy.ts'
import { translate } from './translate.ts'
import {
  button,
  headerBalance,
  hydrated,
  link,
  browserFixture,
  open,
  option,
  pictureOfFailure,
  type BrowserFixture,
  takeAnyOdds,
  type Visit,
} from './browser-fixture.ts'

const PASSWORD = 'kasana-4728-zebra'
const NIN = 'CM9001234AB5CD'
const COMMA = 'Please use a point for cents and a comma for thousands'

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
afterEach(pictureOfFailure(() => page))
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
  await page.addInitScript(fillStorage)
  await page.addInitScript(translate)
  await page.addInitScript(watchNote)
}

/** Waits for the right balance. Until then the page shows the right balance, or says that it is not live. */
async function balanceBecomes(ugx: string): Promise<void> {
  const isBalanceRightOrMarked = async (): Promise<boolean> =>
    (await headerBalance(page)) === `UGX ${ugx}.00` || (await page.getByText('Not live.', { exact: true }).isVisible())
  await expect.poll(isBalanceRightOrMarked).toBe(true)
  // Without a stream the page polls the balance every 30 s.
  await expect.poll(() => headerBalance(page), { timeout: 120_000 }).toBe(`UGX ${ugx}.00`)
}

/** Enters an amount as a comma keypad does, and then correctly. */
async function enterAmount(label: RegExp, amount: string): Promise<void> {
  const field = page.getByLabel(label)
  await field.fill('')
  await field.pressSequentially(`${amount.replaceAll(',', '')},50`)
  await page.getByText(COMMA).first().waitFor()
  await field.fill(amount)
  await page.getByText(COMMA).first().waitFor({ state: 'detached' })
}

/**
 * Expects three facts. Without an event stream, a balance on screen is marked as not live within five seconds. No URL
 * contains entered values. No screen has crashed.
 */
async function expectHonestAndPrivate(...entered: readonly string[]): Promise<void> {
  const unmarked = await page.evaluate(() => Number(document.documentElement.dataset['unmarked']))
  // One more second, because the page checks for silence once a second.
  expect(unmarked).toBeLessThanOrEqual(60)
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
  await page.getByLabel('First name').fill('Amina')
  await page.getByLabel('Last name').fill('Nakato')
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByLabel(/^NIN/).fill(NIN)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('District').fill('Mukono')
  await page.getByLabel('I am at least 25 years old and accept the terms').check()
  await button(page, 'CREATE ACCOUNT').click()
  await expect.poll(() => page.locator('form').getAttribute('data-submitted')).toBe('')
  expect(new URL(page.url()).pathname).toBe('/register')
  release()
  await page.waitForURL('**/')
  await hydrated(page)
  await balanceBecomes('0')
  await expectHonestAndPrivate(phone, PASSWORD, NIN, 'Nakato')
})

it('[DEP-18] [DEP-22] [WALT-04] [WALT-09] [DATA-40] without an event stream a player can deposit, after a decimal comma was refused', async () => {
  await badVisit({ player: await playerWith(0) })
  await open(page, `${proxy.url}/`)
  await link(page, 'Deposit').first().click()
  await enterAmount(/^Amount/, '100,000')
  await button(page, 'Deposit').and(page.locator('[type=submit]')).click()
  await page.getByRole('heading', { name: 'Deposit received' }).waitFor({ timeout: 120_000 })
  await link(page, 'See the games').click()
  await balanceBecomes('100,000')
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
  await enterAmount(/^Stake/, '25,000')
  await takeAnyOdds(page)
  await button(page, 'PLACE BET').click()
  await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
  await balanceBecomes('75,000')
  await link(page, 'View ticket').click()
  await page.getByRole('region', { name: 'Cashout' }).waitFor()
  await expectHonestAndPrivate('25000')
})

it('[TICK-37] [TICK-44] [WALT-09] [DATA-40] without an event stream a player can cash out', async () => {
  const player = await playerWith(100_000)
  await badVisit({ player })
  await open(page, `${proxy.url}/bet/${await betOn(player, SETTLING[0]?.home ?? '', 25_000)}`)
  const block = page.getByRole('region', { name: 'Cashout' })
  await button(block, 'Accept').click()
  await button(block, 'Confirm cashout').waitFor()
  await expect
    .poll(async () => {
      // A tap soon after the question counts as the second press of a double tap.
      await button(block, 'Confirm cashout')
        .click({ timeout: 1_000 })
        .catch(() => undefined)
      return page.getByText(/^You cashed out this ticket for/).isVisible()
    })
    .toBe(true)
  await page.getByRole('navigation', { name: 'Quick links' }).getByText('Account').click()
  await balanceBecomes('100,000')
  await expectHonestAndPrivate('25000')
})

it('[WDR-03] [WDR-20] [WALT-09] [DATA-40] without an event stream a player can withdraw', async () => {
  await badVisit({ player: await playerWith(100_000) })
  await open(page, `${proxy.url}/account`)
  await link(page, 'WITHDRAW').click()
  await enterAmount(/^Amount/, '50,000')
  await button(page, 'WITHDRAW').click()
  await button(page, 'Confirm withdrawal').click()
  await page.getByRole('heading', { name: 'Withdrawal sent' }).waitFor({ timeout: 120_000 })
  await page.getByRole('navigation', { name: 'Quick links' }).getByText('Account').click()
  await balanceBecomes('48,000')
  await expectHonestAndPrivate('50000')
})

/** Runs in the page before its own scripts. */
function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

/**
 * Runs in the page before its own scripts. Counts the most consecutive tenths of a second in which the header shows a
 * balance without the note. It counts timer ticks, because a busy machine delays them and the page alike.
 */
function watchNote(): void {
  let unmarked = 0
  let most = 0
  setInterval(() => {
    const isShown = document.querySelector('header')?.textContent?.includes('UGX') ?? false
    const notes = [...document.querySelectorAll('[role=status]')]
    const isMarked = notes.some((note) => note.textContent?.includes('Not live.'))
    unmarked = isShown && !isMarked ? unmarked + 1 : 0
    most = Math.max(most, unmarked)
    document.documentElement.dataset['unmarked'] = String(most)
  }, 100)
}
