import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Game } from '@mupiira/contract/games.ts'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { steadyPrices } from '../support/business-time.ts'
import {
  acceptAnyOdds,
  type BrowserFixture,
  browserFixture,
  button,
  DESKTOP,
  link,
  open,
  option,
  PHONE,
  screenshotOfFailure,
} from './browser-fixture.ts'
import { type Fixture, lineOf } from './matches.ts'
import { changeResponse, failConnection, intercept, refuse } from './network.ts'
import { GAMES, homeWinOption, storedSlip } from './slip-page.ts'

// What a player can see and reach without scrolling, by screen size.

const PHONES = [
  { width: 320, height: 568 },
  // The same phone with and without an address bar.
  { width: 360, height: 560 },
  { width: 360, height: 640 },
  { width: 412, height: 915 },
] as const
/** The largest part of the screen's height that the footer may take. */
const MAX_PART = 0.46

const PICKS = [0, 1, 5, 20] as const

/** The team names differ in the last letter, so that no name contains another one. */
const FIXTURES: readonly Fixture[] = Array.from({ length: Math.max(...PICKS) }, (_, at) => ({
  home: `Home Athletic ${String.fromCharCode(65 + at)}`,
  away: `Away Wanderers ${String.fromCharCode(65 + at)}`,
  score: [
    [0, 0],
    [1, 0],
  ],
  odds: [1.9 + at / 50, 3.3, 4.1],
}))
const THREE = FIXTURES.slice(0, 3)

/** Each screen with a selector of its primary action. For Aviator see `aviator-screen.browser.test.ts`. */
const SCREENS: readonly (readonly [path: string, access: 'visitor' | 'player', action: string])[] = [
  ['/', 'visitor', 'main li button[aria-pressed]'],
  ['/betting-options?gameId={gameId}', 'visitor', 'main section button[aria-pressed]'],
  ['/login', 'visitor', 'main button[type=submit]'],
  ['/register', 'visitor', 'main button[type=submit]'],
  ['/forgot-password', 'visitor', 'main button[type=submit]'],
  ['/booking-code', 'visitor', 'main button[type=submit]'],
  ['/deposit', 'player', 'main button[type=submit]'],
  ['/withdraw', 'player', 'main button[type=submit]'],
  ['/mybets', 'player', 'main a[href="/sports"]'],
]

let fixture: BrowserFixture
let player: Player
let gameId = ''
let page: Page
beforeAll(async () => {
  fixture = await browserFixture({ matches: FIXTURES.map(lineOf), kickoffInSeconds: 7_200 })
  player = await registerPlayer(fixture.product, '772400230')
  await notifiedDeposit(player, 200_000)
  gameId = (await games())[0]?.id ?? ''
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

async function games(): Promise<readonly Game[]> {
  const client = fixture.product.client(1)
  return (await client.must('GET /api/games', { query: { sport: 'soccer', limit: 100 } })).items
}

/** A slip with this many selections at their current odds, as the app stores it. */
async function slipOf(picks: number): Promise<string> {
  return storedSlip((await games()).slice(0, picks), { stake: '25,000', acceptOddsChanges: true })
}

/** Before a page is opened: the tab starts with this slip, and a reload keeps its changes. */
const startWithSlip = (slip: string): Promise<unknown> =>
  page.addInitScript((stored) => {
    if (self.origin === 'null' || sessionStorage.getItem('test.started') !== null) return
    sessionStorage.setItem('test.started', '1')
    localStorage.setItem('mupiira.slip', stored)
  }, slip)

/** Whether the middle of an element is in the viewport and not covered by another one. */
const isWithinReach = (of: string | Locator): Promise<boolean> =>
  (typeof of === 'string' ? page.locator(of) : of).first().evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return height > 0 && y >= 0 && y + height <= innerHeight && top !== null && element.contains(top)
  })

/** Checks the open page on each phone. A change of the size replaces a reload, because the layout follows from CSS. */
async function onEachPhone(message: string, ...actions: readonly (string | Locator)[]): Promise<void> {
  for (const size of PHONES) {
    await page.setViewportSize(size)
    for (const action of actions) {
      const control = typeof action === 'string' ? `: ${action}` : ''
      const fault = `${message} on ${size.width} × ${size.height}${control}`
      await expect.poll(() => isWithinReach(action), { message: fault }).toBe(true)
    }
  }
  await page.setViewportSize(PHONES[0])
}

