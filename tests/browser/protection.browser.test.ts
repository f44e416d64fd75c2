import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { intercept, refuse, neverAnswer } from './network.ts'
import {
  button,
  link,
  open,
  browserFixture,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
  acceptAnyOdds,
  type Visit,
} from './browser-fixture.ts'

let fixture: BrowserFixture
let player: Player
let visit: Visit
let page: Page
let players = 0

beforeAll(async () => {
  fixture = await browserFixture({ matches: recordedLines(4), kickoffInSeconds: 7_200 })
})
// A new player for each test and attempt, because limits and time-outs stay.
beforeEach(async () => {
  player = await registerPlayer(fixture.product, `77271${String(++players).padStart(3, '0')}0`)
  visit = await fixture.visit({ player })
})
// afterEach hooks run in reverse order.
afterEach(() => visit.context.close())
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

async function at(path: string, from: Visit = visit): Promise<void> {
  page = from.page
  await open(page, path)
}

const row = (name: string) => button(page, new RegExp(`^(Set|Change) your ${name}$`))

/** Simulates this many minutes of use, once the app has begun to count. */
async function used(minutes: number): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('mupiira.use') !== null)
  await page.evaluate((usedMs) => {
    const use = JSON.parse(localStorage.getItem('mupiira.use') ?? '{}') as object
    localStorage.setItem('mupiira.use', JSON.stringify({ ...use, usedMs, checkedMs: 0 }))
  }, minutes * 60_000)
}

