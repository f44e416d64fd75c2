import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { untilPhase, untilState } from '../support/aviator-rounds.ts'
import { notifiedDeposit, type Player, registerPlayer, until } from '../support/player.ts'
import { traceRounds } from './round-trace.ts'
import { stopClock, withClock } from './clock.ts'
import { violations } from './inspect.ts'
import { logIn } from './login-page.ts'
import { failConnection, loseResponse, intercept, refuse, neverAnswer } from './network.ts'
import { openProxy } from './stalling-proxy.ts'
import {
  button,
  open,
  browserFixture,
  overflowsSideways,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
  type Visit,
  boxOf,
} from './browser-fixture.ts'

/** The duration of a phase, with a margin for slow machines. */
const ROUND_MS = 60_000
/** About one round in eight ends before a cash-out is possible. */
const MAX_ROUNDS = 8
/** Rounds that are watched over a slow network. */
const ROUNDS_WITH_DELAY = 2
/** For tests that may need several rounds. */
const patient = { timeout: 8 * ROUND_MS }

let fixture: BrowserFixture
let player: Player
let other: Player
let page: Page
let visits: Visit[] = []
/** The browser errors that tests cause: those of a missing network, and those that a test adds. */
let expectedFaults: readonly RegExp[] = []

beforeAll(async () => {
  fixture = await browserFixture({ runsAviator: true })
  player = await registerPlayer(fixture.product, '774700010')
  for (let count = 0; count < 2; count++) await notifiedDeposit(player, 1_000_000)
  other = await registerPlayer(fixture.product, '774700028')
  await notifiedDeposit(other, 1_000_000)
  await untilState(player.client, 'rounds are run', (state) => state.open)
})
beforeEach(() => {
  visits = []
  expectedFaults = [/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_FAILED/]
})
afterEach(screenshotOfFailure(() => page))
afterEach(() => {
  const faults = visits
    .flatMap((visit) => visit.faults())
    .filter((fault) => !expectedFaults.some((each) => each.test(fault)))
  if (faults.length > 0) throw new Error(`the browser reported errors: ${faults.join('; ')}`)
})
afterAll(() => fixture?.close())

async function visit(path: string, options: Parameters<BrowserFixture['visit']>[0] = {}): Promise<Visit> {
  const opened = await fixture.visit(options)
  visits.push(opened)
  page = opened.page
  await page.addInitScript(recordDrawing)
  await open(page, path)
  return opened
}

const slot = (no: 0 | 1, kind: string, on: Page = page) => on.locator(`[data-slot="${no}"][data-kind="${kind}"]`)
declare global {
  interface Window {
    /** The multipliers drawn since the page opened, for each round. They are drawn on a canvas, not in an element. */
    drawnRounds: string[][]
  }
}

/** Runs in the page before its own scripts. */
function recordDrawing(): void {
  window.drawnRounds = [[]]
  const draw = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, width) {
    const drawn = window.drawnRounds[window.drawnRounds.length - 1] ?? []
    // The countdown before each round.
    if (/^\d\.\d s$/.test(text) && drawn.length > 0) window.drawnRounds.push([])
    if (text.endsWith('x') && drawn[drawn.length - 1] !== text) drawn.push(text)
    draw.call(this, text, x, y, ...(width === undefined ? [] : [width]))
  }
}
const drawnRounds = (): Promise<string[][]> => page.evaluate(() => window.drawnRounds)
const drawnMultiplier = async (): Promise<string | undefined> => (await drawnRounds()).at(-1)?.at(-1)
const play = (options: Parameters<BrowserFixture['visit']>[0] = {}) => visit('/aviator?play', { player, ...options })
const isAccessible = async (): Promise<void> => {
  expect(await violations(page, 'everything')).toEqual([])
  await expect.poll(() => overflowsSideways(page)).toBe(false)
}

/** Places the first slot's bet while betting is open. */
async function place(): Promise<void> {
  await slot(0, 'bet').click({ timeout: ROUND_MS })
  await slot(0, 'waiting').or(slot(0, 'too-early')).or(slot(0, 'cash-out')).waitFor()
}

