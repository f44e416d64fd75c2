import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deposit, notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { afterRedraw, stopClock } from './clock.ts'
import { moneyFixture } from './browser-scenarios.ts'
import { answer, failConnection, intercept, refuse } from './network.ts'
import { button, link, open, sees, type BrowserFixture, type Visit, boxOf } from './browser-fixture.ts'
import { leaveTab, openTab, tabOfEachTest } from './tabs.ts'

const WITHDRAW = 'POST /api/payments/withdrawals'

let fixture: BrowserFixture
let player: Player
let visits: { readonly newcomer: Visit; readonly player: Visit }
let page: Page

beforeAll(async () => {
  ;({ fixture, player, visits } = await moneyFixture())
})
beforeEach(() => fixture.product.money.control({ settings: { approveAfterMs: 50 } }))
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string, who: 'newcomer' | 'player' = 'player'): Promise<void> {
  page = await openTab(visits[who].context)
  await open(page, path)
}
/** A separate browser, whose settings no other test or attempt finds. */
async function inOwnBrowser(): Promise<void> {
  ;({ page } = await fixture.visit({ player }))
}
/** A separate browser with a stopped clock, so that toasts stay. */
async function atStoppedAccount(): Promise<void> {
  await inOwnBrowser()
  await page.clock.install()
  await open(page, '/account')
  await button(page, 'Log Out').waitFor()
  await stopClock(page)
}
/** Swipes the element to the right, and expects that it follows the finger. */
async function swipe(what: Locator, byPx: number): Promise<void> {
  const { x, y } = await boxOf(what)
  const at = { x: x + 10, y: y + 10 }
  const screen = await page.context().newCDPSession(page)
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  for (const share of [0.4, 0.7, 1]) {
    const touchPoints = [{ ...at, x: at.x + byPx * share }]
    await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await expect.poll(async () => (await boxOf(what)).x - x).toBeGreaterThan(8)
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

describe('withdrawal', () => {
  const amount = () => page.getByLabel('Amount (UGX)')
  const enterAmount = async (ugx: string): Promise<void> => {
    await amount().fill(ugx)
    await button(page, 'WITHDRAW').click()
  }

  it('[WDR-01] [WDR-02] [WDR-12] the withdrawal screen shows carrier, masked phone, an amount field in steps of 100, and the available amount with the fee', async () => {
    await at('/withdraw', 'newcomer')
    await page
      .getByText('To withdraw the minimum of UGX 25,000, you need a balance of UGX 27,000, fee included.')
      .waitFor()
    await leaveTab(page)
    await at('/withdraw')
    const { balance } = await player.client.must('GET /api/wallet', {})
    const [most, taken] = [balance - 3_000, balance].map((ugx) => ugx.toLocaleString('en-UG'))
    await page
      .getByText(`You can withdraw up to UGX ${most} now. With the fee, UGX ${taken} leaves your balance.`)
      .waitFor()
    await sees(page, 'Airtel')
    await page.getByText(/\+256 75 ••• ••20/).waitFor()
    await expect.poll(() => amount().getAttribute('step')).toBe('100')
    await button(page, '50,000').click()
    await expect.poll(() => amount().inputValue()).toBe('50,000')
    await button(page, 'All').click()
    await expect.poll(() => amount().inputValue()).toBe(most)
  })

  it('[full] [WDR-01] [WDR-07] the network is derived from the account’s number, and can be changed for a ported number', async () => {
    await at('/withdraw')
    await sees(page, 'Airtel')
    expect(await page.getByRole('radio').count()).toBe(0)
    await button(page, 'My number is no longer on Airtel').click()
    await expect.poll(() => page.getByRole('radio', { name: 'Airtel' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'MTN' }).check({ force: true })
    await enterAmount('25000')
    await button(page, 'Confirm withdrawal').waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('radio', { name: 'MTN' }).isChecked()).toBe(true)
    await enterAmount('25000')
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/payments/withdrawals'))
    await intercept(page, WITHDRAW, refuse(422, { code: 'CARRIER_UNKNOWN', detail: 'No.' }))
    await button(page, 'Confirm withdrawal').click()
    expect((await sent).postDataJSON()).toEqual({ amount: 25_000, method: 'MTN' })
  })

  it.each([
    ['[WDR-08]', '', 'Enter amount between 25,000 and 5,000,000 UGX'],
    ['[WDR-08]', '5000001', 'Enter amount between 25,000 and 5,000,000 UGX'],
    ['[WDR-09]', '24999', 'Minimum withdraw not reached. Minimum is 25,000 UGX.'],
    [
      '[WDR-12]',
      '400000',
      'Insufficient balance. You need at least min withdraw amount. UGX 400,000 with the fee of UGX 3,000 needs',
    ],
  ])('%s a withdrawal of "%s" shows "%s"', async (_, ugx, text) => {
    await at('/withdraw')
    await enterAmount(ugx)
    await page.getByText(text).first().waitFor()
  })

  it('[WDR-11] [WDR-03] [WDR-04] the fee of a withdrawal above 100,000 is 3,000, and is shown before the confirmation', async () => {
    await at('/withdraw')
    await enterAmount('100100')
    const figures = page.getByRole('region', { name: 'Confirm the withdrawal' }).getByRole('definition')
    await expect.poll(() => figures.allTextContents()).toEqual(['UGX 100,100.00', 'UGX 3,000.00', 'UGX 103,100.00'])
    await expect.poll(() => page.getByText('FREE').count()).toBe(0)
    await button(page, 'Change amount').click()
    await expect.poll(() => amount().inputValue()).toBe('100,100')
  })

  it('[full] [WDR-03] [WDR-04] the Back button in the confirmation of a withdrawal returns to the form with the entered amount', async () => {
    await at('/withdraw')
    await enterAmount('50000')
    const confirm = button(page, 'Confirm withdrawal')
    await confirm.waitFor()
    await button(page, 'Back').click()
    await expect.poll(() => amount().inputValue()).toBe('50,000')
    await button(page, 'WITHDRAW').click()
    await confirm.waitFor()
    await page.goBack()
    await expect.poll(() => amount().inputValue()).toBe('50,000')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/withdraw')
    await button(page, 'Back').click()
    await page.waitForURL('/account')
  })

  it('[full] [WDR-03] [WDR-04] the keyboard focus moves from the withdrawal amount to the confirmation and back', async () => {
    await at('/withdraw')
    const focused = page.locator(':focus')
    await amount().fill('50000')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Confirm the withdrawal' }).and(focused).waitFor()
    await page.keyboard.press('Tab')
    await button(page, 'Confirm withdrawal').and(focused).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await amount().and(focused).waitFor()
    await expect.poll(() => amount().inputValue()).toBe('50,000')
  })

  it('[full] [WDR-03] [APP-26] the withdrawal screen sends no request while the app is offline, and shows no withdrawal with an unknown outcome', async () => {
    await at('/withdraw')
    await enterAmount('25000')
    await button(page, 'Confirm withdrawal').waitFor()
    await page.context().setOffline(true)
    await button(page, 'Confirm withdrawal').click()
    await sees(page, 'You are offline. Your withdrawal was not sent.')
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText('Your withdrawal was not sent.').count()).toBe(0)
    await expect.poll(() => amount().inputValue()).toBe('25,000')
    expect(await button(page, 'Check again').count()).toBe(0)
  })

  it('[full] [WDR-29] the withdrawal screen shows a default message for an immediate refusal without a text', async () => {
    await at('/withdraw')
    await intercept(page, WITHDRAW, refuse(422))
    await enterAmount('25000')
    await button(page, 'Confirm withdrawal').click()
    await sees(page, 'Withdrawal failed. Please try again.')
  })
})

it('[full] [SLIP-41] the slip, deposit and account screens explain a negative balance', async () => {
  page = await openTab(visits.player.context)
  await intercept(page, 'GET /api/wallet', answer({ balance: -1_300.5, held: 0, currency: 'UGX' }))
  for (const path of ['/betslip', '/deposit', '/account']) {
    await open(page, path)
    const explanation = page.getByRole('main').getByText(/^Your balance is/)
    await expect
      .poll(() => explanation.allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^Your balance is UGX\s−1,300\.50 because a result was corrected\. Deposits and winnings will cover it\. View entries$/,
        ),
      ])
    await expect.poll(() => link(explanation, 'View entries').getAttribute('href')).toBe('/statement')
  }
})

