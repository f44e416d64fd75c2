import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOT_LIVE_AFTER_MS, REPLACE_WITHIN_MS, STREAM_SILENT_MS } from '@mupiira/domain/time/stream-times.ts'
import { betOn, deposit, notifiedDeposit, type Player, registerPlayer, until } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { steadyPrices } from '../support/business-time.ts'
import { afterRedraw, stopClock, withClock } from './clock.ts'
import { SETTLING, settlingIn } from './matches.ts'
import { recordStreamData } from './recorded-stream.ts'
import { openProxy, type StallingProxy } from './stalling-proxy.ts'
import {
  browserFixture,
  type BrowserFixture,
  DESKTOP,
  headerBalance,
  open,
  option,
  PHONE,
  screenshotOfFailure,
  sees,
  type Visit,
  type VisitOptions,
  boxOf,
} from './browser-fixture.ts'

const HOME = SETTLING[0]?.home ?? ''

let fixture: BrowserFixture
let player: Player
let staff: Player
let proxy: StallingProxy
let visit: Visit
let page: Page
// Each change uses another amount, also when a test is retried.
let amount = 30_000
let replies = 0

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_600))
  player = await registerPlayer(fixture.product, '772560110')
  staff = await registerStaff(fixture.product, '772560120')
  await staff.client.must('POST /api/admin/confirm', { body: { password: staff.password } })
  await notifiedDeposit(player, 500_000)
  proxy = await openProxy(Number(new URL(fixture.product.url).port))
})
// afterEach hooks run in reverse order.
afterEach(() => visit.context.close())
afterEach(() => proxy.stallAll(false))
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  proxy?.close()
  await fixture?.close()
})

/** A screen with a figure that changes on the server. */
type Figure = {
  readonly open: () => Promise<void>
  /** Changes the figure on the server. Returns what the screen must show. */
  readonly change: () => Promise<string>
  readonly shown: () => Promise<string | null>
}

async function visitAs(who: Player, size: VisitOptions['size'] = PHONE): Promise<void> {
  visit = await fixture.visit({ player: who, size })
  page = visit.page
  await withClock(page)
  await page.addInitScript(recordStreamData)
}

/**
 * Expects that the screen never shows a wrong figure for more than five seconds. If only its event streams stall, they
 * are replaced and the screen shows the new figure. If every connection stalls, the screen says that it is not live.
 */
async function expectNoStaleFigure({ open: openScreen, change, shown }: Figure): Promise<void> {
  proxy.forgetStreams()
  await openScreen()
  await shown()
  await proxy.streamDelivers()
  proxy.stallStreams()
  await expect.poll(shown).toContain(await change())

  // Opening an address with another hash does not load the page again.
  await page.goto('about:blank')
  proxy.forgetStreams()
  await openScreen()
  await shown()
  await proxy.streamDelivers()
  await stopClock(page)
  await page.waitForFunction(() => window.lastDataMs === performance.now())
  proxy.stallAll(true)
  const right = await change()
  expect(await shown()).not.toContain(right)
  await page.clock.runFor(NOT_LIVE_AFTER_MS)
  const note = page.getByText('Not live.', { exact: true })
  await note.waitFor()
  proxy.stallAll(false)
  await page.clock.resume()
  await expect.poll(shown).toContain(right)
  await note.waitFor({ state: 'detached' })
}

/** Advances business time at once, and then stops it. */
async function passes(ms: number): Promise<void> {
  const { clock } = fixture.product
  await clock.moveTo(new Date(clock.now().getTime() + ms))
  await clock.run(0)
}

const PRICES = [
  { odd_1: 1.5, odd_x: 4.2, odd_2: 7 },
  { odd_1: 3.4, odd_x: 3.3, odd_2: 2.2 },
]

/** The feed quotes other odds for the match of `HOME`. Returns the price of its win. */
async function quote(): Promise<number> {
  const price = async (): Promise<number> =>
    (await player.client.must('GET /api/games', { query: { q: HOME } })).items[0]?.prices['1'] ?? 0
  const before = await price()
  const odds = PRICES[before > 2 ? 0 : 1]
  const match = fixture.product.loaded.find(({ home }) => home === HOME)
  fixture.product.feed.control({ action: 'odds', match_id: match?.matchId, odds })
  // The feed is polled for odds once a minute.
  await passes(61_000)
  return until('the price has changed', async () => {
    const now = await price()
    return now !== before && now > 2 !== before > 2 && now
  })
}

