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

const balance = async (): Promise<number> => (await player.client.must('GET /api/wallet', {})).balance
const balanceIs = async (where: Page, ugx: number): Promise<void> =>
  await expect.poll(() => headerBalance(where)).toBe(`UGX ${ugx.toLocaleString('en-US', { minimumFractionDigits: 2 })}`)

it('[DATA-40] [WALT-09] a stream that stays open without data is replaced, and missed changes are shown', async () => {
  const before = await balance()
  proxy.forgetStreams()
  await open(page, `${proxy.url}/account`)
  await balanceIs(page, before)
  await proxy.streamDelivers()
  proxy.stallStreams()
  await deposit(player, 40_000)
  await balanceIs(page, before + 40_000)
})

it('[DATA-40] without any data the page shows after five seconds that it is not live', async () => {
  proxy.forgetStreams()
  await open(page, `${proxy.url}/account`)
  await balanceIs(page, await balance())
  await proxy.streamDelivers()
  proxy.stallAll(true)
  await page.getByText('Not live.', { exact: true }).waitFor()
  proxy.stallAll(false)
  await page.getByText('Not live.', { exact: true }).waitFor({ state: 'detached' })
})

it('[DATA-40] [LIVE-01] a frozen tab that leads the stream does not stop updates of the visible tab', async () => {
  const before = await balance()
  await open(page, `${proxy.url}/account`)
  await balanceIs(page, before)
  const front = await context.newPage()
  await open(front, `${proxy.url}/account`)
  await balanceIs(front, before)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await deposit(player, 30_000)
  await balanceIs(front, before + 30_000)
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await balanceIs(page, before + 30_000)
  await sees(page, 'Deposits and withdrawals')
})
