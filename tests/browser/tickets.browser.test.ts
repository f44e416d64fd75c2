import type { TicketDetail } from '@mupiira/contract/tickets.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { betOn, notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { registerStaff } from '../support/staff.ts'
import { afterRedraw, withClockAndNoStream } from './clock.ts'
import { settlingIn } from './matches.ts'
import { layoutShift } from './inspect.ts'
import { answer, intercept, refuse } from './network.ts'
import {
  button,
  link,
  open,
  browserFixture,
  overflowsSideways,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
  type Visit,
  boxOf,
  twoFrames,
} from './browser-fixture.ts'
import { mustPlace } from '../support/place-bet.ts'

const TICKET = 'GET /api/bets/*'

let fixture: BrowserFixture
let player: Player
let visit: Visit
let page: Visit['page']

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(3_600))
  player = await registerPlayer(fixture.product, '772400130')
  await notifiedDeposit(player, 900_000)
  await bet(25_000)
})
beforeEach(async () => {
  visit = await fixture.visit({ player })
  page = visit.page
})
// afterEach hooks run in reverse order.
afterEach(() => visit.context.close())
afterEach(screenshotOfFailure(() => page))
afterAll(() => fixture?.close())

const figure = async (name: string | RegExp): Promise<string> =>
  (await page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd').textContent()) ?? ''
const ticketOf = (id: string): Promise<TicketDetail> => player.client.must('GET /api/bets/{id}', { params: { id } })
const bet = (stakeUgx: number): Promise<string> => betOn(player, 'Vipers', stakeUgx)

/** Replaces the visit by one of a new player with a bet, whose tickets the test can count or settle. */
async function asNewBettor(): Promise<Player> {
  const own = await registerPlayer(fixture.product, '772400160')
  await notifiedDeposit(own, 100_000)
  await betOn(own, 'Vipers', 25_000)
  await visit.context.close()
  visit = await fixture.visit({ player: own })
  page = visit.page
  return own
}

/** Shows the ticket with this id as if the server had returned it in another state. */
async function shown(id: string, change: (ticket: TicketDetail) => object): Promise<void> {
  const ticket = await ticketOf(id)
  await intercept(page, TICKET, answer({ ...ticket, ...change(ticket) }))
  await open(page, `/bet/${id}`)
}

describe('my bets', () => {
  it('[TICK-07] My Bets without bets explains the page and links to the games', async () => {
    const newcomer = await fixture.visit({ player: await registerPlayer(fixture.product, '772400140') })
    await open(newcomer.page, '/mybets')
    await sees(newcomer.page, 'No open bets')
    await link(newcomer.page.getByRole('main'), 'Place a Bet').click()
    await newcomer.page.getByRole('heading', { name: 'All Sports' }).waitFor()
    await newcomer.context.close()
  })

  it('[full] [TICK-04] on wide screens the slip screen shows open bets beside the slip', async () => {
    const own = await asNewBettor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, '/betslip')
    const beside = page.getByRole('complementary', { name: 'Open bets' })
    await beside
      .getByText(/^Moneyline · Vipers SC vs /)
      .first()
      .waitFor()
    // A bet placed on another device appears by itself.
    await betOn(own, 'Vipers', 12_500)
    await beside.getByText('UGX 12,500.00').first().waitFor()
    await link(beside, 'All my bets').click()
    await page.waitForURL('/mybets')
    await page.getByRole('complementary', { name: 'Betslip' }).waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('[TICK-01] [TICK-04] [TICK-05] [TICK-06] My Bets has two tabs with counts, each listing the newest bets first', async () => {
    const own = await asNewBettor()
    await betOn(own, 'Vipers', 11_000)
    const { items } = await own.client.must('GET /api/bets', { query: { tab: 'open' } })
    const newest = items[0]
    await open(page, `/mybets?highlight=${items[1]?.bookingCode.toLowerCase()}`)
    const listed = page.getByRole('tabpanel').getByRole('article')
    await expect.poll(() => listed.count()).toBe(items.length)
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual([`Open${items.length}`, 'Settled0'])
    const ticketLink = listed.first().getByRole('link').first()
    await expect.poll(() => ticketLink.getAttribute('href')).toBe(`/bet/${newest?.id}`)
    // Each selection is named, with its game.
    const [leg] = newest?.selections ?? []
    await listed.first().getByText(`${leg?.marketName} · ${leg?.match}`).waitFor()
    await listed.first().getByText('Not started', { exact: true }).waitFor()
    // The offer leads to the ticket, where it can be accepted.
    const offer = link(listed.first(), /^Cash out UGX 11,000\.00$/)
    await expect.poll(() => offer.getAttribute('href')).toBe(`/bet/${newest?.id}`)
    await expect.poll(() => page.locator('[aria-current=true]').textContent()).toContain(items[1]?.bookingCode)
    await page.getByRole('tab', { name: /^Settled/ }).click()
    await sees(page, 'No settled bets')
    await expect.poll(() => link(page.getByRole('main'), 'Place a Bet').count()).toBe(1)
  })

  it('[full] [TICK-06] a link to a highlighted ticket opens the ticket’s tab, and the ticket is still highlighted after switching tabs', async () => {
    const own = await asNewBettor()
    const id = await betOn(own, 'Vipers', 21_000)
    const { bookingCode } = await own.client.must('GET /api/bets/{id}', { params: { id } })
    const { client, password } = await registerStaff(fixture.product, '772400150')
    await client.must('POST /api/admin/confirm', { body: { password } })
    await client.must('POST /api/admin/bets/{id}/cancel', { params: { id }, body: { reason: 'placed by mistake' } })
    await open(page, `/mybets?highlight=${bookingCode}`)
    const marked = page.locator('[aria-current=true]')
    const chosen = (name: RegExp) => page.getByRole('tab', { name, selected: true })
    await expect.poll(() => marked.textContent()).toContain(bookingCode)
    await chosen(/^Settled/).waitFor()
    // With the keyboard, because messages about the ticket may cover the tabs.
    await page.getByRole('tab', { name: /^Open/ }).press('Enter')
    await chosen(/^Open/).waitFor()
    await page.getByRole('tabpanel').getByRole('link').first().waitFor()
    expect(await marked.count()).toBe(0)
    await page.getByRole('tab', { name: /^Settled/ }).press('Enter')
    await expect.poll(() => marked.textContent()).toContain(bookingCode)
  })

  it('[full] [TICK-04] [TICK-23] My Bets loads twenty tickets per page, and shows score, minute and current outcome of live games', async () => {
    const [first] = (await player.client.must('GET /api/bets', { query: { tab: 'open' } })).items
    if (first === undefined) throw new Error('there is no ticket')
    const [leg] = first.selections
    const ids = Array.from({ length: 23 }, (_, i) => `0198c0de-0000-7000-8000-0000000000${String(99 - i)}`)
    const listed = ids.map((id) => ({
      ...first,
      id,
      selections: [
        { ...leg, selection: '1', label: 'LIVE', gameStatus: 'live', clock: "Live 58'", homeScore: 1, awayScore: 0 },
      ],
    }))
    const live = listed[1]?.selections[0]
    if (live === undefined) throw new Error('there is no selection')
    listed[1]?.selections.push(
      { ...live, gameId: ids[0] ?? '', match: 'Vipers SC vs URA FC' },
      { ...live, market: 'btts', selection: 'yes', marketName: 'Both Teams To Score', selectionLabel: 'Yes' },
    )
    listed[2]?.selections.push(...ids.slice(0, 6).map((gameId) => ({ ...live, gameId })))
    await intercept(page, 'GET /api/bets', async (route) => {
      const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      const items = listed.slice(cursor, cursor + 20)
      const nextCursor = cursor + 20 < listed.length ? String(cursor + 20) : null
      await route.fulfill({ json: { items, nextCursor } })
    })
    await open(page, '/mybets')
    const rows = page.getByRole('tabpanel').getByRole('article')
    await expect.poll(() => rows.count()).toBe(20)
    await expect.poll(() => rows.first().getByRole('listitem').innerText()).toMatch(/58' 1 – 0 · Winning now$/)
    // Each selection shows whether it wins at the current score.
    const several = rows.nth(1)
    await several.getByText('3 live', { exact: true }).first().waitFor()
    await expect
      .poll(() => several.getByText(/^(Winning|Losing) now$/).allTextContents())
      .toEqual(['Winning now', 'Winning now', 'Losing now'])
    // Beyond five selections, the rest is behind a button with their number.
    const long = rows.nth(2)
    await expect.poll(() => long.getByRole('listitem').count()).toBe(5)
    await button(long, /^Show all 7 selections/).press('Enter')
    await expect.poll(() => long.getByRole('listitem').count()).toBe(7)
    await button(long, /^Show 5 selections/).press('Enter')
    await expect.poll(() => long.getByRole('listitem').count()).toBe(5)
    await button(page, 'Show older tickets').press('Enter')
    await expect.poll(() => rows.count()).toBe(23)
    await expect.poll(() => rows.last().getByRole('link').first().getAttribute('href')).toBe(`/bet/${ids.at(-1)}`)
    await expect.poll(() => button(page, 'Show older tickets').count()).toBe(0)
    await page.getByText('There are no more tickets.').and(page.locator(':focus')).waitFor()
  })
})

describe('bets on a game', () => {
  it('[full] [TICK-23] the page of a game lists the player’s bets on the game, with a link to each ticket', async () => {
    const own = await asNewBettor()
    const { items } = await own.client.must('GET /api/bets', { query: { tab: 'open' } })
    const [ticket] = items
    const [leg] = ticket?.selections ?? []
    // The bets arrive last, and nothing on the page moves.
    await intercept(page, 'GET /api/bets', async (route) => {
      await page.getByRole('heading', { name: 'Markets' }).waitFor()
      await twoFrames(page)
      await route.continue()
    })
    await open(page, `/live/${leg?.gameId}`)
    const bet = page.getByRole('region', { name: 'Your bets on this game' }).getByRole('link')
    await expect.poll(() => bet.count()).toBe(1)
    await expect
      .poll(() => bet.innerText())
      .toMatch(new RegExp(`^Your bet: ${leg?.selectionLabel} @ \\d[\\s\\S]*Not started[\\s\\S]*${leg?.marketName}`))
    await bet.getByText('Cash out UGX 25,000.00').waitFor()
    expect((await layoutShift(page)).sources).toEqual([])
    const message = 'the bet is on the first screen'
    await expect.poll(async () => (await boxOf(bet)).y, { message }).toBeLessThan(640 - 57)
    await bet.click()
    await page.waitForURL(`/bet/${ticket?.id}`)
  })
})

describe('a ticket', () => {
  it('[TICK-11] [TICK-12] [TICK-13] [TICK-14] [TICK-15] [TICK-16] [TICK-17] [TICK-22] the page of a pending ticket shows code, amounts, time and selections', async () => {
    const id = await bet(12_000)
    const ticket = await player.client.must('GET /api/bets/{id}', { params: { id } })
    await open(page, `/bet/${id}`)
    await page.getByRole('heading', { name: 'Ticket Details' }).waitFor()
    await sees(page, 'RUNNING')
    await sees(page, 'NOT START')
    await button(page, `Copy booking code ${ticket.bookingCode}`).waitFor()
    await expect.poll(() => figure('Total stake')).toBe('UGX 12,000.00')
    await expect.poll(() => figure('Total odds')).toBe(ticket.totalOdds.toFixed(2))
    await expect.poll(() => figure('Bonus 0%')).toBe('UGX 0.00')
    await expect
      .poll(async () => Number((await figure('Potential return')).replace(/[^\d.]/g, '')))
      .toBe(ticket.potentialWin)
    const history = page.getByRole('region', { name: 'History' })
    await expect.poll(() => history.getByRole('listitem').first().textContent()).toMatch(/^Bet Placed Today \d\d:\d\d$/)
    await history.getByText('Will be settled under: House rules').waitFor()
    await page.getByRole('list', { name: 'Selections' }).getByText('Vipers SC vs KCCA FC').waitFor()
  })

  it('[full] [SLIP-05] [TICK-14] several selections of one game show the joint odds that the total odds include', async () => {
    const { items } = await player.client.must('GET /api/games', { query: { sport: 'soccer', q: 'Vipers' } })
    const gameId = items[0]?.id ?? ''
    const selections = [
      { gameId, market: '1x2', selection: '1', odds: 1 },
      { gameId, market: 'btts', selection: 'yes', odds: 1 },
    ]
    const body = { stake: 13_000, selections, acceptOddsChanges: true }
    const { ticket } = await mustPlace(player.client, { body })
    await open(page, `/bet/${ticket.id}`)
    await page.getByText('Selections from the same game have joint odds').waitFor()
    const joint = page.getByRole('listitem').filter({ hasText: 'joint odds' })
    await expect.poll(() => joint.textContent()).toBe(`${items[0]?.name}joint odds${ticket.totalOdds.toFixed(2)}`)
  })

  it('[full] [APP-20] [SLIP-71] the total odds of forty-five outsiders fit on a small phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await shown(await bet(14_000), () => ({ totalOdds: 1.238588816671456e128 }))
    await expect.poll(() => figure('Total odds')).toBe('1000T+')
    await expect.poll(() => overflowsSideways(page)).toBe(false)
  })

  it.each([
    ['[TICK-30]', '/bet/not-an-id', /^Invalid bet ID/],
    [
      '[TICK-31]',
      '/bet/0198c0de-0000-7000-8000-000000000000',
      'Bet ticket not found. It may have been deleted or you may not have permission to view it.',
    ],
  ])('%s [TICK-35] the ticket page at %s shows the problem and a link back', async (_, path, text) => {
    await open(page, path)
    await sees(page, 'Failed to Load Bet Details')
    await page.getByText(text).waitFor()
    await button(page, 'Try Again').waitFor()
    await link(page, 'Return to My Bets').click()
    await page.waitForURL('/mybets')
  })

  it('[TICK-33] [TICK-28] missing fields of a ticket are shown as empty', async () => {
    await intercept(page, 'GET /api/bets/*', answer(null))
    await open(page, '/bet/0198c0de-0000-7000-8000-000000000000')
    await sees(page, 'No data found for this bet ticket.')
    const id = await bet(13_000)
    const ticket = await player.client.must('GET /api/bets/{id}', { params: { id } })
    const broken = { ...ticket, selections: ticket.selections.map((leg) => ({ ...leg, match: '' })) }
    await page.unrouteAll()
    await intercept(page, 'GET /api/bets/*', answer(broken))
    await open(page, `/bet/${id}`)
    await figure('Total stake')
    await expect.poll(() => page.getByRole('list', { name: 'Selections' }).getByRole('listitem').count()).toBe(0)
  })

  it('[full] [TICK-21] [TICK-14] all selections of a cancelled ticket are shown as cancelled, and no bonus is shown', async () => {
    const id = await bet(15_500)
    const ticket = await player.client.must('GET /api/bets/{id}', { params: { id } })
    const [leg] = ticket.selections
    if (leg === undefined) throw new Error('no selection')
    const result = {
      version: 1,
      voidReason: null,
      homeScore: 2,
      awayScore: 0,
      halfTimeHomeScore: 1,
      halfTimeAwayScore: 0,
      firstToScore: 'home',
      qualifier: null,
      decidedBy: 'feed',
      decidedAt: ticket.createdAt,
    } as const
    const decided = { before: null, outcome: 'won', at: ticket.createdAt, placedAfterStart: false, result } as const
    const cancelled = {
      ...ticket,
      status: 'cancelled',
      payout: 15_500,
      bonusPercentage: 3,
      bonus: 1_300,
      bonusPaid: 0,
      selections: [{ ...leg, outcome: 'won', label: 'CANCELLED' }],
      trail: { ...ticket.trail, legs: [{ ...decided, selectionId: leg.selectionId, gameId: leg.gameId }] },
    }
    const stop = await intercept(page, 'GET /api/bets/*', answer(cancelled))
    await open(page, `/bet/${id}`)
    const legs = page.getByRole('list', { name: 'Selections' })
    await legs.getByText('CANCELLED', { exact: true }).waitFor()
    await expect.poll(() => legs.textContent()).not.toContain('WON')
    await expect.poll(() => figure('Bonus')).toBe('UGX 0.00')
    await expect.poll(() => figure('Total return')).toBe('UGX 15,500.00')
    await stop()
  })

  it('[TICK-27] [TICK-18] a won ticket shows fifty pieces of confetti after half a second, for three seconds', async () => {
    const id = await bet(14_000)
    const ticket = await player.client.must('GET /api/bets/{id}', { params: { id } })
    const confettiVisit = await fixture.visit({ player, motion: 'no-preference' })
    await intercept(
      confettiVisit.context,
      'GET /api/bets/*',
      answer({ ...ticket, status: 'won', payout: ticket.potentialWin }),
    )
    const { page: winner } = confettiVisit
    // An event of the placement that arrives late would replace the won ticket by the pending one.
    await withClockAndNoStream(winner)
    await winner.clock.pauseAt(Date.now() + 60_000)
    await winner.goto(`/bet/${id}`)
    // Each poll advances the clock by a millisecond, even while the confetti script and React's rendering are late.
    const often = { interval: 10 }
    const congratulation = winner.getByText('Congratulations!', { exact: true })
    await expect.poll(afterRedraw(winner, () => congratulation.count())).toBe(1)
    const pieces = winner.locator('body > div[aria-hidden] > i')
    await winner.clock.runFor(490)
    expect(await pieces.count()).toBe(0)
    await expect
      .poll(
        afterRedraw(winner, () => pieces.count()),
        often,
      )
      .toBe(50)
    await winner.clock.runFor(2_900)
    await expect.poll(() => pieces.count()).toBe(50)
    await expect
      .poll(
        afterRedraw(winner, () => pieces.count()),
        often,
      )
      .toBe(0)
    await confettiVisit.context.close()
  })

  it('[TICK-26] [TICK-23] a live game on a ticket shows score, minute, and a link to its match tracker', async () => {
    const id = await bet(15_000)
    await shown(id, ({ selections }) => ({
      selections: selections.map((leg) => ({
        ...leg,
        label: 'LIVE',
        gameStatus: 'live',
        clock: "Live 58'",
        homeScore: 1,
        awayScore: 0,
      })),
    }))
    await sees(page, "LIVE 58'")
    await sees(page, '1 – 0')
    const { selections } = await ticketOf(id)
    const tracker = link(page, 'Match Tracker, Vipers SC vs KCCA FC')
    await expect.poll(() => tracker.getAttribute('href')).toBe(`/live/${selections[0]?.gameId}`)
  })

  it('[TICK-32] [TICK-35] the ticket page reports a ticket that cannot be fetched after retrying', async () => {
    await page.clock.install()
    await open(page, '/mybets')
    await page.getByRole('tabpanel').getByRole('link').first().waitFor()
    await intercept(page, TICKET, refuse(500, { code: 'INTERNAL', detail: 'An unexpected error occurred' }))
    await page.getByRole('tabpanel').getByRole('link').first().click()
    // The app retries a few times with growing delays.
    await expect
      .poll(async () => {
        await page.clock.fastForward(5_000)
        return page.getByRole('alert').count()
      })
      .toBe(1)
    await sees(page, 'Failed to Load Bet Details')
    await sees(page, 'Failed to fetch ticket details')
    await page.unrouteAll()
    await button(page, 'Try Again').click()
    await sees(page, 'RUNNING')
  })

  it('[TICK-34] [TICK-36] the ticket page reports a ticket that cannot be displayed, with a link back', async () => {
    await shown(await bet(16_000), () => ({ selections: null }))
    await sees(page, 'Something Went Wrong')
    await sees(page, 'An error occurred displaying bet details.')
    await page.unrouteAll()
    await button(page, 'Try Again').click()
    await sees(page, 'RUNNING')
    await page.goBack().catch(() => undefined)
    await shown(await bet(17_000), () => ({ selections: null }))
    await link(page, 'Return to My Bets').click()
    await page.waitForURL('/mybets')
  })

  it('[full] [SETL-44] [SETL-45] [SETL-12] a corrected ticket shows the deciding result, the time and the corrected amount', async () => {
    const result = {
      version: 1,
      voidReason: null,
      homeScore: 2,
      awayScore: 0,
      halfTimeHomeScore: 1,
      halfTimeAwayScore: 0,
      firstToScore: 'home',
      qualifier: null,
      decidedBy: 'feed',
      decidedAt: '2026-11-21T15:50:00.000Z',
    } as const
    const corrected = { ...result, version: 2, awayScore: 3, decidedBy: 'operator' } as const
    await shown(await bet(18_000), ({ selections }) => {
      const [leg] = selections
      const of = { selectionId: leg?.selectionId ?? '', gameId: leg?.gameId ?? '', placedAfterStart: false }
      const [first, then] = ['2026-11-21T15:50:01.000Z', '2026-11-21T16:20:00.000Z'] as const
      const won = { statusBefore: 'pending', status: 'won', payoutBefore: null, payout: 37_800 } as const
      const lost = { statusBefore: 'won', status: 'lost', payoutBefore: 37_800, payout: 0 } as const
      return {
        status: 'lost',
        payout: 0,
        selections: selections.map((each) => ({ ...each, label: 'LOST', outcome: 'lost' as const })),
        trail: {
          legs: [
            { ...of, at: first, before: null, outcome: 'won', result },
            { ...of, at: then, before: 'won', outcome: 'lost', result: corrected },
          ],
          moves: [
            { at: first, cause: 'settled', gameId: null, ...won },
            { at: then, cause: 'corrected', gameId: of.gameId, ...lost },
          ],
        },
      }
    })
    const decided = page.getByRole('list', { name: 'How this selection was settled' }).getByRole('listitem')
    await expect.poll(() => decided.count()).toBe(2)
    await expect
      .poll(() => decided.allTextContents())
      .toEqual([
        'WON: result 2 – 0 (half time 1 – 0), official feed21 Nov 2026, 18:50',
        'Corrected: WON → LOST, result 2 – 3 (half time 1 – 0), our staff21 Nov 2026, 19:20',
      ])
    await sees(page, 'Won: UGX 37,800.00 paid')
    await sees(page, 'Result of Vipers SC vs KCCA FC corrected. Lost: UGX 37,800.00 deducted')
    await sees(page, 'Settled under: House rules')
  })

  it('[full] [CODE-12] [SLIP-58] a ticket whose code only its owner can load is not offered for sharing', async () => {
    await open(page, `/bet/${await bet(19_000)}`)
    await sees(page, 'Only you can load it.')
    expect(await button(page, 'Share this ticket').count()).toBe(0)
  })

  it('[full] [TICK-13] [TICK-18] [TICK-25] a won ticket shows its result once, with the amount added to the balance', async () => {
    const id = await bet(22_000)
    const decidedAt = '2026-11-21T15:50:00.000Z'
    const result = { voidReason: null, homeScore: 2, awayScore: 0, halfTimeHomeScore: 1, halfTimeAwayScore: 0 } as const
    const decision = {
      version: 1,
      ...result,
      firstToScore: 'home',
      qualifier: null,
      decidedBy: 'feed',
      decidedAt,
    } as const
    await shown(id, ({ selections, potentialWin }) => {
      const [leg] = selections
      const of = { selectionId: leg?.selectionId ?? '', gameId: leg?.gameId ?? '', placedAfterStart: false }
      const move = {
        cause: 'settled',
        gameId: null,
        statusBefore: 'pending',
        status: 'won',
        payoutBefore: null,
      } as const
      return {
        status: 'won',
        payout: potentialWin,
        selections: selections.map((each) => ({
          ...each,
          ...result,
          label: 'WON',
          outcome: 'won' as const,
          gameStatus: 'finished',
        })),
        trail: {
          legs: [{ ...of, at: decidedAt, before: null, outcome: 'won', result: decision }],
          moves: [{ at: decidedAt, ...move, payout: potentialWin }],
        },
      }
    })
    const main = page.getByRole('main')
    await main.getByText('Congratulations!', { exact: true }).waitFor()
    const { potentialWin } = await ticketOf(id)
    const paid = `UGX ${potentialWin.toLocaleString('en-UG', { minimumFractionDigits: 2 })}`
    await expect.poll(async () => (await figure('Total return')).replaceAll('\u00a0', ' ')).toBe(paid)
    await expect.poll(() => main.getByText(paid).count()).toBe(1)
    // The badges of the ticket and of its selection.
    await expect.poll(() => main.getByText(/\bwon\b/i).allTextContents()).toEqual(['WON', 'WON'])
    await expect.poll(() => main.getByText('2 – 0').allTextContents()).toEqual(['2 – 0 FT'])
    expect(await main.getByText('Only you can load it.').count()).toBe(0)
  })

  it('[full] [SETL-11] no request of a client changes the outcome of a ticket', async () => {
    const id = await bet(20_000)
    const before = await ticketOf(id)
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE']) {
      const response = await fetch(new URL(`/api/bets/${id}`, fixture.product.url), {
        method,
        headers: { ...player.client.headers(), 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'won', payout: 9_000_000 }),
      })
      expect([404, 405], method).toContain(response.status)
    }
    await expect.poll(() => ticketOf(id)).toEqual(before)
    const { paths } = (await (await fetch(new URL('/api/openapi.json', fixture.product.url))).json()) as {
      paths: Record<string, object>
    }
    expect(Object.keys(paths).filter((path) => /force|update_ticket|ticket-status/.test(path))).toEqual([])
    expect(Object.keys(paths['/api/bets/{id}'] ?? {})).toEqual(['get'])
  })
})
