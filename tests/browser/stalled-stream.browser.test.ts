import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer } from '../support/player.ts'
import { openProxy, type StallingProxy } from './stalling-proxy.ts'
import { headerBalance, open, browserFixture, sees, type BrowserFixture } from './browser-fixture.ts'

let stage: BrowserFixture
let player: Player
let proxy: StallingProxy
let context: BrowserContext
let page: Page

beforeAll(async () => {
  stage = await browserFixture()
  player = await registerPlayer(stage.product, '772520110')
  proxy = await openProxy(Number(new URL(stage.product.url).port))
  ;({ context, page } = await stage.visit({ player }))
})
afterEach(() => proxy.stallAll(false))
afterAll(async () => {
  proxy?.close()
  await stage?.close()
})

const balanceIs = async (where: Page, ugx: string): Promise<void> =>
  await expect.poll(() => headerBalance(where), { timeout: 60_000 }).toBe(`UGX ${ugx}.00`)

it('[DATA-40] [WALT-09] a stream that stays open without data is replaced, and missed changes are shown', async () => {
  proxy.forgetStreams()
  await open(page, `${proxy.url}/account`)
  await balanceIs(page, '0')
  await proxy.streamDelivers()
  proxy.stallStreams()
  await deposit(player, 40_000)
  await balanceIs(page, '40,000')
})

it('[DATA-40] without any data the page shows after five seconds that it is not live', async () => {
  proxy.forgetStreams()
  await open(page, `${proxy.url}/account`)
  await balanceIs(page, '40,000')
  await proxy.streamDelivers()
  proxy.stallAll(true)
  await page.getByText('Not live.', { exact: true }).waitFor()
  proxy.stallAll(false)
  await page.getByText('Not live.', { exact: true }).waitFor({ state: 'detached', timeout: 60_000 })
})

it('[DATA-40] [LIVE-01] a frozen tab that leads the stream does not stop updates of the visible tab', async () => {
  await open(page, `${proxy.url}/account`)
  await balanceIs(page, '40,000')
  const front = await context.newPage()
  await open(front, `${proxy.url}/account`)
  await balanceIs(front, '40,000')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await deposit(player, 30_000)
  await balanceIs(front, '70,000')
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await balanceIs(page, '70,000')
  await sees(page, 'Deposits and withdrawals')
})
