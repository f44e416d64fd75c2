import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer } from '../support/player.ts'
import { readingOrder, unsaid } from './inspect.ts'
import { lineOf, SETTLING } from './matches.ts'
import { answer, breakOff, loseAnswer, meet, refuse, silence } from './network.ts'
import {
  button,
  DESKTOP,
  link,
  open,
  openStage,
  option,
  pictureOfFailure,
  sees,
  type Stage,
  takeAnyOdds,
  type Visit,
} from './stage.ts'

const PLACE = 'POST /api/bets'
const GAMES = '/sports?sport=soccer'

let stage: Stage
let player: Player
let visit: Visit
let page: Page

beforeAll(async () => {
  stage = await openStage({ matches: SETTLING.map((each) => lineOf(each)), kickoffInSeconds: 3_600 })
  player = await registerPlayer(stage.product, '772400110')
  await deposit(player, 200_000)
})
// A browser for each: what one leaves on its way (a booking code that arrives, a clock that was moved) meets no other.
beforeEach(async () => {
  visit = await stage.visit({ player })
  page = visit.page
})
// The last registered runs first.
afterEach(() => visit.context.close())
afterEach(pictureOfFailure(() => page))
afterAll(() => stage?.close())

/** Picks 1 of so many games, and opens the slip. */
async function fillSlip(games = 1): Promise<void> {
  await open(page, GAMES)
  for (const { home } of SETTLING.slice(0, games)) await option(page, '1', home).click()
  await quick(/^Betslip/).click()
  await page.getByLabel(/^Stake/).waitFor()
}
const quick = (name: RegExp) => page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name })
/** The pill beside the title: its figure, and what a screen reader adds to it. */
const counted = async (place: Locator): Promise<string> =>
  (
    (await place
      .getByText(/^\d+\s*selections$/)
      .first()
      .textContent()) ?? ''
  ).replace(/(\d)\s*s/, '$1 s')
const stake = () => page.getByLabel(/^Stake \(UGX\)/)
const place = () => button(page, 'PLACE BET')
async function logIn({ phone, password }: Player): Promise<void> {
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'LOG IN').click()
  await page.waitForURL('/')
}
/** A figure of the bill; of odds that have moved, the one that counts. */
const figure = async (name: string | RegExp): Promise<string> => {
  const shown = page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd')
  const now = shown.locator('b')
  return (await ((await now.count()) > 0 ? now : shown).textContent()) ?? ''
}
const tickets = async (): Promise<number> => (await player.client.must('GET /api/bets/counts', {})).open
const cards = () => page.getByRole('list').getByRole('button', { name: /^Remove/ })
const focused = () => page.locator(':focus')
/** Bets are on their way until it ends: then they reach the server. */
async function holdBets(): Promise<{ readonly held: Route[]; readonly end: () => Promise<void> }> {
  const held: Route[] = []
  return { held, end: await meet(page, PLACE, async (route) => void held.push(route)) }
}

async function bet(stakeUgx: number): Promise<string> {
  const { items } = await player.client.must('GET /api/games', { query: { sport: 'soccer', q: 'Vipers' } })
  const [game] = items
  const { ticket } = await player.client.must('POST /api/bets', {
    body: {
      stake: stakeUgx,
      selections: [{ gameId: game?.id ?? '', market: '1x2', selection: '1', odds: game?.prices['1'] ?? 0 }],
    },
  })
  return ticket.id
}

