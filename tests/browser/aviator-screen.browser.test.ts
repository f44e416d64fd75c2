import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer, until } from '../support/player.ts'
import { type BrowserFixture, browserFixture, button, open, screenshotOfFailure } from './browser-fixture.ts'
import { translate } from './translate.ts'

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 560 },
  { width: 360, height: 640 },
  { width: 412, height: 915 },
] as const
/** A round takes at most 25 s. */
const ROUND_MS = 60_000

let fixture: BrowserFixture
let player: Player
let page: Page

beforeAll(async () => {
  fixture = await browserFixture({ runsAviator: true })
  player = await registerPlayer(fixture.product, '774700210')
  await notifiedDeposit(player, 1_000_000)
  await until('rounds are run', async () => (await player.client.must('GET /api/aviator/state', {})).open)
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

/** Runs in the page: whether both panels show one of these controls, in the viewport and not covered, in the same frame. */
const areBothWithinReach = (kinds: readonly string[]): boolean =>
  [0, 1].every((no) => {
    const element = document.querySelector(kinds.map((kind) => `[data-slot="${no}"][data-kind="${kind}"]`).join())
    if (element === null) return false
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return height > 0 && y >= 0 && y + height <= innerHeight && top !== null && element.contains(top)
  })
const bothWithinReach = (...kinds: readonly string[]) =>
  page.waitForFunction(areBothWithinReach, kinds, { polling: 'raf', timeout: ROUND_MS })

/** Places the bets that are missing. Unlike a click of Playwright, this never scrolls. */
const placeBets = (): void => {
  const selector = '[data-slot]:is([data-kind=bet], [data-kind=bet-next], [data-kind=play-again]):enabled'
  for (const button of document.querySelectorAll<HTMLElement>(selector)) button.click()
}
/** Whether both bets are in a running round. Below 1.11x the button says that a cash-out is too early. */
const areBothInRound = async (): Promise<boolean> => {
  await page.evaluate(placeBets)
  return page.evaluate(areBothWithinReach, ['cash-out', 'too-early'])
}

it(
  '[full] [APP-20] [AVI-07] on each phone the buttons of both Aviator panels are visible before and during a round, without scrolling',
  { timeout: 4 * ROUND_MS },
  async () => {
    ;({ page } = await fixture.visit({ size: SIZES[0], player }))
    await open(page, '/aviator?play')
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await bothWithinReach('bet', 'bet-next', 'play-again')
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
    }
    // One round can be long enough for all sizes, but some rounds crash at once, and bets can join different rounds.
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expect.poll(areBothInRound, { timeout: 2 * ROUND_MS }).toBe(true)
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
    }
  },
)

it(
  '[full] [AVI-10] [AVI-17] on the Aviator page translated by the browser, a bet can be placed and the round completes',
  { timeout: 4 * ROUND_MS },
  async () => {
    const visit = await fixture.visit({ player })
    ;({ page } = visit)
    await page.addInitScript(translate)
    await open(page, '/aviator?play')
    const slot = page.locator('[data-slot="0"]')
    await page.locator('[data-slot="0"][data-kind=bet]:enabled').click({ timeout: ROUND_MS })
    await button(page, 'Bet 2').click()
    await button(page, 'Bet 1').click()
    await page.getByRole('tab', { name: 'My bets' }).click()
    await expect
      .poll(() => slot.getAttribute('data-kind'), { timeout: ROUND_MS })
      .toMatch(/too-early|cash-out|play-again/)
    await expect.poll(() => slot.getAttribute('data-kind'), { timeout: ROUND_MS }).toMatch(/^(play-again|bet)$/)
    await page
      .getByText(/· Lost/)
      .first()
      .waitFor()
    expect(await page.getByText('Something Went Wrong').count()).toBe(0)
    expect(visit.faults()).toEqual([])
  },
)
