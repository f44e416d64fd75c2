import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { steadyPrices } from './business-time.ts'
import { SETTLING, settlingIn } from './matches.ts'
import {
  browserFixture,
  type BrowserFixture,
  button,
  option,
  screenshotOfFailure,
  acceptAnyOdds,
  type Visit,
} from './browser-fixture.ts'

const LATE_MS = 8_000

let fixture: BrowserFixture
let player: Player
let visit: Visit
let page: Page
/** Every address that the page requested. */
let addresses: string[] = []

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_600))
  player = await registerPlayer(fixture.product, '772570110')
  await notifiedDeposit(player, 300_000)
})
beforeEach(async () => {
  addresses = []
  visit = await fixture.visit({ player })
  page = visit.page
  page.on('request', (request) => addresses.push(request.url()))
})
// afterEach hooks run in reverse order.
afterEach(() => visit.context.close())
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

/** Opens a page whose scripts arrive eight seconds late. */
async function openLate(path: string): Promise<void> {
  const arrival = sleep(LATE_MS)
  await page.route('**/assets/*.js', async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
}

/** The screen says that it loads until the scripts arrive. */
const saysThatItLoads = (): Promise<void> => page.getByRole('heading', { name: 'Loading your account' }).waitFor()
const submit = (name: string) => button(page, name).and(page.locator('[type=submit]'))

function expectSoundAndPrivate(amount: string): void {
  expect(addresses.filter((address) => address.includes(amount))).toEqual([])
  expect(visit.faults()).toEqual([])
}
const balance = async (): Promise<number> => (await player.client.must('GET /api/wallet', {})).balance

it('[DEP-18] [DEP-22] with scripts eight seconds late, the deposit screen shows that it is loading, and a player can deposit afterwards', async () => {
  const before = await balance()
  await openLate('/deposit')
  await saysThatItLoads()
  await page.getByLabel(/^Amount/).fill('47000')
  await submit('Deposit').click()
  await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
  await expect.poll(balance).toBe(before + 47_000)
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/payments\//)
  expectSoundAndPrivate('47000')
})

it('[WDR-03] [WDR-20] with scripts eight seconds late, the withdrawal screen shows that it is loading, and a player can withdraw afterwards', async () => {
  const before = await balance()
  await openLate('/withdraw')
  await saysThatItLoads()
  await page.getByLabel(/^Amount/).fill('53000')
  await submit('WITHDRAW').click()
  await button(page, 'Confirm withdrawal').click()
  await page.getByRole('heading', { name: 'Withdrawal sent' }).waitFor()
  await expect.poll(balance).toBe(before - 55_000)
  expectSoundAndPrivate('53000')
})

it('[SLIP-01] [SLIP-55] with scripts eight seconds late, odds tapped before the scripts load are added to the slip, and the bet can be placed', async () => {
  await steadyPrices(fixture.product)
  const before = await balance()
  await openLate('/sports?sport=soccer')
  const chosen = option(page, '1', SETTLING[0]?.home ?? '')
  await chosen.click()
  await expect.poll(() => chosen.getAttribute('aria-pressed')).toBe('true')
  await page.unrouteAll()
  await openLate('/betslip')
  await page.getByLabel(/^Stake/).fill('27000')
  await acceptAnyOdds(page)
  await button(page, 'PLACE BET').click()
  await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
  await expect.poll(balance).toBe(before - 27_000)
  expectSoundAndPrivate('27000')
})
