import { readFile } from 'node:fs/promises'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayAfter, momentText, OPENS_AT } from '../support/business-time.ts'
import { mustPlace, notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { confirmOwnNumber, queryDatabase } from '../support/query-database.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import { declineApprovals, firstWithdrawalInReview, pagesOf, placeSingle, ticketCount, ugx } from './console-steps.ts'
import { saveSettings } from './settings-preview.ts'
import { violations } from './inspect.ts'
import { afterRedraw, stopClock, timesSent, withClockAndNoStream } from './clock.ts'
import { settlingIn } from './matches.ts'
import { failConnection, intercept, refuse, changeResponse } from './network.ts'
import {
  button,
  link,
  DESKTOP,
  open,
  browserFixture,
  overflowsSideways,
  PHONE,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
  dismissToast,
  type Visit,
} from './browser-fixture.ts'

const ADMIN = { phoneNumber: '772000200', password: 'desk-9163' } as const

let fixture: BrowserFixture
let player: Player
let staff: Player
let visit: Visit
let page: Visit['page']
const tickets: Ticket[] = []

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(7_200))
  // The simulator never reports a withdrawal to this number. The deposit came from another number.
  player = await registerPlayer(fixture.product, '772410133')
  await confirmOwnNumber(fixture.product, player)
  await notifiedDeposit(player, 900_000, '256772410130')
  // The test does not wait for these payments, because the lists show them at once.
  const smaller = Array.from({ length: 10 }, (_, at) => ({ amount: 20_000 + at * 1_000, method: 'MTN' as const }))
  const phoneNumber = '256772410130'
  await Promise.all(
    smaller.map((each) => player.client.must('POST /api/payments/deposits', { body: { ...each, phoneNumber } })),
  )
  for (let at = 0; at < 12; at++) tickets.push(await bet(25_000 + at * 700))
  staff = await registerConfirmedStaff(fixture.product, '772410148')
  await firstWithdrawalInReview(fixture.product, staff, player)
  visit = await fixture.visit({ player: staff, size: DESKTOP })
  page = visit.page
})
// A failed attempt may have left the page narrow or with intercepted requests.
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize(DESKTOP)
})
afterEach(screenshotOfFailure(() => page))
afterAll(async () => {
  await visit?.context.close()
  await fixture?.close()
})

async function bet(stake: number): Promise<Ticket> {
  const { items } = await player.client.must('GET /api/games', { query: { sport: 'soccer', q: 'Vipers' } })
  const [game] = items
  return placeSingle(player, game?.id ?? '', stake)
}

async function cancelledBet(): Promise<void> {
  const { id } = await bet(26_000)
  await staff.client.must('POST /api/admin/bets/{id}/cancel', { params: { id }, body: { reason: 'placed by mistake' } })
}

const table = (name: string) => page.getByRole('region', { name: `Table of ${name}` })
const rows = (name: string) => table(name).getByRole('row')
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const when = (instant = ''): string => momentText(instant)

