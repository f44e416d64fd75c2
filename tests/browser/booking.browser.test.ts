import { queryDatabase } from '../support/query-database.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../support/client.ts'
import { notifiedDeposit, type Player, registerPlayer, until } from '../support/player.ts'
import { type Fixture, lineOf, SETTLING } from './matches.ts'
import { answer, failConnection, intercept, refuse, neverAnswer } from './network.ts'
import {
  button,
  DESKTOP,
  link,
  open,
  browserFixture,
  option,
  sees,
  type BrowserFixture,
  acceptAnyOdds,
  type Visit,
} from './browser-fixture.ts'
import { momentText, OPENS_AT } from '../support/business-time.ts'
import { openTab, tabOfEachTest } from './tabs.ts'
import { mustPlace } from '../support/place-bet.ts'

const MINUTE_MS = 60_000
const CODE = /^[A-HJ-NP-Z2-9]{8}$/
const LOOKUP = 'GET /api/booking-codes/*'
const ISSUE = 'POST /api/booking-codes'

let lastNumber = 20
let fixture: BrowserFixture
let owner: Player
let otherPlayer: Player
let ownerVisit: Visit
let visitorVisit: Visit
let visitor: Visit
let page: Page

const SOON: Fixture = {
  home: 'Maroons FC',
  away: 'NEC FC',
  score: [
    [1, 0],
    [2, 1],
  ],
  odds: [2.2, 3.1, 3.4],
}

beforeAll(async () => {
  const later = (minutes: number): Date => new Date(OPENS_AT.getTime() + minutes * MINUTE_MS)
  const fixtures = [...SETTLING.map((each) => ({ ...each, kickoff: later(300) })), { ...SOON, kickoff: later(60) }]
  fixture = await browserFixture({ matches: fixtures.map(lineOf) })
  owner = await registerPlayer(fixture.product, '772400110')
  otherPlayer = await registerPlayer(fixture.product, '772400120')
  await notifiedDeposit(owner, 3_000_000)
  ;[ownerVisit, visitorVisit, visitor] = await Promise.all([
    fixture.visit({ player: owner }),
    fixture.visit({ player: otherPlayer }),
    fixture.visit(),
  ])
})
tabOfEachTest(() => page)
afterAll(() => fixture?.close())

/** Opens a page in this browser, after removing all data that the app stored on the device. */
async function at(path: string, visit: Visit): Promise<void> {
  page = await openTab(visit.context, (tab) => tab.addInitScript(clearSlipOnce))
  await open(page, path)
}

/**
 * Runs in the page before its own scripts, once per tab, so a reload keeps the selections. A blank page has no storage.
 */
function clearSlipOnce(): void {
  if (self.origin === 'null' || sessionStorage.getItem('test.forgot') !== null) return
  sessionStorage.setItem('test.forgot', '1')
  localStorage.removeItem('mupiira.slip')
}

async function searchCode(code: string): Promise<void> {
  await page.getByLabel('Booking code', { exact: true }).first().fill(code)
  await button(page, 'Search').click()
}

/** Fills the slip on the home page by taps. */
async function fillSlip(...teams: readonly string[]): Promise<void> {
  for (const team of teams) await option(page, '1', team).click()
}

const slipCode = async (): Promise<string> => {
  const copy = page.getByRole('region', { name: 'Booking code' }).getByRole('button', { name: /^Copy booking code/ })
  await copy.waitFor()
  return ((await copy.textContent()) ?? '').slice(0, 8)
}
const slipTeams = () => page.getByRole('region', { name: 'Betslip' }).getByRole('listitem').locator('p:first-child')
const card = () => page.getByRole('region', { name: 'Booking', exact: true })

async function gameOf(team: string): Promise<string> {
  const { items } = await owner.client.must('GET /api/games', { query: { q: team } })
  const id = items[0]?.id
  if (id === undefined) throw new Error(`no game of ${team}`)
  return id
}

async function issued(who: Player, ...teams: readonly string[]): Promise<string> {
  const selections = await Promise.all(
    teams.map(async (team) => ({ gameId: await gameOf(team), market: '1x2', selection: '1' })),
  )
  return (await who.client.must('POST /api/booking-codes', { body: { selections } })).bookingCode
}

async function bet(team: string, bookingCode?: string) {
  const selections = [{ gameId: await gameOf(team), market: '1x2', selection: '1', odds: 1.01 }]
  const body = { stake: 30_000, acceptOddsChanges: true, selections, ...(bookingCode ? { bookingCode } : {}) }
  return (await mustPlace(owner.client, { body })).ticket
}

