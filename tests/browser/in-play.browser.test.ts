import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer } from '../support/player.ts'
import { layoutShift, violations } from './inspect.ts'
import { inPlayFixture, type InPlayFixture } from './in-play-fixture.ts'
import {
  button,
  DESKTOP,
  headerBalance,
  hydrated,
  link,
  open,
  option,
  PHONE,
  sees,
  type Visit,
} from './browser-fixture.ts'
import { openTab, tabOfEachTest } from './tabs.ts'

let live: InPlayFixture
let visitor: Visit
let player: Player
let players: Visit
let page: Page
const product = () => live.fixture.product

beforeAll(async () => {
  live = await inPlayFixture()
  visitor = await live.fixture.visit({ staysOpen: true })
  player = await registerPlayer(live.fixture.product, '772430195')
  await deposit(player, 300_000)
  players = await live.fixture.visit({ player, staysOpen: true })
})
tabOfEachTest(() => page)
afterAll(() => live?.fixture.close())

async function at(path: string, { context } = visitor): Promise<void> {
  page = await openTab(context)
  await open(page, path)
}

const rowOf = (team: string): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: team })
const NOTICE = /^Broadcasts and scores can be delayed/

describe('a live game that takes bets', () => {
  it.each(['/live', '/livescore'])(
    '[full] [INP-02] [INP-09] [INP-13] [INP-15] the rows of %s show odds, a suspension with its cause, and new odds after it, without a shift',
    async (path) => {
      await at(path)
      const row = rowOf('Vipers SC')
      await option(row, '1', 'Vipers SC').waitFor()
      await expect.poll(() => row.getByRole('button', { pressed: false }).count()).toBe(3)
      await page.getByText(NOTICE).waitFor()
      // Until the stream is connected, the header has another text.
      await sees(page, 'Live updates')
      await page.evaluate(() => void (window.layoutShifts = []))
      const heightOfRow = async () => (await row.boundingBox())?.height
      const before = await heightOfRow()
      await live.happens({ action: 'incident', side: 'home', kind: 'penalty' })
      await row.getByText('Suspended').waitFor()
      await row.getByText('Red card, penalty or review').waitFor()
      await expect.poll(heightOfRow).toBe(before)
      await live.reopens()
      await option(row, '1', 'Vipers SC').waitFor()
      expect((await layoutShift(page)).sources).toEqual([])
    },
  )

  it('[full] [INP-13] the live strip of the home page has the odds of its games', async () => {
    await at('/')
    const card = page.getByRole('region', { name: 'Live now' }).getByRole('listitem').filter({ hasText: 'Vipers SC' })
    const home = option(card, '1', 'Vipers SC')
    await home.click()
    await expect.poll(() => home.getAttribute('aria-pressed')).toBe('true')
    await home.click()
    await page.setViewportSize(DESKTOP)
    await option(card, 'X', 'Draw').waitFor()
    expect(await violations(page, 'everything')).toEqual([])
    await page.setViewportSize(PHONE)
  })

  it('[INP-02] [INP-03] [INP-09] [INP-13] [INP-15] the markets of a game are suspended by a goal, with the cause, and reopen at new odds', async () => {
    const { id, prices } = await live.game()
    await at(`/live/${id}`)
    const status = page.getByRole('status').filter({ hasText: /Live odds|Suspended/ })
    await status.filter({ hasText: 'Live odds' }).waitFor()
    await page.getByText(NOTICE).waitFor()
    await option(page, 'Vipers SC', 'Moneyline').waitFor()
    await page.evaluate(() => void (window.layoutShifts = []))
    await live.happens({ action: 'goal', side: 'home' })
    await status.filter({ hasText: 'Suspended · Goal' }).waitFor()
    await button(page, 'Over 2.5 Suspended: goal, Over/Under').waitFor()
    expect(await option(page, 'Vipers SC', 'Moneyline').count()).toBe(0)
    await live.reopens()
    await status.filter({ hasText: 'Live odds' }).waitFor()
    const now = (await live.game()).prices['1'] ?? 0
    expect(now).toBeLessThan(prices['1'] ?? 0)
    await option(page, 'Vipers SC', 'Moneyline').waitFor()
  })

  it('[full] [INP-09] [INP-07] the betslip has one selection of a live game, keeps it while it is suspended, and can place it after the game reopens', async () => {
    const { id } = await live.game()
    await at(`/live/${id}`, players)
    await option(page, 'Vipers SC', 'Moneyline').click()
    await option(page, 'Yes', 'Both Teams').first().click()
    await expect.poll(() => page.locator('button[aria-pressed=true]').count()).toBe(1)
    await sees(page, 'A bet has one selection of each live game. The new one replaces the earlier one.')
    await open(page, '/betslip')
    await page.getByLabel(/^Stake/).fill('25,000')
    const cards = page.getByRole('listitem').filter({ hasText: 'Vipers SC vs KCCA FC' })
    await expect.poll(() => cards.count()).toBe(1)
    await cards.getByText('Live', { exact: true }).waitFor()
    await button(page, /PLACE BET|Accept changes/).waitFor()
    await live.happens({ action: 'card', side: 'away', card: 'red card' })
    await cards.getByText('Suspended', { exact: true }).waitFor()
    await sees(page, 'Suspended: red card, penalty or review. You can place the bet when the game reopens.')
    await expect.poll(() => button(page, 'Suspended').isDisabled()).toBe(true)
    expect(await violations(page, 'everything')).toEqual([])
    await page.reload()
    await hydrated(page)
    await cards.getByText('Suspended', { exact: true }).waitFor()
    await sees(page, 'UGX 2,500,000.00')
    await live.reopens()
    await cards.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => button(page, /PLACE BET|Accept changes/).isEnabled()).toBe(true)
    await button(cards, /^Remove/).click()
    await link(page, 'See the games').waitFor()
  })
})