describe('bet history', () => {
  it('[ADMT-03] [ADMT-11] [ADMT-12] [ADMT-14] [ADMT-15] [ADMT-16] [ADMT-17] [ADMT-19] [ADMT-20] staff can list, search and open tickets in the bet history', async () => {
    const [firstPage, secondPage] = pagesOf(await ticketCount(staff))
    await open(page, '/admin/bets')
    await sees(page, firstPage)
    await expect.poll(() => rows('bets').count()).toBe(11)
    await page.getByRole('button', { name: 'Next page' }).click()
    await sees(page, secondPage)
    const chips = page.getByRole('group', { name: 'Status' }).getByRole('button')
    await expect
      .poll(() => chips.allTextContents())
      .toEqual(['All', 'Pending', 'Won', 'Lost', 'Cashout', 'Void', 'Cancelled'])
    await chips.filter({ hasText: 'Won' }).click()
    await sees(page, 'No tickets found')
    const [first] = tickets
    const leg = first?.selections[0]
    await open(page, `/admin/bets?q=${first?.bookingCode.slice(0, 6)}`)
    await sees(page, '1–1 of 1')
    await expect.poll(() => table('bets').textContent()).toContain(first?.totalOdds.toFixed(2))
    await button(table('bets'), 'View').click()
    const shown = dialog('Ticket')
    await shown.getByText('Still pending...').waitFor()
    const text = async () => ((await shown.textContent()) ?? '').replace(/\u00a0/g, ' ')
    for (const part of [
      first?.bookingCode,
      'Pending',
      first?.id,
      '77 241 0133',
      // The address derived from the phone number (D3) is not shown.
      'Emailno email',
      'UGX 25,000.00',
      'Pending',
      `Total odds${first?.totalOdds.toFixed(2)}`,
      `Potential win${ugx(first?.potentialWin)}`,
      'PayoutPending',
      'Vipers SC – KCCA FC',
      `${leg?.league} · ${when(leg?.gameTime)}`,
      `Moneyline: Vipers SC@ ${leg?.odds.toFixed(2)}`,
      'NOT START',
      `${when(first?.createdAt)}Placed`,
      `${when(first?.updatedAt)}Last updated`,
    ]) {
      await expect.poll(text).toContain(part)
    }
    expect(await violations(page, 'everything')).toEqual([])
  })

  it('[full] [OPS-04] a player’s stake limit fills its form and can be removed, and the audit history shows the latest action first', async () => {
    const gambler = await registerPlayer(fixture.product, '772410155')
    const lucky = { params: { id: gambler.userId }, body: { mostStake: 40_000, reason: 'too lucky' } }
    await staff.client.must('PUT /api/admin/users/{id}/stake-limit', lucky)
    await open(page, `/admin/bets?tickets=${gambler.userId}`)
    await button(dialog('Tickets'), 'Stake limit').click()
    const limit = dialog('Limit this player’s stakes?')
    await expect.poll(() => limit.getByLabel('Maximum stake per bet (UGX)').inputValue()).toBe('40,000')
    await button(limit, 'Remove the limit').click()
    await dialog('Remove this player’s stake limit?').getByLabel('Reason').fill('luck is over')
    await button(page, 'Remove the limit').click()
    await dismissToast(page, 'Limit removed.')
    await open(page, `/admin/users/${gambler.userId}?tab=audit`)
    await page.getByText('Stake limit set').first().waitFor()
    await button(page, 'Suspend').click()
    const suspending = dialog(/^Suspend /)
    await suspending.getByLabel('Reason').fill('asked for it')
    await button(suspending, 'Suspend').click()
    await page.getByText('Account suspended').waitFor()
  })

  it('[full] [ADMT-14] a list page beyond the last page links back to the first page', async () => {
    await open(page, '/admin/bets?page=9')
    await sees(page, 'Nothing on this page')
    await button(page, 'First page').click()
    await sees(page, pagesOf(await ticketCount(staff))[0])
  })

  it('[full] [ADMT-12] [ADMT-23] a ticket search covers all players, even when started from one player’s list', async () => {
    await open(page, `/admin/bets?user=${staff.userId}`)
    await sees(page, 'No tickets found')
    const search = page.getByRole('search')
    await search.getByLabel('Booking code or user').fill(tickets[0]?.bookingCode ?? '')
    await button(search, 'Search').click()
    await sees(page, '1–1 of 1')
    await expect.poll(() => button(page, 'All tickets').count()).toBe(0)
  })

  it('[ADMT-01] [ADMT-02] [ADMT-04] [ADMT-05] [ADMT-10] the bet history lists a player’s tickets, and cancelling a ticket opens a dialog for the reason', async () => {
    const last = await bet(32_800)
    await open(page, `/admin/bets?tickets=${player.userId}`)
    const list = dialog(/^Tickets of /)
    const newest = list.getByRole('row').nth(1)
    const rowText = async () =>
      (await list.getByRole('row').allTextContents())
        .slice(1, 3)
        .join('')
        .replace(/\u00a0/g, ' ')
    for (const part of [
      last.bookingCode,
      when(last.createdAt),
      'UGX 32,800.00',
      `Odds${last.totalOdds.toFixed(2)}`,
      'PayoutPending',
      'Pending',
      'Vipers SC – KCCA FC',
      `Moneyline: Vipers SC@ ${last.selections[0]?.odds.toFixed(2)} · UGX 32,800.00`,
    ]) {
      await expect.poll(rowText).toContain(part)
    }
    // The Back button closes the topmost dialog first, then the next one (decision 0040).
    await button(newest, 'Cancel & Refund').click()
    await dialog(`Cancel ${last?.bookingCode}?`).waitFor()
    await page.waitForFunction(() => (history.state as { dialogs?: number } | null)?.dialogs === 2)
    await page.goBack()
    await dialog(`Cancel ${last?.bookingCode}?`).waitFor({ state: 'hidden' })
    await expect.poll(() => list.isVisible()).toBe(true)
    await page.goBack()
    await list.waitFor({ state: 'hidden' })
    await page.waitForURL('/admin/bets')
    await button(table('bets'), 'View').first().click()
    await button(dialog('Ticket'), 'Close').click()
    await page.waitForURL('/admin/bets')
    await page.waitForFunction(() => (history.state as { dialogs?: number } | null)?.dialogs === undefined)
    await rows('bets').nth(1).getByRole('button').first().click()
    await newest.waitFor()

    await button(newest, 'Cancel & Refund').click()
    const asking = dialog(`Cancel ${last?.bookingCode}?`)
    await asking.getByText('UGX 32,800.00 goes back to Amina, +256 77 241 0133. The player sees your reason.').waitFor()
    await expect.poll(() => asking.getByRole('button', { name: /^Cancel/ }).count()).toBe(1)
    await button(asking, 'Go back').click()
    await asking.waitFor({ state: 'hidden' })
    await button(newest, 'Cancel & Refund').click()
    await button(asking, 'Cancel & Refund').click()
    await sees(page, 'Missing Reason: Please provide a reason for cancelling this ticket')
    await asking.getByLabel('Reason').fill('placed twice by mistake')
    const stop = await intercept(page, 'POST /api/admin/bets/*/cancel', failConnection)
    await button(asking, 'Cancel & Refund').click()
    await asking.getByText(/^Failed to cancel ticket/).waitFor()
    await stop()
    await button(asking, 'Cancel & Refund').click()
    await newest.getByText('Cancelled', { exact: true }).waitFor()
    await expect.poll(() => button(newest, 'Cancel & Refund').count()).toBe(0)
    const { ticket } = await ticketNow(last?.id ?? '')
    expect(ticket.status).toBe('cancelled')
  })

  it('[ADMT-21] [ADMT-22] [ADMT-25] [ADMT-26] [ADMT-27] [ADMT-28] the bet history exports the matching tickets and reports the outcome', async () => {
    await cancelledBet()
    const cancelled = await ticketCount(staff, 'cancelled')
    await open(page, '/admin/bets?status=cancelled')
    await sees(page, `1–${cancelled} of ${cancelled}`)
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
    expect(file.suggestedFilename()).toMatch(/^bet-history-\d{4}-\d{2}-\d{2}\.csv$/)
    expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(1 + cancelled)
    await dismissToast(page, 'Bet history exported successfully')
    const stop = await intercept(page, 'GET /api/admin/bets/export', failConnection)
    await button(page, 'Export CSV').click()
    await dismissToast(page, 'Failed to export data')
    await stop()
    await open(page, '/admin/bets?status=won')
    await sees(page, 'No tickets found')
    await button(page, 'Export CSV').click()
    await sees(page, 'No data to export')
    const fail = await intercept(page, 'GET /api/admin/bets', refuse(404))
    await open(page, '/admin/bets')
    await sees(page, 'Error loading bet history')
    await sees(page, 'Please try again or refresh the page.')
    await fail()
  })

  const ticketNow = (id: string) => staff.client.must('GET /api/admin/bets/{id}', { params: { id } })
})

