import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { violations } from './inspect.ts'
import { fillLogin, logIn } from './login-page.ts'
import { moneyFixture } from './browser-scenarios.ts'
import { failConnection, intercept, loseResponse, neverAnswer, refuse } from './network.ts'
import { type BrowserFixture, button, headerBalance, link, open, sees, type Visit } from './browser-fixture.ts'
import { openTab, tabOfEachTest } from './tabs.ts'

const DEPOSIT = 'POST /api/payments/deposits'
/** The last digit makes the network decline. */
const DECLINING = '256772500911'

let fixture: BrowserFixture
let newcomer: Player
let player: Player
let visits: { readonly newcomer: Visit; readonly player: Visit }
let page: Page

beforeAll(async () => {
  ;({ fixture, newcomer, player, visits } = await moneyFixture())
})
beforeEach(() => fixture.product.money.control({ settings: { approveAfterMs: 50 } }))
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

async function at(path: string, who: 'newcomer' | 'player' = 'player'): Promise<void> {
  page = await openTab(visits[who].context)
  await open(page, path)
}
/** A separate browser, which stores no unanswered deposit of another test or attempt. */
async function inOwnBrowser(): Promise<void> {
  ;({ page } = await fixture.visit({ player }))
  await open(page, '/deposit')
}
const submit = () => button(page, 'Deposit').and(page.locator('[type=submit]'))