describe('slip', () => {
  it('[SLIP-13] [SLIP-14] [SLIP-15] [SLIP-21] an empty slip says how to fill it', async () => {
    await open(page, GAMES)
    await quick(/^Betslip/).click()
    await sees(page, 'Your slip is empty')
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

  it('[SLIP-14] [SLIP-18] [SLIP-19] [SLIP-20] [SLIP-21] [SLIP-22] [SLIP-23] [SLIP-33] [SLIP-12] a filled slip: cards, stake, figures, and all of it after a reload', async () => {
    await fillSlip(3)
    await expect.poll(() => stake().inputValue()).toBe('10.00')
    await page.getByText('your minimum 25,000').waitFor()
    await sees(page, 'Maximum 5,000,000')
    await sees(page, 'Balance UGX 200,000.00')
    await page.reload()
    await expect.poll(() => cards().count()).toBe(3)
    for (const name of ['Total odds', 'Potential win', 'Win bonus 3%', 'Payout']) {
      await expect.poll(() => figure(name), { message: name }).toMatch(/\d\.\d\d$/)
    }
    await expect.poll(() => place().isEnabled()).toBe(true)
    await cards().first().click()
    await expect.poll(() => cards().count()).toBe(2)
    await expect.poll(() => counted(page.getByRole('main'))).toBe('2 selections')
    await button(page, 'REMOVE ALL').click()
    await sees(page, 'Your slip is empty')
  })

  it('[full] [SLIP-18] [SLIP-19] a screen reader reads the slip from the selections to the button that places it', async () => {
    await fillSlip(2)
    await expect.poll(() => figure('Payout')).toMatch(/\d\.\d\d$/)
    const said = await readingOrder(page.getByRole('main'))
    const card = (name: string) => [
      new RegExp(`^paragraph: ${name}$`),
      /^paragraph: Moneyline/,
      new RegExp(`^paragraph: .*${name}.* · `),
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
      /^textbox "Stake \(UGX\) · your minimum 25,000"/,
      /^paragraph: Maximum .* Balance /,
      /^term: Total odds/,
      /^term: Potential win/,
      /^term: Win bonus/,
      /^term: Payout/,
      /^definition: UGX/,
      /^button "PLACE BET"/,
    ]
    expect(unsaid(said, order)).toBe(null)
  })

  it('[full] [SLIP-18] [SLIP-21] after REMOVE ALL the next slip begins with the default stake, not with one that was refused', async () => {
    await fillSlip()
    await stake().fill('900000')
    await place().click()
    await page.getByText(/^Insufficient balance/).waitFor()
    await button(page, 'REMOVE ALL').click()
    await fillSlip()
    await expect.poll(() => stake().inputValue()).toBe('10.00')
    await expect.poll(() => page.getByText(/^Insufficient balance/).count()).toBe(0)
  })

  it('[full] [SLIP-10] a new selection is marked for three seconds', async () => {
    await page.clock.install()
    await fillSlip()
    const marked = page.locator('li.border-gold')
    await expect.poll(() => marked.count()).toBe(1)
    await page.clock.fastForward(3_000)
    await expect.poll(() => marked.count()).toBe(0)
  })

  it('[full] [SLIP-25] [SLIP-26] [SLIP-24] [SLIP-28] [SLIP-29] [SLIP-71] three games earn 3 %, and the figures are those of the rules', async () => {
    await fillSlip(2)
    await page.getByText(/^Add 1 more qualifying games to increase your Win Bonus$/).waitFor()
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
    // A step of the prices may come between two looks.
    await expect
      .poll(async () => {
        const odds = (await page.locator('li b').allTextContents()).map(hundredths)
        const total = Math.floor(odds.reduce((product, each) => product * each, 1) / 10_000)
        const win = 30_000 * total
        const bonus = Math.floor((win * 3) / 100)
        const seen = await shown('Total odds', 'Potential win', 'Win bonus 3%', 'Payout')
        return [total, win, bonus, win + bonus].map((expected, at) => (seen[at] ?? Number.NaN) - expected)
      })
      .toEqual([0, 0, 0, 0])
  })

  it.each([
    ['[SLIP-30]', '0', 'Please enter a valid stake amount'],
    ['[SLIP-31]', '999', 'Please enter a valid stake amount of at least UGX 1,000.'],
    ['[SLIP-32]', '24999', 'Minimum stake amount is UGX 25,000'],
    ['[SLIP-36]', '250000', 'Insufficient balance. Please add funds to your account.'],
  ])('%s a stake of %s: %s', async (_, typed, text) => {
    await fillSlip()
    await stake().fill(typed)
    await place().click()
    await sees(page, text)
    await expect.poll(() => tickets()).toBe(0)
  })

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
    ['[SLIP-67]', 422, { code: 'LIMIT_REACHED', detail: 'Told by the server.' }],
  ])('[full] %s a refused placement shows its words', async (_, status, problem) => {
    await fillSlip()
    await stake().fill('25000')
    await meet(page, PLACE, refuse(status, problem))
    await place().click()
    await page.getByRole('main').getByText(problem.detail).waitFor()
  })

  it('[full] [SLIP-54] [SLIP-67] a refusal without words: the slip’s own', async () => {
    await fillSlip()
    await stake().fill('25000')
    await meet(page, PLACE, refuse(422))
    await place().click()
    await sees(page, 'Failed to place bet. Please try again.')
  })

  it('[full] [SLIP-54] a refusal reaches the player where he has gone meanwhile', async () => {
    await fillSlip()
    await stake().fill('25000')
    const { held } = await holdBets()
    await place().click()
    await expect.poll(() => held.length).toBe(1)
    await button(page, 'Back').click()
    await option(page, '1', SETTLING[0]?.home ?? '').waitFor()
    await quick(/^Betslip, 1/).click()
    await sees(page, 'We did not hear whether your bet was placed.')
    await Promise.all(held.map(refuse(422, { code: 'LIMIT_REACHED', detail: 'Told by the server.' })))
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('Your bet was not placed. Told by the server.')
      .waitFor()
    await place().waitFor()
  })

  it('[full] [SLIP-61] a session that has ended leads to the login', async () => {
    await fillSlip()
    await stake().fill('25000')
    await meet(page, PLACE, refuse(401, { code: 'NOT_AUTHENTICATED', detail: 'You need to be logged in.' }))
    await place().click()
    await page.getByText('You need to be logged in to place a bet.').first().waitFor()
    await page.waitForURL('/login')
  })

  it('[full] [SLIP-53] [SLIP-48] while it is sent the slip says so and takes no second press', async () => {
    await fillSlip()
    await stake().fill('25000')
    const { held } = await holdBets()
    await place().click()
    await expect.poll(() => held.length).toBe(1)
    await page.getByRole('button', { name: 'Placing your bet…' }).click({ force: true })
    await stake().press('Enter')
    expect(held.length).toBe(1)
    // A held request would go its way when the page closes.
    await Promise.all(held.map((route) => route.abort()))
  })

  it('[full] [SLIP-05] selections of one game: said to be priced together, or refused when they cannot all win', async () => {
    await open(page, '/sports?q=Vipers')
    await link(page, /more markets, Vipers/).click()
    await option(page, 'Vipers SC', 'Moneyline').first().click()
    await option(page, 'Over 2.5', 'Over/Under').first().click()
    await quick(/^Betslip, 2/).click()
    await page.getByText('Selections of the same game are priced together').waitFor()
    await expect.poll(() => page.getByText('· same game').count()).toBe(2)
    const joint = page.getByRole('listitem').filter({ hasText: 'joint odds' }).locator('b')
    await joint.waitFor()
    await expect.poll(() => joint.textContent()).toBe(await figure('Total odds'))
    await open(page, '/sports?q=Vipers')
    await link(page, /more markets, Vipers/).click()
    await option(page, '0-1', 'Correct Score').first().click()
    await quick(/^Betslip, 3/).click()
    await sees(page, 'These selections of one game cannot all win.')
  })

  it('[full] [SLIP-05] [SLIP-50] a combination cannot be bought before its joint odds are shown', async () => {
    await open(page, '/sports?q=Vipers')
    await link(page, /more markets, Vipers/).click()
    await option(page, 'Vipers SC', 'Moneyline').first().click()
    await option(page, 'Over 2.5', 'Over/Under').first().click()
    const end = await meet(page, 'POST /api/bets/quote', silence)
    await quick(/^Betslip, 2/).click()
    await expect.poll(() => figure('Total odds')).toBe('–')
    await expect.poll(() => place().isDisabled()).toBe(true)
    await end()
    await expect.poll(() => figure('Total odds')).toMatch(/\d/)
    await expect.poll(() => place().isEnabled()).toBe(true)
  })

  it('[full] [SLIP-18] what takes the place of a removed selection has the focus', async () => {
    await fillSlip(3)
    await cards().nth(1).press('Enter')
    await expect.poll(() => cards().count()).toBe(2)
    await page.getByRole('listitem').nth(1).and(focused()).waitFor()
    await cards().nth(1).press('Enter')
    await page.getByRole('listitem').first().and(focused()).waitFor()
    await button(page, 'REMOVE ALL').press('Enter')
    await page.getByRole('heading', { name: 'Sport' }).and(focused()).waitFor()
  })

  it('[full] [SLIP-12] what a visitor has picked is there after his login', async () => {
    await visit.context.clearCookies()
    await open(page, GAMES)
    for (const { home } of SETTLING.slice(0, 2)) await option(page, '1', home).click()
    await quick(/^Betslip, 2/).click()
    await sees(page, 'Please log in to place a bet')
    await logIn(player)
    await quick(/^Betslip, 2/).click()
    await expect.poll(() => cards().count()).toBe(2)
  })

  it('[full] [MKT-42] [SLIP-09] [SLIP-54] closed selections are grey, say why, and go with one tap', async () => {
    await meet(page, 'POST /api/bets/quote', async (route) => {
      const told = await route.fetch()
      const body = (await told.json()) as { selections: { problem: string | null }[] }
      const [started, suspended] = body.selections
      if (body.selections.length === 3 && started && suspended) {
        started.problem = 'GAME_CLOSED'
        suspended.problem = 'MARKET_UNAVAILABLE'
      }
      await route.fulfill({ response: told, json: body })
    })
    await fillSlip(3)
    await sees(page, 'This game has started or is closed for betting.')
    await sees(page, 'This selection is not available at the moment.')
    await sees(page, '2 selections are closed.')
    await expect.poll(() => place().isDisabled()).toBe(true)
    await expect.poll(() => figure('Total odds')).toBe(await page.getByRole('listitem').locator('b').textContent())
    await button(page, 'Remove 2 closed').click()
    await expect.poll(() => cards().count()).toBe(1)
    await expect.poll(() => place().isEnabled()).toBe(true)
  })
})