describe('the dashboard', () => {
  it('[full] [ADMX-01] [ADMX-02] [ADMX-03] [ADMX-04] the dashboard is below the console’s header and tabs', async () => {
    await open(page, '/admin/dashboard')
    const header = page.getByRole('banner')
    await header.getByText('Admin Panel', { exact: true }).waitFor()
    const ways = header.getByRole('link')
    await expect
      .poll(() => ways.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual(['/', '/'])
    await expect.poll(() => header.getByRole('link', { name: 'Homepage' }).count()).toBe(1)
    await expect.poll(() => header.getByRole('link', { name: 'Back to Site' }).count()).toBe(1)
    await expect.poll(() => header.getByRole('button', { name: 'Logout' }).count()).toBe(1)
    const tabs = page.getByRole('navigation', { name: 'Console' }).getByRole('link')
    const names = 'Dashboard,Customer care,Games,Users,Transactions,Bet History,Fixtures,Settings'.split(',')
    for (const name of names) await expect.poll(() => tabs.filter({ hasText: name }).count(), { message: name }).toBe(1)
  })

  it('[ADMX-05] [ADMX-07] [ADMX-11] [ADMX-13] [ADMX-15] [ADMX-19] [ADMX-20] [ADMX-21] [ADMX-22] [ADMX-23] [ADMX-24] the dashboard shows its figures, recent bets and recent transactions', async () => {
    await cancelledBet()
    const count = await ticketCount(staff)
    const [firstPage, secondPage] = pagesOf(count)
    const bets = page.getByRole('region', { name: 'Recent Bets' })
    const answered = Promise.withResolvers<void>()
    await intercept(page, 'GET /api/admin/bets', (route) => answered.promise.then(() => route.continue()), 1)
    await open(page, '/admin/dashboard')
    const loading = bets.locator('[aria-busy=true]')
    await loading.waitFor()
    // One placeholder row per list row, as wide as the list.
    const skeletons = await loading
      .locator('[aria-hidden=true]')
      .evaluateAll((rows) =>
        rows.map((row) => [row.clientWidth === row.parentElement?.clientWidth, row.clientHeight > 30]),
      )
    expect(skeletons).toEqual(Array.from({ length: 10 }, () => [true, true]))
    await expect.poll(() => bets.getByRole('table').count()).toBe(0)
    answered.resolve()
    await loading.waitFor({ state: 'detached' })
    await page.getByText(/^Last updated /).waitFor()
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').allTextContents())
      .toEqual(['Home', 'Customer Care Chat'])
    await expect
      .poll(() => page.getByRole('term').allTextContents())
      .toEqual(
        expect.arrayContaining([
          ...['Total Games', 'Live Matches', 'Active Bets', 'Turnover', 'Payouts', 'Open stakes'],
          ...["Today's Bets", 'Pending Bets', 'Active Users', 'Win Rate'],
        ]),
      )
    await sees(page, 'including past games')
    const today = page.getByRole('term').filter({ hasText: /^(Today|Pending Bets|Active Users|Win Rate)/ })
    const tops = () => today.evaluateAll((terms) => terms.map((term) => term.getBoundingClientRect().top))
    await expect.poll(async () => [(await tops()).length, new Set(await tops()).size]).toEqual([4, 1])
    // Each figure names its scope: the cards cover sports bets, and result and charts also cover Aviator.
    await page.getByRole('heading', { name: 'Today Sports bets' }).waitFor()
    await page.getByText('Sports bets and active users, without Aviator. Result and charts include Aviator.').waitFor()
    await page.getByText(/^Gross gaming revenue since the start/).waitFor()
    await page.getByText(/Gross gaming revenue: turnover − payouts − refunds − voids/).waitFor()
    // A platform that opened today has no earlier day to compare with.
    await expect.poll(() => page.getByText(/from the day before/).count()).toBe(0)
    await expect
      .poll(() => bets.getByRole('group', { name: 'Status' }).getByRole('button').allTextContents())
      .toEqual([...['All', 'Pending', 'Won', 'Lost', 'Cashout', 'Void']])
    await bets.getByText(firstPage).waitFor()
    const rows = bets.getByRole('table').getByRole('row')
    await expect.poll(() => rows.count()).toBe(1 + 10)
    await button(bets, /^Next/).click()
    await bets.getByText(secondPage).waitFor()
    await expect.poll(() => rows.count()).toBe(1 + count - 10)
    // Each chip shows the tickets with its status: they are open, or cancelled.
    for (const [chip, status, shown] of [
      ['Pending', 'pending', pagesOf(await ticketCount(staff, 'pending'))[0]],
      ['Won', 'won', 'No tickets found'],
      ['Lost', 'lost', 'No tickets found'],
      ['Cashout', 'cashout', 'No tickets found'],
      ['Void', 'void', 'No tickets found'],
      ['All', null, firstPage],
    ] as const) {
      const listRequest = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/admin/bets')
      await button(bets, chip).click()
      const { searchParams } = new URL((await listRequest).url())
      expect([searchParams.get('status'), searchParams.get('page')]).toEqual([status, '1'])
      await bets.getByText(shown, { exact: true }).waitFor()
      await expect.poll(() => bets.getByRole('button', { pressed: true }).allTextContents()).toEqual([chip])
      if (status === 'pending') expect(await rows.getByText('Cancelled', { exact: true }).count()).toBe(0)
    }
    const { items: listed } = await staff.client.must('GET /api/admin/bets', { query: {} })
    const cancelled = listed.filter(({ status }) => status === 'cancelled').length
    expect(cancelled).toBeGreaterThan(0)
    await expect.poll(() => rows.getByText('Cancelled', { exact: true }).count()).toBe(cancelled)
    await bets.getByRole('searchbox').fill(tickets[0]?.bookingCode ?? '')
    await button(bets, 'Search').click()
    await bets.getByText('1–1 of 1').waitFor()
    const latest = page.getByRole('region', { name: 'Recent transactions' }).getByRole('row')
    await latest
      .filter({ hasText: /Deposit.*Success/ })
      .first()
      .waitFor()
    // The first ten of twelve; the oldest, the first deposit, is on the second page.
    const { items: newest } = await staff.client.must('GET /api/admin/transactions', { query: {} })
    const shownAmounts = () => latest.locator('td:nth-child(6)').allInnerTexts()
    await expect.poll(shownAmounts).toEqual(newest.map(({ amount }) => ugx(amount)))
    expect([newest.length, newest.some(({ amount }) => amount === 900_000)]).toEqual([10, false])
    expect(await violations(page, 'everything')).toEqual([])
    const broken = await intercept(page, 'GET /api/admin/stats', refuse(404))
    await open(page, '/admin/dashboard')
    await sees(page, 'Error loading statistics')
    await sees(page, 'Please try refreshing the page.')
    await broken()
  })
})

describe('refreshing the dashboard', () => {
  it('[ADMX-12] the figures of the dashboard are refetched every 120 s and by the Refresh button', async () => {
    const { context, page: timed } = await fixture.visit({ player: staff, size: DESKTOP })
    await withClockAndNoStream(timed)
    await open(timed, '/admin/dashboard')
    await timed.getByText(/^Last updated /).waitFor()
    await stopClock(timed)
    const requests = () => timesSent(timed, 'GET /api/admin/stats')
    const placed = afterRedraw(timed, async () =>
      Number(await timed.locator('dt', { hasText: "Today's Bets" }).locator('xpath=following-sibling::dd').innerText()),
    )
    const [before, first] = [await placed(), await requests()]
    await bet(41_000)
    await button(timed, 'Refresh').click()
    await expect.poll(placed).toBe(before + 1)
    await expect.poll(() => requests()).toBe(first + 1)
    await bet(42_000)
    await timed.clock.runFor(119_000)
    await expect.poll(async () => [await placed(), await requests()]).toEqual([before + 1, first + 1])
    await timed.clock.runFor(1_000)
    await expect.poll(placed).toBe(before + 2)
    await expect.poll(() => requests()).toBe(first + 2)
    await context.close()
  })
})

describe('transactions', () => {
  it('[full] [ADMX-24] [ADMX-25] [ADMX-26] [ADMX-27] the transactions page lists payments with their users, and staff can decide payments with unknown outcomes', async () => {
    const stuckId = await firstWithdrawalInReview(fixture.product, staff, player)
    const counted = async (query: { type?: 'withdrawal' } = {}) =>
      (await staff.client.must('GET /api/admin/transactions', { query })).total ?? 0
    const [count, withdrawals] = [await counted(), await counted({ type: 'withdrawal' })]
    const [firstPage, secondPage] = pagesOf(count)
    await open(page, '/admin/transactions?review=true')
    await sees(page, '1–1 of 1')
    await expect
      .poll(() => table('transactions').getByRole('columnheader').allTextContents())
      .toEqual(['User', 'Phone', 'Type', 'Amount', 'Status', 'Date', 'Reference', 'Actions'])
    await queryDatabase(fixture.product, 'update profiles set email = $2 where id = $1', [
      player.userId,
      'amina@mail.ug',
    ])
    await page.reload()
    await button(page, 'Columns').click()
    const email = page.getByRole('menuitemcheckbox', { name: 'Email' })
    if ((await email.getAttribute('aria-checked')) !== 'true') await email.click()
    const cells = rows('transactions').nth(1).getByRole('cell')
    const known = ['Amina · Withdrawal', 'Phone+256 77 241 0133', 'Emailamina@mail.ug']
    await expect.poll(async () => (await cells.allTextContents()).filter((each) => known.includes(each))).toEqual(known)
    await email.click()
    await page.keyboard.press('Escape')
    await button(table('transactions'), 'View').click()
    const shown = dialog('Payment')
    // The provider still reports nothing, so the payment waits for a decision as before.
    await button(shown, 'Query provider now').click()
    await dismissToast(shown, 'The provider has no final result for this payment yet.')
    await button(shown, 'It failed').click()
    const asking = dialog('Mark this payment as failed?')
    await asking.getByLabel('Evidence for your decision').fill('the network has no such order')
    await button(asking, 'Mark as failed').click()
    await shown.getByText(/marked it as failed: “the network has no such order”/).waitFor()
    const { transaction } = await staff.client.must('GET /api/admin/transactions/{id}', { params: { id: stuckId } })
    expect(transaction.status).toBe('failed')
    await button(shown, 'Query provider now').waitFor({ state: 'detached' })
    await expect.poll(() => link(shown, 'Amina').getAttribute('href')).toBe(`/admin/users/${player.userId}`)
    expect(await violations(page, 'everything')).toEqual([])
    await button(shown, 'Close').click()
    await button(page, 'All stages').click()
    await sees(page, firstPage)
    await expect.poll(() => rows('transactions').count()).toBe(1 + 10)
    await button(page, 'Next page').click()
    await sees(page, secondPage)
    await expect.poll(() => rows('transactions').count()).toBe(1 + count - 10)
    // Once all rows are loaded they can be sorted, and the filtered rows exported.
    await page.getByLabel('Rows per page').selectOption('25')
    await sees(page, `1–${count} of ${count}`)
    await button(table('transactions'), 'Amount').click()
    await page.waitForURL(/sort=-amount/)
    const amounts = async () =>
      (await rows('transactions').allTextContents()).flatMap(
        (text) => /UGX ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '') ?? [],
      )
    await expect.poll(async () => (await amounts()).length).toBe(count)
    await expect.poll(amounts).toEqual((await amounts()).toSorted((a, b) => Number(b) - Number(a)))
    await button(page, 'Withdrawals').click()
    await sees(page, `1–${withdrawals} of ${withdrawals}`)
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFFReference,User,Email,Phone,Type,Amount \(UGX\),/)
    expect(lines[1]).toMatch(
      /^W\w{7},Amina,amina@mail\.ug,\+256 77 241 0133,Withdrawal,50000\.00,2000\.00,Marked as failed,MTN,[\w ]+,/,
    )
    await button(page, 'Clear filters').click()
    await page.waitForURL(/\/admin\/transactions\?(?!.*type=)/)
    // The nightly comparison may already have run, and found the payments above undecided.
    for (const table of ['runs', 'cases']) await queryDatabase(fixture.product, `delete from reconciliation_${table}`)
    await open(page, '/admin/transactions/reconciliation')
    await sees(page, 'Not compared yet')
    await page.getByLabel('Day', { exact: true }).fill(dayAfter(OPENS_AT, 30))
    await button(page, 'Compare with the providers').click()
    await page.getByText('Please check: day has not begun.').waitFor()
    await page.getByLabel('Day', { exact: true }).fill('')
    await button(page, 'Compare with the providers').click()
    await page.getByText(/orders compared/).waitFor()
    await page.getByText(/Last compared on /).waitFor()
    expect(await violations(page, 'everything')).toEqual([])
  })
})

