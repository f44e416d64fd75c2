import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import {
  type BrowserFixture,
  browserFixture,
  button,
  open,
  screenshotOfFailure,
  type Visit,
} from './browser-fixture.ts'
import { type Fixture, lineOf } from './matches.ts'
import { changeResponse, failConnection, intercept, refuse } from './network.ts'
import { storedSlip } from './slip-page.ts'

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 560 },
  { width: 360, height: 640 },
  { width: 1280, height: 600 },
] as const
/** The largest part of the screen's height that the foot may take. */
const MAX_PART = 0.46

const FIXTURES: readonly Fixture[] = Array.from({ length: 5 }, (_, at) => ({
  home: `Home Athletic ${at + 1}`,
  away: `Away Wanderers ${at + 1}`,
  score: [
    [0, 0],
    [1, 0],
  ],
  odds: [1.9 + at / 50, 3.3, 4.1],
}))

let fixture: BrowserFixture
let player: Player
let page: Page
let slip = ''

beforeAll(async () => {
  fixture = await browserFixture({ matches: FIXTURES.map(lineOf), kickoffInSeconds: 7_200 })
  player = await registerPlayer(fixture.product, '772400240')
  await notifiedDeposit(player, 60_000)
  const { items } = await fixture.product.client(1).must('GET /api/games', { query: { sport: 'soccer', limit: 100 } })
  slip = storedSlip(items, { stake: '25,000', acceptOddsChanges: true })
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

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

/** The part of the height that the sticky foot takes, and the number of selections that are completely visible. */
const measured = () =>
  page.evaluate(() => {
    const isSticky = (element: Element) => getComputedStyle(element).position === 'sticky'
    const parents = (element: Element | null): Element[] =>
      element === null ? [] : [element, ...parents(element.parentElement)]
    const shown = [...document.querySelectorAll('form:not([aria-label])')].filter(
      (each) => each.querySelector('[name=stake], [role=alert]') !== null,
    )
    const inside = shown.flatMap((form) => [...form.querySelectorAll('[name=stake], [role=alert]')])
    const foot = inside.flatMap(parents).find(isSticky)?.getBoundingClientRect()
    const isOnTop = (row: Element): boolean => {
      const { x, width, top, bottom } = row.getBoundingClientRect()
      const hits = [top + 2, bottom - 2].map((y) => document.elementFromPoint(x + width / 2, y))
      return top >= 0 && bottom <= innerHeight && hits.every((hit) => hit !== null && row.contains(hit))
    }
    const rows = [...document.querySelectorAll('section[aria-label=Betslip] ul > li')].filter(
      (row) => row.getClientRects().length > 0,
    )
    return { part: (foot?.height ?? 0) / innerHeight, whole: rows.filter(isOnTop).length }
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

it.each(SIZES)(
  '[SLIP-54] [BETX-04] on $width × $height the footer of the slip stays small with every message, and whole selections stay visible',
  async (size) => {
    const visits: Visit[] = []
    for (const [text, show] of MESSAGES) {
      const visit = await fixture.visit({ size, player })
      visits.push(visit)
      ;({ page } = visit)
      await open(page, '/help')
      await page.evaluate((stored) => localStorage.setItem('mupiira.slip', stored), slip)
      await open(page, size.width < 1100 ? '/betslip' : '/help')
      await page.getByLabel(/^Stake/).waitFor()
      await button(page, /^PLACE BET|^Accept/).waitFor()
      await expectRoom(`before: ${text}`)
      await show()
      await page.getByText(text).waitFor()
      await expectRoom(text)
      await visit.context.close()
    }
  },
)

it('[SLIP-60] on 360 × 560 the sheet of a visitor shows a whole selection above the log-in buttons', async () => {
  ;({ page } = await fixture.visit({ size: { width: 360, height: 560 } }))
  await open(page, '/help')
  await page.evaluate((stored) => localStorage.setItem('mupiira.slip', stored), slip)
  await open(page, '/sports')
  await page.getByRole('link', { name: /^Betslip, 5/ }).click()
  await button(page, 'PLACE BET').click()
  await page.getByText('Please log in to place a bet').waitFor()
  await expectRoom('Please log in')
})
