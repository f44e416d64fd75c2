import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer, until } from '../support/player.ts'
import { queryDatabase } from '../support/query-database.ts'
import { lineOf, SETTLING } from './matches.ts'
import {
  browserFixture,
  type BrowserFixture,
  button,
  DESKTOP,
  headerBalance,
  link,
  open,
  option,
  PHONE,
  screenshotOfFailure,
  sees,
  waitInPage,
} from './browser-fixture.ts'

const MINUTE_MS = 60_000
const PHONE_NUMBER = '772100110'
/** The demonstration's admin, as `npm start` prints it. */
const ADMIN = { phoneNumber: '772000200', password: 'desk-9163' } as const
/**
 * The button that places the bet ignores taps for 0.7 s after its text or the odds changed. A busy machine paints the
 * change late.
 */
const READ_MS = 1_500
/**
 * Taps from the visitor's first selection to the shared ticket, and from the friend's link to the placed bet. Keys of
 * the keypad count where an amount is typed, and the fields of the registration do not.
 */
const MOST_TAPS = { phone: [16, 3], wide: [14, 3] } as const

/** A person at a browser. Their taps and the requests that the server refused are counted. */
type Person = { readonly page: Page; readonly faults: () => string[]; taps: number }

let fixture: BrowserFixture
let refused: string[]
/** The visitor who becomes a player, and the friend who has an account. */
let amina: Person
let friend: Person
let friendAccount: Player
let size: typeof PHONE | typeof DESKTOP
/** The page of the current step, for the picture of a failure. */
let page: Page

// A product for each run, because the journey ends after the games.
beforeEach(async () => {
  refused = []
  fixture = await browserFixture({ matches: SETTLING.map(lineOf), kickoffInSeconds: 600, feedSpeed: 10 })
  await queryDatabase(
    fixture.product,
    `update admin_settings set setting_value = 'anyone' where setting_key = 'booking_code_sharing'`,
    [],
  )
  const client = fixture.product.client(1)
  await until('codes can be shared', async () => {
    const { bookingCodeSharing } = await client.must('GET /api/settings', {})
    return bookingCodeSharing === 'anyone'
  })
  friendAccount = await registerPlayer(fixture.product, '772400120')
  await notifiedDeposit(friendAccount, 100_000)
})
// afterEach hooks run in reverse order.
afterEach(() => fixture?.close())
afterEach(screenshotOfFailure(() => page))

async function personAt(options: { readonly player?: Player }): Promise<Person> {
  const visit = await fixture.visit({ ...options, size })
  visit.context.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  return { page: visit.page, faults: visit.faults, taps: 0 }
}

async function tap(person: Person, what: Locator): Promise<void> {
  person.taps += 1
  page = person.page
  await what.click()
}

