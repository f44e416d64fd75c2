import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { type BrowserFixture, browserFixture, button, link, open } from './browser-fixture.ts'
import { type Fixture, lineOf } from './matches.ts'
import { storedSlip } from './slip-page.ts'
import { tabOfEachTest } from './tabs.ts'

const SIZES = [
  { width: 320, height: 568 },
  // The same phone with and without an address bar.
  { width: 360, height: 560 },
  { width: 360, height: 640 },
  { width: 412, height: 915 },
] as const

const PICKS = [0, 1, 5, 20] as const

const FIXTURES: readonly Fixture[] = Array.from({ length: Math.max(...PICKS) }, (_, at) => ({
  home: `Home ${at + 1}`,
  away: `Away ${at + 1}`,
  score: [
    [0, 0],
    [1, 0],
  ],
  odds: [1.9 + at / 50, 3.3, 4.1],
}))

/** Each screen with a selector of its primary action. For Aviator see `aviator-reach.browser.test.ts`. */
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
/** A stored slip with this many selections, as the app stores it. */
let slipOf: (picks: number) => string

beforeAll(async () => {
  fixture = await browserFixture({ matches: FIXTURES.map(lineOf), kickoffInSeconds: 7_200 })
  player = await registerPlayer(fixture.product, '772400230')
  await notifiedDeposit(player, 200_000)
  const { items } = await fixture.product.client(1).must('GET /api/games', { query: { sport: 'soccer', limit: 100 } })
  gameId = items[0]?.id ?? ''
  slipOf = (picks) => storedSlip(items.slice(0, picks), { stake: '25,000', acceptOddsChanges: true })
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

/** Whether the middle of an element is in the viewport and not covered by another one. */
const isWithinReach = (of: string | Locator): Promise<boolean> =>
  (typeof of === 'string' ? page.locator(of) : of).first().evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return height > 0 && y >= 0 && y + height <= innerHeight && top !== null && element.contains(top)
  })

it.each(SIZES)(
  '[APP-20] on $width × $height the primary action of each screen is visible when it opens, and not covered',
  async (size) => {
    const visits = {
      visitor: await fixture.visit({ size }),
      player: await fixture.visit({ size, player }),
    }
    for (const [path, access, action] of SCREENS) {
      page = visits[access].page
      await open(page, path.replace('{gameId}', gameId))
      await expect.poll(() => isWithinReach(action), { message: `${path} ${action}` }).toBe(true)
    }
  },
)

it.each(SIZES)(
  '[BETX-04] [BETX-06] on $width × $height stake, shortcuts and the button of the slip are visible with 1, 5 and 20 selections',
  async (size) => {
    const own = await fixture.visit({ size, player })
    page = own.page
    await open(page, '/help')
    for (const picks of PICKS) {
      await page.evaluate((slip) => localStorage.setItem('mupiira.slip', slip), slipOf(picks))
      await open(page, '/betslip')
      const controls =
        picks === 0
          ? ['main a[href="/sports"]']
          : ['main input[name=stake]', 'main [aria-label="Quick stakes"] button', 'main form button[type=submit]']
      for (const control of controls) {
        await expect.poll(() => isWithinReach(control), { message: `${picks} selections: ${control}` }).toBe(true)
      }
    }
  },
)

it.each(SIZES)(
  '[APP-20] on $width × $height the primary action of payment, withdrawal confirmation, placed bet and ticket is visible, and not covered',
  async (size) => {
    const own = await registerPlayer(fixture.product, `7724003${SIZES.indexOf(size)}0`)
    await notifiedDeposit(own, 200_000)
    ;({ page } = await fixture.visit({ size, player: own }))
    const check = async (message: string, action: Locator): Promise<void> => {
      await expect.poll(() => isWithinReach(action), { message }).toBe(true)
    }
    await open(page, '/withdraw')
    await button(page, '50,000').click()
    await button(page, 'WITHDRAW').click()
    await check('withdrawal confirmation', button(page, 'Confirm withdrawal'))

    const { items } = await own.client.must('GET /api/payments', {})
    await open(page, `/payments/${items[0]?.id}`)
    await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
    await check('payment', link(page, 'See the games'))

    await page.evaluate((slip) => localStorage.setItem('mupiira.slip', slip), slipOf(1))
    await open(page, '/betslip')
    await button(page, /^(PLACE BET|Accept changes and place bet)$/).click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await check('placed bet', link(page, 'View ticket'))
    await link(page, 'View ticket').click()
    await check('ticket', button(page.getByRole('region', { name: 'Cashout' }), 'Accept'))
  },
)