describe('the lookup page', () => {
  it.each(['/booking-code', '/booking-code-lookup'])(
    '[CODE-01] the code field on %s accepts twelve characters and converts them to capitals',
    async (path) => {
      await at(path, visitor)
      await page.getByRole('heading', { level: 1, name: 'Booking Code' }).waitFor()
      const field = page.getByLabel('Booking code', { exact: true })
      await field.pressSequentially('abcd2345efghij')
      await expect.poll(() => field.inputValue()).toBe('ABCD2345EFGH')
      await expect.poll(() => button(page, 'Search').isEnabled()).toBe(true)
      await sees(page, 'Find a bet by its code')
    },
  )

  it('[CODE-02] the code lookup is prefilled from the URL and searches at once', async () => {
    await at('/booking-code?code=abcd2345', visitor)
    await expect.poll(() => page.getByLabel('Booking code', { exact: true }).inputValue()).toBe('ABCD2345')
    await page.getByRole('alert').first().waitFor()
    await open(page, '/booking-code?code=wxyz6789')
    await expect.poll(() => page.getByLabel('Booking code', { exact: true }).inputValue()).toBe('WXYZ6789')
    expect(visitor.faults().filter((fault) => !fault.includes('status of 404'))).toEqual([])
  })

  it.each([
    ['[CODE-04]', '  ', 'Please enter a booking code'],
    ['[CODE-06]', 'ABC12', 'Invalid booking code format. Use 6-12 letters and numbers only.'],
    ['[CODE-06]', 'ABC-1234', 'Invalid booking code format. Use 6-12 letters and numbers only.'],
    ['[CODE-14]', 'ABCDEF123456', 'No bet found with this booking code'],
  ])('%s looking up the code "%s" shows "%s"', async (_, code, text) => {
    await at('/booking-code', ownerVisit)
    await searchCode(code)
    await sees(page, text)
    await expect.poll(() => link(page.getByRole('main'), 'Log in').count()).toBe(0)
  })

  it('[full] [CODE-15] the code lookup suggests that a visitor logs in if the code is not found', async () => {
    await at('/booking-code', visitor)
    for (const code of ['ABCDEF123456', await issued(owner, 'Vipers SC')]) {
      await searchCode(code)
      await sees(page, 'No bet found with this booking code')
      await sees(page, 'Please log in to find the codes of your own bets.')
      await expect.poll(() => link(page.getByRole('main'), 'Log in').getAttribute('href')).toBe('/login')
    }
  })

  it('[full] [CODE-12] the code lookup does not show the selections of another player’s code', async () => {
    await at('/booking-code', visitorVisit)
    for (const code of [await issued(owner, 'Vipers SC'), (await bet('Vipers SC')).bookingCode]) {
      await searchCode(code)
      await sees(page, 'This booking code belongs to another user')
      await sees(page, 'You can only view your own bets')
      await expect.poll(() => card().count()).toBe(0)
    }
  })

  it.each([
    ['[CODE-17]', refuse(500), 'Failed to search. Please try again.'],
    ['[CODE-17]', answer('nonsense', 400), 'Failed to search. Please try again.'],
    ['[CODE-18]', failConnection, 'Connection failed'],
  ])('[full] %s a failed code search shows the problem, and can be repeated (%#)', async (_, fault, text) => {
    const code = await issued(owner, 'Vipers SC')
    await at('/booking-code', ownerVisit)
    const end = await intercept(page, LOOKUP, fault)
    await searchCode(code)
    await sees(page, text)
    await end()
    await button(page, 'Try Again').click()
    await card().waitFor()
  })

  it('[full] [CODE-18] the code lookup reports a missing network connection at once', async () => {
    await at('/booking-code', visitor)
    await visitor.context.setOffline(true)
    await searchCode('ABCD2345')
    await sees(page, 'Connection failed')
    await visitor.context.setOffline(false)
  })

  it('[full] [CODE-17] the code lookup shows that a search is in progress, and ignores the response to an earlier search', async () => {
    await at('/booking-code', ownerVisit)
    await intercept(page, LOOKUP, neverAnswer, 1)
    await searchCode('ABCD2345')
    await page.getByRole('button', { name: 'Searching…' }).waitFor()
    await page.getByLabel('Booking code', { exact: true }).fill('ABC')
    await page.getByLabel('Booking code', { exact: true }).press('Enter')
    await sees(page, 'Invalid booking code format. Use 6-12 letters and numbers only.')
  })

  it('[full] [CODE-09] [CODE-10] [CODE-03] the code lookup shows the owner’s ticket with its amounts, and loads the selections', async () => {
    const ticket = await bet('URA FC')
    await at(`/booking-code?code=${ticket.bookingCode.toLowerCase()}`, ownerVisit)
    const text = async () => ((await card().textContent()) ?? '').replace(/\u00a0/g, ' ')
    const win = ticket.potentialWin.toLocaleString('en-UG', { minimumFractionDigits: 2 })
    for (const part of [
      ...[ticket.bookingCode, 'RUNNING', 'URA FC vs BUL FC', 'Total stakeUGX 30,000.00'],
      `Total odds as placed${ticket.totalOdds.toFixed(2)}`,
      `Potential winUGX ${win}`,
      `DateToday ${momentText(ticket.createdAt).slice(-5)}`,
      'Current odds',
      'Only you can load it.',
    ])
      await expect.poll(text).toContain(part)
    await button(page, 'Load to Bet Slip').click()
    await page.waitForURL('/betslip')
    await expect.poll(() => slipTeams().allTextContents()).toContain('URA FC')
    await expect.poll(() => slipCode()).not.toBe(ticket.bookingCode)
  })

  it('[full] [AUTH-77] [CODE-20] the code lookup removes its result when the player’s session ends', async () => {
    const own = await registerPlayer(fixture.product, `7724001${(lastNumber += 10)}`)
    const code = await issued(own, 'Vipers SC')
    ;({ page } = await fixture.visit({ player: own }))
    await open(page, '/booking-code')
    await searchCode(code)
    await card().waitFor()
    await own.client.must('POST /api/auth/logout', { body: {} })
    await card().waitFor({ state: 'detached' })
    await searchCode(code)
    await sees(page, 'No bet found with this booking code')
  })

  it('[full] [CODE-11] the code lookup shows a settled ticket without offering to load its selections', async () => {
    const { id, bookingCode } = await bet('Vipers SC')
    await queryDatabase(
      fixture.product,
      `update tickets set status = 'lost', payout = 0, open_legs = 0, settled_at = now() where id = $1`,
      [id],
    )
    await at('/booking-code', ownerVisit)
    await searchCode(bookingCode)
    await sees(page, 'This bet is lost and cannot be modified')
    await expect.poll(() => button(page, 'Load to Bet Slip').count()).toBe(0)
    // Current prices must not appear on this ticket.
    await expect.poll(() => card().getByRole('list').innerText()).not.toMatch(/\d\.\d\d/)
    await at('/betslip', ownerVisit)
    await page.getByLabel('Booking code', { exact: true }).fill(bookingCode)
    await button(page, 'Load selections').click()
    await sees(page, 'This bet is lost and cannot be modified')
  })

  it('[full] [CODE-16] the code lookup shows an error for a code without selections', async () => {
    await at('/booking-code', ownerVisit)
    await intercept(
      page,
      LOOKUP,
      answer({ bookingCode: 'ABCD2345', own: true, refusal: null, selections: [], ticket: null }),
    )
    await searchCode('ABCD2345')
    await button(page, 'Load to Bet Slip').click()
    await sees(page, 'Failed to load selections')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/booking-code')
  })
})