describe('statement, notifications, account', () => {
  it('[WALT-11] [WALT-12] [WALT-14] the statement screen is empty at first, then shows a table with the newest entry first', async () => {
    const fresh = await registerPlayer(fixture.product, '772500130')
    const visit = await fixture.visit({ player: fresh })
    page = visit.page
    await open(page, '/statement')
    await sees(page, 'No entries yet')
    await deposit(fresh, 30_000)
    await page.getByRole('row').nth(1).waitFor()
    await expect
      .poll(() => page.getByRole('columnheader').allTextContents())
      .toEqual(['Date', 'Description', 'Amount', 'Balance after'])
    await expect
      .poll(() => page.getByRole('row').nth(1).getByRole('cell').allTextContents())
      .toEqual([expect.anything(), expect.anything(), '+ UGX 30,000.00', 'UGX 30,000.00'])
  })

  it('[NOTE-01] [NOTE-02] [NOTE-03] [NOTE-08] [NOTE-09] [NOTE-10] notifications can be marked as read and deleted, one by one or all at once', async () => {
    const fresh = await registerPlayer(fixture.product, '772500140')
    // Wait for both notifications: a toast on the open page would show their text a second time.
    await notifiedDeposit(fresh, 30_000)
    await notifiedDeposit(fresh, 30_000)
    page = (await fixture.visit({ player: fresh })).page
    await open(page, '/notifications')
    const confirmed = page.getByRole('tabpanel').getByText(/^Payment confirmed!/)
    await expect.poll(() => confirmed.count()).toBe(2)
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual([...['All', 'Unread', 'Bets', 'Deposits', 'Withdrawals', 'Wins', 'System']])
    for (const empty of ['Bets', 'Withdrawals', 'Wins']) {
      await page.getByRole('tab', { name: empty }).click()
      await sees(page, 'No notifications found')
    }
    await page.getByRole('tab', { name: 'Unread' }).click()
    await button(page, 'Mark as read').first().click()
    await expect.poll(() => confirmed.count()).toBe(1)
    await page.getByRole('tab', { name: 'Deposits' }).click()
    await expect.poll(() => confirmed.count()).toBe(2)
    await button(page, 'Mark All as Read').click()
    await page.getByRole('tab', { name: 'Unread' }).click()
    await sees(page, 'No notifications found')
    await page.getByRole('tab', { name: 'Deposits' }).click()
    await button(page, 'Delete notification').first().click()
    await expect.poll(() => confirmed.count()).toBe(1)
    await button(page, 'Delete notification').click()
    await sees(page, 'No notifications found')
    await button(page, 'Refresh').waitFor()
  })

  it('[full] [NOTE-04] the notification list reports a failed refresh', async () => {
    await at('/notifications')
    await button(page, 'Refresh').waitFor()
    await page.clock.install()
    await intercept(page, 'GET /api/notifications', failConnection)
    await expect
      .poll(async () => {
        // The screen's own first query may be in progress, and until it ends a click does nothing.
        await button(page, 'Refresh').dispatchEvent('click')
        await page.clock.fastForward(1_000)
        return page.getByText('Connection error. Please try again.').count()
      })
      .toBeGreaterThan(0)
  })

  it('[full] [NOTE-20] [NOTE-24] toasts appear at the top right and disappear automatically, and equal toasts are shown once', async () => {
    await atStoppedAccount()
    const region = page.getByRole('region', { name: 'Messages' })
    const right = async (): Promise<number> => {
      const { x, width } = await boxOf(region)
      return x + width
    }
    await expect.poll(right).toBe(352)
    await intercept(page, 'POST /api/auth/logout', failConnection)
    const toasts = afterRedraw(page, () => region.getByText('Unexpected error during logout').count())
    const logOut = async (): Promise<void> => {
      const failed = page.waitForEvent('requestfailed')
      await button(page, 'Log Out').click()
      await failed
      await expect.poll(toasts).toBe(1)
    }
    await logOut()
    await logOut()
    await button(region, 'Close message').click()
    await expect.poll(toasts).toBe(0)
    await logOut()
    await page.clock.runFor(7_000)
    await expect.poll(toasts).toBe(0)
  })

  it('[full] [NOTE-20] [NOTE-23] a toast fits its text, appears over the header, and can be swiped away', async () => {
    await atStoppedAccount()
    const region = page.getByRole('region', { name: 'Messages' })
    await intercept(page, 'POST /api/auth/logout', failConnection)
    await button(page, 'Log Out').click()
    const toast = region.getByText('Unexpected error during logout')
    await expect.poll(afterRedraw(page, () => toast.count())).toBe(1)
    await expect.poll(async () => (await boxOf(region)).y).toBe(4)
    await expect.poll(async () => (await boxOf(region)).height).toBeLessThanOrEqual(40)
    const { x } = await boxOf(region)
    await swipe(toast, 30)
    await expect.poll(async () => (await boxOf(region)).x).toBe(x)
    await toast.waitFor()
    await swipe(toast, 90)
    await toast.waitFor({ state: 'detached' })
  })

  it('[full] [NOTE-26] a toast’s timer pauses while a pointer moves on it or the focus is in it', async () => {
    await atStoppedAccount()
    await intercept(page, 'POST /api/auth/logout', failConnection)
    await button(page, 'Log Out').click()
    const toast = page.getByRole('region', { name: 'Messages' }).getByText('Unexpected error during logout')
    await expect.poll(afterRedraw(page, () => toast.count())).toBe(1)
    await toast.hover()
    await page.clock.runFor(60_000)
    await toast.waitFor()
    await page.mouse.move(0, 600)
    await page.getByRole('button', { name: 'Close message' }).focus()
    await page.clock.runFor(60_000)
    await toast.waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(7_000)
    await toast.waitFor({ state: 'detached' })
  })

  it('[ACCT-01] [ACCT-03] [ACCT-04] [ACCT-05] [ACCT-10] [NOTE-31] the account page shows carrier, phone, balance, sound setting and links', async () => {
    await inOwnBrowser()
    await open(page, '/account')
    const main = page.getByRole('main')
    await sees(page, 'Airtel')
    await main.getByText('+256 75 250 0120').waitFor()
    await expect.poll(() => link(main, 'DEPOSIT').getAttribute('href')).toBe('/deposit')
    await expect.poll(() => link(main, 'WITHDRAW').getAttribute('href')).toBe('/withdraw')
    for (const path of ['/notifications', '/manage-account', '/mybets', '/statement', '/payments']) {
      await expect.poll(() => main.locator(`a[href="${path}"]`).count(), { message: path }).toBe(1)
    }
    await expect.poll(() => main.locator('a[href="/admin"]').count()).toBe(0)
    const sound = page.getByRole('switch', { name: /Notification sound/ })
    await expect.poll(() => sound.getAttribute('aria-checked')).toBe('true')
    await sound.click()
    await expect.poll(() => sound.getAttribute('aria-checked')).toBe('false')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mupiira.muted'))).toBe('true')
  })

  it('[full] [APP-20] the theme follows the system setting, and can be set permanently', async () => {
    await inOwnBrowser()
    await open(page, '/account')
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await expect.poll(() => paper()).toBe('rgb(251, 249, 244)')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => paper()).toBe('rgb(16, 19, 23)')
    await page.getByText('Light', { exact: true }).click()
    await expect.poll(() => paper()).toBe('rgb(251, 249, 244)')
    await page.reload()
    await expect.poll(() => paper()).toBe('rgb(251, 249, 244)')
  })
})