describe('approvals', () => {
  it('[full] [ADMT-30] a change of a protective setting waits for a second admin, and applies after the approval', async () => {
    const settings = async () => (await staff.client.must('GET /api/admin/settings', {})).items
    const stored = async () => Number((await settings()).find(({ key }) => key === 'four_eyes_threshold')?.value)
    await declineApprovals(staff)
    const before = await stored()
    const wanted = before + 50_000
    await open(page, '/admin/settings')
    const field = page.getByRole('textbox', { name: 'Four-eyes threshold' })
    await field.fill(String(wanted))
    await saveSettings(page, 'Larger top-ups', 'Request approval')
    await sees(page, 'A second member of staff must approve this change.')
    await expect.poll(() => field.inputValue()).toBe(before.toLocaleString('en-UG'))
    await expect.poll(() => stored()).toBe(before)
    const change = [before, wanted].map((each) => `UGX ${each.toLocaleString('en-UG')}`).join(' → ')
    await page.getByText(`Waits for a second member of staff: ${change}, requested by you`).waitFor()
    expect(await violations(page, 'everything')).toEqual([])
    const waits = page.getByRole('link', { name: 'Approvals: Four-eyes threshold' })
    await expect.poll(() => waits.getAttribute('href')).toBe('/admin/approvals')
    await open(page, '/admin/approvals')
    const own = page.getByRole('row').filter({ hasText: change }).filter({ hasText: 'Larger top-ups' })
    await button(own, 'Withdraw').waitFor()
    await expect.poll(() => button(own, 'Approve').count()).toBe(0)
    // An admin's own requests do not wait for that admin.
    const toDecide = (consoleVisit: Visit['page']) =>
      consoleVisit.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Approvals 1 waiting' })
    await expect.poll(() => toDecide(page).count()).toBe(0)

    const second = await signInAgain()
    const other = await fixture.visit({ player: second, size: DESKTOP })
    try {
      await open(other.page, '/admin/audit')
      await toDecide(other.page).click()
      const card = other.page.getByRole('row').filter({ hasText: `Four-eyes threshold: ${change}` })
      await button(card, 'Approve').click()
      await button(other.page.getByRole('dialog', { name: 'Approve?' }), 'Approve').click()
      await card.waitFor({ state: 'detached' })
      await toDecide(other.page).waitFor({ state: 'detached' })
    } finally {
      await other.context.close()
    }
    await expect.poll(() => stored()).toBe(wanted)
    await open(page, '/admin/settings')
    await expect.poll(() => field.inputValue()).toBe(wanted.toLocaleString('en-UG'))
    expect(await waits.count()).toBe(0)
  })

  it('[full] [ADMT-30] a pending approval request links to its subject', async () => {
    await declineApprovals(staff)
    await staff.client.must('POST /api/admin/users/{id}/top-up', {
      params: { id: player.userId },
      body: { amount: 3_000_000, description: 'won in the raffle' },
    })
    await open(page, '/admin/approvals')
    const card = page.getByRole('row').filter({ hasText: 'won in the raffle' })
    await card.getByRole('link', { name: 'Open the user' }).click()
    await page.waitForURL((url) => url.pathname === `/admin/users/${player.userId}`)
  })

  /** The demonstration's admin with a recent password confirmation. */
  async function signInAgain(): Promise<Player> {
    const client = fixture.product.client()
    const { user } = await client.must('POST /api/auth/login', { body: ADMIN })
    await client.must('POST /api/admin/confirm', { body: { password: ADMIN.password } })
    return { client, userId: user.id, phone: ADMIN.phoneNumber, password: ADMIN.password }
  }
})