describe('the slip', () => {
  it('[full] [SLIP-15] [CODE-04] [CODE-05] an empty slip accepts a booking code, and links to the code lookup', async () => {
    await at('/betslip', ownerVisit)
    const field = page.getByLabel('Booking code', { exact: true })
    await button(page, 'Load selections').click()
    await sees(page, 'Please enter a booking code')
    await field.fill('abc-12')
    await button(page, 'Load selections').click()
    await sees(page, 'Invalid booking code format')
    await sees(page, 'Booking codes should be 6-12 characters long and contain only letters and numbers')
    const code = await issued(owner, 'Vipers SC', 'URA FC')
    await field.fill(code.toLowerCase())
    await button(page, 'Load selections').click()
    await expect.poll(() => slipTeams().allTextContents()).toEqual(expect.arrayContaining(['Vipers SC', 'URA FC']))
    await page.getByRole('heading', { name: 'Sport' }).and(page.locator(':focus')).waitFor()
    // The player's own slip keeps its code.
    await expect.poll(() => slipCode()).toBe(code)
    await button(page, 'REMOVE ALL').click()
    await link(page.getByRole('main'), 'Check a booking code').click()
    await page.waitForURL('/booking-code')
  })

  it('[SLIP-16] [SLIP-17] [SLIP-12] a slip’s code can be copied, is kept after a reload, and becomes the ticket’s code', async () => {
    await at('/', ownerVisit)
    await fillSlip('Vipers SC', 'URA FC')
    await link(page, /^Betslip, 2 selections/).click()
    const code = await slipCode()
    expect(code).toMatch(CODE)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, `Copy booking code ${code}`).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    await page.reload()
    await expect.poll(() => slipCode()).toBe(code)
    await page.getByLabel(/^Stake/).fill('30000')
    await acceptAnyOdds(page)
    await button(page, 'PLACE BET').click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    await button(page, `Copy booking code ${code}`).waitFor()
    await button(page, 'Re-use selections').click()
    await expect.poll(slipCode).not.toBe(code)
  })

  it('[full] [SLIP-16] a slip with a changed selection gets another booking code, and a failed code request is repeated', async () => {
    await at('/', ownerVisit)
    await fillSlip('Vipers SC')
    await link(page, /^Betslip, 1 selection/).click()
    const code = await slipCode()
    await link(page.getByRole('navigation', { name: 'Quick links' }), 'Sports').click()
    const end = await intercept(page, ISSUE, failConnection)
    await fillSlip('URA FC')
    await link(page, /^Betslip, 2 selections/).click()
    await button(page, 'No booking code yet. Try again').waitFor()
    await end()
    await button(page, 'No booking code yet. Try again').click()
    await expect.poll(() => slipCode()).not.toBe(code)
  })

  it('[full] [SLIP-65] a bet refused for a missing booking code is placed again with a new code', async () => {
    await at('/', ownerVisit)
    await fillSlip('Vipers SC')
    await link(page, /^Betslip, 1 selection/).click()
    const before = await slipCode()
    await page.getByLabel(/^Stake/).fill('30000')
    const requests: { bookingCode?: string; key: string | undefined }[] = []
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/api/bets')) return
      const { bookingCode } = request.postDataJSON() as { bookingCode?: string }
      requests.push({ ...(bookingCode ? { bookingCode } : {}), key: request.headers()['idempotency-key'] })
    })
    await intercept(
      page,
      'POST /api/bets',
      refuse(422, { code: 'MISSING_BOOKING_CODE', detail: 'The booking code is missing.' }),
      1,
    )
    await acceptAnyOdds(page)
    await button(page, 'PLACE BET').click()
    await page.getByRole('heading', { name: 'Congratulations' }).waitFor()
    expect(requests).toHaveLength(2)
    expect(requests[0]?.bookingCode).toBe(before)
    expect(requests[1]?.bookingCode).toMatch(CODE)
    expect(requests[1]?.bookingCode).not.toBe(before)
    expect(requests[1]?.key).not.toBe(requests[0]?.key)
    await button(page, `Copy booking code ${requests[1]?.bookingCode}`).waitFor()
  })

  it('[full] [SLIP-65] [SLIP-67] the slip shows the error if the booking code is missing a second time', async () => {
    await at('/', ownerVisit)
    await fillSlip('Vipers SC')
    await link(page, /^Betslip, 1 selection/).click()
    await slipCode()
    await page.getByLabel(/^Stake/).fill('30000')
    await intercept(
      page,
      'POST /api/bets',
      refuse(422, { code: 'MISSING_BOOKING_CODE', detail: 'The booking code is missing.' }),
    )
    await acceptAnyOdds(page)
    await button(page, 'PLACE BET').click()
    await sees(page, 'The booking code is missing.')
  })

  it('[full] [CODE-20] the booking code of a visitor’s slip stays the same after login', async () => {
    const visit = await fixture.visit({ size: DESKTOP })
    page = visit.page
    await open(page, '/')
    await fillSlip('Vipers SC', 'URA FC')
    const code = await slipCode()
    const value = owner.client.cookie(SESSION_COOKIE) ?? ''
    await visit.context.addCookies([
      { name: SESSION_COOKIE, value, url: fixture.product.url, httpOnly: true, sameSite: 'Lax' },
    ])
    await open(page, '/betslip')
    await expect.poll(() => slipCode()).toBe(code)
    await page
      .getByLabel(/^Stake/)
      .first()
      .fill('30000')
    await acceptAnyOdds(page)
    await button(page, 'PLACE BET').first().click()
    await button(page, `Copy booking code ${code}`).first().waitFor()
    await expect.poll(() => page.getByText(/was not issued to you/).count()).toBe(0)
  })

  it('[full] [CODE-20] a bet with another player’s booking code gets a new code and a warning', async () => {
    const code = await issued(otherPlayer, 'Vipers SC')
    await at('/', ownerVisit)
    await fillSlip('Vipers SC')
    await link(page, /^Betslip, 1 selection/).click()
    await slipCode()
    await page.getByLabel(/^Stake/).fill('30000')
    await page.route('**/api/bets', async (route) => {
      const body = route.request().postDataJSON() as object
      await route.continue({ postData: JSON.stringify({ ...body, bookingCode: code }) })
    })
    await acceptAnyOdds(page)
    await button(page, 'PLACE BET').click()
    await page.getByText(`The booking code ${code} was not issued to you.`).waitFor()
  })
})

