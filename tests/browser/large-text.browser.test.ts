import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { lineOf, SETTLING } from './matches.ts'
import { changeResponse, intercept } from './network.ts'
import {
  open,
  browserFixture,
  option,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
  type BrowserFixture,
  boxOf,
  settled,
} from './browser-fixture.ts'
import { mustPlace } from '../support/place-bet.ts'

let fixture: BrowserFixture
let player: Player
let page: Page
let ticketId = ''
let gameId = ''

beforeAll(async () => {
  fixture = await browserFixture({
    matches: SETTLING.map((each) => lineOf(each)),
    kickoffInSeconds: 3_600,
    runsAviator: true,
  })
  player = await registerPlayer(fixture.product, '772400220')
  await notifiedDeposit(player, 3_000_000)
  const { items } = await player.client.must('GET /api/games', {
    query: { status: 'open', sport: 'soccer', limit: 10 },
  })
  gameId = items[0]?.id ?? ''
  const selections = items.slice(0, 3).map(({ id, prices }) => ({
    gameId: id,
    market: '1x2',
    selection: '1',
    odds: prices['1'] ?? 0,
  }))
  const body = { stake: 250_000, selections, acceptOddsChanges: true }
  ticketId = (await mustPlace(player.client, { body })).ticket.id
  page = await withLargeLetters(player)
  await open(page, '/sports?sport=soccer')
  for (const { home } of SETTLING.slice(0, 3)) await option(page, '1', home).click()
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

/** A browser with twice the usual font size. */
async function withLargeLetters(who?: Player): Promise<Page> {
  const visit = await fixture.visit(who === undefined ? {} : { player: who })
  const devtools = await visit.context.newCDPSession(visit.page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  return visit.page
}

/** Elements beyond the sides of the screen, and texts beyond the sides of their button or link. */
const cutOff = (): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const PRESSED = 'a, button'
    const isLeftOut = (element: Element): boolean => {
      for (let each: Element | null = element; each !== null && each !== document.body; each = each.parentElement) {
        // Excludes scrolling elements, texts with an ellipsis, and texts for screen readers only.
        if (getComputedStyle(each).overflowX !== 'visible') return true
      }
      return false
    }
    const look = (what: string, { left, right, width }: DOMRect, within: { left: number; right: number }): void => {
      if (width > 0 && (left < within.left - 1 || right > within.right + 1))
        found.push(`${what.slice(0, 40)}: ${Math.round(left)} to ${Math.round(right)}`)
    }
    const screen = { left: 0, right: window.innerWidth }
    for (const each of document.querySelectorAll(`${PRESSED}, input`))
      if (!isLeftOut(each))
        look(each.getAttribute('aria-label') ?? each.textContent, each.getBoundingClientRect(), screen)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { parentElement, textContent } = text
      if (!textContent?.trim() || parentElement === null || isLeftOut(parentElement)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const within = parentElement.closest(PRESSED)?.getBoundingClientRect() ?? screen
      look(textContent, range.getBoundingClientRect(), within)
    }
    return found
  })

it.each([
  '/',
  '/live',
  'game',
  '/betslip',
  '/mybets',
  'ticket',
  '/account',
  '/deposit',
  '/withdraw',
  '/statement',
  '/notifications',
  '/aviator',
  '/aviator?play',
  '/casino',
  '/help',
  '/contact',
  '/responsible-gambling',
])('[full] [APP-20] at 200 % text size, no content of the screen %s is cut off on a phone', async (name) => {
  const path = { game: `/betting-options?gameId=${gameId}`, ticket: `/bet/${ticketId}` }[name] ?? name
  await open(page, path)
  // A booking code of the widest letters.
  if (name === '/mybets') {
    await changeResponse<{ items: object[] }>(page, 'GET /api/bets', ({ items }) => ({
      items: items.map((ticket) => ({ ...ticket, bookingCode: 'WMWMWMWM' })),
    }))
    await page.getByText('WMWMWMWM').first().waitFor()
  }
  await settled(page)
  await expect.poll(() => overflowsSideways(page)).toBe(false)
  await expect.poll(cutOff).toEqual([])
  const bottom = async (): Promise<number> => {
    const { y, height } = await boxOf(page.getByRole('navigation', { name: 'Quick links' }))
    return y + height
  }
  await expect.poll(bottom).toBe(PHONE.height)
})

type Quote = { readonly selections: readonly { readonly odds: number | null; readonly problem: string | null }[] }

it.each([
  ['fallen odds', 'Accept changes and place bet', { oddsFactor: 0.8 }],
  ['a closed selection', 'Remove 1 closed', { problem: 'GAME_CLOSED' }],
])(
  '[full] [APP-20] at 200 % text size, no part of a slip with %s is cut off on a phone',
  async (_, buttonName, { oddsFactor = 1, problem }: { oddsFactor?: number; problem?: string }) => {
    const stop = await intercept(page, 'POST /api/bets/quote', async (route) => {
      const response = await route.fetch()
      const quote = (await response.json()) as Quote
      const [first, ...others] = quote.selections
      const changed = { ...first, odds: Math.round((first?.odds ?? 0) * oddsFactor * 100) / 100 }
      const selections = [{ ...changed, problem: problem ?? first?.problem ?? null }, ...others]
      await route.fulfill({ response, json: { ...quote, selections } })
    })
    await open(page, '/betslip')
    // Below the player's minimum the button offers that minimum first.
    await page
      .getByLabel(/^Stake/)
      .first()
      .fill('25,000')
    await page.getByRole('button', { name: buttonName }).waitFor()
    await expect.poll(() => overflowsSideways(page)).toBe(false)
    await expect.poll(cutOff).toEqual([])
    await stop()
  },
)

it.each(['/', '/login', '/register'])(
  '[full] [APP-20] at 200 % text size, a visitor can reach everything on the screen %s on a phone',
  async (path) => {
    page = await withLargeLetters()
    await open(page, path)
    await expect.poll(() => overflowsSideways(page)).toBe(false)
    await expect.poll(cutOff).toEqual([])
  },
)