describe('console pages', () => {
  it('[full] [ADMT-19] [SLIP-05] a ticket with several selections of one game shows their joint odds, and no stake per selection', async () => {
    const { items } = await player.client.must('GET /api/games', { query: { sport: 'soccer', q: 'Vipers' } })
    const gameId = items[0]?.id ?? ''
    const { items: markets } = await player.client.must('GET /api/games/{id}/markets', { params: { id: gameId } })
    const yes = markets.find((market) => market.id === 'btts')?.selections.find((selection) => selection.id === 'yes')
    const selections = [
      { gameId, market: '1x2', selection: '1', odds: items[0]?.prices['1'] ?? 0 },
      { gameId, market: 'btts', selection: 'yes', odds: yes?.odds ?? 0 },
    ]
    const body = { stake: 10_000, selections, acceptOddsChanges: true }
    const { ticket } = await mustPlace(player.client, { body })
    await open(page, `/admin/bets?q=${ticket.bookingCode}&view=${ticket.id}`)
    const joint = dialog('Ticket').getByRole('listitem').filter({ hasText: 'joint odds' })
    await expect.poll(() => joint.textContent()).toContain(`@ ${ticket.totalOdds.toFixed(2)}`)
    await expect.poll(() => dialog('Ticket').getByText('UGX 5,000.00').count()).toBe(0)
    expect(await violations(page, 'everything')).toEqual([])
  })

  it('[full] [ADMT-30] [OPS-04] the daily report has room for amounts of twelve digits, and names the account of each action without approval', async () => {
    await open(page, '/admin/reports')
    const figure = 999_999_999_999
    const doneAlone = [
      {
        at: fixture.product.clock.now().toISOString(),
        by: 'Sarah Desk',
        action: 'money.deduct',
        reason: 'paid twice',
        subject: `user:${player.userId}`,
        subjectName: 'Joel Okello',
      },
    ]
    type Report = { readonly lines: readonly object[]; readonly accounts: readonly object[] }
    await changeResponse(page, 'GET /api/admin/report', ({ lines, accounts }: Report) => ({
      grossGamingRevenue: { sportsbook: -figure, aviator: figure },
      lines: lines.map((line) => ({ ...line, amount: figure })),
      accounts: accounts.map((account) => ({ ...account, opening: figure, in: figure, out: figure, closing: -figure })),
      doneAlone,
    }))
    const alone = page.getByRole('group', { name: /^Without approval/ })
    await expect
      .poll(() => alone.getByRole('link', { name: 'Joel Okello' }).getAttribute('href'))
      .toBe(`/admin/users/${player.userId}`)
    await alone.getByText(/^The amounts of one member of staff within 24 hours are added up/).waitFor()
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size)
      await expect.poll(() => overflowsSideways(page), { message: `at ${size.width}` }).toBe(false)
      const tight = await page
        .locator('main dl > div')
        .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent))
      expect(tight, `${size.width}: figures that leave their boxes`).toEqual([])
      expect(await violations(page, 'everything')).toEqual([])
    }
  })
})
