import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { NOT_LIVE_AFTER_MS, REPLACE_WITHIN_MS, STREAM_SILENT_MS } from '@mupiira/domain/time/stream-times.ts'
import { deposit, type Player, registerPlayer } from '../support/player.ts'
import { afterRedraw, stopClock, withClock } from './clock.ts'
import { recordStreamData } from './recorded-stream.ts'
import { openProxy, type StallingProxy } from './stalling-proxy.ts'
import {
  headerBalance,
  open,
  browserFixture,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
} from './browser-fixture.ts'

let fixture: BrowserFixture
let player: Player
let proxy: StallingProxy
let context: BrowserContext
let page: Page

beforeAll(async () => {
  fixture = await browserFixture()
  player = await registerPlayer(fixture.product, '772520110')
  proxy = await openProxy(Number(new URL(fixture.product.url).port))
})
// A separate browser for each test, because its tabs share a stream and one of them gets frozen.
beforeEach(async () => {
  ;({ context, page } = await fixture.visit({ player }))
})
// afterEach hooks run in reverse order.
afterEach(() => context.close())
afterEach(() => proxy.stallAll(false))
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  proxy?.close()
  await fixture?.close()
})

const balance = async (): Promise<number> => (await player.client.must('GET /api/wallet', {})).balance
const shownAs = (ugx: number): string => `UGX ${ugx.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const balanceIs = async (where: Page, ugx: number): Promise<void> =>
  await expect.poll(() => headerBalance(where)).toBe(shownAs(ugx))

it('[DATA-40] [WALT-09] an event stream that is open without data is replaced, and missed changes are shown', async () => {
  const before = await balance()
  proxy.forgetStreams()
  await open(page, `${proxy.url}/account`)
  await balanceIs(page, before)
  await proxy.streamDelivers()
  proxy.stallStreams()
  await deposit(player, 40_000)
  await balanceIs(page, before + 40_000)
})

it('[DATA-40] within five seconds after the last data, the page shows that it is not live', async () => {
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

it('[DATA-40] a page whose session and stream do not arrive shows within five seconds that it is not live', async () => {
  await withClock(page)
  await page.route('**/api/auth/session', () => undefined)
  await open(page, '/sports')
  await page.clock.runFor(NOT_LIVE_AFTER_MS)
  await page.getByText('Not live.', { exact: true }).filter({ visible: true }).waitFor()
  await page.unrouteAll()
})

it('[DATA-40] a page without scripts shows after some seconds that it is not live', async () => {
  await page.route('**/assets/*.js', (route) => route.abort())
  // The note appears by an animation of the style sheet.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
  await page.goto('/sports')
  await page.getByRole('banner').waitFor()
  const note = page.getByText('Not live.', { exact: true })
  expect(await note.isVisible()).toBe(false)
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await note.waitFor()
})

it('[DATA-40] [LIVE-01] a visible tab shows changes within five seconds after the tab with the shared stream was frozen', async () => {
  const before = await balance()
  await open(page, `${proxy.url}/account`)
  await balanceIs(page, before)
  const front = await context.newPage()
  await withClock(front)
  await open(front, `${proxy.url}/account`)
  await balanceIs(front, before)
  await stopClock(front)
  const devtools = await context.newCDPSession(page)
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