it('[full] [APP-20] on each phone the primary action of each screen is visible when it opens, and not covered', async () => {
  const visits = {
    visitor: await fixture.visit({ size: PHONES[0] }),
    player: await fixture.visit({ size: PHONES[0], player }),
  }
  for (const [path, access, action] of SCREENS) {
    page = visits[access].page
    await open(page, path.replace('{gameId}', gameId))
    await onEachPhone(path, action)
  }
})

it('[full] [BETX-04] [BETX-06] on each phone stake, shortcuts and the button of the slip are visible with 1, 5 and 20 selections', async () => {
  ;({ page } = await fixture.visit({ size: PHONES[0], player }))
  await open(page, '/help')
  for (const picks of PICKS) {
    await page.evaluate((slip) => localStorage.setItem('mupiira.slip', slip), await slipOf(picks))
    await open(page, '/betslip')
    const controls =
      picks === 0
        ? ['main a[href="/sports"]']
        : ['main input[name=stake]', 'main [aria-label="Quick stakes"] button', 'main form button[type=submit]']
    await onEachPhone(`${picks} selections`, ...controls)
  }
})

it('[full] [APP-20] on each phone the primary action of payment, withdrawal confirmation, placed bet and ticket is visible, and not covered', async () => {
  const own = await registerPlayer(fixture.product, '772400300')
  await notifiedDeposit(own, 200_000)
  ;({ page } = await fixture.visit({ size: PHONES[0], player: own }))
  await open(page, '/withdraw')
  await button(page, '50,000').click()
  await button(page, 'WITHDRAW').click()
  await onEachPhone('withdrawal confirmation', button(page, 'Confirm withdrawal'))

  const { items } = await own.client.must('GET /api/payments', {})
  await open(page, `/payments/${items[0]?.id}`)
  await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
  await onEachPhone('payment', link(page, 'See the games'))

  await steadyPrices(fixture.product)
  await page.evaluate((slip) => localStorage.setItem('mupiira.slip', slip), await slipOf(1))
  await open(page, '/betslip')
  await button(page, /^(PLACE BET|Accept changes and place bet)$/).click()
  await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
  await onEachPhone('placed bet', link(page, 'View ticket'))
  await link(page, 'View ticket').click()
  await onEachPhone('ticket', button(page.getByRole('region', { name: 'Cashout' }), 'Accept'))
})

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
    for (const { home } of THREE) await (await homeWinOption(page, fixture.product, home)).click()
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
    for (const at of THREE.keys()) {
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

it('[full] [SLIP-30] on a small phone the selections are visible after a refused bet, and changing the stake removes the refusal', async () => {
  page = (await fixture.visit({ player, size: { width: 320, height: 568 } })).page
  await open(page, GAMES)
  for (const { home } of THREE) await option(page, '1', home).click()
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

type Quote = { readonly selections: readonly { readonly odds: number; readonly problem: string | null }[] }
const quoted = (change: (selection: Quote['selections'][number], at: number) => object) =>
  changeResponse<Quote>(page, 'POST /api/bets/quote', ({ selections }) => ({
    selections: selections.map((selection, at) => ({ ...selection, ...change(selection, at) })),
  }))
const send = () => page.getByLabel(/^Stake/).press('Enter')
const refused = async (code: string, detail: string): Promise<void> => {
  await intercept(page, 'POST /api/bets', refuse(422, { code, detail }))
  await send()
}

/** Each message of the slip: its first words, and how it appears. */
const MESSAGES: readonly (readonly [text: string, show: () => Promise<void>])[] = [
  [
    'Please enter a valid stake amount of at least',
    async () => {
      await page.getByLabel(/^Stake/).fill('999')
      await send()
    },
  ],
  [
    'Insufficient balance.',
    async () => {
      await page.getByLabel(/^Stake/).fill('900,000')
      await send()
    },
  ],
  [
    'The odds have changed.',
    async () => {
      await page.getByLabel('Accept odds changes').uncheck()
      await quoted(({ odds }, at) => ({ odds: at < 2 ? odds * 0.9 : odds }))
    },
  ],
  ['2 selections are closed.', () => quoted((_, at) => ({ problem: at > 2 ? 'GAME_CLOSED' : null }))],
  [
    'This is more than your',
    () =>
      refused(
        'LIMIT_REACHED',
        'This is more than your weekly stake limit allows. You have UGX 12,000 left until Monday 00:00.',
      ),
  ],
  [
    'One selection on your betslip',
    () =>
      refused(
        'LIABILITY_REACHED',
        'One selection on your betslip takes no more bets at the moment. Please choose another one.',
      ),
  ],
  [
    'We do not know yet whether your bet was placed.',
    async () => {
      await intercept(page, 'POST /api/bets', failConnection)
      await send()
    },
  ],
]

/** The part of the height that the sticky footer takes, and the number of selections that are completely visible. */
const measured = () =>
  page.evaluate(() => {
    const isSticky = (element: Element) => getComputedStyle(element).position === 'sticky'
    const parents = (element: Element | null): Element[] =>
      element === null ? [] : [element, ...parents(element.parentElement)]
    const shown = [...document.querySelectorAll('form:not([aria-label])')].filter(
      (each) => each.querySelector('[name=stake], [role=alert]') !== null,
    )
    const inside = shown.flatMap((form) => [...form.querySelectorAll('[name=stake], [role=alert]')])
    const footer = inside.flatMap(parents).find(isSticky)?.getBoundingClientRect()
    const isOnTop = (row: Element): boolean => {
      const { x, width, top, bottom } = row.getBoundingClientRect()
      const hits = [top + 2, bottom - 2].map((y) => document.elementFromPoint(x + width / 2, y))
      return top >= 0 && bottom <= innerHeight && hits.every((hit) => hit !== null && row.contains(hit))
    }
    const rows = [...document.querySelectorAll('section[aria-label=Betslip] ul > li')].filter(
      (row) => row.getClientRects().length > 0,
    )
    return { part: (footer?.height ?? 0) / innerHeight, whole: rows.filter(isOnTop).length }
  })

const expectRoom = async (what: string): Promise<void> => {
  await page.evaluate(() => {
    for (const scrolled of [document.documentElement, ...document.querySelectorAll('aside, dialog')])
      scrolled.scrollTop = 0
  })
  await expect.poll(async () => (await measured()).whole, { message: what }).toBeGreaterThan(0)
  const part = async (): Promise<number> => (await measured()).part
  await expect.poll(part, { message: what }).toBeGreaterThan(0.2)
  await expect.poll(part, { message: what }).toBeLessThanOrEqual(MAX_PART)
}

it.each([
  ['phones', PHONES.slice(0, 3), '/betslip'],
  ['a low wide screen', [{ width: 1280, height: 600 }], '/help'],
] as const)(
  '[full] [SLIP-54] [BETX-04] on %s the footer of the slip stays small with every message, and whole selections stay visible',
  async (_, sizes, path) => {
    ;({ page } = await fixture.visit({ size: sizes[0] ?? PHONE, player }))
    const expectRoomInEach = async (what: string): Promise<void> => {
      for (const size of sizes) {
        await page.setViewportSize(size)
        await expectRoom(`${what} on ${size.width} × ${size.height}`)
      }
    }
    await steadyPrices(fixture.product)
    await startWithSlip(await slipOf(5))
    for (const [text, show] of MESSAGES) {
      await open(page, path)
      await page.getByLabel(/^Stake/).waitFor()
      await button(page, /^PLACE BET|^Accept/).waitFor()
      await expectRoomInEach(`before: ${text}`)
      await show()
      await page.getByText(text).waitFor()
      await expectRoomInEach(text)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.evaluate(() => sessionStorage.clear())
    }
  },
)

it('[full] [SLIP-60] on 360 × 560 the sheet of a visitor shows a whole selection above the log-in buttons', async () => {
  ;({ page } = await fixture.visit({ size: { width: 360, height: 560 } }))
  await startWithSlip(await slipOf(5))
  await open(page, '/sports')
  await page.getByRole('link', { name: /^Betslip, 5/ }).click()
  await button(page, 'PLACE BET').click()
  await page.getByText('Please log in to place a bet').waitFor()
  await expectRoom('Please log in')
})