it('[full] [DATA-40] on a stalled connection the slip shows no wrong odds for more than five seconds', async () => {
  await steadyPrices(fixture.product)
  await visitAs(player)
  const total = page.getByText('Total odds', { exact: true }).locator('xpath=following-sibling::dd')
  await open(page, `${proxy.url}/sports?sport=soccer`)
  await option(page, '1', HOME).click()
  await expectNoStaleFigure({
    open: () => open(page, `${proxy.url}/betslip`),
    change: async () => (await quote()).toFixed(2),
    shown: () => total.textContent(),
  })
})

it('[full] [DATA-40] [TICK-37] on a stalled connection the ticket shows no wrong cash-out offer for more than five seconds', async () => {
  await steadyPrices(fixture.product)
  const id = await betOn(player, HOME, 50_000)
  // Until then the offer is the stake.
  await passes(6 * 60_000)
  await visitAs(player)
  const offer = async (): Promise<number> =>
    (await player.client.must('GET /api/bets/{id}/cashout', { params: { id } })).offer ?? 0
  await expectNoStaleFigure({
    open: () => open(page, `${proxy.url}/bet/${id}`),
    async change() {
      const before = await offer()
      await quote()
      const now = await until('the offer has changed', async () => {
        const changed = await offer()
        return changed > 0 && changed !== before && changed
      })
      return now.toLocaleString('en-US', { minimumFractionDigits: 2 })
    },
    shown: () => page.getByRole('region', { name: 'Cashout' }).textContent(),
  })
})

it('[full] [DATA-40] on a stalled connection the page of a payment shows no wrong state for more than five seconds', async () => {
  await steadyPrices(fixture.product)
  await visitAs(player)
  let id = ''
  await expectNoStaleFigure({
    async open() {
      const { transaction } = await player.client.must('POST /api/payments/deposits', {
        body: { amount: 40_000, phoneNumber: player.phone, method: 'MTN' },
      })
      id = transaction.id
      await open(page, `${proxy.url}/payments/${id}`)
      await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    },
    async change() {
      await passes(30_000)
      await until('the deposit is received', async () => {
        const { status } = await player.client.must('GET /api/payments/{id}', { params: { id } })
        return status === 'success'
      })
      return 'Deposit received'
    },
    shown: () => page.getByRole('main').textContent(),
  })
})

it('[full] [DATA-40] [CHAT-01] on a stalled connection the chat shows a missed reply, or that it is not live, within five seconds', async () => {
  await visitAs(player)
  await expectNoStaleFigure({
    async open() {
      await open(page, `${proxy.url}/help#chat`)
      await page
        .getByText('No messages yet')
        .or(page.getByRole('log', { name: 'Conversation with customer care' }))
        .waitFor()
    },
    async change() {
      const content = `Reply number ${(replies += 1)}`
      await staff.client.must('POST /api/admin/chat/{userId}/messages', {
        params: { userId: player.userId },
        body: { content },
      })
      return content
    },
    shown: () => page.getByRole('main').textContent(),
  })
})

it('[full] [DATA-40] on a stalled connection the console shows a missed payment, or that it is not live, within five seconds', async () => {
  await visitAs(staff, DESKTOP)
  await expectNoStaleFigure({
    async open() {
      await open(page, `${proxy.url}/admin/transactions`)
      await page.getByRole('region', { name: 'Table of transactions', exact: true }).waitFor()
    },
    async change() {
      await deposit(player, (amount += 1_000))
      return amount.toLocaleString('en-US')
    },
    shown: () => page.getByRole('main').textContent(),
  })
})

