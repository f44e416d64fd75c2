import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { stopClock } from './clock.ts'
import { answer, breakOff, loseAnswer, meet, refuse, silence } from './network.ts'
import {
  button,
  headerBalance,
  link,
  open,
  openStage,
  pictureOfFailure,
  sees,
  type Stage,
  type Visit,
} from './stage.ts'
import { leaveTab, openTab, tabIsLeft } from './tabs.ts'

const DEPOSIT = 'POST /api/payments/deposits'
const WITHDRAW = 'POST /api/payments/withdrawals'
/** Its last digit tells the network: declined. */
const DECLINING = '256772500911'

let stage: Stage
let newcomer: Player
let player: Player
let visits: { readonly newcomer: Visit; readonly player: Visit }
let page: Page

beforeAll(async () => {
  stage = await openStage()
  newcomer = await registerPlayer(stage.product, '772500110')
  player = await registerPlayer(stage.product, '752500120')
  await player.client.must('POST /api/payments/deposits', {
    body: { amount: 300_000, phoneNumber: '752500120', method: 'AIRTEL' },
  })
  await until('the deposit is there', async () => (await player.client.must('GET /api/wallet', {})).balance > 0)
  visits = { newcomer: await stage.visit({ player: newcomer }), player: await stage.visit({ player }) }
})
beforeEach(() => stage.product.money.control({ settings: { approveAfterMs: 50 } }))
// The last registered runs first.
afterEach(tabIsLeft(() => page))
afterEach(pictureOfFailure(() => page))
afterAll(() => stage?.close())

