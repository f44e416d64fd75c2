import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { steadyPrices } from '../support/business-time.ts'
import { afterRedraw, stopClock } from './clock.ts'
import { firstMissingLine, readingOrder, violations } from './inspect.ts'
import { fillLogin } from './login-page.ts'
import { SETTLING, settlingIn } from './matches.ts'
import { intercept, neverAnswer, refuse } from './network.ts'
import { GAMES, slipOn } from './slip-page.ts'
import {
  boxOf,
  browserFixture,
  type BrowserFixture,
  button,
  DESKTOP,
  link,
  open,
  option,
  screenshotOfFailure,
  sees,
  type Visit,
} from './browser-fixture.ts'

let fixture: BrowserFixture
let player: Player
let visit: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_600))
  player = await registerPlayer(fixture.product, '772400110')
  await notifiedDeposit(player, 200_000)
})
// A separate browser per test, so that pending requests or a moved clock do not affect the next one.
beforeEach(async () => {
  await steadyPrices(fixture.product)
  visit = await fixture.visit({ player })
  page = visit.page
})
// afterEach hooks run in reverse order.
afterEach(() => visit.context.close())
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const { cards, figure, fillSlip, focused, logIn, openSlip, place, quick, stake } = slipOn(
  () => page,
  () => fixture.product,
)
const tickets = async (): Promise<number> => (await player.client.must('GET /api/bets/counts', {})).open

/** Serves the page without any data, as stored in the device's cache, so that the app requests the session. */
async function withoutPageData(path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const data = /(<script type="application\/json" id="page">).*?(<\/script>)/
    const html = (await response.text()).replace(data, `$1{"now":"${fixture.product.clock.now().toISOString()}"}$2`)
    await route.fulfill({ response, body: html })
  })
}

let registered = 0
/** Fills in the form with a number that no other attempt has registered. */
async function register(): Promise<void> {
  const phone = `772401${String(++registered).padStart(2, '0')}0`
  await page.getByLabel('First name').fill('Okot')
  await page.getByLabel('Last name').fill('Bitek')
  await fillLogin(page, phone, 'kasana-4728')
  await page.getByLabel('District').fill('Gulu')
  await page.getByLabel(/^I am at least/).check()
  await button(page, 'CREATE ACCOUNT').click()
}

/** The count beside the title, and its text for screen readers. */
const counted = async (place: Locator): Promise<string> =>
  (
    (await place
      .getByText(/^\d+\s*selections$/)
      .first()
      .textContent()) ?? ''
  ).replace(/(\d)\s*s/, '$1 s')