describe('shared codes', () => {
  beforeAll(async () => {
    const { bookingCode } = await bet('URA FC')
    await queryDatabase(
      fixture.product,
      `update admin_settings set setting_value = 'anyone' where setting_key = 'booking_code_sharing'`,
      [],
    )
    await until('the setting is in force', async () => {
      const { ok } = await otherPlayer.client.call('GET /api/booking-codes/{code}', { params: { code: bookingCode } })
      return ok
    })
  })

  it('[full] [CODE-13] with booking_code_sharing on, another player’s code can be loaded and shows no amounts', async () => {
    const { bookingCode } = await bet('URA FC')
    await at('/booking-code', visitorVisit)
    await searchCode(bookingCode)
    await card().waitFor()
    await expect.poll(() => card().textContent()).not.toMatch(/stake|win|RUNNING|Date/i)
    await button(page, 'Load to Bet Slip').click()
    await page.waitForURL('/betslip')
    await expect.poll(() => slipTeams().allTextContents()).toContain('URA FC')
    await expect.poll(() => slipCode()).not.toBe(bookingCode)
    await expect.poll(() => page.getByText('Only you can load it.').count()).toBe(0)
    // The slip shares its own code, which everyone can load.
    await page.evaluate(() => {
      navigator.share = async (data) => void (document.title = `${data?.text} ${data?.url}`)
    })
    await button(page, 'Share').click()
    const code = await slipCode()
    await expect.poll(() => page.title()).toContain(`/booking-code?code=${code}`)
    await expect.poll(() => page.title()).toMatch(/URA FC @ \d+\.\d\d/)
  })

  it('[full] [SLIP-58] [CODE-13] with booking_code_sharing on, the shared text of a ticket contains its code and link', async () => {
    const { id, bookingCode } = await bet('URA FC')
    await at(`/bet/${id}`, ownerVisit)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, 'Share this ticket').click()
    await sees(page, 'Copied')
    const { origin } = new URL(page.url())
    const shared = await page.evaluate(() => navigator.clipboard.readText())
    expect(shared.split('\n').at(-1)).toBe(`${origin}/booking-code?code=${bookingCode}`)
    // Simulates a phone's share dialog, which receives the code beside the text.
    await page.evaluate(() => {
      navigator.share = async (data) => void (document.title = data?.url ?? '')
    })
    await button(page, 'Share this ticket').click()
    await expect.poll(() => page.title()).toBe(`${origin}/booking-code?code=${bookingCode}`)
    expect(await page.getByText('Only you can load it.').count()).toBe(0)
  })
})

