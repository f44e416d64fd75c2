import axe from 'axe-core'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { notifiedDeposit, type Player, registerPlayer, until } from '../support/player.ts'
import { stopClock } from './clock.ts'
import { lineOf } from './matches.ts'
import { failConnection, intercept, refuse, neverAnswer } from './network.ts'
import {
  button,
  DESKTOP,
  link,
  open,
  browserFixture,
  hoverMessage,
  overflowsSideways,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
  waitInPage,
} from './browser-fixture.ts'
import { mustPlace } from '../support/place-bet.ts'

const MINUTE_MS = 60_000
const NIL = [
  [0, 0],
  [0, 0],
] as const

let fixture: BrowserFixture
let player: Player
let page: Page
/**
 * Tickets that the in-play tests use, placed before kick-off: one for each attempt, because a test may cash its ticket
 * out.
 */
let running: { readonly villa: string[]; readonly ura: string[] }

beforeAll(async () => {
  const odds = [2.1, 3.2, 3.6] as const
  const matches = [
    { home: 'Vipers SC', away: 'KCCA FC', score: NIL, odds },
    { home: 'SC Villa', away: 'Express FC', score: NIL, odds },
    { home: 'URA FC', away: 'BUL FC', score: NIL, odds },
    { home: 'Maroons FC', away: 'Kitara FC', score: NIL, odds },
    { home: 'Onduparaka FC', away: 'Busoga United', score: NIL, odds },
  ]
  // The kick-off is less than an hour away, so line-ups do not arrive during a test and do not end a full-stake offer.
  fixture = await browserFixture({ matches: matches.map(lineOf), kickoffInSeconds: 3_000, feedSpeed: 1 })
  player = await registerPlayer(fixture.product, '774600010')
  await notifiedDeposit(player, 2_000_000)
  running = { villa: [], ura: [] }
  for (let count = 0; count < 3; count++) running.villa.push(await placed('SC Villa'))
  for (let count = 0; count < 10; count++) running.ura.push(await placed('URA FC'))
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const amount = (ugx: number): string =>
  `UGX ${ugx.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const block = () => page.getByRole('region', { name: 'Cashout' })
const balance = async (): Promise<number> => (await player.client.must('GET /api/wallet', {})).balance
const kickoff = (): number => Math.max(...fixture.product.loaded.map((match) => match.kickoff.getTime()))
const passes = (seconds: number) =>
  fixture.product.clock.moveTo(new Date(fixture.product.clock.now().getTime() + seconds * 1000))

async function placed(home: string): Promise<string> {
  const { items } = await player.client.must('GET /api/games', {
    query: { status: 'open', sport: 'soccer', limit: 100 },
  })
  const gameId = items.find((game) => game.homeTeam === home)?.id ?? ''
  const selections = [{ gameId, market: 'over_under', selection: 'under_3.5', odds: 1.01 }]
  const body = { stake: 50_000, acceptOddsChanges: true, selections }
  return (await mustPlace(player.client, { body })).ticket.id
}

function ticketOn(game: 'villa' | 'ura'): string {
  const id = running[game].pop()
  if (id === undefined) throw new Error(`no ticket on ${game} is left`)
  return id
}

async function visit(path: string, options: Parameters<BrowserFixture['visit']>[0] = {}): Promise<void> {
  page = (await fixture.visit({ player, ...options })).page
  await open(page, path)
}

/** Presses the confirmation later than the second press of a double tap. */
async function confirm(): Promise<void> {
  await waitInPage(page, 500)
  await button(block(), 'Confirm cashout').click()
}

async function isAccessible(): Promise<void> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
  })
  expect(found).toEqual([])
  await expect.poll(() => overflowsSideways(page)).toBe(false)
}

it('[TICK-17] [TICK-37] [TICK-44] [TICK-45] before kick-off a ticket can be cashed out at its stake, after a confirmation', async () => {
  const before = await balance()
  const id = await placed('Vipers SC')
  page = (await fixture.visit({ player })).page
  await page.clock.install()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const hold = async (route: Route) => {
    await held
    await route.fallback()
  }
  await page.route('**/cashout', hold, { times: 1 })
  await open(page, `/bet/${id}`)
  await block().getByText('Loading the cashout offer…').waitFor()
  release()
  await block().getByText(amount(50_000)).waitFor()
  await block()
    .getByText(/^updated \d+ s ago$/)
    .waitFor()
  // The same button asks for confirmation and keeps the focus; a second press of a double tap confirms nothing.
  const focused = page.locator(':focus')
  await stopClock(page)
  await button(block(), 'Accept').press('Enter')
  await page.keyboard.press('Enter')
  await button(block(), 'Confirm cashout').and(focused).waitFor()
  await page.clock.resume()
  await page.keyboard.press('Tab')
  await button(block(), 'Keep the bet').and(focused).waitFor()
  await page.keyboard.press('Enter')
  await button(block(), 'Accept').and(focused).click()
  await isAccessible()
  await confirm()
  await page.getByText(/^You cashed out this ticket/).waitFor()
  await sees(page, 'CASHOUT')
  await sees(page, 'Total return')
  await expect.poll(() => balance()).toBe(before)
})

it('[full] [TICK-43] [TICK-45] [APP-26] offline the app offers no cash-out, and shows no loading state for a ticket whose offer is unknown', async () => {
  const sent: string[] = []
  const id = await placed('SC Villa')
  await visit(`/bet/${id}`)
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await button(block(), 'Accept').click()
  await button(block(), 'Confirm cashout').waitFor()
  await page.context().setOffline(true)
  await block().getByText('You are offline. A cashout needs a connection.').waitFor()
  expect(await block().getByRole('button').count()).toBe(0)
  await page.context().setOffline(false)
  await button(block(), 'Confirm cashout').waitFor()
  expect(sent.filter((url) => url.endsWith('/cashout'))).toEqual([])
  await intercept(page, 'GET /api/bets/*/cashout', neverAnswer)
  await open(page, `/bet/${id}`)
  await block().getByText('Loading the cashout offer…').waitFor()
  await page.context().setOffline(true)
  await sees(page, 'Cashout unavailable now')
  await block().getByText('You are offline. A cashout needs a connection.').waitFor()
  await page.context().setOffline(false)
})

/** Moves the slider by keys until it shows a percentage. */
async function slideTo(percent: number): Promise<void> {
  const slider = block().getByRole('slider', { name: 'How much to cash out' })
  await slider.focus()
  await page.keyboard.press('End')
  for (let at = 100; at > percent; at -= 10) await page.keyboard.press('ArrowLeft')
  await block().getByText(`${percent} %`, { exact: true }).waitFor()
}

it('[COUT-01] a part of a bet is cashed out by slider and by amount, and the rest stays open', async () => {
  const before = await balance()
  const id = await placed('Onduparaka FC')
  await visit(`/bet/${id}`)
  await button(block(), 'Accept').waitFor()
  await slideTo(40)
  await block().getByText(amount(20_000)).waitFor()
  await block().getByText('UGX 30,000.00 of the stake stays on the bet.').waitFor()
  await isAccessible()
  await button(block(), 'Accept').click()
  await confirm()
  await block().getByText('UGX 20,000.00 is in your balance. The rest of the bet is still open.').waitFor()
  await block().getByText(amount(30_000)).waitFor()
  await sees(page, 'RUNNING')
  await sees(page, 'Stake left')
  await sees(page, 'Partial cashout: UGX 20,000.00 paid')
  await expect.poll(() => balance()).toBe(before - 50_000 + 20_000)

  await button(block(), 'Enter an amount').click()
  await block().getByText('Enter the amount that you want to cash out.').waitFor()
  await block().getByText(amount(30_000)).waitFor()
  await page.getByLabel('Amount to cash out (UGX)').fill('500')
  await block().getByText('Cash out at least UGX 1,000.').waitFor()
  await expect.poll(() => button(block(), 'Accept').isDisabled()).toBe(true)
  await page.getByLabel('Amount to cash out (UGX)').fill('29500')
  await block().getByText('At least UGX 1,000 of the stake must stay on the bet.').waitFor()
  await page.getByLabel('Amount to cash out (UGX)').fill('5000')
  await isAccessible()
  await button(block(), 'Accept').click()
  await confirm()
  await block().getByText('UGX 5,000.00 is in your balance. The rest of the bet is still open.').waitFor()
  await block().getByText(amount(25_000)).waitFor()
  await button(block(), 'Accept').click()
  await confirm()
  await page.getByText(/^You cashed out this ticket/).waitFor()
  await expect.poll(() => balance()).toBe(before)
})

it('[full] [COUT-02] an automatic cash-out is set and removed on the ticket, and pays once the offer reaches its target while the app is closed', async () => {
  const id = await placed('Onduparaka FC')
  await visit(`/bet/${id}`)
  await button(block(), 'Set an auto cashout').click()
  const target = page.getByLabel('Cash out when the offer reaches (UGX)')
  await target.fill('900000000')
  await button(block(), 'Save target').click()
  await block()
    .getByText(/^The offer can reach at most UGX /)
    .waitFor()
  await target.fill('55000')
  await expect
    .poll(() =>
      block()
        .getByText(/^The offer can reach/)
        .count(),
    )
    .toBe(0)
  await isAccessible()
  await button(block(), 'Save target').click()
  await block().getByText('We will cash out this bet when the offer reaches UGX 55,000.00.').waitFor()
  await isAccessible()
  await button(block(), 'Remove').click()
  await button(block(), 'Set an auto cashout').click()
  await target.fill('50000')
  await block().getByText('The offer has already reached this amount. We will cash out as soon as you save.').waitFor()
  await page.getByRole('slider', { name: 'How much to cash out then' }).focus()
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowLeft')
  await button(block(), 'Save target').click()
  await block().getByText('We will cash out 50 % of this bet when the offer reaches UGX 50,000.00.').waitFor()
  await page.close()
  await passes(31)
  const params = { id }
  const paid = await until('the rule was executed', async () => {
    const { cashedOut } = await player.client.must('GET /api/bets/{id}', { params })
    return cashedOut > 0 && cashedOut
  })
  expect(paid).toBe(25_000)
  await visit(`/bet/${id}`)
  await sees(page, 'Partial cashout: UGX 25,000.00 paid')
  await button(block(), 'Set an auto cashout').waitFor()
})

it('[full] [COUT-04] a graph shows the offer over time with its highest and lowest amount in words', async () => {
  const id = await placed('Onduparaka FC')
  const from = new Date(Date.now() + MINUTE_MS)
  const points = [50_000, 61_000.5, null, 42_000, 47_000].map((offer, minute) => {
    return { at: new Date(from.getTime() + minute * MINUTE_MS).toISOString(), offer }
  })
  page = (await fixture.visit({ player })).page
  await intercept(page, 'GET /api/bets/*/cashout/history', (route) =>
    route.fulfill({ json: { ticketId: id, stakeLeft: 50_000, points } }),
  )
  await open(page, `/bet/${id}`)
  const graph = page.getByRole('region', { name: 'Offer over time' })
  await graph.getByText(/^Last offer UGX 47,000.00. Highest UGX 61,000.50 on .*, lowest UGX 42,000.00 on /).waitFor()
  await expect.poll(() => graph.locator('polyline').count()).toBe(2)
  await isAccessible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await intercept(page, 'GET /api/bets/*/cashout/history', neverAnswer)
  const height = await graph.evaluate((card) => card.getBoundingClientRect().height)
  await open(page, `/bet/${id}`)
  await expect.poll(() => graph.evaluate((card) => card.getBoundingClientRect().height)).toBe(height)
})

it('[full] [TICK-45] a cash-out request with a lost response is repeated, and the cash-out is credited once', async () => {
  const id = await placed('Maroons FC')
  const before = await balance()
  await visit(`/bet/${id}`)
  await page.route(
    '**/cashout',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      return route.abort('connectionfailed')
    },
    { times: 3 },
  )
  await button(block(), 'Accept').click()
  await confirm()
  await page
    .getByText(/^You cashed out this ticket|We do not know yet whether your cashout was accepted/)
    .first()
    .waitFor()
  await page.unrouteAll()
  await page.getByText(/^You cashed out this ticket/).waitFor()
  await expect.poll(() => balance()).toBe(before + 50_000)
})

it('[full] [TICK-45] [SLIP-48] a cashout without a known outcome can be discarded, and the offer accepted again', async () => {
  const id = await placed('Maroons FC')
  await visit(`/bet/${id}`)
  await intercept(page, 'POST /api/bets/*/cashout', failConnection)
  await button(block(), 'Accept').click()
  await confirm()
  await block().getByText('The connection was lost. We do not know yet whether your cashout was accepted.').waitFor()
  await button(block(), 'Stop checking').click()
  await button(block(), 'Accept').waitFor()
})

describe('in play', () => {
  beforeAll(async () => {
    await fixture.product.clock.moveTo(new Date(kickoff() + 20 * MINUTE_MS))
    const params = { id: running.villa[0] ?? '' }
    await until('the game is live', async () => {
      const { clock } = (await player.client.must('GET /api/bets/{id}', { params })).selections[0] ?? {}
      return clock !== null && clock !== undefined
    })
    await passes(70)
  })

  it('[full] [TICK-48] [TICK-38] in play an accepted cash-out is checked, and paid at the amount shown', async () => {
    await visit(`/bet/${ticketOn('villa')}`, { size: DESKTOP, theme: 'dark' })
    await button(block(), 'Accept').click()
    await confirm()
    await block()
      .getByText(/^Checking…/)
      .waitFor()
    await block()
      .getByText(/^We will pay (in \d+ s|in a moment), unless/)
      .waitFor()
    await isAccessible()
    await passes(16)
    await page.getByText(/^You cashed out this ticket/).waitFor()
    await sees(page, 'CASHOUT')
  })

  it('[full] [TICK-42] [TICK-43] [TICK-48] a goal during the check refuses the cash-out with a message, and a new offer appears automatically', async () => {
    await visit(`/bet/${ticketOn('ura')}`)
    await button(block(), 'Accept').click()
    await confirm()
    await block()
      .getByText(/^Checking…/)
      .waitFor()
    fixture.product.feed.control({ action: 'goal', match_id: fixture.product.loaded[2]?.matchId, side: 'home' })
    await block().getByText('Cashout unavailable now', { exact: true }).waitFor()
    await sees(page, 'There was a goal just now.')
    await block()
      .getByText(/^The cashout is no longer available. UGX [\d,.]+ was not paid: your bet is still open.$/)
      .waitFor()
    await isAccessible()
    await passes(16)
    await button(block(), 'Accept').waitFor()
    await sees(page, 'RUNNING')
  })

  it('[full] [TICK-46] [D22a] the cash-out confirmation stays open if the offer rises or falls by up to 1 %, and sends the offer on screen', async () => {
    await visit(`/bet/${ticketOn('ura')}`)
    let shown = 50_000
    await intercept(page, 'GET /api/bets/*/cashout', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...((await response.json()) as object), state: 'offered', offer: shown },
      })
    })
    const sent: unknown[] = []
    await intercept(page, 'POST /api/bets/*/cashout', async (route) => {
      sent.push(route.request().postDataJSON())
      await refuse(422, { code: 'OFFER_CHANGED', detail: 'The cashout offer has changed.', details: { offer: 1 } })(
        route,
      )
    })
    await block().getByText(amount(50_000)).waitFor()
    await button(block(), 'Accept').click()
    for (shown of [51_000, 49_600]) {
      await block().getByText(amount(shown)).waitFor()
      expect(await button(block(), 'Confirm cashout').count()).not.toBe(0)
    }
    await confirm()
    await expect.poll(() => sent).toEqual([{ offer: 49_600, stakeLeft: 50_000 }])
    shown = 40_000
    await block().getByText(amount(40_000)).waitFor()
    await button(block(), 'Accept').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('[full] [TICK-46] a cash-out at an outdated offer is refused, and the new offer is shown', async () => {
    await visit(`/bet/${ticketOn('ura')}`)
    await button(block(), 'Accept').waitFor()
    // After the first refusal there is another offer, after the second none.
    const next: object[] = [
      { state: 'offered', offer: 123 },
      { state: 'unavailable', offer: null, reason: 'GOAL' },
    ]
    let now: object = {}
    await intercept(page, 'POST /api/bets/*/cashout', async (route) => {
      now = next.shift() ?? now
      await refuse(422, { code: 'OFFER_CHANGED', detail: 'The cashout offer has changed.', details: { offer: 1 } })(
        route,
      )
    })
    await intercept(page, 'GET /api/bets/*/cashout', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...now } })
    })
    const changed = () => block().getByText(/^The cashout offer has changed/)
    await button(block(), 'Accept').click()
    await confirm()
    await block().getByText(amount(123)).waitFor()
    await block().getByRole('alert').getByText('The cashout offer has changed.').waitFor()
    await expect.poll(() => changed().count()).toBe(1)
    await sees(page, 'RUNNING')
    await button(block(), 'Accept').click()
    await expect.poll(() => changed().count()).toBe(0)
    await confirm()
    await block().getByText('Cashout unavailable now', { exact: true }).waitFor()
    await expect.poll(() => changed().count()).toBe(0)
    // The offer is polled, also while the page closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('[full] [NOTE-18] [NOTE-20] [TICK-48] a player who left the ticket page is notified of the cash-out’s outcome, and the ticket page also shows the outcome', async () => {
    const id = ticketOn('ura')
    const there = (await fixture.visit({ player })).page
    await open(there, `/bet/${id}`)
    await visit('/account')
    const params = { id }
    const { offer } = await until('there is an offer', async () => {
      const cashout = await player.client.must('GET /api/bets/{id}/cashout', { params })
      return cashout.state === 'offered' && cashout
    })
    await player.client.must('POST /api/bets/{id}/cashout', { params, body: { offer: offer ?? 0 } })
    await passes(16)
    const message = await hoverMessage(page, /Your bet .* is cashed out/)
    await there.getByText(/^You cashed out this ticket/).waitFor()
    expect(await button(there.getByRole('region', { name: 'Messages' }), 'Close message').count()).toBe(0)
    await link(message, 'View').click()
    await page.waitForURL(`**/bet/${id}`)
  })
})