async function setLimit(name: string, amount: string | null): Promise<void> {
  await row(name).click()
  if (amount === null) await button(page, 'Remove this limit').click()
  else {
    await page.getByLabel('Limit (UGX)').fill(amount)
    await button(page, 'Save limit').click()
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

describe('/responsible-gambling', () => {
  it('[full] [HELP-15] [PLAY-05] a visitor can read advice and contacts, and take the self-assessment', async () => {
    await at('/responsible-gambling', await fixture.visit())
    await page.getByRole('heading', { name: 'Stay in control' }).click()
    await page.getByText('Do not chase losses.').waitFor()
    await link(page, 'Log in to use them').waitFor()
    await page.getByRole('heading', { name: 'Where to find help' }).click()
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Where to get help' }).getByRole('link').count())
      .toBe(3)
    await page.getByText('Answer nine questions').click()
    const questions = page.locator('fieldset')
    await expect.poll(() => questions.count()).toBe(9)
    for (let nth = 0; nth < 9; nth++) {
      await questions
        .nth(nth)
        .getByLabel(nth < 3 ? 'Sometimes' : 'Never')
        .check()
    }
    await sees(page, 'Moderate risk · 3 of 27 points')
  })

  it('[PLAY-01] [PLAY-02] a new player limit applies at once, and the deposit screen explains the refusal of a deposit above the limit', async () => {
    await notifiedDeposit(player, 200_000)
    await at('/responsible-gambling')
    await setLimit('daily deposit limit', '230,000')
    await page.getByText(/200,000\.00 deposited so far,\s*UGX\s*30,000\.00 left until/).waitFor()
    await page.goto('/deposit')
    await page.getByLabel('Amount (UGX)').fill('30,001')
    await page.locator('main button[type=submit]').click()
    await page
      .getByText(/more than your daily deposit limit of UGX 230,000 allows. You have UGX 30,000 left until \d/)
      .waitFor()
  })

  it('[full] [PLAY-01] a limit below the smallest deposit shows its effect, and applies after a confirmation', async () => {
    await at('/responsible-gambling')
    await row('monthly deposit limit').click()
    await page.getByLabel('Limit (UGX)').fill('50')
    await button(page, 'Save limit').click()
    await page.getByText(/^You will be able to deposit at most UGX 50 a month\./).waitFor()
    // Another amount is validated again.
    await page.getByLabel('Limit (UGX)').fill('60')
    await button(page, 'Save limit').click()
    await page.getByText(/^You will be able to deposit at most UGX 60 a month\./).waitFor()
    await button(page, 'Yes, set this limit').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('[full] [PLAY-01] a higher limit can be confirmed after a day, or cancelled', async () => {
    await at('/responsible-gambling')
    await setLimit('monthly loss limit', '90,000')
    await setLimit('monthly loss limit', null)
    await page.getByText(/^The removal of this limit can be confirmed from/).waitFor()
    await expect.poll(() => button(page, 'Confirm').count()).toBe(0)
    await button(page, 'Keep the lower limit').click()
    await page.getByText(/^The removal of this limit can be confirmed from/).waitFor({ state: 'detached' })
  })

  it('[full] [PLAY-02] the slip explains a refusal by a player limit', async () => {
    await notifiedDeposit(player, 200_000)
    await player.client.must('PUT /api/protection/limits', { body: { kind: 'stake', period: 'week', amount: 25_000 } })
    await at('/sports')
    await page.locator('button[aria-pressed][aria-label^="1 "]').first().click()
    await page.goto('/betslip')
    await page
      .getByLabel(/^Stake/)
      .first()
      .fill('26,000')
    await acceptAnyOdds(page)
    await button(page, 'PLACE BET').first().click()
    await page
      .getByText(/more than your weekly stake limit of UGX 25,000 allows. You have UGX 25,000 left until/)
      .first()
      .waitFor()
  })

  it('[full] [PLAY-04] the reality check shows time and money spent after the chosen interval', async () => {
    await at('/responsible-gambling')
    const choice = page.getByLabel('Remind me after')
    await choice.waitFor()
    if ((await choice.inputValue()) !== '30') {
      // Leaving the page would end the request.
      const saved = page.waitForResponse(/\/api\/protection\/reality-check$/)
      await choice.selectOption('30')
      await saved
    }
    await used(31)
    await open(page, '/statement')
    const dialog = page.getByRole('dialog', { name: 'Reality check' })
    await dialog.getByText('31 min').waitFor()
    await dialog.getByText('Net result').waitFor()
    await button(page, 'Continue').click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('[full] [PLAY-04] the reality check appears even if its figures cannot be loaded, and only its own buttons close the dialog', async () => {
    page = visit.page
    await player.client.must('PUT /api/protection/reality-check', { body: { minutes: 60 } })
    await intercept(page, 'GET /api/protection/limits', refuse(422))
    const unread = await intercept(page, 'GET /api/protection/net-result', refuse(422))
    await open(page, '/statement')
    await used(61)
    await open(page, '/statement')
    const dialog = page.getByRole('dialog', { name: 'Reality check' })
    await dialog.getByText('Could not load your wins and losses.').waitFor()
    await unread()
    await button(page, 'Try Again').click()
    await dialog.getByText('Net result').waitFor()
    for (const tap of [1, 2]) await page.mouse.click(4, 4 * tap)
    for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
    await page.goBack()
    await dialog.waitFor()
    await button(page, 'Continue').click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('[full] [PLAY-01] [PLAY-03] closing a responsible gambling dialog returns the focus to the button that opened it', async () => {
    await at('/responsible-gambling')
    for (const opener of [row('daily stake limit'), button(page, '30 days')]) {
      await opener.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  it('[PLAY-03] a time-out needs two confirmations, starts at once, and cannot be shortened', async () => {
    await notifiedDeposit(player, 200_000)
    await at('/responsible-gambling')
    await button(page, '7 days').click()
    await button(page, 'Start now').click()
    await page.getByText('Your time-out has started.').waitFor()
    await page.getByText('You can extend it, but not shorten it.').waitFor()
    await expect.poll(() => button(page, '24 hours').isDisabled()).toBe(true)
    await expect.poll(() => button(page, '30 days').isEnabled()).toBe(true)
    await page.goto('/deposit')
    await page.getByText(/^You are taking a time-out until/).waitFor()
    expect(await page.getByLabel('Amount (UGX)').count()).toBe(0)
    expect((await player.client.call('POST /api/payments/withdrawals', { body: { amount: 50_000 } })).ok).toBe(true)
  })

  it('[full] [PLAY-03] a self-excluded player sees a notice in place of betting and depositing', async () => {
    const own = await registerPlayer(fixture.product, '772700140')
    await own.client.must('POST /api/protection/exclusion', { body: { length: '6m' } })
    const visitOfOwn = await fixture.visit({ player: own })
    const isEntered = () => page.getByText(/^You have excluded yourself until/).waitFor()
    await at('/sports?sport=soccer', visitOfOwn)
    await page.locator('button[aria-pressed][aria-label^="1 "]').first().click()
    await page.goto('/betslip')
    await isEntered()
    await expect.poll(() => button(page, 'PLACE BET').count()).toBe(0)
    expect(await page.getByRole('group', { name: 'Quick stakes' }).count()).toBe(0)
    expect(await page.getByText(/^(Payout|Booking code)$/).count()).toBe(0)
    await expect.poll(() => page.getByText(/Win Bonus/).count()).toBe(0)
    await page.goto('/account')
    await isEntered()
    expect(await link(page, 'DEPOSIT').count()).toBe(0)
    expect(await page.locator('header a[href="/deposit"]').count()).toBe(0)
    // The stored state renders with the screen and causes no layout shift.
    for (const path of ['/account', '/betslip', '/aviator']) {
      await page.goto(path)
      await isEntered()
      expect(await page.evaluate(() => window.layoutShifts.filter(({ value }) => value > 0.01))).toEqual([])
    }
    expect(await page.getByText('Fly with the crane').count()).toBe(0)
    await button(page, 'Cash out an open bet').click()
    await page.waitForURL('/aviator?play')
    await isEntered()
    expect(await page.getByText(/Please deposit funds/).count()).toBe(0)
    expect(await page.getByLabel('Stake (UGX)').count()).toBe(0)
    await visitOfOwn.context.close()
  })

  it('[full] [AUTH-77] [PLAY-03] a tab of one player cannot self-exclude another player who logged in on another tab', async () => {
    const sleeping = await fixture.visit({ player: await registerPlayer(fixture.product, '772700120') })
    const other = await registerPlayer(fixture.product, '772700130')
    page = sleeping.page
    await intercept(page, 'GET /api/stream', neverAnswer)
    await open(page, '/responsible-gambling')
    await button(page, '6 months').click()
    const body = { phoneNumber: other.phone, password: other.password, keepLoggedIn: true }
    const { origin } = new URL(page.url())
    await sleeping.context.request.post(`${origin}/api/auth/login`, { data: body, headers: { origin } })
    const restarted = page.waitForEvent('load')
    await button(page, 'Start now').click()
    await restarted
    // The page of the other player.
    await button(page, '6 months').waitFor()
    expect((await other.client.must('GET /api/protection/limits', {})).exclusion).toBeNull()
    await sleeping.context.close()
  })
})