describe('when games start', () => {
  let ticketCode = ''
  let slipCode = ''

  // Runs once and not for each attempt, because the game accepts no bets afterwards.
  beforeAll(async () => {
    const selections = await Promise.all(
      ['Maroons FC', 'URA FC'].map(async (team) => ({
        gameId: await gameOf(team),
        market: '1x2',
        selection: '1',
        odds: 1.01,
      })),
    )
    const { ticket } = await mustPlace(owner.client, {
      body: { stake: 30_000, acceptOddsChanges: true, selections },
    })
    ticketCode = ticket.bookingCode
    slipCode = await issued(owner, 'Maroons FC', 'URA FC')
    const kickoff = Math.min(...fixture.product.loaded.map((match) => match.kickoff.getTime()))
    await fixture.product.clock.moveTo(new Date(kickoff + 1_000))
  })

  it('[full] [CODE-19] [CODE-11] closed selections of a booking code are skipped with a message', async () => {
    await at('/booking-code', ownerVisit)
    await searchCode(slipCode)
    await sees(page, 'This bet is closed and cannot be modified')
    await searchCode(ticketCode)
    await sees(page, 'NOT OPEN')
    await button(page, 'Load to Bet Slip').click()
    await page.waitForURL('/betslip')
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('Not added, because the game is closed for betting: Maroons FC, Maroons FC vs NEC FC')
      .waitFor()
    await expect.poll(() => slipTeams().allTextContents()).toContain('URA FC')
    await expect.poll(() => slipTeams().allTextContents()).not.toContain('Maroons FC')
  })
})
