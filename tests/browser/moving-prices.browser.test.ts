import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Game } from '@mupiira/contract/games.ts'
import { type GameChange, startOperator } from '../support/operator.ts'
import { type Player, registerPlayer, until } from '../support/player.ts'
import { type BrowserFixture, browserFixture, DESKTOP, open, PHONE, screenshotOfFailure } from './browser-fixture.ts'
import { steadyPrices } from '../support/business-time.ts'
import { layoutShift } from './inspect.ts'
import { SETTLING, settlingIn } from './matches.ts'
import { GAMES, storedSlip } from './slip-page.ts'

/** Base odds in hundredths: short and long ones, whose texts have different widths. All count for the win bonus. */
const MOVES = [
  { homeOdds: 1_250, drawOdds: 620, awayOdds: 122 },
  { homeOdds: 152, drawOdds: 420, awayOdds: 640 },
  { homeOdds: 245, drawOdds: 310, awayOdds: 290 },
] as const

/** Several selections are nearly certain, and not offered. */
const SHORT = { homeOdds: 108, drawOdds: 900, awayOdds: 2_600 } as const

let fixture: BrowserFixture
let operator: ReturnType<typeof startOperator>
let player: Player
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(7_200))
  operator = startOperator(fixture.product)
  player = await registerPlayer(fixture.product, '772400330')
})
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  await operator?.close()
  await fixture?.close()
})

const games = async (): Promise<readonly Game[]> => {
  const { items } = await fixture.product.client(1).must('GET /api/games', { query: { sport: 'soccer', limit: 100 } })
  return SETTLING.flatMap(({ home }) => items.find(({ homeTeam }) => homeTeam === home) ?? [])
}

/** Changes the odds of all games, and waits until the server offers the new ones. */
async function moveTo(change: GameChange): Promise<readonly Game[]> {
  const before = await games()
  for (const { id: gameId } of before) await operator.order('change-game', { gameId, change })
  const moved = await until('the odds have moved', async () => {
    const now = await games()
    return now.every((game, at) => game.prices['1'] !== before[at]?.prices['1']) ? now : null
  })
  return moved ?? []
}

const ARROWS = '[aria-label$=", odds up"], [aria-label$=", odds down"]'
const arrows = (): Promise<number> => page.locator(ARROWS).count()

/** Counts the arrows that appear from now on, however briefly. Returns a function that reads the count. */
async function countNewArrows(): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle((selector) => {
    const counted = { arrows: 0 }
    new MutationObserver((changes) => {
      for (const { target } of changes) if ((target as Element).matches(selector)) counted.arrows += 1
    }).observe(document.body, { attributeFilter: ['aria-label'], subtree: true })
    return counted
  }, ARROWS)
  return () => counter.evaluate(({ arrows: count }) => count)
}

/** Returns whether a layout shift moved an element. A text that only became wider or narrower does not count. */
function isMoved(source: string): boolean {
  const numbers = /\(([\d.]+),([\d.]+) ([\d.]+) × ([\d.]+) → ([\d.]+),([\d.]+) ([\d.]+) × ([\d.]+)\)$/.exec(source)
  const [x = 0, y, width = 0, height, newX = 0, newY, newWidth = 0, newHeight] = numbers?.slice(1).map(Number) ?? []
  const isAnchored = [0, 0.5, 1].some((part) => Math.abs(x + width * part - newX - newWidth * part) < 1)
  return y !== newY || height !== newHeight || !isAnchored
}

/** Waits until the page shows a price, on an option or in the slip. */
type Shows = (price: string) => Promise<void>
const inOption: Shows = (price) =>
  page.getByRole('main').locator('button[aria-pressed]').filter({ hasText: price }).first().waitFor()
const inSlip: Shows = (price) => page.getByText(price).filter({ visible: true }).first().waitFor()

it.each<[string, (gameId: string) => string, typeof PHONE | typeof DESKTOP, Shows]>([
  ['the list of games on a phone', () => GAMES, PHONE, inOption],
  ['a game on a phone', (gameId) => `/betting-options?gameId=${gameId}`, PHONE, inOption],
  ['the slip on a phone', () => '/betslip', PHONE, inSlip],
  ['list and slip on a wide screen', () => GAMES, DESKTOP, inOption],
  ['game and slip on a wide screen', (gameId) => `/betting-options?gameId=${gameId}`, DESKTOP, inOption],
])('[full] [MKT-09] no element of %s moves while prices change', async (_name, pathOf, size, shows) => {
  await steadyPrices(fixture.product)
  ;({ page } = await fixture.visit({ size, player }))
  const [start, ...next] = MOVES
  const first = await moveTo(start)
  const slip = storedSlip(first, { stake: '25,000', acceptOddsChanges: true })
  await page.addInitScript((stored) => localStorage.setItem('mupiira.slip', stored), slip)
  await open(page, pathOf(first[0]?.id ?? ''))
  const shown = async ([game]: readonly Game[]): Promise<void> => {
    await shows((game?.prices['1'] ?? 0).toFixed(2))
  }
  await shown(first)
  // The page follows the prices from here on.
  await shown(await moveTo(next[0]))
  await page.evaluate(() => void (window.layoutShifts = []))
  for (const change of [next[1], next[0], next[1]]) await shown(await moveTo(change))
  // Arrows beside changed odds disappear.
  await expect.poll(arrows).toBe(0)
  const { sources } = await layoutShift(page)
  expect(sources.flatMap((source) => source.slice(source.indexOf(' ') + 1).split(' | ')).filter(isMoved)).toEqual([])
})

it('[full] [MKT-09] the arrow of an option appears and disappears, even if the option is locked while it is shown', async () => {
  await steadyPrices(fixture.product)
  ;({ page } = await fixture.visit({ size: PHONE }))
  const [game] = await moveTo(MOVES[0])
  await open(page, `/betting-options?gameId=${game?.id}`)
  const newArrows = await countNewArrows()
  for (const change of [MOVES[2], SHORT, MOVES[2]]) {
    const [moved] = await moveTo(change)
    await inOption((moved?.prices['1'] ?? 0).toFixed(2))
  }
  await expect.poll(newArrows).toBeGreaterThan(0)
  await expect.poll(arrows).toBe(0)
})