describe('deposit', () => {
  it('[DEP-01] [DEP-02] [DEP-03] [DEP-04] the deposit screen has fields for amount, phone and network, and three quick amounts', async () => {
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
  ] as const)('%s a deposit by a %s of %s shows "%s"', async (_, who, amount, text) => {
    await at('/deposit', who)
    await page.getByLabel('Amount (UGX)').fill(amount)
    await submit().click()
    await sees(page, text)
    await expect.poll(() => page.getByLabel('Amount (UGX)').getAttribute('aria-invalid')).toBe('true')
  })

  it('[full] [DEP-10] the deposit screen shows an error for a missing phone number', async () => {
    await at('/deposit')
    await page.getByLabel('Amount (UGX)').fill('10000')
    await page.getByLabel('Phone number').fill('')
    await submit().click()
    await sees(page, 'Please enter your phone number')
  })

  it('[DEP-24] [DEP-20] the deposit screen shows a deposit that is declined on the phone', async () => {
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

  it.each([
    ['declined', '256772500911', /was declined|Reason from mobile money/],
    ['without funds', '256772500912', /not enough money|insufficient funds/],
  ])('[full] [DEP-24] the deposit screen shows the outcome of a deposit that is %s', async (_, phone, text) => {
    await at('/deposit')
    await page.getByLabel('Amount (UGX)').fill('25000')
    await page.getByLabel('Phone number').fill(phone)
    await submit().click()
    await page.getByRole('heading', { name: 'Deposit not received' }).waitFor()
    await page.getByRole('main').getByText(text).waitFor()
  })

  it('[full] [DEP-09] the first deposit from another number requires an SMS confirmation of the account’s number', async () => {
    const payer = await registerPlayer(fixture.product, '772500140')
    const own = await fixture.visit({ player: payer })
    page = own.page
    await open(page, '/deposit')
    await page.getByLabel('Amount (UGX)').fill('25000')
    await page.getByLabel('Phone number').fill('256772500130')
    await submit().click()
    await page.getByText(/^Make your first deposit from your own number/).waitFor()
    await button(page, 'Confirm my number').click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your number' })
    await button(dialog, 'Send code').click()
    const code = dialog.getByLabel('Code')
    await code.fill('12')
    await button(dialog, 'Confirm').click()
    await sees(page, 'Please enter the 6 digits of the code.')
    const sent = () =>
      fixture.product.messages.messages().findLast(({ to, text }) => to.endsWith(payer.phone) && /\d{6}/.test(text))
    await expect.poll(sent).toBeDefined()
    await code.fill(/\d{6}/.exec(sent()?.text ?? '')?.[0] ?? '')
    expect(await violations(page, 'everything')).toEqual([])
    await button(dialog, 'Confirm').click()
    await sees(page, 'Your number is confirmed. You can deposit now.')
    await submit().click()
    await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
    await own.context.close()
  })

  it('[full] [WALT-04] the deposit screen shows a message for a decimal comma, and keeps the caret position while the amount is edited', async () => {
    await at('/deposit')
    const amount = page.getByLabel('Amount (UGX)')
    await amount.pressSequentially('30000,50')
    await sees(page, 'Please use a point for cents and a comma for thousands, for example 30,000.50')
    await submit().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/deposit')
    await amount.fill('1234567')
    await amount.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3))
    await page.keyboard.type('9')
    await expect.poll(() => amount.inputValue()).toBe('12,934,567')
    await expect.poll(() => amount.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(4)
  })

  it('[full] [DEP-24] [CHAT-04] the screen of a deposit that was not received shows the reference, which a tap copies and which the question to customer care contains', async () => {
    await at('/deposit')
    await page.getByLabel('Amount (UGX)').fill('25000')
    await page.getByLabel('Phone number').fill(DECLINING)
    await submit().click()
    await page.getByRole('heading', { name: 'Deposit not received' }).waitFor()
    const copy = page.getByRole('button', { name: /^Copy reference D[A-Z2-9]{7}$/ })
    const reference = (await copy.innerText()).trim()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await copy.click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(reference)
    await link(page, 'Ask customer care about this payment').click()
    await expect
      .poll(() => page.getByLabel('Write a message').inputValue())
      .toBe(`About my deposit of UGX 25,000.00, reference ${reference}: `)
    const { client } = await registerStaff(fixture.product, '772500160')
    expect((await client.must('GET /api/admin/transactions', { query: { q: reference } })).total).toBe(1)
  })

  it('[full] [DEP-18] [NOTE-34] [NOTE-20] a tab that shows the page of a deposit shows no toast for the deposit, other tabs do, and the notifications are marked as read', async () => {
    const celebrated = (where: Page) => where.getByRole('region', { name: 'Messages' }).getByText(/A big deposit!/)
    const own = await registerPlayer(fixture.product, '772500190')
    const visit = await fixture.visit({ player: own })
    const other = visit.page
    await open(other, '/account')
    page = await visit.context.newPage()
    await open(page, '/deposit')
    await page.getByLabel('Amount (UGX)').fill('100000')
    // The celebration lasts only a few seconds.
    const announced = celebrated(other).waitFor()
    await Promise.all([announced, submit().click()])
    await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
    await expect
      .poll(async () => {
        const { items, unread } = await own.client.must('GET /api/notifications', {})
        return [items.length, unread]
      })
      .toEqual([1, 0])
    expect(await page.getByRole('region', { name: 'Messages' }).getByRole('button').count()).toBe(0)
    await link(page, 'See the games').click()
    await page.getByRole('heading', { name: 'All Sports' }).waitFor()
    expect(await celebrated(page).count()).toBe(0)
  })

  it('[full] [DEP-30] the deposit screen shows a default message for a refusal without a text', async () => {
    await at('/deposit')
    await intercept(page, DEPOSIT, refuse(422))
    await page.getByLabel('Amount (UGX)').fill('25000')
    await submit().click()
    await sees(page, 'Payment failed: Payment request failed')
  })

  it('[full] [DEP-26] a deposit request repeated after a lost response creates one deposit', async () => {
    const before = (await player.client.must('GET /api/payments', { query: { limit: 100 } })).items.length
    await inOwnBrowser()
    const end = await intercept(page, DEPOSIT, loseResponse)
    await page.getByLabel('Amount (UGX)').fill('15000')
    await submit().click()
    await sees(page, 'We do not know yet whether your deposit of UGX 15,000.00 was accepted.')
    await end()
    await button(page, 'Check again').click()
    await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
    expect((await player.client.must('GET /api/payments', { query: { limit: 100 } })).items.length).toBe(before + 1)
  })

  it('[full] [DEP-26] [APP-26] the deposit screen sends no request while the app is offline, and shows no deposit with an unknown outcome', async () => {
    await inOwnBrowser()
    await page.getByLabel('Amount (UGX)').fill('15000')
    await page.context().setOffline(true)
    await submit().click()
    await sees(page, 'You are offline. Your deposit was not sent.')
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText('Your deposit was not sent.').count()).toBe(0)
    await submit().waitFor()
    expect(await button(page, 'Check again').count()).toBe(0)
  })

  const requests = async (): Promise<number> =>
    (await player.client.must('GET /api/payments', { query: { limit: 100 } })).items.length
  const lost = 'We do not know yet whether your deposit of UGX 15,000.00 was accepted.'

  it.each([
    [401, 'NOT_AUTHENTICATED'],
    [429, 'RATE_LIMITED'],
  ])(
    '[full] [DEP-26] a repeated deposit request refused with %s leaves the outcome of the lost request unknown',
    async (status, code) => {
      const before = await requests()
      await inOwnBrowser()
      const end = await intercept(page, DEPOSIT, loseResponse)
      await page.getByLabel('Amount (UGX)').fill('15000')
      await submit().click()
      await sees(page, lost)
      await end()
      await intercept(page, DEPOSIT, refuse(status, { code, detail: 'Not now.' }), 1)
      await button(page, 'Check again').click()
      await page.getByRole('region', { name: 'Messages' }).getByText('Not now.').waitFor()
      await open(page, '/deposit')
      await sees(page, lost)
      await button(page, 'Check again').click()
      await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
      expect(await requests()).toBe(before + 1)
    },
  )

  it('[full] [DEP-26] another tab neither drops a deposit request with a lost response nor sends a second request', async () => {
    const before = await requests()
    const own = await fixture.visit({ player })
    page = own.page
    await open(page, '/deposit')
    const second = await own.context.newPage()
    await open(second, '/deposit')
    // The second tab is open before the response to the first tab's deposit is lost.
    await second.getByLabel('Amount (UGX)').fill('15000')
    const end = await intercept(page, DEPOSIT, loseResponse)
    await page.getByLabel('Amount (UGX)').fill('15000')
    await submit().click()
    await sees(page, lost)
    await end()
    await button(second, 'Deposit').click()
    await sees(second, lost)
    expect(await requests()).toBe(before + 1)
    await button(second, 'Check again').click()
    await second.getByRole('heading', { name: 'Deposit received' }).waitFor()
    expect(await requests()).toBe(before + 1)
    await second.close()
  })

  it('[full] [DEP-26] without browser storage a player can log in, and a deposit with a lost response is not sent again from another screen', async () => {
    const before = await requests()
    const bare = await fixture.visit()
    page = bare.page
    await page.addInitScript(() => {
      const forbid = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
      Object.assign(Storage.prototype, { getItem: forbid, setItem: forbid, removeItem: forbid })
    })
    await open(page, '/login')
    await logIn(page, player.phone, player.password)
    await page.getByRole('banner').getByText(/^UGX /).waitFor()
    await page.goto('/account')
    await link(page.getByRole('main'), 'DEPOSIT').click()
    const end = await intercept(page, DEPOSIT, loseResponse)
    await page.getByLabel('Amount (UGX)').fill('15000')
    await submit().click()
    await sees(page, lost)
    await page.goBack()
    await link(page.getByRole('main'), 'DEPOSIT').click()
    await sees(page, lost)
    await end()
    await button(page, 'Check again').click()
    await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
    expect(await requests()).toBe(before + 1)
    await bare.context.close()
  })

  it('[full] [AUTH-77] a tab does not spend the money of a player who logged in on another tab, and restarts for that player', async () => {
    const before = await requests()
    const shared = await fixture.visit({ player: await registerPlayer(fixture.product, '772500170') })
    page = shared.page
    // A sleeping tab receives no events.
    await intercept(page, 'GET /api/stream', neverAnswer)
    await open(page, '/deposit')
    // The tab loads its player's session before another player logs in.
    await page.getByLabel('Amount (UGX)').fill('25000')
    const { phone: phoneNumber, password } = player
    const body = { phoneNumber, password, keepLoggedIn: true }
    const origin = new URL(page.url()).origin
    const login = await shared.context.request.post(`${origin}/api/auth/login`, { data: body, headers: { origin } })
    expect(login.status()).toBe(200)
    await submit().click()
    await expect.poll(() => page.getByLabel('Phone number').inputValue()).toMatch(/752500120$/)
    await expect.poll(() => page.getByLabel('Amount (UGX)').inputValue()).toBe('')
    expect(await requests()).toBe(before)
    await shared.context.close()
  })

  it('[full] [AUTH-77] a suspended tab that resumes after another login restarts for the new player, without phone, amount or balance of the previous player', async () => {
    const shared = await fixture.visit({ player: await registerPlayer(fixture.product, '772500180') })
    page = shared.page
    const asleep = await intercept(page, 'GET /api/stream', failConnection)
    await open(page, '/deposit')
    await page.getByLabel('Amount (UGX)').fill('77000')
    const second = await shared.context.newPage()
    await open(second, '/account')
    await button(second, 'Log Out').click()
    await link(second.getByRole('banner'), 'LOGIN').waitFor()
    await open(second, '/login')
    await fillLogin(second, player.phone, player.password)
    await second.getByLabel('Keep me logged in').check()
    await button(second, 'LOG IN').click()
    const balance = await second.getByRole('banner').getByText(/^UGX /).innerText()
    await second.evaluate(() => localStorage.setItem('mupiira.unsent', '[]'))
    await asleep()
    await expect.poll(() => page.getByLabel('Phone number').inputValue()).toMatch(/752500120$/)
    await expect.poll(() => page.getByLabel('Amount (UGX)').inputValue()).toBe('')
    await page.getByRole('main').getByText(balance, { exact: true }).first().waitFor()
    const stored = ['mupiira.keeps', 'mupiira.user', 'mupiira.unsent'].map((key) => [key, expect.any(String)])
    await expect.poll(() => page.evaluate(() => Object.entries(localStorage))).toEqual(expect.arrayContaining(stored))
    await shared.context.close()
  })

  it('[full] [DEP-22] [WALT-10] [WALT-02] a deposit paid while another screen is open shows a toast, and updates the balance in the header without a reload', async () => {
    const { balance } = await newcomer.client.must('GET /api/wallet', {})
    const shown = (ugx: number): string => `UGX ${ugx.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
    await at('/', 'newcomer')
    await expect.poll(() => headerBalance(page)).toBe(shown(balance))
    // The message lasts only a few seconds.
    const announced = page
      .getByRole('region', { name: 'Messages' })
      .getByText('Payment confirmed! 25,000.00 UGX added to your account.')
      .waitFor()
    await Promise.all([announced, deposit(newcomer, 25_000)])
    await expect.poll(() => headerBalance(page)).toBe(shown(balance + 25_000))
  })

  it('[full] [NOTE-20] [NOTE-28] a deposit declined while another screen is open shows an error toast', async () => {
    await at('/', 'newcomer')
    const announced = page
      .getByRole('region', { name: 'Messages' })
      .locator('p')
      .filter({ hasText: /^Error Deposit D\w{7} of UGX\s25,000\.00: Payment was declined/ })
      .waitFor()
    await Promise.all([announced, deposit(newcomer, 25_000, DECLINING)])
  })
})

it('[full] [ADMX-28] the deposit screen says that staff cannot bet, and shows a link instead of the form', async () => {
  page = (await fixture.visit({ player: await registerStaff(fixture.product, '772500150') })).page
  await open(page, '/deposit')
  await sees(page, 'Staff accounts cannot deposit.')
  await expect.poll(() => link(page, 'Open the console').getAttribute('href')).toBe('/admin')
  await expect.poll(() => page.getByLabel('Amount (UGX)').count()).toBe(0)
})

it('[full] [ADMX-28] only players see wallet actions in the header, the menu, the account and on the withdrawal screen', async () => {
  const staff = await registerStaff(fixture.product, '772500160')
  const wallet = () => page.locator('a:is([href="/deposit"], [href="/withdraw"])')
  for (const [who, isOffered] of [
    [player, true],
    [staff, false],
  ] as const) {
    ;({ page } = await fixture.visit({ player: who }))
    for (const path of ['/', '/account']) {
      await open(page, path)
      // The session arrives after the page.
      await page.getByRole('banner').locator('a[href="/account"]').waitFor({ state: 'attached' })
      await expect.poll(async () => (await wallet().count()) > 0, { message: path }).toBe(isOffered)
    }
    await button(page.getByRole('navigation', { name: 'Quick links' }), 'Menu').click()
    const menu = page.getByRole('navigation', { name: 'Menu', exact: true })
    await menu.waitFor()
    if (!isOffered) expect(await wallet().count()).toBe(0)
    await open(page, '/withdraw')
    await (isOffered ? page.getByLabel(/^Amount/) : page.getByText('Staff accounts cannot withdraw.')).waitFor()
    if (!isOffered) expect(await page.getByLabel(/^Amount/).count()).toBe(0)
  }
})