async function at(path: string, who: 'newcomer' | 'player' = 'player'): Promise<void> {
  page = await openTab(visits[who].context)
  await open(page, path)
}
/** A finger that pushes what it touches to the right. */
async function swipe(what: Locator, byPx: number): Promise<void> {
  const box = await what.boundingBox()
  const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 }
  const screen = await page.context().newCDPSession(page)
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  for (const share of [0.4, 0.7, 1]) {
    const touchPoints = [{ ...at, x: at.x + byPx * share }]
    await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
const submit = () => button(page, 'Deposit').and(page.locator('[type=submit]'))

describe('deposit', () => {
  it('[DEP-01] [DEP-02] [DEP-03] [DEP-04] amount, phone, network, and three quick amounts', async () => {
    await at('/deposit')
    await page.getByRole('heading', { name: 'Add Funds' }).waitFor()
    await sees(page, 'Mobile Money')
    await expect.poll(() => page.getByLabel('Phone number').getAttribute('placeholder')).toBe('256XXXXXXXXX')
    await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe('256752500120')
    await expect.poll(() => page.getByRole('radio', { name: 'Airtel' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'MTN' }).check({ force: true })
    for (const quick of ['25,000', '50,000', '100,000']) {
      await button(page, quick).click()
      await expect.poll(() => page.getByLabel('Amount (UGX)').inputValue()).toBe(quick)
    }
  })

  it.each([
    ['[DEP-07]', 'newcomer', '24999', 'First time deposit must be 25,000 UGX or more.'],
    ['[DEP-08]', 'player', '9999', 'Subsequent deposits must be between 10,000 UGX and 5,000,000 UGX.'],
    ['[DEP-08]', 'player', '5000001', 'Subsequent deposits must be between 10,000 UGX and 5,000,000 UGX.'],
  ] as const)('%s a %s’s deposit of %s: %s', async (_, who, amount, text) => {
    await at('/deposit', who)
    await page.getByLabel('Amount (UGX)').fill(amount)
    await submit().click()
    await sees(page, text)
    await expect.poll(() => page.getByLabel('Amount (UGX)').getAttribute('aria-invalid')).toBe('true')
  })

  it('[DEP-10] without a phone number', async () => {
    await at('/deposit')
    await page.getByLabel('Amount (UGX)').fill('10000')
    await page.getByLabel('Phone number').fill('')
    await submit().click()
    await sees(page, 'Please enter your phone number')
  })

  it('[DEP-24] [DEP-20] a deposit that is declined on the phone', async () => {
    await at('/deposit')
    await page.getByLabel('Amount (UGX)').fill('25000')
    await page.getByLabel('Phone number').fill(DECLINING)
    await submit().click()
    await page.getByRole('heading', { name: 'Deposit not received' }).waitFor()
    await page
      .getByText('Payment was declined, cancelled, or timed out. Your balance has not been affected.')
      .first()
      .waitFor()
    await expect.poll(() => link(page, 'Try Again').getAttribute('href')).toBe('/deposit')
  })

  it('[full] [DEP-24] [CHAT-04] one that was not received is asked about by its reference, which a tap copies', async () => {
    await at('/deposit')
    await page.getByLabel('Amount (UGX)').fill('25000')
    await page.getByLabel('Phone number').fill(DECLINING)
    await submit().click()
    await page.getByRole('heading', { name: 'Deposit not received' }).waitFor()
    const copy = page.getByRole('button', { name: /^Copy reference DEP-[0-9a-f]{32}$/ })
    const reference = (await copy.innerText()).trim()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await copy.click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(reference)
    await link(page, 'Ask customer care about it').click()
    await expect
      .poll(() => page.getByLabel('Write a message').inputValue())
      .toBe(`About my deposit of UGX 25,000.00, reference ${reference}: `)
    const { client } = await registerStaff(stage.product, '772500160')
    expect((await client.must('GET /api/admin/transactions', { query: { q: reference } })).total).toBe(1)
  })

  it('[full] [NOTE-34] [NOTE-20] what is celebrated of a deposit waits until its own page is left', async () => {
    const celebrated = (where: Page) => where.getByRole('region', { name: 'Messages' }).getByText(/^A big deposit!/)
    const visit = await stage.visit({ player: await registerPlayer(stage.product, '772500190') })
    const other = visit.page
    await open(other, '/account')
    page = await visit.context.newPage()
    await open(page, '/deposit')
    await page.getByLabel('Amount (UGX)').fill('100000')
    await submit().click()
    await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
    await celebrated(other).waitFor()
    await expect.poll(() => celebrated(page).count()).toBe(0)
    await link(page, 'See the games').click()
    await celebrated(page).waitFor()
  })

  it('[DEP-30] a request that is refused without words', async () => {
    await at('/deposit')
    await meet(page, DEPOSIT, refuse(422))
    await page.getByLabel('Amount (UGX)').fill('25000')
    await submit().click()
    await sees(page, 'Payment failed: Payment request failed')
  })

  it('[full] [DEP-26] an answer that was lost: asked again, it is one deposit', async () => {
    const before = (await player.client.must('GET /api/payments', { query: { limit: 100 } })).items.length
    await at('/deposit')
    const end = await meet(page, DEPOSIT, loseAnswer)
    await page.getByLabel('Amount (UGX)').fill('15000')
    await submit().click()
    await sees(page, 'We did not hear whether your deposit was accepted.')
    await end()
    await button(page, 'Ask again').click()
    await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
    expect((await player.client.must('GET /api/payments', { query: { limit: 100 } })).items.length).toBe(before + 1)
  })

  it('[DEP-26] [APP-26] while the app knows that it is offline none is sent, and nothing is left to ask about', async () => {
    await at('/deposit')
    await page.getByLabel('Amount (UGX)').fill('15000')
    await page.context().setOffline(true)
    await submit().click()
    await sees(page, 'You are offline. Your deposit was not sent.')
    await page.context().setOffline(false)
    await submit().waitFor()
    expect(await button(page, 'Ask again').count()).toBe(0)
  })

  const asked = async (): Promise<number> =>
    (await player.client.must('GET /api/payments', { query: { limit: 100 } })).items.length
  const lost = 'We did not hear whether your deposit was accepted.'

  it.each([
    [401, 'NOT_AUTHENTICATED'],
    [429, 'RATE_LIMITED'],
  ])(
    '[full] [DEP-26] asked again and turned away at the door (%s), nothing is known of a lost deposit',
    async (status, code) => {
      const before = await asked()
      await at('/deposit')
      const end = await meet(page, DEPOSIT, loseAnswer)
      await page.getByLabel('Amount (UGX)').fill('15000')
      await submit().click()
      await sees(page, lost)
      await end()
      await meet(page, DEPOSIT, refuse(status, { code, detail: 'Not now.' }), 1)
      await button(page, 'Ask again').click()
      await page.getByRole('region', { name: 'Messages' }).getByText('Not now.').waitFor()
      await open(page, '/deposit')
      await sees(page, lost)
      await button(page, 'Ask again').click()
      await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
      expect(await asked()).toBe(before + 1)
    },
  )

  it('[full] [DEP-26] another tab neither forgets a lost deposit nor sends one beside it', async () => {
    const before = await asked()
    // Storage of its own: what one try leaves behind is not found by the next.
    const own = await stage.visit({ player })
    page = own.page
    await open(page, '/deposit')
    const second = await own.context.newPage()
    await open(second, '/deposit')
    // It stands, and knows of none, before the other one is lost.
    await second.getByLabel('Amount (UGX)').fill('15000')
    const end = await meet(page, DEPOSIT, loseAnswer)
    await page.getByLabel('Amount (UGX)').fill('15000')
    await submit().click()
    await sees(page, lost)
    await end()
    await button(second, 'Deposit').click()
    await sees(second, lost)
    expect(await asked()).toBe(before + 1)
    await button(second, 'Ask again').click()
    await second.getByRole('heading', { name: 'Deposit received' }).waitFor()
    expect(await asked()).toBe(before + 1)
    await second.close()
  })

  it('[full] [DEP-26] where nothing can be stored, one logs in, and a lost deposit is not sent a second time from another screen', async () => {
    const before = await asked()
    const bare = await stage.visit()
    page = bare.page
    await page.addInitScript(() => {
      const forbid = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
      Object.assign(Storage.prototype, { getItem: forbid, setItem: forbid, removeItem: forbid })
    })
    await open(page, '/login')
    await page.getByLabel('Mobile number').fill(player.phone)
    await page.getByLabel('Password', { exact: true }).fill(player.password)
    await button(page, 'LOG IN').click()
    await page.getByRole('banner').getByText(/^UGX /).waitFor()
    await page.goto('/account')
    await link(page.getByRole('main'), 'DEPOSIT').click()
    const end = await meet(page, DEPOSIT, loseAnswer)
    await page.getByLabel('Amount (UGX)').fill('15000')
    await submit().click()
    await sees(page, lost)
    await page.goBack()
    await link(page.getByRole('main'), 'DEPOSIT').click()
    await sees(page, lost)
    await end()
    await button(page, 'Ask again').click()
    await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
    expect(await asked()).toBe(before + 1)
    await bare.context.close()
  })

  it('[full] [AUTH-77] a tab of one player moves no money of another who has logged in beside it', async () => {
    const before = await asked()
    const shared = await stage.visit({ player: await registerPlayer(stage.product, '772500170') })
    page = shared.page
    // It sleeps: nobody tells it.
    await meet(page, 'GET /api/stream', silence)
    await open(page, '/deposit')
    // It knows whose it is before another's session lies beside it.
    await page.getByLabel('Amount (UGX)').fill('25000')
    const { phone: phoneNumber, password } = player
    const body = { phoneNumber, password, keepLoggedIn: true }
    const origin = new URL(page.url()).origin
    const login = await shared.context.request.post(`${origin}/api/auth/login`, { data: body, headers: { origin } })
    expect(login.status()).toBe(200)
    await submit().click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await asked()).toBe(before)
    await shared.context.close()
  })

  it('[full] [AUTH-77] a tab that wakes up beside another player’s begins anew as his: no phone, amount or balance of the one before', async () => {
    const shared = await stage.visit({ player: await registerPlayer(stage.product, '772500180') })
    page = shared.page
    const asleep = await meet(page, 'GET /api/stream', breakOff)
    await open(page, '/deposit')
    await page.getByLabel('Amount (UGX)').fill('77000')
    const second = await shared.context.newPage()
    await open(second, '/account')
    await button(second, 'Log Out').click()
    await link(second.getByRole('banner'), 'LOGIN').waitFor()
    await open(second, '/login')
    await second.getByLabel('Mobile number').fill(player.phone)
    await second.getByLabel('Password', { exact: true }).fill(player.password)
    await second.getByLabel('Keep me logged in').check()
    await button(second, 'LOG IN').click()
    const balance = await second.getByRole('banner').getByText(/^UGX /).innerText()
    await second.evaluate(() => localStorage.setItem('mupiira.unsent', '[]'))
    await asleep()
    await expect.poll(() => page.getByLabel('Phone number').inputValue(), { timeout: 60_000 }).toMatch(/752500120$/)
    await expect.poll(() => page.getByLabel('Amount (UGX)').inputValue()).toBe('')
    await page.getByRole('main').getByText(balance, { exact: true }).first().waitFor()
    const kept = ['mupiira.keeps', 'mupiira.user', 'mupiira.unsent'].map((key) => [key, expect.any(String)])
    expect(await page.evaluate(() => Object.entries(localStorage))).toEqual(expect.arrayContaining(kept))
    await shared.context.close()
  })

  it('[DEP-22] [WALT-10] [WALT-02] paid while the player is elsewhere: told, and in the header without a reload', async () => {
    await at('/', 'newcomer')
    await expect.poll(() => headerBalance(page)).toBe('UGX 0.00')
    await deposit(newcomer, 25_000)
    await expect.poll(() => headerBalance(page)).toBe('UGX 25,000.00')
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('Payment confirmed! 25,000 UGX added to your account.')
      .waitFor()
  })

  it('[NOTE-20] [NOTE-28] declined while the player is elsewhere: told as an error', async () => {
    await at('/', 'newcomer')
    await deposit(newcomer, 25_000, DECLINING)
    await page
      .getByRole('region', { name: 'Messages' })
      .locator('p')
      .filter({ hasText: /^Error Payment was declined/ })
      .waitFor()
  })
})

describe('withdrawal', () => {
  const amount = () => page.getByLabel('Amount (UGX)')
  const ask = async (ugx: string): Promise<void> => {
    await amount().fill(ugx)
    await button(page, 'WITHDRAW').click()
  }

  it('[WDR-01] [WDR-02] [WDR-12] carrier, masked phone, an amount in steps of 100, and what can be withdrawn with its fee', async () => {
    await at('/withdraw', 'newcomer')
    await page.getByText('For the least, 25,000, your balance must be 27,000: its fee is added.').waitFor()
    await leaveTab(page)
    await at('/withdraw')
    const { balance } = await player.client.must('GET /api/wallet', {})
    const [most, taken] = [balance - 3_000, balance].map((ugx) => ugx.toLocaleString('en-UG'))
    await page.getByText(`At most ${most} now, which takes ${taken} from your balance with its fee.`).waitFor()
    await sees(page, 'Airtel')
    await page.getByText(/\+256 75 ••• ••20/).waitFor()
    await expect.poll(() => amount().getAttribute('step')).toBe('100')
    await button(page, '50,000').click()
    await expect.poll(() => amount().inputValue()).toBe('50,000')
    await button(page, 'All').click()
    await expect.poll(() => amount().inputValue()).toBe(most)
  })

  it.each([
    ['[WDR-08]', '', 'Enter amount between 25,000 and 5,000,000 UGX'],
    ['[WDR-08]', '5000001', 'Enter amount between 25,000 and 5,000,000 UGX'],
    ['[WDR-09]', '24999', 'Minimum withdraw not reached. Minimum is 25,000 UGX.'],
    ['[WDR-12]', '400000', 'Insufficient balance. You need at least min withdraw amount.'],
  ])('%s an amount of "%s": %s', async (_, ugx, text) => {
    await at('/withdraw')
    await ask(ugx)
    await sees(page, text)
  })

  it('[WDR-11] [WDR-03] [WDR-04] above 100,000 the fee is 3,000, shown before it is confirmed', async () => {
    await at('/withdraw')
    await ask('100100')
    const figures = page.getByRole('region', { name: 'Confirm the withdrawal' }).getByRole('definition')
    await expect.poll(() => figures.allTextContents()).toEqual(['UGX 100,100.00', 'UGX 3,000.00', 'UGX 103,100.00'])
    await expect.poll(() => page.getByText('FREE').count()).toBe(0)
    await button(page, 'Change amount').click()
    await expect.poll(() => amount().inputValue()).toBe('100,100')
  })

  it('[WDR-03] [WDR-04] the keyboard goes from the amount to its confirmation, and back to the amount', async () => {
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

  it('[WDR-03] [APP-26] while the app knows that it is offline none is sent, and nothing is left to ask about', async () => {
    await at('/withdraw')
    await ask('25000')
    await button(page, 'Confirm withdrawal').waitFor()
    await page.context().setOffline(true)
    await button(page, 'Confirm withdrawal').click()
    await sees(page, 'You are offline. Your withdrawal was not sent.')
    await page.context().setOffline(false)
    await expect.poll(() => amount().inputValue()).toBe('25,000')
    expect(await button(page, 'Ask again').count()).toBe(0)
  })

  it('[WDR-29] refused at once without words', async () => {
    await at('/withdraw')
    await meet(page, WITHDRAW, refuse(422))
    await ask('25000')
    await button(page, 'Confirm withdrawal').click()
    await sees(page, 'Withdrawal failed. Please try again.')
  })
})

it('[ADMX-28] staff, who cannot bet, is told so on the deposit screen, and has no form there but a way on', async () => {
  page = (await stage.visit({ player: await registerStaff(stage.product, '772500150') })).page
  await open(page, '/deposit')
  await sees(page, 'Staff accounts cannot deposit. They have no bets to pay for.')
  await expect.poll(() => link(page, 'Open the console').getAttribute('href')).toBe('/admin')
  await expect.poll(() => page.getByLabel('Amount (UGX)').count()).toBe(0)
})

it('[full] [SLIP-41] a balance below zero is explained on the slip, deposit and account screens', async () => {
  page = await openTab(visits.player.context)
  await meet(page, 'GET /api/wallet', answer({ balance: -1_300.5, held: 0, currency: 'UGX' }))
  for (const path of ['/betslip', '/deposit', '/account']) {
    await open(page, path)
    const said = page.getByRole('main').getByText(/^Your balance is/)
    await expect
      .poll(() => said.allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^Your balance is UGX\s−1,300\.50 because a result was corrected\. Deposits reduce it\. See the entries$/,
        ),
      ])
    await expect.poll(() => link(said, 'See the entries').getAttribute('href')).toBe('/statement')
  }
})

describe('statement, notifications, account', () => {
  it('[WALT-11] [WALT-12] [WALT-14] the statement: empty, then a table with the newest first', async () => {
    const fresh = await registerPlayer(stage.product, '772500130')
    const visit = await stage.visit({ player: fresh })
    page = visit.page
    await open(page, '/statement')
    await sees(page, 'No entries yet')
    await deposit(fresh, 30_000)
    await page.getByRole('row').nth(1).waitFor()
    await expect
      .poll(() => page.getByRole('columnheader').allTextContents())
      .toEqual(['Date', 'Description', 'Amount', 'Balance after'])
    const cells = await page.getByRole('row').nth(1).getByRole('cell').allTextContents()
    expect(cells.slice(2)).toEqual(['+ UGX 30,000.00', 'UGX 30,000.00'])
  })

  it('[NOTE-01] [NOTE-02] [NOTE-03] [NOTE-08] [NOTE-09] [NOTE-10] notifications are read, and deleted, one or all', async () => {
    const fresh = await registerPlayer(stage.product, '772500140')
    await deposit(fresh, 30_000)
    page = (await stage.visit({ player: fresh })).page
    await open(page, '/notifications')
    await page
      .getByRole('tabpanel')
      .getByText(/^Payment confirmed!/)
      .waitFor()
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual([...['All', 'Unread', 'Bets', 'Deposits', 'Withdrawals', 'Wins', 'System']])
    for (const empty of ['Bets', 'Withdrawals', 'Wins']) {
      await page.getByRole('tab', { name: empty }).click()
      await sees(page, 'No notifications found')
    }
    await page.getByRole('tab', { name: 'Unread' }).click()
    await button(page, 'Mark as read').first().click()
    await page.getByRole('tab', { name: 'Deposits' }).click()
    await page.getByText(/^Payment confirmed!/).waitFor()
    await button(page, 'Mark All as Read').click()
    await page.getByRole('tab', { name: 'Unread' }).click()
    await sees(page, 'No notifications found')
    await page.getByRole('tab', { name: 'Deposits' }).click()
    await button(page, 'Delete notification').click()
    await sees(page, 'No notifications found')
    await button(page, 'Refresh').waitFor()
  })

  it('[full] [NOTE-04] a refresh that fails', async () => {
    await at('/notifications')
    await button(page, 'Refresh').waitFor()
    await page.clock.install()
    await meet(page, 'GET /api/notifications', breakOff)
    await expect
      .poll(
        async () => {
          // The screen's own first reading may be on its way: until it has ended a click does nothing.
          await button(page, 'Refresh').dispatchEvent('click')
          await page.clock.fastForward(1_000)
          return page.getByText('Connection error. Please try again.').count()
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(0)
  })

  it('[NOTE-20] [NOTE-23] [NOTE-24] toasts: at the top right, at most three, gone by themselves', async () => {
    await at('/account')
    const region = page.getByRole('region', { name: 'Messages' })
    const box = await region.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(348)
    await meet(page, 'POST /api/auth/logout', breakOff)
    for (let press = 0; press < 4; press += 1) {
      await button(page, 'Log Out').click()
      await region.getByText('Unexpected error during logout').nth(Math.min(press, 2)).waitFor()
    }
    await expect.poll(() => region.getByText('Unexpected error during logout').count()).toBe(3)
    await button(region, 'Close message').first().click()
    await expect.poll(() => region.getByText('Unexpected error during logout').count()).toBe(2)
  })

  it('[NOTE-20] [NOTE-23] a toast is as low as its words, below the header, and a finger pushes it away', async () => {
    await at('/account')
    const region = page.getByRole('region', { name: 'Messages' })
    await meet(page, 'POST /api/auth/logout', breakOff)
    await button(page, 'Log Out').click()
    const told = region.getByText('Unexpected error during logout')
    await told.waitFor()
    const box = await region.boundingBox()
    expect(box?.y).toBeGreaterThan(48)
    expect(box?.height).toBeLessThanOrEqual(40)
    await swipe(told, 30)
    await expect.poll(async () => (await region.boundingBox())?.x).toBe(box?.x)
    await told.waitFor()
    await swipe(told, 90)
    await told.waitFor({ state: 'detached', timeout: 2_000 })
  })

  it('[full] [NOTE-26] the time of a toast stands still while a pointer moves on it or the focus is in it', async () => {
    ;({ page } = await stage.visit({ player }))
    await open(page, '/account')
    await page.clock.install()
    await meet(page, 'POST /api/auth/logout', breakOff)
    await button(page, 'Log Out').click()
    const told = page.getByRole('region', { name: 'Messages' }).getByText('Unexpected error during logout')
    await told.waitFor()
    await stopClock(page)
    await told.hover()
    await page.clock.runFor(60_000)
    await told.waitFor()
    await page.mouse.move(0, 600)
    await page.getByRole('button', { name: 'Close message' }).focus()
    await page.clock.runFor(60_000)
    await told.waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(7_000)
    await told.waitFor({ state: 'detached' })
  })

  it('[ACCT-01] [ACCT-03] [ACCT-04] [ACCT-05] [ACCT-10] [NOTE-31] the account: carrier, phone, money, sound, ways on', async () => {
    await at('/account')
    const main = page.getByRole('main')
    await sees(page, 'Airtel')
    await main.getByText('+256 75 250 0120').waitFor()
    await expect.poll(() => link(main, 'DEPOSIT').getAttribute('href')).toBe('/deposit')
    await expect.poll(() => link(main, 'WITHDRAW').getAttribute('href')).toBe('/withdraw')
    for (const path of ['/notifications', '/manage-account', '/mybets', '/statement']) {
      await expect.poll(() => main.locator(`a[href="${path}"]`).count(), { message: path }).toBe(1)
    }
    await expect.poll(() => main.locator('a[href="/admin"]').count()).toBe(0)
    const sound = page.getByRole('switch', { name: /Notification sound/ })
    await expect.poll(() => sound.getAttribute('aria-checked')).toBe('true')
    await sound.click()
    await expect.poll(() => sound.getAttribute('aria-checked')).toBe('false')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mupiira.muted'))).toBe('true')
  })

  it('[APP-20] the theme follows the system, and can be switched for good', async () => {
    await at('/account')
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