it('[AVI-01] [AVI-02] [AVI-12] the Aviator intro explains the game, and a visitor must log in to play', async () => {
  await visit('/aviator')
  await page.getByRole('heading', { name: 'How to play' }).waitFor()
  await sees(page, 'Please log in to play Aviator')
  await isAccessible()
  await button(page, 'Login to Play').click()
  await sees(page, 'Please log in to play Aviator')
  await logIn(page, player.phone, player.password)
  await page.waitForURL((url) => url.pathname !== '/login')
  await open(page, '/aviator')
  await button(page, 'Play Aviator').press('Enter')
  await page.locator('[data-slot="0"]').waitFor()
  // The button has disappeared: the keyboard focus stays in the game, not at the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

it('[full] [AVI-01] [AVI-02] a reload of the Aviator game shows no login prompt while the session loads', async () => {
  await visit('/aviator?play', { player })
  const stopSilence = await intercept(page, 'GET /api/auth/session', neverAnswer)
  // Otherwise the app would remember the user and need no session request.
  await page.evaluate(() => localStorage.clear())
  await page.reload({ waitUntil: 'commit' })
  await page.getByText('Loading the game').waitFor({ state: 'attached' })
  await expect.poll(() => page.getByText('Please log in to play Aviator').count()).toBe(0)
  await expect.poll(() => button(page, 'Login to Play').count()).toBe(0)
  await stopSilence()
  await page.reload()
  await page.locator('[data-slot="0"]').waitFor()
})

it('[AVI-03] [AVI-04] [AVI-05] [AVI-06] [AVI-07] [AVI-15] the Aviator bet panel has default and minimum stake, quick bets and target, and fits a phone without scrolling', async () => {
  await play({ theme: 'dark' })
  const amount = page.getByLabel('Stake (UGX)')
  await expect.poll(() => amount.inputValue()).toBe('10,000')
  await expect.poll(() => amount.getAttribute('min')).toBe('1000')
  const quick = page.getByRole('group', { name: 'Quick bets' }).getByRole('button')
  await expect
    .poll(async () => (await quick.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')))
    .toEqual(['1,000 min 10,000', '5,000 min 10,000', '10,000', '25,000'])
  await page.locator('[data-slot="0"]:enabled').waitFor({ timeout: ROUND_MS })
  // Playwright does not click a button with `aria-disabled` unless forced. A tap on it shows the reason.
  await quick.nth(0).click({ force: true })
  await sees(page, 'Minimum bet is 10,000 UGX')
  await expect.poll(() => quick.nth(0).getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => amount.inputValue()).toBe('10,000')
  await amount.fill('4000000')
  await sees(page, 'Insufficient balance. Please deposit funds or reduce your bet.')
  await quick.nth(3).click()
  await expect.poll(() => amount.inputValue()).toBe('25,000')
  await page.getByLabel('Auto cashout target').fill('2.5')
  await expect.poll(() => page.getByLabel('Auto cashout at').isChecked()).toBe(true)
  const places = () =>
    page.evaluate(() => {
      const slots = [...document.querySelectorAll('[data-slot]')].map((each) => each.getBoundingClientRect().bottom)
      const bar = document.querySelector('nav[aria-label="Quick links"]')?.getBoundingClientRect().top ?? 0
      const buttons = [...document.querySelectorAll('section[aria-label="Your bets"] button')]
      const small = buttons.filter((each) => each.getBoundingClientRect().height < 42).length
      return { scrolled: window.scrollY, isAboveBar: Math.max(...slots) <= bar, small }
    })
  await expect.poll(places).toEqual({ scrolled: 0, isAboveBar: true, small: 0 })
  await isAccessible()
})

it('[full] [AVI-15] the panel of a player without money shows no error before the first change of the amount', async () => {
  const newcomer = await registerPlayer(fixture.product, '774700070')
  await play({ player: newcomer })
  const amount = page.getByLabel('Stake (UGX)')
  await page.getByText('UGX 0.00').filter({ visible: true }).first().waitFor()
  await page.locator('[data-slot="0"]:enabled').waitFor({ timeout: ROUND_MS })
  expect(await amount.getAttribute('aria-invalid')).toBeNull()
  expect(await page.getByRole('alert').count()).toBe(0)
  await button(page, 'Increase the stake by UGX 1,000').click()
  await sees(page, 'Insufficient balance. Please deposit funds or reduce your bet.')
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true')
})

it(
  '[AVI-09] [AVI-10] [AVI-17] [AVI-30] an Aviator bet with a target is placed, joins the round, and is cashed out automatically',
  patient,
  async () => {
    await play()
    await page.getByLabel('Auto cashout target').fill('1.11')
    for (let round = 1; ; round++) {
      await place()
      await sees(page, 'Bet placed: 10,000.00 UGX')
      const won = page.locator('[data-banner=win]')
      const lost = slot(0, 'play-again')
      await won.or(lost).first().waitFor({ timeout: ROUND_MS })
      if (await won.isVisible()) break
      if (round === MAX_ROUNDS) throw new Error('no round flew far enough')
      await lost.click()
      await slot(0, 'waiting').or(slot(0, 'too-early')).or(slot(0, 'cash-out')).waitFor()
      await untilState(player.client, 'the bet is over', ({ mine }) => mine.every((bet) => bet.state !== 'placed'))
    }
    await page.getByText('Cashed out! Won 11,100.00 UGX at 1.11x').first().waitFor()
    // The last frame of the curve may follow the banner a little later.
    const shown = () => page.evaluate(() => document.querySelector('[data-banner=crashed]')?.textContent)
    await expect
      .poll(async () => (await shown()) === `Crashed at ${await drawnMultiplier()}`, { timeout: ROUND_MS })
      .toBe(true)
    await isAccessible()
  },
)

it(
  '[full] [AVI-08] [AVI-09] when the server’s reports stop, the animation stays at the last confirmed multiplier, and screen and button show a waiting state',
  patient,
  async () => {
    const proxy = await openProxy(Number(new URL(fixture.product.url).port))
    const opened = await fixture.visit({ player })
    visits.push(opened)
    page = opened.page
    await withClock(page)
    await page.addInitScript(recordDrawing)
    await open(page, `${proxy.url}/aviator?play`)
    const over = page.locator('[data-slot="0"]:is([data-kind=bet], [data-kind=bet-next], [data-kind=play-again])')
    for (let round = 1; ; round++) {
      await place()
      await slot(0, 'cash-out').or(over).first().waitFor({ timeout: ROUND_MS })
      proxy.stallAll(true)
      await stopClock(page)
      if (await slot(0, 'cash-out').isVisible()) break
      if (round === MAX_ROUNDS) throw new Error('no round flew far enough')
      proxy.stallAll(false)
      await page.clock.resume()
    }
    await page.clock.runFor(1_000)
    await slot(0, 'cash-out').getByText('waiting for the server').waitFor()
    await sees(page, 'Waiting for the server. The round may have continued or ended.')
    await sees(page, 'Slow connection. A tap still counts when it reaches us.')
    expect(await page.locator('[data-running]').count()).toBe(0)
    const held = await drawnMultiplier()
    await page.clock.runFor(3_000)
    expect(await drawnMultiplier()).toBe(held)
    proxy.stallAll(false)
    await page.clock.resume()
    await page
      .getByText('Waiting for the server. The round may have continued or ended.')
      .waitFor({ state: 'detached' })
    await page.close()
    proxy.close()
  },
)

it.each([
  ['400 ms', (): number => 400],
  ['50 to 1,500 ms', (): number => 50 + Math.random() * 1_450],
] as const)(
  '[full] [AVI-09] [AVI-32] with a network delay of $0 the displayed multiplier never exceeds the crash point and never decreases during a round',
  patient,
  async (_delay, delayMs) => {
    const proxy = await openProxy(Number(new URL(fixture.product.url).port))
    await visit(`${proxy.url}/aviator?play`, { player, motion: 'no-preference' })
    await page.locator('[data-slot="0"]').waitFor()
    proxy.slowDown(delayMs)
    const { round } = await untilPhase(player.client, 'betting')
    const last = (round?.id ?? 0) + ROUNDS_WITH_DELAY - 1
    await page.getByRole('link', { name: `Round ${last}: ` }).waitFor({ timeout: ROUNDS_WITH_DELAY * ROUND_MS })
    const { items } = await player.client.must('GET /api/aviator/rounds', { query: { limit: 10 } })
    const crashes = items.flatMap(({ id, crash }) =>
      id <= last && id > last - ROUNDS_WITH_DELAY ? [`${crash?.toFixed(2)}x`] : [],
    )
    const rounds = (await drawnRounds()).slice(-ROUNDS_WITH_DELAY)
    // A drawing that goes too far has to return to the crash point, which is drawn last.
    expect(rounds.map((drawn) => drawn.at(-1))).toEqual(crashes.toReversed())
    for (const drawn of rounds) expect(drawn).toEqual(drawn.toSorted((a, b) => parseFloat(a) - parseFloat(b)))
    expect(Math.max(...rounds.map((drawn) => drawn.length))).toBeGreaterThan(1)
    await page.close()
    proxy.close()
  },
)

it('[full] [AVI-10] [AVI-11] [AVI-25] an Aviator bet without a cash-out is lost, and the same bet can be placed again', async () => {
  await play({ theme: 'dark' })
  await place()
  // PLAY AGAIN is disabled at first, so a late tap that was meant for the cash-out places no bet.
  await page.evaluate(() => {
    const action = document.querySelector('button[data-slot="0"]') as HTMLButtonElement
    const note = () => {
      if (action.dataset['kind'] === 'play-again') action.dataset['began'] ??= action.disabled ? 'shut' : 'open'
    }
    new MutationObserver(note).observe(action, { attributes: true })
  })
  await slot(0, 'play-again').waitFor({ timeout: ROUND_MS })
  await expect.poll(() => slot(0, 'play-again').getAttribute('data-began')).toBe('shut')
  await expect.poll(() => page.locator('[data-banner=crashed]').textContent()).toMatch(/^Crashed at \d+\.\d\dx$/)
  await slot(0, 'play-again').click()
  await slot(0, 'waiting').or(slot(0, 'too-early')).or(slot(0, 'cash-out')).waitFor()
})

it('[full] [AVI-16] an Aviator bet that waits for the next round can be cancelled, and its stake is returned', async () => {
  await play()
  const balance = async () => (await player.client.must('GET /api/wallet', {})).balance
  const placed = async () =>
    (await player.client.must('GET /api/aviator/state', {})).mine.filter(({ state }) => state === 'placed')
  // A bet of an earlier test could still be paid.
  await untilState(player.client, 'no bet is open', ({ mine }) => mine.every(({ state }) => state !== 'placed'))
  const before = await balance()
  // The second tap of a double tap must not cancel the bet.
  expectedFaults = [...expectedFaults, /status of 422/]
  await until(
    'the bet waits for the next round',
    async () => {
      await slot(1, 'bet-next').dblclick({ timeout: ROUND_MS })
      // A bet that reaches the server as the round ends is refused.
      return page
        .getByText('Your bet waits for the next round')
        .first()
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        )
    },
    2 * ROUND_MS,
  )
  await slot(1, 'waiting').waitFor()
  expect(await balance()).toBe(before - 10_000)
  await slot(1, 'waiting').click()
  await sees(page, 'UGX 10,000.00 is back in your balance')
  await slot(1, 'bet').or(slot(1, 'bet-next')).first().waitFor()
  expect(await balance()).toBe(before)
  expect(await placed()).toEqual([])
  // A reload shows no bet either.
  await page.reload()
  await slot(1, 'bet').or(slot(1, 'bet-next')).first().waitFor({ timeout: ROUND_MS })
})

it('[full] [AVI-20] an Aviator bet whose response was lost and whose retry was refused is queried again, without a second stake', async () => {
  expectedFaults = [...expectedFaults, /status of 401/]
  await play()
  const bets = async () => (await player.client.must('GET /api/aviator/bets', { query: { limit: 100 } })).items.length
  await slot(0, 'bet').waitFor({ timeout: ROUND_MS })
  const before = await bets()
  const sent: { key: string; body: { stake: number } }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/aviator/bets'))
      sent.push({ key: request.headers()['idempotency-key'] ?? '', body: request.postDataJSON() })
  })
  await intercept(page, 'POST /api/aviator/bets', refuse(401, { code: 'NOT_AUTHENTICATED', detail: 'Not now.' }), 1)
  await intercept(page, 'POST /api/aviator/bets', failConnection, 1)
  await page.locator('[data-slot="0"]:enabled').click()
  await page.getByText('We do not know yet whether your bet was placed. Not now.').waitFor()
  await slot(0, 'check-again').click()
  await slot(0, 'waiting').or(slot(0, 'too-early')).or(slot(0, 'cash-out')).waitFor()
  // The lost request may still arrive.
  const [first] = sent
  if (first === undefined) throw new Error('nothing was sent')
  await player.client.must('POST /api/aviator/bets', { body: first.body, idempotencyKey: first.key })
  expect(await bets()).toBe(before + 1)
})

it('[full] [AVI-19] [PLAY-01] an Aviator stake above the player’s limit shows its refusal at the bet button, not over the curve', async () => {
  expectedFaults = [...expectedFaults, /status of 422/]
  const own = await registerPlayer(fixture.product, '774700060')
  await notifiedDeposit(own, 1_000_000)
  await own.client.must('PUT /api/protection/limits', { body: { kind: 'stake', period: 'day', amount: 10_000 } })
  await visit('/aviator?play', { player: own })
  await page.getByLabel('Stake (UGX)').fill('25000')
  const { y: before } = await boxOf(slot(0, 'bet'))
  await page.locator('[data-slot="0"]:enabled').click({ timeout: ROUND_MS })
  const refusal = page.locator('#aviator-message')
  await expect.poll(() => refusal.textContent()).toContain('daily stake limit of UGX 10,000')
  expect(await page.getByRole('region', { name: 'Messages' }).getByText('stake limit').count()).toBe(0)
  // The message is fully visible, and the button has not moved.
  await expect.poll(() => refusal.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  await expect.poll(async () => (await boxOf(page.locator('[data-slot="0"]'))).y).toBe(before)
  await page.getByLabel('Stake (UGX)').fill('10000')
  await expect.poll(() => refusal.textContent()).not.toContain('limit')
})

it('[full] [AVI-07] [AVI-12] an invalid cash-out target shows an error at the bet, and offline the bet button is visible but disabled', async () => {
  const { context } = await play()
  const target = page.getByLabel('Auto cashout target')
  await target.fill('')
  await target.pressSequentially('2.005')
  await expect.poll(() => target.inputValue()).toBe('2.00')
  await target.fill('')
  await button(page, 'Bet 2').click()
  // A bet of an earlier test may still be active.
  await page
    .locator('[data-slot="0"]:is([data-kind=bet], [data-kind=bet-next], [data-kind=play-again]):enabled')
    .click({ timeout: ROUND_MS })
  await sees(page, 'Enter a target from 1.11x to 10.00x')
  await expect.poll(() => button(page, 'Bet 1').getAttribute('aria-pressed')).toBe('true')
  await page.getByLabel('Auto cashout at').uncheck()
  await context.setOffline(true)
  await page.getByText('You are offline.', { exact: true }).waitFor()
  for (const each of await page.locator('[data-slot]').all()) {
    await expect.poll(() => each.isDisabled()).toBe(true)
    const isFree = (element: Element): boolean => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [y + 2, y + height - 2].every((at) => element.contains(document.elementFromPoint(x + width / 2, at)))
    }
    await expect.poll(() => each.evaluate(isFree)).toBe(true)
  }
  await context.setOffline(false)
  await page.locator('[data-slot="0"]:enabled').waitFor({ timeout: ROUND_MS })
})

it('[full] [AVI-32] on a wide screen the live bets tab counts the bets of the round, even if the list is scrolled out of view', async () => {
  await play({ size: { width: 1280, height: 800 } })
  const count = page.getByRole('tab', { name: /^Live bets/ })
  await slot(0, 'bet').waitFor({ timeout: ROUND_MS })
  await expect.poll(() => count.textContent()).toMatch(/0/)
  await page.locator('[data-slot="0"]:enabled').click()
  await expect.poll(() => count.textContent(), { timeout: ROUND_MS }).toMatch(/[1-9]/)
  await expect.poll(async () => (await boxOf(page.getByRole('tabpanel'))).y).toBeGreaterThan(736)
})

it('[full] [AVI-27] an Aviator bet keeps its target while the player is offline, and its outcome is shown afterwards', async () => {
  const { context } = await play()
  await page.getByLabel('Auto cashout target').fill('1.11')
  await place()
  const over = slot(0, 'won').or(slot(0, 'play-again')).or(slot(0, 'bet'))
  // A short round may be over before its win is drawn.
  await slot(0, 'cash-out').or(over).first().waitFor({ timeout: ROUND_MS })
  await context.setOffline(true)
  await page.getByText('You are offline. Your auto cashout still counts.').waitFor()
  await untilState(player.client, 'the bet is over', ({ mine }) => mine.every((bet) => bet.state !== 'placed'))
  await context.setOffline(false)
  const { items } = await player.client.must('GET /api/aviator/bets', { query: { limit: 1 } })
  await page.getByRole('tab', { name: 'My bets' }).click()
  await page
    .getByText(`#${items[0]?.roundId} · ${items[0]?.state === 'lost' ? 'Lost' : 'Won'}`)
    .first()
    .waitFor()
})

it(
  '[full] [AVI-08] [AVI-26] [AVI-30] an Aviator bet placed in one tab can be cashed out in another despite a lost response, and both tabs show the win',
  patient,
  async () => {
    expectedFaults = [...expectedFaults, /status of (409|422)/]
    const { context } = await play({ theme: 'dark' })
    const first = page
    const second = await context.newPage()
    await open(second, '/aviator?play')
    const lost = await intercept(second, 'POST /api/aviator/bets/*/cashout', loseResponse, 1)
    const places = first.locator(
      '[data-slot="0"]:is([data-kind=bet], [data-kind=bet-next], [data-kind=play-again]):enabled',
    )
    const flies = slot(0, 'cash-out', second)
    const isOpen = async (): Promise<boolean> =>
      (await player.client.must('GET /api/aviator/state', {})).mine.some((bet) => bet.state === 'placed')
    for (let round = 1; ; round++) {
      // A tab in the background does not render.
      await first.bringToFront()
      const bets = async () =>
        (await player.client.must('GET /api/aviator/bets', { query: { limit: 100 } })).items.length
      const before = await bets()
      await places.click({ timeout: ROUND_MS })
      await expect.poll(bets).toBeGreaterThan(before)
      await second.bringToFront()
      // A tap below 1.11x or after the crash is refused. Then tap again, or in the next round.
      while (await isOpen()) if (await flies.isVisible()) await flies.click({ timeout: 1_000 }).catch(() => undefined)
      const { items } = await player.client.must('GET /api/aviator/bets', { query: { limit: 1 } })
      if (items[0]?.state === 'cashed-out') break
      if (round === MAX_ROUNDS) throw new Error('no round flew far enough')
    }
    await lost()
    const { items } = await player.client.must('GET /api/aviator/bets', { query: { limit: 1 } })
    for (const tab of [first, second]) {
      await tab.bringToFront()
      await tab.getByRole('tab', { name: 'My bets' }).click()
      await tab.getByText(`#${items[0]?.roundId} · Won`).first().waitFor({ timeout: ROUND_MS })
    }
  },
)

it('[full] auto bet plays the chosen number of rounds and stops, and the sounds can be turned off', async () => {
  await play()
  await button(page, 'Auto bet').click()
  await page.getByRole('textbox', { name: 'Rounds' }).fill('1')
  await isAccessible()
  await button(page, 'Start auto bet').click()
  await button(page, /^Stop auto/).waitFor()
  await page.getByText('Auto bet has finished.').waitFor({ timeout: 3 * ROUND_MS })
  const { items } = await player.client.must('GET /api/aviator/bets', { query: { limit: 1 } })
  expect(items[0]?.auto).toBe(true)
  await button(page, 'Turn sound off').click()
  await button(page, 'Turn sound on').waitFor()
})

it('[full] [PLAY-03] a self-excluded player in Aviator sees only the cash-out button of an open bet', async () => {
  const own = await registerPlayer(fixture.product, '774700039')
  await notifiedDeposit(own, 1_000_000)
  await visit('/aviator?play', { player: own })
  await intercept(page, 'GET /api/protection', async (route) => {
    const response = await route.fetch()
    const exclusion = { kind: 'exclusion', from: '2026-01-01T00:00:00.000Z', until: '2099-01-01T00:00:00.000Z' }
    await route.fulfill({ response, json: { ...((await response.json()) as object), exclusion } })
  })
  await open(page, '/aviator?play')
  await page.getByText(/^You have excluded yourself until/).waitFor()
  const buttons = page.getByRole('region', { name: 'Your bets' }).getByRole('button')
  expect(await buttons.count()).toBe(0)
  await own.client.must('POST /api/aviator/bets', { body: { stake: 10_000, target: 1.11, auto: false } })
  await buttons.first().waitFor()
  expect(await page.getByLabel('Stake (UGX)').count()).toBe(0)
  await expect.poll(() => buttons.count(), { timeout: 2 * ROUND_MS }).toBe(0)
})

it('[full] [PLAY-03] the server-rendered Aviator intro does not change during hydration, even for a player in a time-out', async () => {
  const own = await registerPlayer(fixture.product, '774700041')
  await own.client.must('POST /api/protection/exclusion', { body: { length: '24h' } })
  await visit('/aviator', { player: own })
  const notice = page.getByText(/^You are taking a time-out until/)
  await notice.waitFor()
  // The remembered user is known before the page has loaded this far.
  for (let load = 0; load < 4; load++) {
    await open(page, '/aviator')
    await notice.waitFor()
  }
})

it('[full] [PLAY-04] the reality check appears only after the Aviator bet has ended, and ignores accidental taps', async () => {
  const own = await registerPlayer(fixture.product, '774700036')
  await notifiedDeposit(own, 1_000_000)
  await visit('/aviator?play', { player: own })
  let markPlaced = (): void => {}
  const isPlaced = new Promise<void>((resolve) => (markPlaced = resolve))
  await intercept(page, 'GET /api/protection', async (route) => {
    await isPlaced
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), realityCheckMinutes: 15 } })
  })
  await page.waitForFunction(() => localStorage.getItem('mupiira.use') !== null)
  await page.evaluate(() => {
    const use = JSON.parse(localStorage.getItem('mupiira.use') ?? '{}') as object
    localStorage.setItem('mupiira.use', JSON.stringify({ ...use, usedMs: 20 * 60_000, checkedMs: 0 }))
  })
  await open(page, '/aviator?play')
  const check = page.getByRole('dialog', { name: 'Reality check' })
  const { bet } = await own.client.must('POST /api/aviator/bets', {
    body: { stake: 10_000, target: 1.11, auto: false },
  })
  await page.getByText('10,000').first().waitFor()
  markPlaced()
  await check.waitFor({ timeout: 2 * ROUND_MS })
  await expect
    .poll(async () => (await own.client.must('GET /api/aviator/bets', { query: { limit: 5 } })).items)
    .toMatchObject([{ id: bet.id, state: expect.not.stringMatching('placed') }])
  await page.mouse.click(4, 4)
  expect(await check.isHidden()).toBe(false)
  await button(page, 'Continue').click()
  await check.waitFor({ state: 'hidden' })
})

it(
  '[full] [AVI-09] during a round with other players’ cash-outs, the browser lays out and paints only the canvas and the cash-out label',
  patient,
  async () => {
    await play({ motion: 'no-preference' })
    await page.locator('[data-slot="0"]').waitFor()
    const { frames, outside } = await traceRounds(page, player, [other], 1)
    expect(frames.length).toBeGreaterThan(0)
    expect(outside).toEqual([])
  },
)

it('[full] [AVI-35] an Aviator round can be verified in the browser, from its result to the commitment of its chain', async () => {
  await play()
  await page.getByRole('navigation', { name: 'Last rounds' }).getByRole('link').first().click()
  await sees(page, 'Verify a round')
  await expect.poll(() => page.getByText('Correct.', { exact: true }).count(), { timeout: ROUND_MS }).toBe(3)
  await button(page, /^Follow the chain/).click()
  await expect.poll(() => page.getByText('Correct.', { exact: true }).count(), { timeout: ROUND_MS }).toBe(4)
  await isAccessible()
})