describe('changed odds', () => {
  it('[full] [SLIP-50] [SLIP-49] [SLIP-51] worse odds are shown beside those seen, and taken only by a word', async () => {
    const match = stage.product.loaded.find(({ home }) => home === 'URA FC')
    const quote = (odds: object): void =>
      void stage.product.feed.control({ action: 'odds', match_id: match?.matchId, odds })
    await open(page, GAMES)
    await option(page, '1', 'URA FC').click()
    await quick(/^Betslip, 1/).click()
    await stake().fill('25000')
    quote({ odd_1: 1.4, odd_x: 4.6, odd_2: 8 })
    // The feed is asked for odds once a minute.
    const { clock } = stage.product
    await clock.moveTo(new Date(clock.now().getTime() + 61_000))
    await expect
      .poll(
        async () => (await player.client.must('GET /api/games', { query: { q: 'URA FC' } })).items[0]?.prices['1'],
        { timeout: 10_000 },
      )
      .toBeLessThan(1.6)
    await place().click()
    await sees(page, 'The odds have changed. Please check your slip.')
    // Once: by the question whether to accept them.
    await expect.poll(() => page.getByText(/^The odds have changed/).count()).toBe(1)
    // What was seen last, movements of the price included.
    const seen = (await page.locator('li', { hasText: 'odds fell from' }).locator('s').textContent()) ?? ''
    await page.getByText(new RegExp(`^URA FC ${seen} → 1\\.\\d\\d$`)).waitFor()
    expect(Number(seen)).toBeGreaterThan(1.6)
    await expect.poll(() => page.locator('dd s').textContent()).toBe(seen)
    await button(page, 'Accept new odds').press('Enter')
    await expect.poll(() => page.locator('li s').count()).toBe(0)
    await focused().getByLabel('Accept odds changes').waitFor()
    expect(Number(await figure('Total odds'))).toBeLessThan(1.6)
    await place().click()
    const changed = page.getByRole('region', { name: 'Changed odds' }).getByRole('listitem')
    await expect.poll(() => changed.textContent()).toMatch(new RegExp(`^URA FC.*odds fell from${seen}1\\.[345]`))
  })
})