it('[full] [DATA-40] [APP-26] without a network the console says that nothing can be saved, and the message covers neither its menu nor its content', async () => {
  await visitAs(staff, DESKTOP)
  await open(page, '/admin/transactions')
  await page.getByRole('region', { name: 'Table of transactions', exact: true }).waitFor()
  await visit.context.setOffline(true)
  const message = page.getByRole('status').filter({ hasText: 'Changes cannot be saved until the connection is back.' })
  await message.waitFor()
  expect(await page.getByText('Bets and payments need a connection').count()).toBe(0)
  const gap = async (): Promise<number> => {
    const { x, width } = await boxOf(page.getByRole('navigation', { name: 'Console' }))
    return (await boxOf(message)).x - x - width
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  const padding = () => page.getByRole('main').evaluate((main) => parseFloat(getComputedStyle(main).paddingBottom))
  await expect.poll(async () => (await padding()) - (await boxOf(message)).height).toBe(0)
  await visit.context.setOffline(false)
  await message.waitFor({ state: 'detached' })
})

describe('the stream', () => {
  beforeEach(async () => {
    visit = await fixture.visit({ player })
    page = visit.page
  })

  const balance = async (): Promise<number> => (await player.client.must('GET /api/wallet', {})).balance
  const shownAs = (ugx: number): string => `UGX ${ugx.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  const balanceIs = async (where: Page, ugx: number): Promise<void> =>
    await expect.poll(() => headerBalance(where)).toBe(shownAs(ugx))

  it('[full] [DATA-40] [WALT-09] an event stream that is open without data is replaced, and missed changes are shown', async () => {
    const before = await balance()
    proxy.forgetStreams()
    await open(page, `${proxy.url}/account`)
    await balanceIs(page, before)
    await proxy.streamDelivers()
    proxy.stallStreams()
    await deposit(player, 40_000)
    await balanceIs(page, before + 40_000)
  })

  it('[full] [DATA-40] within five seconds after the last data, the page shows that it is not live', async () => {
    await withClock(page)
    await page.addInitScript(recordStreamData)
    await open(page, `${proxy.url}/account`)
    await balanceIs(page, await balance())
    await stopClock(page)
    await page.waitForFunction(() => window.lastDataMs === performance.now())
    proxy.stallAll(true)
    const note = page.getByText('Not live.', { exact: true })
    await page.clock.runFor(NOT_LIVE_AFTER_MS - 1)
    expect(await note.count()).toBe(0)
    await page.clock.runFor(1)
    await note.waitFor()
    proxy.stallAll(false)
    await page.clock.resume()
    await note.waitFor({ state: 'detached' })
  })

  it('[full] [DATA-40] a page whose session and stream do not arrive shows within five seconds that it is not live', async () => {
    await withClock(page)
    await page.route('**/api/auth/session', () => undefined)
    await open(page, '/sports')
    await page.clock.runFor(NOT_LIVE_AFTER_MS)
    await page.getByText('Not live.', { exact: true }).filter({ visible: true }).waitFor()
    await page.unrouteAll()
  })

  it('[full] [DATA-40] a page without scripts shows after some seconds that it is not live', async () => {
    await page.route('**/assets/*.js', (route) => route.abort())
    // The note appears by an animation of the style sheet.
    const devtools = await visit.context.newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await page.goto('/sports')
    await page.getByRole('banner').waitFor()
    const note = page.getByText('Not live.', { exact: true })
    expect(await note.isVisible()).toBe(false)
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await note.waitFor()
  })

  it('[full] [DATA-40] [LIVE-01] a visible tab shows changes within five seconds after the tab with the shared stream was frozen', async () => {
    const before = await balance()
    await open(page, `${proxy.url}/account`)
    await balanceIs(page, before)
    const front = await visit.context.newPage()
    await withClock(front)
    await open(front, `${proxy.url}/account`)
    await balanceIs(front, before)
    await stopClock(front)
    const devtools = await visit.context.newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    const frozenAtMs = await front.evaluate(() => performance.now())
    await deposit(player, 30_000)
    proxy.forgetStreams()
    await front.clock.runFor(STREAM_SILENT_MS + REPLACE_WITHIN_MS)
    await proxy.streamDelivers()
    await expect
      .poll(
        afterRedraw(front, () => headerBalance(front)),
        { interval: 10 },
      )
      .toBe(shownAs(before + 30_000))
    const shownAtMs = await front.evaluate(() => performance.now())
    expect(shownAtMs).toBeLessThanOrEqual(frozenAtMs + NOT_LIVE_AFTER_MS)
    await front.clock.resume()
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await balanceIs(page, before + 30_000)
    await sees(page, 'Payments')
  })
})