describe('the slip', () => {
  it('[SLIP-13] [SLIP-14] [SLIP-15] [SLIP-21] an empty slip explains how to add selections', async () => {
    await open(page, GAMES)
    await quick(/^Betslip/).click()
    await sees(page, 'Your betslip is empty')
    const slip = page.getByRole('main').getByRole('region', { name: 'Betslip' })
    await slip.getByText('Betslip', { exact: true }).waitFor()
    await expect.poll(() => slip.getByRole('heading').first().textContent()).toBe('Sport')
    await expect.poll(() => counted(slip)).toBe('0 selections')
    await page.getByRole('banner').getByText('UGX 200,000.00', { exact: true }).waitFor()
    await button(slip, 'Back').click()
    await page.waitForURL((url) => url.pathname === '/sports')
    await quick(/^Betslip/).click()
    await link(page.getByRole('main'), 'See the games').click()
    await page.getByRole('heading', { name: 'All Sports' }).waitFor()
  })

  it('[full] [PLAY-11] [SLIP-21] a new slip starts with the account’s default stake, unless the player types a stake', async () => {
    const own = await registerPlayer(fixture.product, '772400170')
    await visit.context.close()
    visit = await fixture.visit({ player: own })
    page = visit.page
    await open(page, '/account')
    const setting = page.getByLabel('Default stake (UGX)')
    await setting.fill('0')
    await button(page, 'Save').click()
    await sees(page, 'Please enter an amount in whole shillings, from 1 to 1,000,000,000')
    await setting.fill('30000')
    await button(page, 'Save').click()
    await sees(page, 'Setting saved.')
    await fillSlip(2)
    await expect.poll(() => stake().inputValue()).toBe('30,000')
    await page.reload()
    await expect.poll(() => stake().inputValue()).toBe('30,000')
    await stake().fill('45000')
    await page.reload()
    await expect.poll(() => stake().inputValue()).toBe('45,000')
    await button(page, 'REMOVE ALL').click()
    await fillSlip(1)
    await expect.poll(() => stake().inputValue()).toBe('30,000')
  })

  it('[SLIP-14] [SLIP-18] [SLIP-19] [SLIP-20] [SLIP-21] [SLIP-22] [SLIP-23] [SLIP-33] [SLIP-12] a filled slip shows selections, stake and totals, also after a reload', async () => {
    await fillSlip(3)
    await expect.poll(() => stake().inputValue()).toBe('10.00')
    await page.getByText('Minimum 25,000').waitFor()
    await expect.poll(() => figure('Maximum stake')).toBe('UGX 5,000,000.00')
    await button(page, 'Set stake to UGX 25,000').click()
    await page.reload()
    await expect.poll(() => cards().count()).toBe(3)
    await expect.poll(() => stake().inputValue()).toBe('25,000')
    for (const name of ['Total odds', 'Potential win', 'Win bonus 3%', 'Payout']) {
      await expect.poll(() => figure(name), { message: name }).toMatch(/\d\.\d\d$/)
    }
    await expect.poll(() => place().isEnabled()).toBe(true)
    await cards().first().click()
    await expect.poll(() => cards().count()).toBe(2)
    await expect.poll(() => counted(page.getByRole('main'))).toBe('2 selections')
    await button(page, 'REMOVE ALL').click()
    await sees(page, 'Your betslip is empty')
  })

  it('[full] [SLIP-18] [SLIP-19] a screen reader reads the slip from the selections to the PLACE BET button', async () => {
    await fillSlip(2)
    await expect.poll(() => figure('Payout')).toMatch(/\d\.\d\d$/)
    const lines = await readingOrder(page.getByRole('main'))
    const card = (name: string) => [
      new RegExp(`^paragraph: ${name}$`),
      new RegExp(`^paragraph: Moneyline · .*${name}`),
      new RegExp(`^button "Remove ${name}, `),
    ]
    const order = [
      /^heading "Betslip" \[level=1\]/,
      /^text: 2 selections/,
      /^button "REMOVE ALL"/,
      /^list$/,
      ...card(SETTLING[0]?.home ?? ''),
      ...card(SETTLING[1]?.home ?? ''),
      /^heading "Booking code" \[level=3\]/,
      /^term: Potential win/,
      /^checkbox "Accept odds changes"/,
      /^textbox "Stake \(UGX\) · Minimum 25,000"/,
      ...['\\+1,000', '\\+5,000', '\\+10,000', '\\+50,000', 'Max'].map((name) => new RegExp(`^button "${name}"`)),
      /^term: Total odds/,
      /^term: Win bonus/,
      /^term: Payout/,
      /^definition: UGX/,
      /^button "Set stake to UGX 25,000"/,
    ]
    expect(firstMissingLine(lines, order)).toBe(null)
  })

  it('[full] [SLIP-18] [SLIP-21] after REMOVE ALL the next slip starts with the default stake, not with a stake that was refused', async () => {
    await fillSlip()
    await stake().fill('900000')
    await place().click()
    await page.getByText(/^Insufficient balance/).waitFor()
    await button(page, 'REMOVE ALL').click()
    await fillSlip()
    await expect.poll(() => stake().inputValue()).toBe('10.00')
    await expect.poll(() => page.getByText(/^Insufficient balance/).count()).toBe(0)
  })

  it('[full] [SLIP-18] a cleared slip of several selections can be restored with its stake in one tap', async () => {
    await openSlip(3)
    await stake().fill('12000')
    await button(page, 'REMOVE ALL').click()
    await sees(page, 'Your betslip is empty')
    await sees(page, '3 selections removed.')
    await button(page, 'Undo').click()
    await expect.poll(() => cards().count()).toBe(3)
    await expect.poll(() => stake().inputValue()).toBe('12,000')
    await expect.poll(() => page.getByText('3 selections removed.').count()).toBe(0)
  })

  it('[full] [SLIP-10] a new selection in the slip is marked as new for three seconds', async () => {
    await page.clock.install()
    await open(page, GAMES)
    await option(page, '1', SETTLING[0]?.home ?? '').click()
    await stopClock(page)
    await quick(/^Betslip, 1/).click()
    const marked = afterRedraw(page, () => page.locator('li.bg-tint').count())
    await expect.poll(marked).toBe(1)
    await page.clock.runFor(3_000)
    await expect.poll(marked).toBe(0)
  })

  it('[full] [SLIP-25] [SLIP-26] [SLIP-24] [SLIP-28] [SLIP-29] [SLIP-71] three games earn a bonus of 3 %, and the totals match the rules', async () => {
    await fillSlip(2)
    await page.getByText(/^Add 1 more qualifying game to increase your Win Bonus$/).waitFor()
    await open(page, GAMES)
    await option(page, '1', SETTLING[2]?.home ?? '').click()
    await quick(/^Betslip, 3/).click()
    await page.getByText(/^Add 2 more qualifying games to increase your Win Bonus$/).waitFor()
    await stake().fill('30000')
    const hundredths = (text: string): number => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)
    const shown = async (...names: readonly string[]): Promise<number[]> => {
      const texts = []
      for (const name of names) texts.push(hundredths(await figure(name)))
      return texts
    }
    // A price step may happen between two checks.
    await expect
      .poll(async () => {
        const odds = (await page.locator('li b').allTextContents()).map(hundredths)
        const total = Math.floor(odds.reduce((product, odd) => product * odd, 1) / 10_000)
        const win = 30_000 * total
        const bonus = Math.floor((win * 3) / 100)
        const seen = await shown('Total odds', 'Potential win', 'Win bonus 3%', 'Payout')
        return [total, win, bonus, win + bonus].map((expected, at) => (seen[at] ?? Number.NaN) - expected)
      })
      .toEqual([0, 0, 0, 0])
  })

  it.each([
    ['[SLIP-30]', '0', 'Please enter a valid stake amount'],
    ['[SLIP-31]', '999', 'Please enter a valid stake amount of at least UGX 1,000. Your minimum is UGX 25,000.'],
    ['[SLIP-32]', '24999', 'Minimum stake amount is UGX 25,000'],
    ['[SLIP-36]', '250000', 'Insufficient balance. Please add funds to your account.'],
  ])('[full] %s a stake of %s in the slip shows "%s"', async (_, typed, text) => {
    await openSlip()
    await stake().fill(typed)
    await stake().press('Enter')
    await sees(page, text)
    await expect.poll(() => tickets()).toBe(0)
  })

  it('[SLIP-36] after a bet is refused because of the balance, the main action is to deposit the missing amount, until the stake fits', async () => {
    await openSlip()
    await stake().fill('250000')
    await place().click()
    await link(page.getByRole('main'), 'Deposit UGX 50,000').waitFor()
    expect(await place().count()).toBe(0)
    await stake().fill('200000')
    await place().waitFor()
    await stake().fill('250000')
    await place().click()
    await link(page.getByRole('main'), 'Deposit UGX 50,000').click()
    await page.waitForURL('**/deposit')
    await expect.poll(() => page.getByLabel(/^Amount/).inputValue()).toBe('50,000')
  })

  it('[full] [BETX-04] [SLIP-33] the minimum stake is set with one tap, a double tap sends no bet, and quick stakes raise the stake', async () => {
    await fillSlip()
    await button(page, 'Set stake to UGX 25,000').dblclick()
    await place().waitFor()
    await expect.poll(() => stake().inputValue()).toBe('25,000')
    await button(page, '+5,000').click()
    await expect.poll(() => stake().inputValue()).toBe('30,000')
    await button(page, 'Max').click()
    await expect.poll(() => stake().inputValue()).toBe('200,000')
    expect(await tickets()).toBe(0)
  })

  it('[full] [MKT-44] the house rule of a market is shown on its selection', async () => {
    await open(page, '/sports?q=Vipers')
    await link(page, /more markets, Vipers/).click()
    await option(page, 'Vipers SC', 'Draw No Bet').first().click()
    await quick(/^Betslip, 1/).click()
    await sees(page, 'House rule: a draw counts as a win')
  })

  it('[full] [SLIP-05] selections of one game are shown with joint odds, or refused if they cannot all win', async () => {
    await open(page, '/sports?q=Vipers')
    await link(page, /more markets, Vipers/).click()
    await option(page, 'Vipers SC', 'Moneyline').first().click()
    await option(page, 'Over 2.5', 'Over/Under').first().click()
    await quick(/^Betslip, 2/).click()
    await page.getByText('Selections from the same game have joint odds').waitFor()
    await expect.poll(() => page.getByText('· same game').count()).toBe(2)
    const joint = page.getByRole('listitem').filter({ hasText: 'joint odds' }).locator('b')
    await joint.waitFor()
    // A price step may happen between two checks.
    await expect.poll(async () => (await joint.textContent()) === (await figure('Total odds'))).toBe(true)
    await open(page, '/sports?q=Vipers')
    await link(page, /more markets, Vipers/).click()
    await option(page, '0-1', 'Correct Score').first().click()
    await quick(/^Betslip, 3/).click()
    const why = page.getByText('These selections of one game cannot all win.')
    await why.waitFor()
    // The message is visible at the disabled PLACE BET, above the sticky bar.
    const gap = async (): Promise<number> => {
      const { y, height } = await boxOf(why)
      return (await boxOf(place())).y - y - height
    }
    await expect.poll(gap).toBeGreaterThan(0)
    const isOnTop = () =>
      why.evaluate((each) => {
        const { x, y } = each.getBoundingClientRect()
        return each.contains(document.elementFromPoint(x + 20, y + 8))
      })
    await expect.poll(isOnTop).toBe(true)
  })

  it('[full] [SLIP-33] [SLIP-34] the minimum stake is shown even if the slip cannot be priced', async () => {
    await intercept(page, 'POST /api/bets/quote', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), minStake: 10_000 } })
    })
    await fillSlip()
    await page.getByLabel('Stake (UGX) · Minimum 10,000').waitFor()
    await intercept(page, 'POST /api/bets/quote', refuse(422, { code: 'IMPOSSIBLE_COMBINATION', detail: 'Not both.' }))
    await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Sports' }).click()
    await option(page, '1', 'SC Villa').click()
    await quick(/^Betslip, 2/).click()
    await sees(page, 'Not both.')
    await page.getByLabel('Stake (UGX) · Minimum 10,000').waitFor()
  })

  it('[full] [SLIP-05] [SLIP-50] a same-game combination cannot be placed before its joint odds are shown', async () => {
    await open(page, '/sports?q=Vipers')
    await link(page, /more markets, Vipers/).click()
    await option(page, 'Vipers SC', 'Moneyline').first().click()
    await option(page, 'Over 2.5', 'Over/Under').first().click()
    const end = await intercept(page, 'POST /api/bets/quote', neverAnswer)
    await quick(/^Betslip, 2/).click()
    await expect.poll(() => figure('Total odds')).toBe('–')
    await expect.poll(() => place().isDisabled()).toBe(true)
    await end()
    await expect.poll(() => figure('Total odds')).toMatch(/\d/)
    await button(page, /^Set stake/).click()
    await expect.poll(() => place().isEnabled()).toBe(true)
  })

  it('[full] [SLIP-18] after removing a selection from the slip, the next element receives the focus', async () => {
    await openSlip(3)
    await cards().nth(1).press('Enter')
    await expect.poll(() => cards().count()).toBe(2)
    await page.getByRole('listitem').nth(1).and(focused()).waitFor()
    await cards().nth(1).press('Enter')
    await page.getByRole('listitem').first().and(focused()).waitFor()
    await button(page, 'REMOVE ALL').press('Enter')
    await page.getByRole('heading', { name: 'Sport' }).and(focused()).waitFor()
  })

  it('[full] [SLIP-12] [SLIP-60] on a phone a visitor sees the slip as a sheet, and must log in only to place the bet', async () => {
    await visit.context.clearCookies()
    await open(page, GAMES)
    for (const { home } of SETTLING.slice(0, 2)) await option(page, '1', home).click()
    await quick(/^Betslip, 2/).click()
    const sheet = page.getByRole('dialog', { name: 'Betslip' })
    await expect.poll(() => cards().count()).toBe(2)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sports')
    // The toast appears inside the sheet, because nothing outside an open dialog can be clicked.
    await button(sheet, 'REMOVE ALL').click()
    await expect.poll(() => cards().count()).toBe(0)
    const messages = sheet.getByRole('region', { name: 'Messages' })
    const gap = async (): Promise<number> => {
      const { y, height } = await boxOf(messages)
      return (await boxOf(sheet)).y - y - height
    }
    await expect.poll(gap, { message: 'covers the title of the sheet' }).toBeGreaterThanOrEqual(0)
    await button(messages, 'Undo').click()
    await expect.poll(() => cards().count()).toBe(2)
    await stake().fill('30,000')
    await expect.poll(() => figure('Payout')).toMatch(/^UGX [1-9]/)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page, 'everything')).toEqual([])
    }
    await page.goBack()
    await sheet.getByText('Sport', { exact: true }).waitFor({ state: 'detached' })
    await quick(/^Betslip, 2/).click()
    await button(sheet, /^Remove/)
      .first()
      .click()
    await expect.poll(() => cards().count()).toBe(1)
    await place().click()
    await sheet.getByText('Please log in to place a bet').waitFor()
    await link(sheet, 'Log in').click()
    await logIn(player, '/betslip')
    await expect.poll(() => cards().count()).toBe(1)
    await expect.poll(() => stake().inputValue()).toBe('30,000')
    await page.goBack()
    await page.waitForURL(GAMES)
  })

  it('[full] [SLIP-12] [APP-13] a tap on the slip while a visitor’s session is loading opens the sheet, which stays open once the session is known', async () => {
    await visit.context.clearCookies()
    const requested = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const end = await intercept(page, 'GET /api/auth/session', async (route) => {
      requested.resolve()
      await answered.promise
      await route.fallback()
    })
    await withoutPageData(GAMES)
    await open(page, GAMES)
    await option(page, '1', SETTLING[0]?.home ?? '').click()
    await requested.promise
    await quick(/^Betslip, 1/).click()
    const sheet = page.getByRole('dialog', { name: 'Betslip' })
    await button(sheet, /^Remove/).waitFor()
    await button(sheet, 'Loading…').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sports')
    answered.resolve()
    await place().click()
    await sheet.getByText('Please log in to place a bet').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sports')
    await end()
  })

  it('[full] [SLIP-12] [APP-18] a tap on the slip while a player’s session is loading opens the slip’s screen once the session is known', async () => {
    const own = await fixture.visit({ player })
    page = own.page
    const answered = Promise.withResolvers<void>()
    await intercept(page, 'GET /api/auth/session', async (route) => {
      await answered.promise
      await route.fallback()
    })
    await withoutPageData(GAMES)
    await open(page, GAMES)
    await option(page, '1', SETTLING[0]?.home ?? '').click()
    await quick(/^Betslip, 1/).click()
    await page.getByRole('dialog', { name: 'Betslip' }).waitFor()
    answered.resolve()
    await page.waitForURL('/betslip')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => cards().count()).toBe(1)
    await own.context.close()
    page = visit.page
  })

  it('[full] [SLIP-12] [AUTH-24] a visitor who registers from the slip sheet returns to the slip', async () => {
    await visit.context.clearCookies()
    await open(page, GAMES)
    await option(page, '1', SETTLING[0]?.home ?? '').click()
    await quick(/^Betslip, 1/).click()
    await place().click()
    await link(page.getByRole('dialog'), 'JOIN NOW').click()
    await page.waitForURL('/register')
    await register()
    await page.waitForURL('/betslip')
    await expect.poll(() => cards().count()).toBe(1)
  })

  it('[full] [SLIP-12] [AUTH-24] a visitor who registers from the slip beside a page returns to that page with the selections', async () => {
    await visit.context.clearCookies()
    await page.setViewportSize(DESKTOP)
    await open(page, GAMES)
    await option(page, '1', SETTLING[0]?.home ?? '').click()
    await place().click()
    await link(page, 'Log in').click()
    await link(page, 'Create an account').click()
    await register()
    await page.waitForURL(GAMES)
    await button(page, /^Set stake/).waitFor()
    await expect.poll(() => cards().count()).toBe(1)
  })

  it('[full] [MKT-42] [SLIP-09] [SLIP-54] closed selections are grey, give the reason, and are removed with one tap', async () => {
    await intercept(page, 'POST /api/bets/quote', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { selections: { problem: string | null }[] }
      const [started, suspended] = body.selections
      if (body.selections.length === 3 && started && suspended) {
        started.problem = 'GAME_CLOSED'
        suspended.problem = 'MARKET_UNAVAILABLE'
      }
      await route.fulfill({ response: response, json: body })
    })
    await fillSlip(3)
    await sees(page, 'This game has started or is closed for betting.')
    await sees(page, 'This selection is not available at the moment.')
    await sees(page, '2 selections are closed.')
    await expect.poll(() => place().isDisabled()).toBe(true)
    const odds = page.getByRole('listitem').locator('b')
    await expect.poll(async () => (await odds.textContent()) === (await figure('Total odds'))).toBe(true)
    await button(page, 'Remove 2 closed').click()
    await expect.poll(() => cards().count()).toBe(1)
    await button(page, /^Set stake/).waitFor()
  })
})