describe('a placed bet', () => {
  beforeAll(async () => {
    player = await registerPlayer(stage.product, '772400120')
    await deposit(player, 300_000)
    await bet(25_000)
  })

  it('[full] [SLIP-48] an answer that was lost: asked again, the bet exists once', async () => {
    const before = await tickets()
    await fillSlip()
    await stake().fill('25000')
    await takeAnyOdds(page)
    // The app itself asks a few times before it gives up.
    const end = await meet(page, PLACE, loseAnswer)
    await place().click()
    await sees(page, 'We did not hear whether your bet was placed.')
    await page.reload()
    await sees(page, 'We did not hear whether your bet was placed.')
    // What an earlier visit left over is not asked about without the player.
    await page.getByText(/^Tap Ask again to find out/).waitFor()
    await end()
    await button(page, 'Ask again').click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await expect.poll(() => tickets()).toBe(before + 1)
    // Its selections have survived the reload with it.
    await button(page, 'Re-use selections').click()
    await expect.poll(() => cards().count()).toBe(1)
  })

  it.each([
    [429, 'RATE_LIMITED'],
    [503, 'PROFILE_ERROR'],
  ])('[full] [SLIP-48] %s %s at a second try: the bet may have been placed at the first', async (status, code) => {
    const before = await tickets()
    await fillSlip()
    await stake().fill('25000')
    await takeAnyOdds(page)
    let tries = 0
    const end = await meet(page, PLACE, (route) => (++tries === 1 ? loseAnswer : refuse(status, { code }))(route))
    await place().click()
    await sees(page, 'We did not hear whether your bet was placed.')
    expect(tries).toBe(2)
    await end()
    await button(page, 'Ask again').click()
    await sees(page, 'The connection was lost, but your bet has been placed, once.')
    await expect.poll(() => tickets()).toBe(before + 1)
  })

  it('[full] [SLIP-57] [SLIP-48] what is tapped while a bet is on its way stays in the slip, and is no part of the ticket', async () => {
    await fillSlip()
    await stake().fill('10000')
    await takeAnyOdds(page)
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

  it('[full] [SLIP-55] [AUTH-77] a ticket that was looked at and left is not shown to who opens the slip next', async () => {
    await fillSlip()
    await stake().fill('10000')
    await takeAnyOdds(page)
    await place().click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Quick' })
      .getByRole('link', { name: /^My Bets/ })
      .click()
    await page.waitForURL('/mybets')
    await quick(/^Betslip/).click()
    await sees(page, 'Your slip is empty')
  })

  it('[full] [SLIP-48] back on the network, the app asks by itself and says what happened', async () => {
    const before = await tickets()
    await fillSlip()
    await stake().fill('25000')
    await takeAnyOdds(page)
    // The network goes while the bet is on its way.
    const end = await meet(page, PLACE, breakOff)
    await place().click()
    await visit.context.setOffline(true)
    await sees(page, 'We did not hear whether your bet was placed.')
    await end()
    await visit.context.setOffline(false)
    await sees(page, 'The connection was lost, but your bet has been placed, once.')
    await expect.poll(() => tickets()).toBe(before + 1)
  })

  it('[full] [SLIP-48] [AUTH-77] a bet that nobody answered is not asked about with the money of who logs in next', async () => {
    const first = await registerPlayer(stage.product, '772400130')
    const next = await registerPlayer(stage.product, '772400140')
    await deposit(first, 25_000)
    await visit.context.close()
    visit = await stage.visit({ player: first, size: DESKTOP })
    page = visit.page
    await open(page, GAMES)
    await option(page, '1', SETTLING[0]?.home ?? '').click()
    await stake().fill('25000')
    await takeAnyOdds(page)
    const { held } = await holdBets()
    await place().click()
    await expect.poll(() => held.length).toBe(1)
    await link(page.getByRole('banner'), 'Account').click()
    await button(page, 'Log Out').click()
    await link(page.getByRole('banner'), 'LOGIN').click()
    await logIn(next)
    await meet(page, PLACE, breakOff)
    await Promise.all(held.map(breakOff))
    await place().waitFor()
    await expect.poll(() => button(page, 'Ask again').count()).toBe(0)
  })

  it('[full] [SLIP-54] [APP-26] while the app knows that it is offline no bet is sent, and nothing is left to ask about', async () => {
    const before = await tickets()
    await fillSlip()
    await stake().fill('25000')
    await takeAnyOdds(page)
    await visit.context.setOffline(true)
    const { held, end } = await holdBets()
    await place().click()
    await sees(page, 'You are offline. Your bet was not sent.')
    await place().waitFor()
    await visit.context.setOffline(false)
    expect(held).toEqual([])
    await end()
    await place().click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    expect(await tickets()).toBe(before + 1)
  })

  it('[SLIP-69] an answer with a ticket is a placed bet, whatever error it carries', async () => {
    const ticket = await player.client.must('GET /api/bets/{id}', { params: { id: await bet(11_500) } })
    const error = { code: '42501', message: 'permission denied for table tickets', details: null }
    await fillSlip()
    await stake().fill('25000')
    await meet(page, PLACE, answer({ success: true, ticket, balance: 1_000, error }, 201))
    await place().click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await expect.poll(() => page.getByText('permission denied').count()).toBe(0)
  })

  it('[SLIP-44] an answer carries success and ticket, or the error with code, message and details', async () => {
    const { items } = await player.client.must('GET /api/games', { query: { sport: 'soccer', q: 'Vipers' } })
    const selections = [
      { gameId: items[0]?.id ?? '', market: '1x2', selection: '1', odds: items[0]?.prices['1'] ?? 0, match: 'any' },
    ]
    const body = { stake: 10_000, bookingCode: 'ZZZZ9999', selections }
    const placed = await player.client.must('POST /api/bets', { body })
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

  it('[SLIP-55] [SLIP-57] [SLIP-58] [SLIP-59] [SLIP-17] congratulates, shares, and gives the selections back', async () => {
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await fillSlip(2)
    await stake().fill('10000')
    await takeAnyOdds(page)
    await place().click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    const code = (await page.getByRole('button', { name: /^Copy booking code/ }).textContent()) ?? ''
    // Nobody else can load it (CODE-12): who is told of the bet reads what was picked.
    await sees(page, 'Only you can load it.')
    await button(page, 'SHARE YOUR BETSLIP').click()
    await sees(page, 'Copied to the clipboard')
    const shared = await page.evaluate(() => navigator.clipboard.readText())
    expect(shared).toContain('Vipers SC vs KCCA FC: Vipers SC @')
    expect(shared).not.toContain(code.trim())
    await button(page, 'Re-use selections').click()
    await expect.poll(() => cards().count()).toBe(2)
    await stake().fill('10000')
    await place().click()
    await button(page, 'HOME').click()
    await page.waitForURL('/')
  })
})
