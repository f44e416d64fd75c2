import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { steadyPrices } from './business-time.ts'
import { SETTLING, settlingIn } from './matches.ts'
import { GAMES, winOf } from './slip-page.ts'
import {
  button,
  DESKTOP,
  open,
  browserFixture,
  PHONE,
  option,
  screenshotOfFailure,
  acceptAnyOdds,
  type BrowserFixture,
} from './browser-fixture.ts'

let fixture: BrowserFixture
let player: Player
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_600))
  player = await registerPlayer(fixture.product, '772400115')
  await notifiedDeposit(player, 200_000)
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const focused = () => page.locator(':focus')
const cards = () => page.getByRole('list').getByRole('button', { name: /^Remove/ })
/** Whether its middle is visible and not covered. */
const isOnTop = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

it.each([
  ['a phone', PHONE],
  ['a small phone', { width: 320, height: 568 }],
  ['a tablet', { width: 800, height: 600 }],
  ['a wide screen', DESKTOP],
  ['a low wide screen', { width: 1280, height: 600 }],
])(
  '[full] [SLIP-22] [SLIP-23] stake, payout and PLACE BET are visible on %s, even with a long slip',
  async (_, size) => {
    page = (await fixture.visit({ player, size })).page
    const isColumn = size.width >= 1100
    await steadyPrices(fixture.product)
    await open(page, GAMES)
    for (const { home } of SETTLING) await (await winOf(page, fixture.product, home)).click()
    if (!isColumn) await open(page, '/betslip')
    await button(page, 'Set stake to UGX 25,000').click()
    const place = button(page, 'PLACE BET')
    await expect.poll(() => place.isEnabled()).toBe(true)
    const figures = ['Total odds', 'Payout'].map((name) => page.getByText(name, { exact: true }))
    for (const each of [page.getByLabel(/^Stake/), button(page, '+50,000'), ...figures, place])
      await expect.poll(() => isOnTop(each)).toBe(true)
    // The figures and the button do not cover a focused control (WCAG 2.4.11).
    await button(page, /^Copy booking code/).waitFor()
    const scrolled = await page.evaluate(() => scrollY)
    await button(page, 'REMOVE ALL').focus()
    for (const at of SETTLING.keys()) {
      await page.keyboard.press('Tab')
      await cards().nth(at).and(focused()).waitFor()
      await expect.poll(() => isOnTop(focused()), { message: `selection ${at}` }).toBe(true)
    }
    for (const next of [
      button(page, /^Copy booking code/),
      page.getByLabel('Accept odds changes'),
      page.getByLabel(/^Stake/),
      ...['+1,000', '+5,000', '+10,000', '+50,000', 'Max'].map((name) => button(page, name)),
      place,
    ]) {
      await page.keyboard.press('Tab')
      await next.and(focused()).waitFor()
      await expect.poll(() => isOnTop(next)).toBe(true)
    }
    // The page beside the column does not scroll.
    if (isColumn) await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
    // The button keeps its position, whatever the payout.
    const places: (number | undefined)[] = []
    for (const stake of ['25,000', '250,000', '5,000,000']) {
      await page.getByLabel(/^Stake/).fill(stake)
      await expect.poll(() => isOnTop(place)).toBe(true)
      const box = await place.boundingBox()
      places.push(Math.round(box?.x ?? 0), Math.round(box?.width ?? 0), Math.round(box?.y ?? 0))
    }
    expect(new Set(places).size, places.join()).toBe(3)
  },
)

it('[SLIP-30] on a small phone the selections are visible after a refused bet, and changing the stake removes the refusal', async () => {
  page = (await fixture.visit({ player, size: { width: 320, height: 568 } })).page
  await open(page, GAMES)
  for (const { home } of SETTLING) await option(page, '1', home).click()
  await open(page, '/betslip')
  await acceptAnyOdds(page)
  const stake = page.getByLabel(/^Stake/)
  await stake.fill('2,000')
  const place = button(page, 'Set stake to UGX 25,000')
  await expect.poll(() => place.isEnabled()).toBe(true)
  const tops = async () => [(await stake.boundingBox())?.y, (await place.boundingBox())?.y]
  const before = await tops()
  await stake.press('Enter')
  const refusal = page.getByRole('alert').getByText('Minimum stake amount is UGX 25,000')
  await expect.poll(() => isOnTop(refusal)).toBe(true)
  await expect.poll(tops).toEqual(before)
  await stake.fill('25,000')
  await page.getByLabel('Accept odds changes').waitFor()
})
