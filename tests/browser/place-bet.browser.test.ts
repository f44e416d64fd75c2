import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { betOn, notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { SETTLING, settlingIn } from './matches.ts'
import { steadyPrices } from '../support/business-time.ts'
import { stopClock } from './clock.ts'
import { answer, failConnection, intercept, loseResponse, refuse } from './network.ts'
import { GAMES, homeWinOption, PLACE, slipOn } from './slip-page.ts'
import {
  acceptAnyOdds,
  browserFixture,
  type BrowserFixture,
  button,
  DESKTOP,
  link,
  open,
  option,
  screenshotOfFailure,
  sees,
  twoFrames,
  type Visit,
} from './browser-fixture.ts'
import { mustPlace } from '../support/place-bet.ts'

let fixture: BrowserFixture
let player: Player
let visit: Visit
let page: Page

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_600))
  player = await registerPlayer(fixture.product, '772400110')
  await notifiedDeposit(player, 500_000)
})
// A separate browser per test, so that pending requests or a moved clock do not affect the next one.
beforeEach(async () => {
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

/** Holds bets until `end` is called; then they reach the server. */
async function holdBets(): Promise<{ readonly held: Route[]; readonly end: () => Promise<void> }> {
  const held: Route[] = []
  return { held, end: await intercept(page, PLACE, async (route) => void held.push(route)) }
}

describe('placing a bet', () => {
  it.each([
    [
      '[SLIP-62]',
      422,
      { code: 'INSUFFICIENT_BALANCE', detail: 'Insufficient balance. Your balance: UGX 1.00, Required: UGX 2.00' },
    ],
    [
      '[SLIP-63]',
      404,
      { code: 'PROFILE_NOT_FOUND', detail: 'Your profile could not be found. Please try logging out and back in.' },
    ],
    ['[SLIP-64]', 422, { code: 'NO_SELECTIONS', detail: 'Please select at least one bet.' }],
    ['[SLIP-66]', 503, { code: 'PROFILE_ERROR', detail: 'Could not verify your account details.' }],
    ['[SLIP-67]', 422, { code: 'LIMIT_REACHED', detail: 'From the server.' }],
  ])('[full] %s a bet refused with HTTP %i shows the message of %j', async (_, status, problem) => {
    await openSlip()
    await stake().fill('25000')
    await intercept(page, PLACE, refuse(status, problem))
    await place().click()
    await page.getByRole('main').getByText(problem.detail).waitFor()
  })

  it('[full] [SLIP-72] one tap lowers a stake above the liability limit to the largest allowed stake', async () => {
    await openSlip()
    await stake().fill('90000')
    const detail = 'The most you can stake on this bet is UGX 40,000'
    const details = { maximum: '40,000', maximumUgx: 40_000 }
    await intercept(page, PLACE, refuse(422, { code: 'STAKE_ABOVE_LIABILITY', detail, details }))
    await place().click()
    const message = page.getByRole('main').getByText(detail)
    await message.waitFor()
    await button(page, 'Use 40,000').click()
    await expect.poll(() => stake().inputValue()).toBe('40,000')
    expect(await message.count()).toBe(0)
  })

  it('[full] [SLIP-54] [SLIP-67] a refusal without a message shows the slip’s default text', async () => {
    await openSlip()
    await stake().fill('25000')
    await intercept(page, PLACE, refuse(422))
    await place().click()
    await sees(page, 'Failed to place bet. Please try again.')
  })

  it('[full] [SLIP-54] a refused bet shows its message even if the player has moved to another screen', async () => {
    await fillSlip()
    await stake().fill('25000')
    const { held } = await holdBets()
    await place().click()
    await expect.poll(() => held.length).toBe(1)
    await button(page, 'Back').click()
    await option(page, '1', SETTLING[0]?.home ?? '').waitFor()
    await quick(/^Betslip, 1/).click()
    await sees(page, 'We do not know yet whether your bet was placed.')
    await Promise.all(held.map(refuse(422, { code: 'LIMIT_REACHED', detail: 'From the server.' })))
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('Your bet was not placed. From the server.')
      .waitFor()
    await place().waitFor()
  })

  it('[full] [SLIP-61] placing a bet after the session has ended opens the login', async () => {
    await openSlip()
    await stake().fill('25000')
    await intercept(page, PLACE, refuse(401, { code: 'NOT_AUTHENTICATED', detail: 'You need to be logged in.' }))
    await intercept(page, 'GET /api/auth/session', answer({ user: null }))
    await place().click()
    await page.getByText('You need to be logged in to place a bet.').first().waitFor()
    await page.waitForURL('/login')
  })

  it('[full] [SLIP-61] [ACCT-24] a bet refused because a password change replaced the token keeps the player logged in, and the next tap places the bet', async () => {
    await openSlip()
    await stake().fill('25000')
    await intercept(page, PLACE, refuse(401, { code: 'NOT_AUTHENTICATED', detail: 'You need to be logged in.' }), 1)
    const before = await tickets()
    const sessionRequest = page.waitForResponse((response) => response.url().endsWith('/api/auth/session'))
    await place().click()
    await page.getByText('You need to be logged in to place a bet.').first().waitFor()
    await sessionRequest
    await place().click()
    await expect.poll(tickets).toBe(before + 1)
  })

  it('[full] [SLIP-53] [SLIP-48] while a bet is being sent the slip shows progress and ignores a second tap', async () => {
    await openSlip()
    await stake().fill('25000')
    const { held } = await holdBets()
    await place().click()
    await expect.poll(() => held.length).toBe(1)
    await page.getByRole('button', { name: 'Placing your bet…' }).click({ force: true })
    await stake().press('Enter')
    expect(held.length).toBe(1)
    // Abort held requests, which would otherwise be sent when the page closes.
    await Promise.all(held.map((route) => route.abort()))
  })

  it('[full] [SLIP-01] [SLIP-55] with late scripts, odds tapped before the scripts load are added to the slip, and the bet can be placed', async () => {
    await steadyPrices(fixture.product)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const before = await tickets()
    const scriptsOfGames = await openWithoutScripts(GAMES)
    const chosen = option(page, '1', SETTLING[0]?.home ?? '')
    await chosen.click()
    await expect.poll(() => chosen.getAttribute('data-tapped')).toBe('')
    await scriptsOfGames()
    await expect.poll(() => chosen.getAttribute('aria-pressed')).toBe('true')

    const scriptsOfSlip = await openWithoutScripts('/betslip')
    await page.getByRole('heading', { name: 'Loading your account' }).waitFor()
    await scriptsOfSlip()
    await stake().fill('27000')
    await acceptAnyOdds(page)
    await place().click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await expect.poll(tickets).toBe(before + 1)
    expect(addresses.filter((address) => address.includes('27000'))).toEqual([])
    expect(visit.faults()).toEqual([])
  })
})

/** Opens a page whose scripts arrive when the returned function is called. */
async function openWithoutScripts(path: string): Promise<() => Promise<void>> {
  const wanted = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await wanted.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    wanted.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

describe('changed odds', () => {
  it('[full] [SLIP-50] [SLIP-49] [SLIP-51] the slip shows worse odds beside the odds seen and needs confirmation', async () => {
    const { clock } = fixture.product
    const match = fixture.product.loaded.find(({ home }) => home === 'URA FC')
    const quote = async (odds: object): Promise<void> => {
      fixture.product.feed.control({ action: 'odds', match_id: match?.matchId, odds })
      // The feed is polled for odds once a minute.
      await clock.moveTo(new Date(clock.now().getTime() + 61_000))
      // Business time is stopped, so prices change only with the feed's odds.
      await clock.run(0)
    }
    const priceOnServer = async (): Promise<number> =>
      (await player.client.must('GET /api/games', { query: { q: 'URA FC' } })).items[0]?.prices['1'] ?? 0
    onTestFinished(() => clock.run(1))
    await quote({ odd_1: 1.9, odd_x: 3.3, odd_2: 4.2 })
    await expect.poll(priceOnServer).toBeGreaterThan(1.6)
    await page.clock.install()
    await open(page, GAMES)
    await (await homeWinOption(page, fixture.product, 'URA FC')).click()
    // Wait for the pending quote, which would otherwise show the changed odds.
    const quoted = page.waitForResponse((response) => response.url().endsWith('/api/bets/quote'))
    await quick(/^Betslip, 1/).click()
    await quoted
    await stake().fill('25000')
    await expect.poll(() => page.locator('dd', { hasText: /^\d+\.\d\d$/ }).count()).toBeGreaterThan(0)
    // The slip does not receive the change, so the server refuses the bet.
    const receiveQuotes = await intercept(page, 'POST /api/bets/quote', failConnection)
    await quote({ odd_1: 1.4, odd_x: 4.6, odd_2: 8 })
    await expect.poll(priceOnServer).toBeLessThan(1.6)
    await place().click()
    await sees(page, 'The odds have changed. Please check your betslip.')
    await stopClock(page)
    const answers: number[] = []
    page.on('response', (response) => {
      const isBet = response.request().method() === 'POST' && new URL(response.url()).pathname === '/api/bets'
      if (isBet) answers.push(response.status())
    })
    const acceptAndPlace = button(page, 'Accept changes and place bet')
    await receiveQuotes()
    await expect
      .poll(async () => {
        if (await acceptAndPlace.isVisible()) return true
        await page.clock.runFor(100)
        return false
      })
      .toBe(true)
    // The slip ignores a tap that was meant for PLACE BET.
    await acceptAndPlace.click()
    // Shown once, in the question whether to accept the odds.
    await expect.poll(() => page.getByText(/^The odds have changed/).count()).toBe(1)
    // The last odds seen, including price changes.
    const seen = (await page.locator('li', { hasText: 'odds fell from' }).locator('s').textContent()) ?? ''
    await page.getByText(new RegExp(`^URA FC ${seen} → 1\\.\\d\\d$`)).waitFor()
    expect(Number(seen)).toBeGreaterThan(1.6)
    await expect.poll(() => page.locator('dd s').textContent()).toBe(seen)
    await expect.poll(async () => Number(await figure('Total odds'))).toBeLessThan(1.6)
    await page.clock.runFor(700)
    await acceptAndPlace.click()
    await page.clock.resume()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await expect.poll(() => answers).toEqual([201])
    const changed = page.getByRole('region', { name: 'Changed odds' }).getByRole('listitem')
    await expect.poll(() => changed.textContent()).toMatch(new RegExp(`^URA FC.*odds fell from${seen}1\\.[345]`))

    // A player who accepts odds changes is not asked.
    await open(page, GAMES)
    await option(page, '1', 'URA FC').click()
    await quick(/^Betslip, 1/).click()
    await stake().fill('25000')
    await quote({ odd_1: 1.2, odd_x: 6.1, odd_2: 13 })
    await expect.poll(async () => Number(await figure('Total odds'))).toBeLessThan(1.3)
    await acceptAndPlace.waitFor()
    await acceptAnyOdds(page)
    await place().click()
    await sees(page, 'Congratulations')
  })
})

describe('a placed bet', () => {
  beforeAll(async () => {
    player = await registerPlayer(fixture.product, '772400120')
    await notifiedDeposit(player, 900_000)
    await betOn(player, 'Vipers', 25_000)
  })

  it('[full] [SLIP-48] a bet request repeated after a lost response places one bet', async () => {
    const before = await tickets()
    await openSlip()
    await stake().fill('25000')
    await acceptAnyOdds(page)
    // The app retries a few times before it gives up.
    const end = await intercept(page, PLACE, loseResponse)
    await place().click()
    await sees(page, 'We do not know yet whether your bet was placed.')
    await page.reload()
    await sees(page, 'We do not know yet whether your bet was placed.')
    // A bet left over from an earlier visit is not repeated without the player.
    await page.getByText(/^Check as often as you like/).waitFor()
    await end()
    await button(page, 'Check again').click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await expect.poll(() => tickets()).toBe(before + 1)
    // The selections of the bet have survived the reload too.
    await button(page, 'Re-use selections').click()
    await expect.poll(() => cards().count()).toBe(1)
  })

  it('[full] [SLIP-48] after a screen crashed while the outcome of a bet was unknown, the app queries and shows the outcome', async () => {
    const before = await tickets()
    await openSlip()
    await stake().fill('25000')
    await acceptAnyOdds(page)
    const end = await intercept(page, PLACE, loseResponse)
    await place().click()
    await sees(page, 'We do not know yet whether your bet was placed.')
    await end()
    await intercept(page, 'GET /api/bets', answer({ items: [null], nextCursor: null }))
    await page.getByRole('link', { name: 'My Bets' }).first().click()
    await sees(page, 'Something Went Wrong')
    await sees(page, 'Your bet was accepted.')
    await expect.poll(() => tickets()).toBe(before + 1)
    await page.unrouteAll()
  })

  it('[full] [SLIP-62] [SLIP-48] a bet whose retry is refused because of the balance also offers a deposit', async () => {
    await openSlip()
    await stake().fill('25000')
    await acceptAnyOdds(page)
    const end = await intercept(page, PLACE, (route) => route.abort())
    await place().click()
    await sees(page, 'We do not know yet whether your bet was placed.')
    await page.getByText(/^UGX\s25,000\.00 on 1 selection$/).waitFor()
    await end()
    const detail = 'Insufficient balance. Your balance: UGX 1.00, Required: UGX 2.00'
    await intercept(page, PLACE, refuse(422, { code: 'INSUFFICIENT_BALANCE', detail }))
    await button(page, 'Check again').click()
    await page.getByRole('main').getByText(`Your bet was not placed. ${detail}`).waitFor()
    await page.getByRole('main').locator('form').getByRole('link', { name: 'Deposit', exact: true }).waitFor()
  })

  it.each([
    [429, 'RATE_LIMITED'],
    [503, 'PROFILE_ERROR'],
  ])(
    '[full] [SLIP-48] %s %s at a second attempt is not reported as a refusal, because the first attempt may have placed the bet',
    async (status, code) => {
      const before = await tickets()
      await openSlip()
      await stake().fill('25000')
      await acceptAnyOdds(page)
      let tries = 0
      const end = await intercept(page, PLACE, (route) =>
        (++tries === 1 ? loseResponse : refuse(status, { code }))(route),
      )
      await place().click()
      await sees(page, 'We do not know yet whether your bet was placed.')
      expect(tries).toBe(2)
      await end()
      await button(page, 'Check again').click()
      await sees(page, 'The connection was lost, but your bet has been placed. It was placed only once.')
      await expect.poll(() => tickets()).toBe(before + 1)
    },
  )

  it('[full] [SLIP-57] [SLIP-48] a selection tapped while a bet is being placed stays in the slip, and is not part of the ticket', async () => {
    await fillSlip()
    await stake().fill('10000')
    await acceptAnyOdds(page)
    const { held, end } = await holdBets()
    await place().click()
    await expect.poll(() => held.length).toBe(1)
    await button(page, 'Back').click()
    await option(page, '1', SETTLING[1]?.home ?? '').click()
    await quick(/^Betslip, 2/).waitFor()
    await end()
    await quick(/^Betslip, 1/).click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await button(page, 'PLACE A NEW BET').press('Enter')
    await page.getByRole('heading', { name: 'Sport' }).and(focused()).waitFor()
    await page.getByRole('button', { name: new RegExp(`^Remove ${SETTLING[1]?.home}`) }).waitFor()
    await expect.poll(() => cards().count()).toBe(1)
  })

  it('[full] [SLIP-55] [AUTH-77] a placed ticket shown in the slip is not shown to the next player', async () => {
    await openSlip()
    await stake().fill('10000')
    await acceptAnyOdds(page)
    await place().click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Quick links' })
      .getByRole('link', { name: /^My Bets/ })
      .click()
    await page.waitForURL('/mybets')
    await quick(/^Betslip/).click()
    await sees(page, 'Your betslip is empty')
  })

  it('[full] [SLIP-15] [SLIP-57] the Back button after a placed bet shows the empty slip scrolled to the top', async () => {
    await fillSlip()
    await stake().fill('10000')
    await acceptAnyOdds(page)
    await place().click()
    await link(page, 'View ticket').click()
    await page.getByRole('heading', { name: 'Ticket Details' }).waitFor()
    await page.goBack()
    await sees(page, 'Your betslip is empty')
    await twoFrames(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  it('[full] [SLIP-48] when the network returns, the app repeats an unanswered bet request and shows the outcome', async () => {
    const before = await tickets()
    await openSlip()
    await stake().fill('25000')
    await acceptAnyOdds(page)
    // The network fails while the bet is being sent.
    const end = await intercept(page, PLACE, failConnection)
    await place().click()
    await visit.context.setOffline(true)
    await sees(page, 'We do not know yet whether your bet was placed.')
    await end()
    await visit.context.setOffline(false)
    await sees(page, 'The connection was lost, but your bet has been placed. It was placed only once.')
    await expect.poll(() => tickets()).toBe(before + 1)
  })

  it('[full] [SLIP-48] [AUTH-77] an unanswered bet request is not repeated with another player’s money', async () => {
    const first = await registerPlayer(fixture.product, '772400130')
    const next = await registerPlayer(fixture.product, '772400140')
    await notifiedDeposit(first, 25_000)
    await steadyPrices(fixture.product)
    await visit.context.close()
    visit = await fixture.visit({ player: first, size: DESKTOP })
    page = visit.page
    await open(page, GAMES)
    await option(page, '1', SETTLING[0]?.home ?? '').click()
    await stake().fill('25000')
    await acceptAnyOdds(page)
    const { held } = await holdBets()
    await place().click()
    await expect.poll(() => held.length).toBe(1)
    await link(page.getByRole('banner'), 'Account').click()
    await button(page, 'Log Out').click()
    await link(page.getByRole('banner'), 'LOGIN').click()
    await logIn(next)
    await intercept(page, PLACE, failConnection)
    await Promise.all(held.map(failConnection))
    await place().waitFor()
    await expect.poll(() => button(page, 'Check again').count()).toBe(0)
  })

  it('[full] [SLIP-54] [APP-26] the slip sends no bet while the app is offline, and shows no bet with an unknown outcome', async () => {
    const before = await tickets()
    await openSlip()
    await stake().fill('25000')
    await acceptAnyOdds(page)
    await visit.context.setOffline(true)
    const { held, end } = await holdBets()
    await place().click()
    await sees(page, 'You are offline. Your bet was not sent.')
    await place().waitFor()
    await visit.context.setOffline(false)
    await expect.poll(() => page.getByText('You are offline. Your bet was not sent.').count()).toBe(0)
    expect(held).toEqual([])
    await end()
    await place().click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    expect(await tickets()).toBe(before + 1)
  })

  it('[SLIP-69] a response with a ticket counts as a placed bet, even if it contains an error', async () => {
    const ticket = await player.client.must('GET /api/bets/{id}', {
      params: { id: await betOn(player, 'Vipers', 11_500) },
    })
    const error = { code: '42501', message: 'permission denied for table tickets', details: null }
    await openSlip()
    await stake().fill('25000')
    await intercept(page, PLACE, answer({ success: true, ticket, balance: 1_000, error }, 201))
    await place().click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await expect.poll(() => page.getByText('permission denied').count()).toBe(0)
  })

  it('[SLIP-44] a bet response contains success and ticket, or the error with code, message and details', async () => {
    const { items } = await player.client.must('GET /api/games', { query: { sport: 'soccer', q: 'Vipers' } })
    const selections = [{ gameId: items[0]?.id ?? '', market: '1x2', selection: '1', odds: 1.01, match: 'any' }]
    const body = { stake: 10_000, bookingCode: 'ZZZZ9999', selections }
    const placed = await mustPlace(player.client, { body })
    expect(placed).toMatchObject({ success: true, ticket: { status: 'pending' }, warning: expect.any(String) })
    const refused = await player.client.call('POST /api/bets', { body: { ...body, stake: 4_000_000 } })
    expect(refused).toMatchObject({
      ok: false,
      problem: {
        error: {
          code: 'INSUFFICIENT_BALANCE',
          message: expect.stringMatching(/^Insufficient balance\. Your balance: UGX/),
          details: expect.any(Object),
        },
      },
    })
  })

  it('[SLIP-55] [SLIP-57] [SLIP-59] [SLIP-17] the screen of a placed bet shows a confirmation, and can restore the selections', async () => {
    await openSlip(2)
    await stake().fill('10000')
    await acceptAnyOdds(page)
    await place().click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await page.getByRole('button', { name: /^Copy booking code/ }).waitFor()
    // Other players cannot load this code, so sharing is not offered.
    await sees(page, 'Only you can load it.')
    expect(await button(page, 'SHARE YOUR BETSLIP').count()).toBe(0)
    await button(page, 'Re-use selections').click()
    await expect.poll(() => cards().count()).toBe(2)
    await stake().fill('10000')
    await place().click()
    await button(page, 'HOME').click()
    await page.waitForURL('/')
  })
})