const amountOf = (text: string): number => Number(text.replace(/[^\d.]/g, ''))
const amount = (ugx: number): string =>
  `UGX ${ugx.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const kickoff = (): number => Math.max(...fixture.product.loaded.map((match) => match.kickoff.getTime()))
const isWide = (): boolean => size === DESKTOP
/** A link of the bottom bar, or on a wide screen of header or footer. */
const goTo = (person: Person, name: 'My Bets' | 'Account'): Promise<void> =>
  tap(person, link(person.page, name).filter({ visible: true }).last())

/** Opens the slip, which is always visible on a wide screen. */
async function openSlip(person: Person, count: number): Promise<void> {
  if (isWide()) return
  const bar = person.page.getByRole('navigation', { name: 'Quick links' })
  await tap(person, link(bar, new RegExp(`^Betslip, ${count} selection`)))
}

/** A first bet: sets the player's minimum in one tap. */
async function placeFirstBet(person: Person): Promise<number> {
  await tap(person, button(person.page, 'Set stake to UGX 25,000'))
  return placeBet(person)
}

/** Later bets have a lower minimum, and the stake of the last bet stays. */
async function placeLaterBet(person: Person): Promise<number> {
  const stake = '10000'
  person.taps += 1 + stake.length
  await person.page.getByLabel(/Minimum 10,000/).fill(stake)
  return placeBet(person)
}

/** Places the bet at the current odds. Returns the potential return of the ticket. */
async function placeBet(person: Person): Promise<number> {
  const place = button(person.page, /^(PLACE BET|Accept changes and place bet)$/)
  await place.waitFor()
  await waitInPage(person.page, READ_MS)
  await tap(person, place)
  await person.page.getByRole('heading', { name: 'Congratulations' }).waitFor()
  const potential = person.page.getByText('Potential return', { exact: true }).locator('xpath=..')
  // On a wide screen, the list of open bets beside it shows the return too.
  return amountOf((await potential.first().textContent()) ?? '')
}

it.each([
  ['', 'a phone', PHONE, MOST_TAPS.phone],
  ['[full] ', 'a wide screen', DESKTOP, MOST_TAPS.wide],
] as const)(
  '%s[AUTH-55] [AUTH-56] [AUTH-57] [AUTH-40] [APP-37] [BETX-04] [BETX-06] [BETX-09] [DEP-01] [DEP-02] [DEP-04] [DEP-18] [DEP-22] [WALT-10] [WALT-13] [SLIP-01] [SLIP-47] [SLIP-55] [SLIP-46] [SLIP-58] [HOME-21] [MKT-11] [SLIP-56] [SLIP-34] [SLIP-35] [TICK-17] [TICK-23] [TICK-18] [TICK-13] [TICK-25] [NOTE-20] [NOTE-05] [NOTE-06] [NOTE-18] [WDR-02] [WDR-03] [WDR-10] [WDR-13] [WDR-17] [WDR-20] on %s a visitor can register, deposit, bet and share, a friend can bet on the shared selections, and both can follow, cash out and withdraw, without a refused request',
  { timeout: 8 * MINUTE_MS },
  async (_mark, _name, screen, [mostTaps, mostTapsOfFriend]) => {
    size = screen
    amina = await personAt({})
    friend = await personAt({ player: friendAccount })
    await buildSlipAndRegister()
    await depositByHandset()
    const promised = await placeSlip()
    const shared = await share()
    expect(amina.taps).toBeLessThanOrEqual(mostTaps)
    await betOnSharedSelections(shared, mostTapsOfFriend)
    await placeLosingTicket()
    const balanceOfFriend = await cashOutThirdTicket()
    await followToTheEnd(promised, balanceOfFriend)
    await readNotifications()
    const reference = await withdrawWinnings(promised)
    await findInConsole(reference)
    expect(refused).toEqual([])
    expect([...amina.faults(), ...friend.faults()]).toEqual([])
  },
)

/** A visitor's slip survives the registration, which returns to it. */
async function buildSlipAndRegister(): Promise<void> {
  ;({ page } = amina)
  // Odds change only where the test lets the time run.
  await fixture.product.clock.run(0)
  await open(page, '/')
  for (const [label, team] of [
    ['1', 'Vipers SC'],
    ['2', 'Express FC'],
    ['1', 'URA FC'],
  ] as const)
    await tap(amina, option(page, label, team))
  await openSlip(amina, 3)
  await tap(amina, button(page, 'PLACE BET'))
  await tap(amina, link(page, 'JOIN NOW').last())
  await page.getByLabel('First name').fill('Amina')
  await page.getByLabel('Last name').fill('Nakato')
  await page.getByLabel('Mobile number').fill(PHONE_NUMBER)
  await page.getByLabel(/^NIN/).fill('cm9001234ab5cd')
  await page.getByLabel('Password', { exact: true }).fill('kasana-4728')
  amina.taps += 1
  await page.getByLabel('District').fill('Mukono')
  await tap(amina, page.getByLabel('I am at least 25 years old and accept the terms'))
  await tap(amina, button(page, 'CREATE ACCOUNT'))
  await page.waitForURL(isWide() ? '/' : '/betslip')
  await button(page, 'Set stake to UGX 25,000').waitFor()
  await expect.poll(() => headerBalance(page)).toBe('UGX 0.00')
}

/** A deposit approved on the simulated handset updates the balance without a reload, and leads back to the slip. */
async function depositByHandset(): Promise<void> {
  await fixture.product.clock.run(1)
  const handset = await page.context().newPage()
  await handset.goto(`${fixture.product.money.url}/handset?msisdn=256${PHONE_NUMBER}`)
  await handset.getByText('Nothing to approve.').waitFor()

  await tap(amina, link(page.getByRole('banner'), 'Deposit'))
  await page.getByRole('heading', { name: 'Add Funds' }).waitFor()
  await tap(amina, button(page, '100,000'))
  await tap(amina, button(page, 'Deposit'))
  await page.getByRole('heading', { name: 'Check your phone' }).waitFor()

  await handset.getByText(/^Pay UGX 100,000 to/).waitFor()
  await handset.getByLabel('Enter PIN').fill('1234')
  await handset.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Deposit received' }).waitFor()
  await page.getByText('Payment confirmed! 100,000.00 UGX added to your account.').first().waitFor()
  await handset.close()
  await fixture.product.clock.run(0)
  // On a wide screen the slip is beside the payment.
  if (!isWide()) await tap(amina, link(page, 'Back to your betslip'))
  await expect.poll(() => headerBalance(page)).toBe(amount(100_000))
}

/** The first bet, on three games. Returns the potential return of the ticket. */
async function placeSlip(): Promise<number> {
  const promised = await placeFirstBet(amina)
  expect(promised).toBeGreaterThan(25_000)
  await expect.poll(() => headerBalance(page)).toBe(amount(75_000))
  // The bet's notification. Those of the deposit count as read, because its page showed them.
  await link(page, 'Notifications, 1 unread').waitFor()
  return promised
}

/** Shares by the phone's dialog. Returns the shared path. */
async function share(): Promise<string> {
  await page.evaluate(() => {
    navigator.share = async (data) => void (document.title = data?.url ?? '')
  })
  await tap(amina, button(page, 'SHARE YOUR BETSLIP'))
  await expect.poll(() => page.title()).toMatch(/\/booking-code\?code=/)
  const { pathname, search } = new URL(await page.title())
  return pathname + search
}

/** The friend sees the selections of the link, loads them in one tap, and places them as a first bet. */
async function betOnSharedSelections(path: string, mostTaps: number): Promise<void> {
  await open(friend.page, path)
  const load = button(friend.page, 'Load to Bet Slip')
  await load.waitFor()
  await expect.poll(() => friend.page.getByRole('list', { name: 'Selections' }).getByRole('listitem').count()).toBe(3)
  await tap(friend, load)
  await placeFirstBet(friend)
  expect(friend.taps).toBeLessThanOrEqual(mostTaps)
  await expect.poll(() => headerBalance(friend.page)).toBe(amount(75_000))
}

/** A later bet has a lower minimum. One of its two selections wins, and the other one loses. */
async function placeLosingTicket(): Promise<void> {
  ;({ page } = amina)
  await tap(amina, button(page, 'PLACE A NEW BET'))
  await tap(amina, link(page, /^See the games/).first())
  await tap(amina, option(page, '1', 'Vipers SC'))
  await tap(amina, link(page, /more markets, URA FC vs BUL FC/))
  await tap(amina, option(page, 'Under 2.5', 'Over/Under').first())
  await openSlip(amina, 2)
  await placeLaterBet(amina)
  await tap(amina, link(page, 'View ticket'))
  await page.getByRole('heading', { name: 'Ticket Details' }).waitFor()
  await sees(page, 'RUNNING')
  await sees(page, 'NOT START')
}

/** An open ticket can be cashed out. Returns the friend's balance afterwards. */
async function cashOutThirdTicket(): Promise<number> {
  ;({ page } = friend)
  await tap(friend, button(page, 'PLACE A NEW BET'))
  await tap(friend, link(page, /^See the games/))
  await tap(friend, option(page, 'X', 'Draw').first())
  await openSlip(friend, 1)
  await placeLaterBet(friend)
  await tap(friend, link(page, 'View ticket'))
  const offer = page.getByRole('region', { name: 'Cashout' })
  await tap(friend, button(offer, 'Accept'))
  // The second press of a double tap confirms nothing.
  await waitInPage(page, 500)
  await tap(friend, button(offer, 'Confirm cashout'))
  await page.getByText(/^You cashed out this ticket/).waitFor()
  const paid = amountOf((await page.getByText('Total return', { exact: true }).locator('xpath=..').textContent()) ?? '')
  expect(paid).toBeGreaterThan(0)
  return 65_000 + paid
}

/** Tickets settle on both screens without a reload: one is lost by one of its legs, and the shared one is won twice. */
async function followToTheEnd(promised: number, balanceOfFriend: number): Promise<void> {
  const { clock } = fixture.product
  await goTo(friend, 'My Bets')
  await expect.poll(() => headerBalance(friend.page)).toBe(amount(balanceOfFriend))
  ;({ page } = amina)
  await goTo(amina, 'My Bets')
  await tap(amina, page.getByRole('main').getByText('3 selections', { exact: true }))
  await sees(page, 'RUNNING')

  await clock.moveTo(new Date(kickoff() + 2 * MINUTE_MS))
  await page
    .getByText(/^LIVE \d+'/)
    .first()
    .waitFor()

  await clock.moveTo(new Date(kickoff() + 14 * MINUTE_MS))
  await page.getByText('Congratulations!', { exact: true }).waitFor()
  // The ticket and its three legs.
  await expect.poll(() => page.getByText('WON', { exact: true }).count()).toBe(4)
  await expect.poll(() => page.getByRole('listitem').getByText('3 – 1 FT').count()).toBe(1)
  await page.getByText(amount(promised)).first().waitFor()

  await tap(amina, button(page, 'Back'))
  await tap(amina, page.getByRole('tab', { name: /^Settled/ }))
  await sees(page, 'LOST')
  await sees(page, 'WON')
  await expect.poll(() => headerBalance(page)).toBe(amount(65_000 + promised))
  await tap(amina, page.getByText('2 selections'))
  await page.getByRole('heading', { name: 'Ticket Details' }).waitFor()
  await expect.poll(() => page.getByText('WON', { exact: true }).count()).toBe(1)
  await expect.poll(() => page.getByText('LOST', { exact: true }).count()).toBe(2)
  await tap(amina, button(page, 'Back'))

  page = friend.page
  await tap(friend, page.getByRole('tab', { name: /^Settled/ }))
  await sees(page, 'WON')
  await sees(page, 'CASHOUT')
  await expect.poll(async () => amountOf(await headerBalance(page))).toBeGreaterThan(balanceOfFriend + 25_000)
  ;({ page } = amina)
}

/** The notifications contain the win, both bets and the deposit. */
async function readNotifications(): Promise<void> {
  await tap(amina, link(page, /^Notifications/).first())
  await tap(amina, page.getByRole('tab', { name: 'Wins' }))
  await tap(amina, page.getByRole('tabpanel').getByRole('link').first())
  await page.getByRole('heading', { name: 'Ticket Details' }).waitFor()
}

/** The winnings can be withdrawn, and are one line of the statement. Returns the payment's reference. */
async function withdrawWinnings(promised: number): Promise<string> {
  await fixture.product.clock.run(1)
  await goTo(amina, 'Account')
  await tap(amina, link(page, 'WITHDRAW'))
  await tap(amina, button(page, '50,000'))
  await tap(amina, button(page, 'WITHDRAW'))
  const figures = page.getByRole('region', { name: 'Confirm the withdrawal' })
  await expect
    .poll(() => figures.getByRole('definition').allTextContents())
    .toEqual([amount(50_000), amount(2_000), amount(52_000)])
  await tap(amina, button(page, 'Confirm withdrawal'))
  await page.getByRole('heading', { name: 'Withdrawal sent' }).waitFor()
  const shown = page.getByText('Reference', { exact: true }).locator('xpath=following-sibling::dd')
  const reference = /W[A-Z2-9]{7}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
  expect(reference).not.toBe('')

  await goTo(amina, 'Account')
  await tap(amina, link(page, /^Statement/))
  const lines = page.getByRole('row').filter({ hasText: /withdraw/i })
  await expect.poll(() => lines.count()).toBe(1)
  await lines.getByRole('cell', { name: amount(13_000 + promised) }).waitFor()
  const payout = fixture.product.money.orders.list().find((order) => order.kind === 'payout')
  expect(payout).toMatchObject({ amountHundredths: 5_000_000 })
  return reference
}

/** Staff finds the payment by the reference that the player reads out. */
async function findInConsole(reference: string): Promise<void> {
  const client = fixture.product.client()
  const { user } = await client.must('POST /api/auth/login', { body: ADMIN })
  const admin = { client, userId: user.id, phone: ADMIN.phoneNumber, password: ADMIN.password }
  ;({ page } = await fixture.visit({ player: admin, size: DESKTOP }))
  await open(page, '/admin/transactions')
  const search = page.getByRole('main').getByRole('search')
  await search.getByLabel(/reference/).fill(reference)
  await button(search, 'Search').click()
  await sees(page, '1–1 of 1')
  await link(page, reference).waitFor()
  await page.getByText(PHONE_NUMBER.slice(-4)).first().waitFor()
}