describe('a bet on a live game', () => {
  /** Puts the home win into the slip, and sends the bet. */
  async function send(): Promise<void> {
    await open(page, `/live/${(await live.game()).id}`)
    await option(page, 'Vipers SC', 'Moneyline').click()
    await open(page, '/betslip')
    await page.getByLabel(/^Stake/).fill('25,000')
    await button(page, /^(PLACE BET|Accept changes and place bet)$/).click()
  }
  const skipMostOfDelay = () => product().clock.moveTo(new Date(product().clock.now().getTime() + 10_000))
  const bets = () => page.getByRole('list', { name: 'Bets on live games' })
  const checked = () => bets().getByText(/^Your bet is being checked: \d+ s$/)

  it('[INP-05] [INP-06] [INP-07] [BETX-05] waits with a countdown also after a reload, is not placed because of a goal, and is accepted at new odds when the player tries again', async () => {
    page = await openTab(players.context)
    await send()
    await checked().waitFor()
    await sees(page, 'Your betslip is empty')
    expect(await violations(page, 'everything')).toEqual([])
    await page.reload()
    await checked().waitFor()
    await open(page, '/mybets')
    await checked().waitFor()
    await live.happens({ action: 'goal', side: 'away' })
    await bets().getByText('Your bet was not placed').waitFor()
    await bets().getByText('There was a goal. Your stake is back in your balance.').waitFor()
    await expect.poll(() => headerBalance(page)).toContain('300,000')
    await live.reopens()
    await button(bets(), 'Try again').click()
    await page.waitForURL('/betslip')
    await expect.poll(() => page.getByLabel(/^Stake/).inputValue()).toBe('25,000')
    // The odds moved with the goal, and move further while the bet is checked.
    await page.getByText('When odds change: Accept better odds').click()
    await page.getByRole('radio', { name: 'Accept any odds' }).check()
    await sees(page, 'When odds change: Accept any odds')
    expect(await violations(page, 'everything')).toEqual([])
    await button(page, 'PLACE BET').click()
    await checked().waitFor()
    await skipMostOfDelay()
    await bets().getByText('Your bet is accepted').waitFor()
    await link(bets(), 'View ticket').click()
    await page.waitForURL(/\/bet\//)
    await open(page, `/live/${(await live.game()).id}`)
    await page
      .getByRole('region', { name: 'Your bets on this game' })
      .getByText(/^Your bet:/)
      .waitFor()
  })

  it('[full] [INP-05] [INP-13] on a wide screen a bet on a live game is placed beside the list, accepted after its delay, and paid when the match has ended', async () => {
    const match = product().loaded.find(({ home }) => home === 'URA FC')
    const bettor = await registerPlayer(product(), '772430196')
    await deposit(bettor, 100_000)
    page = (await live.fixture.visit({ player: bettor, size: DESKTOP, theme: 'dark' })).page
    await open(page, '/live')
    await option(rowOf('URA FC'), '1', 'URA FC').click()
    const slip = page.getByRole('region', { name: 'Betslip' })
    await slip.getByLabel(/^Stake/).fill('25,000')
    await button(slip, 'PLACE BET').click()
    await slip.getByText(/^Your bet is being checked: \d+ s$/).waitFor()
    expect(await violations(page, 'everything')).toEqual([])
    await skipMostOfDelay()
    await slip.getByText('Your bet is accepted').waitFor()
    const ticket = link(slip, 'View ticket')
    await ticket.click()
    await page.waitForURL(/\/bet\//)
    await sees(page, 'RUNNING')
    product().feed.control({ match_id: match?.matchId, action: 'goal', side: 'home' })
    product().feed.control({ match_id: match?.matchId, action: 'finish' })
    await sees(page, 'WON')
    await expect.poll(() => headerBalance(page)).not.toContain('75,000.00')
  })
})
