import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import { entryText } from '@mupiira/domain/money/figure-texts.ts'
import { dayAfter, momentText, OPENS_AT } from '../support/business-time.ts'
import { notifiedDeposit, type Player, registerPlayer } from '../support/player.ts'
import { confirmOwnNumber, queryDatabase } from '../support/query-database.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import { deleteFixtures, deleteGamesOf, placeSingle, ugx, withdrawalInReview } from './console-steps.ts'
import { violations } from './inspect.ts'
import { afterRedraw, stopClock, timesSent, withClockAndNoStream } from './clock.ts'
import { settlingIn } from './matches.ts'
import { failConnection, intercept, refuse } from './network.ts'
import {
  button,
  DESKTOP,
  open,
  browserFixture,
  option,
  overflowsSideways,
  screenshotOfFailure,
  sees,
  type BrowserFixture,
  dismissToast,
  type Visit,
  boxOf,
} from './browser-fixture.ts'

let fixture: BrowserFixture
let staff: Player
let player: Player
let visit: Visit
let page: Visit['page']

beforeAll(async () => {
  fixture = await browserFixture(settlingIn(7_200))
  player = await registerPlayer(fixture.product, '772420130')
  await notifiedDeposit(player, 900_000)
  staff = await registerConfirmedStaff(fixture.product, '772420148')
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

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const seesText = (text: string | RegExp) => page.getByText(text).first().waitFor()

describe('game management', () => {
  it('[ADMG-01] [ADMG-03] [ADMG-07] [ADMG-08] [ADMG-09] [ADMG-13] [ADMG-14] [ADMG-19] [ADMG-20] [ADMG-25] [ADMG-27] staff can add, list and synchronise games', async () => {
    await deleteGamesOf(staff, 'Kitara FC')
    await open(page, '/admin/games')
    await button(page, 'Add New Game').click()
    const form = dialog('Add New Game')
    const save = () => button(form, 'Save game').click()
    await save()
    await seesText('Home team and away team are required.')
    await form.getByLabel('Home team').fill('Kitara FC')
    await form.getByLabel('Away team').fill('NEC FC')
    await page.getByText('Home team and away team are required.').waitFor({ state: 'detached' })
    await save()
    await seesText('Start time is required.')
    const inAYear = momentText(`${dayAfter(OPENS_AT, 365)}T13:00:00Z`)
    await form.getByLabel('Start time (Kampala)', { exact: true }).fill(inAYear)
    // The effect of the odds is shown before they are saved.
    await seesText(/^Without odds for both sides, betting stays closed/)
    await form.getByLabel('Home odds').fill('2.10')
    await form.getByLabel('Draw odds').fill('3,40')
    await form.getByLabel('Away odds').fill('3.60')
    await seesText(/^With these odds players are offered 2\.\d\d · 3\.\d\d · 3\.\d\d;/)
    const isMarked = (label: string) => form.getByLabel(label).getAttribute('aria-invalid')
    await form.getByLabel('Away team').fill('Kitara FC')
    await form.getByLabel('Away odds').fill('360')
    await save()
    await seesText(/^❌ Validation Error: Away team is the home team, Home odds does not match/)
    for (const label of ['Away team', 'Away odds']) await expect.poll(() => isMarked(label)).toBe('true')
    await expect.poll(() => isMarked('Home team')).toBe(null)
    await form.getByLabel('Away team').fill('NEC FC')
    for (const odds of ['Home odds', 'Draw odds', 'Away odds']) await form.getByLabel(odds).fill('')
    await form.getByLabel('Minute', { exact: true }).fill('91')
    await button(form, 'Add goal').click()
    await seesText('A goal event needs a minute from 1 to 90.')
    const broken = await intercept(page, 'POST /api/admin/games', failConnection)
    await save()
    await seesText(/^Unexpected error: /)
    await broken()
    // The game is saved, but the list cannot be read afterwards.
    const unread = await intercept(page, 'GET /api/admin/games', refuse(404, { code: 'NOT_FOUND', detail: 'gone' }))
    await save()
    await dismissToast(page, 'This game has no odds yet and cannot be bet on.')
    await dismissToast(page, 'Game saved but failed to refresh list. Please refresh manually.')
    await button(page, 'Refresh').click()
    await dismissToast(page, 'Refresh failed: gone')
    await unread()
    // The game starts in a year, so it is not on the first page of the schedule.
    await page.getByLabel('Team or league').fill('Kitara FC')
    await page.getByLabel('Team or league').press('Enter')
    await page.getByText('Kitara FC – NEC FC').first().waitFor()
    const { items } = await staff.client.must('GET /api/admin/games', { query: { q: 'Kitara FC' } })
    await staff.client.must('POST /api/admin/games/{id}/suspend', {
      params: { id: items[0]?.id ?? '' },
      body: { suspended: true, reason: 'Team news' },
    })
    await page.getByRole('row').filter({ hasText: 'Kitara FC' }).getByText('suspended').waitFor()
    await button(page.getByRole('row').filter({ hasText: 'Kitara FC' }), 'Edit').click()
    const statuses = dialog('Edit game').getByLabel('Status').getByRole('option')
    await expect.poll(() => statuses.allTextContents()).toEqual(['upcoming', 'live', 'finished', 'cancelled'])
    await button(dialog('Edit game'), 'Cancel').click()
    await button(page, 'Sync Scores').click()
    await page.getByText('✅ Scores synchronized successfully from goal events!').waitFor()
    // No message covers the page's controls.
    const gap = async (): Promise<number> => {
      const last = await boxOf(button(page, 'Add New Game'))
      return (await boxOf(page.getByRole('region', { name: 'Messages' }))).x - last.x - last.width
    }
    await expect.poll(gap).toBeGreaterThan(0)
    await dismissToast(page, '✅ Scores synchronized successfully from goal events!')
    const unsynced = await intercept(
      page,
      'POST /api/admin/games/sync-scores',
      refuse(500, { code: 'INTERNAL', detail: 'no disk' }),
    )
    await button(page, 'Sync Scores').click()
    await dismissToast(page, '❌ Score Sync Failed: no disk')
    await unsynced()
    expect(await violations(page, 'everything')).toEqual([])
  })

  it('[ADMG-04] [ADMG-26] the game list of the console is refetched every 3 s, and 2 s after a synchronisation', async () => {
    await deleteGamesOf(staff, 'First FC', 'Second FC', 'Third FC')
    const { context, page: timed } = await fixture.visit({ player: staff, size: DESKTOP })
    await withClockAndNoStream(timed)
    await open(timed, '/admin/games')
    const rows = timed.getByRole('region', { name: 'Table of games' }).getByRole('row')
    await rows.first().waitFor()
    await stopClock(timed)
    const requests = () => timesSent(timed, 'GET /api/admin/games')
    const isListed = (homeTeam: string) => afterRedraw(timed, () => rows.filter({ hasText: homeTeam }).count())
    /** Expects the list to be requested again after this time, and not 100 ms earlier. */
    const expectRefreshAfter = async (homeTeam: string, milliseconds: number): Promise<void> => {
      const before = await requests()
      const startTime = new Date(fixture.product.clock.now().getTime() + 60_000).toISOString()
      await staff.client.must('POST /api/admin/games', {
        body: { homeTeam, awayTeam: 'Lugazi', league: 'Clock Cup', startTime, homeOdds: 2, drawOdds: 3, awayOdds: 4 },
      })
      await timed.clock.runFor(milliseconds - 100)
      await expect.poll(async () => [await isListed(homeTeam)(), await requests()]).toEqual([0, before])
      await timed.clock.runFor(100)
      await expect.poll(isListed(homeTeam)).toBe(1)
      await expect.poll(() => requests()).toBe(before + 1)
    }
    const begin = async (name: string, path: string): Promise<void> => {
      const response = timed.waitForResponse((each) => new URL(each.url()).pathname === path)
      await button(timed, name).click()
      await (await response).finished()
      await expect.poll(afterRedraw(timed, () => timed.locator('button[aria-busy=true]').count())).toBe(0)
    }
    const list = '/api/admin/games'
    await begin('Refresh', list)
    await expectRefreshAfter('First FC', 3_000)
    await expectRefreshAfter('Second FC', 3_000)
    await begin('Refresh', list)
    await begin('Sync Scores', `${list}/sync-scores`)
    await expectRefreshAfter('Third FC', 2_000)
    await context.close()
  })

  it('[full] [ADMG-05] manual odds entered for one market or selection are never saved for another', async () => {
    const startTime = new Date(fixture.product.clock.now().getTime() + 3_600_000).toISOString()
    const sides = { homeTeam: 'Arua Hill', awayTeam: 'Bright Stars', league: 'Friendly', startTime }
    const body = { ...sides, homeOdds: 2.1, drawOdds: 3.4, awayOdds: 3.6 }
    const { game } = await staff.client.must('POST /api/admin/games', { body })
    await open(page, `/admin/games/${game.id}`)
    const own = page.getByLabel(/^Odds of /)
    await button(page, 'Set').first().click()
    await own.fill('1.91')
    await button(page, 'Set').nth(1).click()
    expect(await own.inputValue()).toBe('')
    await own.fill('1.92')
    await page.getByLabel('Market', { exact: true }).selectOption({ index: 1 })
    await own.waitFor({ state: 'detached' })
    await page.getByLabel('Market', { exact: true }).selectOption({ index: 0 })
    await button(page, 'Set').first().click()
    // The input opens below its selection, because a market can have thirty selections.
    await expect.poll(() => own.evaluate((each) => each === document.activeElement)).toBe(true)
    await own.fill('1.93')
    await own.press('Enter')
    await dialog(/^Change .+, Arua Hill\?$/)
      .getByText(/ \(model odds\) → 1\.93$/)
      .waitFor()
    // Closing the form returns the focus to the button that opened it.
    const set = button(page, 'Set').first()
    const isFocused = () => set.evaluate((each) => each === document.activeElement)
    await button(dialog(/^Change /), 'Cancel').click()
    await expect.poll(isFocused).toBe(true)
    await set.click()
    await own.waitFor()
    await button(page, 'Cancel').click()
    await expect.poll(isFocused).toBe(true)
  })

  it('[full] [ADMG-13] [ADMG-14] saving a game form that was open while a colleague entered a goal keeps the goal', async () => {
    await deleteGamesOf(staff, 'Onduparaka FC')
    const startTime = new Date(fixture.product.clock.now().getTime() + 3_600_000).toISOString()
    const body = { homeTeam: 'Onduparaka FC', awayTeam: 'Wakiso Giants FC', league: 'Friendly', startTime }
    const { game } = await staff.client.must('POST /api/admin/games', { body })
    const params = { id: game.id }
    const step = (fields: object) =>
      staff.client.must('POST /api/admin/games/{id}/step', { params, body: { step: 'start', ...fields } })
    await step({})
    await step({ step: 'minute', minute: 30 })
    await open(page, '/admin/games')
    await button(page.getByRole('row').filter({ hasText: 'Onduparaka FC' }), 'Edit').click()
    await dialog('Edit game').getByLabel('League').fill('Desk Cup')
    await step({ step: 'goal', team: 'home', minute: 12 })
    await button(dialog('Edit game'), 'Save game').click()
    await seesText('This game has no odds yet and cannot be bet on.')
    await dialog('Edit game').waitFor({ state: 'detached' })
    const saved = await staff.client.must('GET /api/admin/games/{id}', { params })
    expect([saved.league, saved.goals.map(({ minute }) => minute)]).toEqual(['Desk Cup', [12]])
  })

  it('[full] [ADMG-05] [ADMG-09] [ADMG-13] saving a game form that was open while a colleague changed odds and postponed the match overwrites neither change', async () => {
    await deleteGamesOf(staff, 'Gaddafi FC')
    const startTime = new Date(fixture.product.clock.now().getTime() + 3_600_000).toISOString()
    const sides = { homeTeam: 'Gaddafi FC', awayTeam: 'Maroons FC', league: 'Friendly', startTime }
    const odds = { homeOdds: 2.1, drawOdds: 3.4, awayOdds: 3.6 }
    const { game } = await staff.client.must('POST /api/admin/games', { body: { ...sides, ...odds } })
    const params = { id: game.id }
    await open(page, '/admin/games')
    await button(page.getByRole('row').filter({ hasText: 'Gaddafi FC' }), 'Edit').click()
    await dialog('Edit game').getByLabel('League').fill('Late Cup')
    const set = { homeOdds: 2.08, drawOdds: 3.4, awayOdds: 3.65 }
    await staff.client.must('PUT /api/admin/games/{id}', { params, body: { ...sides, ...set } })
    await staff.client.must('POST /api/admin/games/{id}/step', { params, body: { step: 'postpone' } })
    await button(dialog('Edit game'), 'Save game').click()
    await dialog('Edit game').waitFor({ state: 'detached' })
    const saved = await staff.client.must('GET /api/admin/games/{id}', { params })
    expect(saved).toMatchObject({ ...set, league: 'Late Cup', status: 'postponed' })
  })

  it('[full] [ADMG-14] [ADMG-15] a goal entered at half time has minute 45, and a goal in the first minute of the second half has minute 46', async () => {
    const startTime = new Date(fixture.product.clock.now().getTime() + 3_600_000).toISOString()
    const body = { homeTeam: 'Police FC', awayTeam: 'Soltilo FC', league: 'Friendly', startTime }
    const { game } = await staff.client.must('POST /api/admin/games', { body })
    const params = { id: game.id }
    const step = (body: { step: 'start' | 'half-time' | 'second-half' | 'goal'; minute?: number; team?: 'away' }) =>
      staff.client.must('POST /api/admin/games/{id}/step', { params, body })
    await step({ step: 'start' })
    await step({ step: 'half-time' })
    await step({ step: 'goal', team: 'away', minute: 20 })
    await open(page, `/admin/games/${game.id}`)
    const manually = page.getByRole('region', { name: 'Run manually' })
    await button(manually, 'Goal Police FC').click()
    await sees(page, '1 – 1')
    // The button is disabled until staff enters a minute.
    await expect.poll(() => button(manually, 'Set the clock').isDisabled()).toBe(true)
    await button(manually, 'Second half').click()
    await seesText("Live 45'")
    await button(manually, 'Goal Police FC').click()
    await sees(page, '2 – 1')
    const { goals } = await staff.client.must('GET /api/admin/games/{id}', { params })
    expect(goals.map(({ team, minute }) => [team, minute])).toEqual([
      ['away', 20],
      ['home', 45],
      ['home', 46],
    ])
  })

  it('[full] [ADMG-05] [CHAT-14] [ADMU-08] [ADMX-27] staff can run a manual match from fixture to settlement and handle a complaint, a suspension, a stuck withdrawal and the daily report', async () => {
    // A fixture is published, and gets its odds.
    const matches = [{ homeTeam: 'Busia Town', awayTeam: 'Katwe Town', date: dayAfter(OPENS_AT, 30), time: '16:00' }]
    const tournament = `Desk Cup ${Date.now()}`
    await staff.client.must('POST /api/admin/fixtures', { body: { tournament, matches } })
    await open(page, '/admin/fixtures')
    await button(page.getByRole('article', { name: tournament }), 'Publish 1 match').click()
    await button(dialog(`Publish ${tournament}?`), 'Publish 1 match').click()
    await seesText('1 game created.')
    const { items: made } = await staff.client.must('GET /api/admin/games', { query: { q: tournament } })
    const [game] = made
    if (game === undefined) throw new Error('the fixture was not published')
    await staff.client.must('PUT /api/admin/games/{id}', {
      params: { id: game.id },
      body: {
        homeTeam: 'Busia Town',
        awayTeam: 'Katwe Town',
        league: tournament,
        status: 'upcoming',
        startTime: new Date(fixture.product.clock.now().getTime() + 3_600_000).toISOString(),
        homeOdds: 2.1,
        drawOdds: 3.2,
        awayOdds: 3.4,
      },
    })

    // Bets arrive while the screen is open, and the screen updates by itself.
    await open(page, `/admin/games/${game.id}`)
    await sees(page, 'No open tickets on this game.')
    await page.getByText(/^Fair: the model’s odds .* Offered: the odds that players see/).waitFor()
    const closable = ['Suspend', 'Suspend market', 'Set'] as const
    for (const name of closable) await button(page, name).first().waitFor()
    const ticket = await placeSingle(player, game.id, 50_000)
    await page.getByText(/^Highest payout: /).waitFor()
    const statusNow = async () => (await player.client.must('GET /api/bets/{id}', { params: { id: ticket.id } })).status
    // A start closes bets before the match, so it is confirmed with the open tickets.
    await button(page, 'Start the game').click()
    const starting = dialog(/^Start the game: /)
    await starting.getByText(ugx(ticket.potentialWin)).waitFor()
    await starting.getByLabel('Reason').fill('the whistle')
    expect(await violations(page, 'everything')).toEqual([])
    await button(starting, 'Start the game').click()
    await seesText("Live 0'")
    const manually = page.getByRole('region', { name: 'Run manually' })
    await manually.getByLabel('Minute').fill('23')
    await button(page, 'Set the clock').click()
    await seesText("Live 23'")
    // A double press counts as one goal.
    await button(page, 'Goal Busia Town').dblclick()
    await sees(page, '1 – 0')
    // A wrong goal is withdrawn.
    await button(page, 'Goal Katwe Town').click()
    await sees(page, '1 – 1')
    const goals = page.getByRole('list', { name: 'Goals' }).getByRole('listitem')
    await goals.filter({ hasText: 'Katwe Town' }).getByRole('button').click()
    const removing = dialog('Remove the goal of Katwe Town in minute 23?')
    await removing.getByText(ugx(ticket.potentialWin)).first().waitFor()
    await button(removing, 'Remove the goal').click()
    await sees(page, '1 – 0')
    await button(page, 'Half time').click()
    await seesText('HalfTime')
    expect(await violations(page, 'everything')).toEqual([])
    // The screen shows the effect of ending the game before staff confirms it.
    await button(page, 'Cancel the game').click()
    const cancelling = dialog(/^Cancel the game: /)
    await cancelling.getByText('UGX 50,000.00').waitFor()
    await button(cancelling, 'Go back').click()
    await button(page, 'Finish').click()
    const finishing = dialog(/^Finish: /)
    await finishing.getByText(ugx(ticket.potentialWin)).waitFor()
    await button(finishing, 'Finish').click()
    await finishing.getByText('Please give a reason.').waitFor()
    await finishing.getByLabel('Reason').fill('the final whistle')
    await button(finishing, 'Finish').click()
    await expect.poll(statusNow).toBe('won')
    // A finished game can be neither suspended nor priced.
    await sees(page, 'The game is over, so its markets are closed.')
    for (const name of closable) await expect.poll(() => button(page, name).count()).toBe(0)
    // A wrong result is previewed before it is corrected.
    const result = page.getByRole('region', { name: 'Result' })
    const fullTime = result.getByRole('group', { name: 'After 90 minutes' })
    await fullTime.getByLabel('Katwe Town').fill('2')
    await result.getByLabel('Team').selectOption('away')
    for (const minute of ['50', '60']) {
      await result.getByLabel('Minute', { exact: true }).fill(minute)
      await button(result, 'Add goal').click()
    }
    // A list of goals that does not match the score is reported at once, and the result is refused.
    await fullTime.getByLabel('Katwe Town').fill('3')
    await result.getByText('The listed goals add up to 1 – 2, at half time 1 – 0.').waitFor()
    await button(page, 'Preview the effect').click()
    await sees(page, 'This score is not possible. Half time and goals must fit the final score.')
    await fullTime.getByLabel('Katwe Town').fill('2')
    await button(page, 'Preview the effect').click()
    const settlingAgain = dialog(/again\?$/)
    await settlingAgain.getByText("23' Busia Town · 50' Katwe Town · 60' Katwe Town").waitFor()
    for (const [name, figure] of [
      ['Settled with', '1 – 0'],
      ['Busia Town – Katwe Town', '1 – 2'],
      ['Half time', '1 – 0'],
    ] as const) {
      await expect
        .poll(() => settlingAgain.locator('dl > div', { hasText: name }).textContent())
        .toBe(`${name}${figure}`)
    }
    await expect
      .poll(async () => ((await settlingAgain.textContent()) ?? '').replace(/\u00a0/g, ' '))
      .toContain(`Reversed${ugx(ticket.potentialWin)}`)
    await settlingAgain.getByLabel('Reason').fill('the video shows it')
    await button(settlingAgain, 'Settle again').click()
    await seesText(/version 2/)
    await expect.poll(statusNow).toBe('lost')

    // The player complains, and gets a reply with the ticket open beside the chat.
    await player.client.must('POST /api/chat/messages', { body: { content: `${ticket.bookingCode} was won before!` } })
    await open(page, `/admin/bets?q=${ticket.bookingCode}&view=${ticket.id}`)
    await dialog('Ticket')
      .getByText(/^Result corrected: /)
      .waitFor()
    await open(page, `/admin/chat/${player.userId}`)
    const conversation = page.getByRole('log', { name: 'Messages' })
    // The code is a link for staff.
    await conversation.getByRole('link', { name: ticket.bookingCode }).waitFor()
    await conversation.getByText('was won before!').waitFor()
    await page.getByLabel('Write a reply').fill(`The result was corrected to 1 – 2: ${ticket.bookingCode} is lost.`)
    await button(page, 'Send Reply').click()
    await conversation.getByText(/The result was corrected/).waitFor()
    const { items: received } = await player.client.must('GET /api/chat/messages', {})
    expect(received.map(({ content }) => content)).toContain(
      `The result was corrected to 1 – 2: ${ticket.bookingCode} is lost.`,
    )

    // A suspicious account is suspended, and an unanswered withdrawal is decided.
    const stuck = await registerPlayer(fixture.product, '772421133')
    await confirmOwnNumber(fixture.product, stuck)
    await notifiedDeposit(stuck, 200_000, '256772420130')
    const withdrawalId = await withdrawalInReview(fixture.product, staff, stuck)
    await open(page, `/admin/transactions?review=true&view=${withdrawalId}`)
    await button(dialog('Payment'), 'It failed').click()
    const deciding = dialog('Mark this payment as failed?')
    await deciding.getByLabel('Evidence for your decision').fill('the network has no such order')
    await button(deciding, 'Mark as failed').click()
    await dialog('Payment')
      .getByText(/marked it as failed: /)
      .waitFor()
    await open(page, `/admin/users/${stuck.userId}`)
    await button(page, 'Suspend').click()
    const suspending = page.getByRole('dialog')
    await suspending.getByLabel('Reason').fill('pays in from another’s phone')
    await button(suspending, 'Suspend').click()
    await page.getByRole('main').getByText('Suspended', { exact: true }).waitFor()
    expect((await stuck.client.call('GET /api/wallet', {})).ok).toBe(false)

    // The daily report as a file equals the sum of the ledger's entries to the hundredth.
    await open(page, '/admin/reports')
    await page.getByRole('heading', { name: 'Movements' }).waitFor()
    expect(await violations(page, 'everything')).toEqual([])
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
    await seesText('Daily report exported')
    const rows = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    const moved = rows.map((row) => row.split(',')).filter(([, part]) => part === 'Movements')
    const day = rows[1]?.split(',')[0] ?? ''
    const entries = await queryDatabase(
      fixture.product,
      `select kind, count(*)::int as entries, sum(amount)::text as amount from postings
        where created_at >= ($1::date::timestamp - interval '3 hours') at time zone 'UTC'
          and created_at < ($1::date::timestamp + interval '21 hours') at time zone 'UTC'
        group by kind`,
      [day],
    )
    const sumsByText = (parts: readonly (readonly [text: string, amount: number])[]) => {
      const sums = new Map<string, number>()
      for (const [text, amount] of parts) sums.set(text, (sums.get(text) ?? 0) + amount)
      return Object.fromEntries(sums)
    }
    const reported = sumsByText(
      moved.map(([, , item = '', , amount]) => [item.slice(0, item.indexOf(':')), Math.round(Number(amount) * 100)]),
    )
    expect(reported).toEqual(sumsByText(entries.map(({ kind, amount }) => [entryText(String(kind)), Number(amount)])))
    const kinds = ['bet', 'win', 'resettlement', 'withdrawal-release'].map(entryText)
    expect(Object.keys(reported)).toEqual(expect.arrayContaining(kinds))
  })
})

describe('fixtures and risk', () => {
  it('[ADMF-01] [ADMF-03] [ADMF-04] [ADMF-05] [ADMF-08] [ADMF-09] [ADMF-10] [ADMF-11] [ADMF-12] [ADMF-13] [ADMF-14] staff can save, change, publish and delete fixtures, each with a message', async () => {
    await deleteFixtures(staff, 'Uganda Cup', 'West Nile Cup')
    await deleteGamesOf(staff, 'Onduparaka')
    await open(page, '/admin/fixtures')
    await button(page, 'Add fixture').click()
    const adding = dialog('Add fixture')
    await adding
      .getByText(
        /^Each match becomes a game when you publish the fixture\. The odds of each market are computed from these odds/,
      )
      .waitFor()
    await button(adding, 'Save fixture').click()
    await dismissToast(page, 'Failed to save fixture')
    await seesText(/^A fixture needs a tournament/)
    await adding.getByLabel('Tournament').fill('Uganda Cup')
    await button(adding, 'Save fixture').click()
    await seesText(/^A match needs home team, away team and date/)
    await adding.getByLabel('Home team').fill('Maroons FC')
    await adding.getByLabel('Away team').fill('Police FC')
    const typedDay = dayAfter(OPENS_AT, 60).split('-').toReversed().join('/')
    await adding.getByLabel('Date', { exact: true }).fill(typedDay)
    // Number keyboards have a comma in many countries.
    for (const [side, odds] of [
      ['Home', '2,10'],
      ['Draw', '3,40'],
      ['Away', '3,60'],
    ] as const)
      await adding.getByLabel(`${side} odds`).fill(odds)
    await adding.getByLabel('Away team').fill('Maroons FC')
    await adding.getByLabel('Home odds').fill('0')
    await adding.getByLabel('Draw odds').fill('abc')
    await button(adding, 'Save and publish 1 match').click()
    await adding.getByText('must be above 1').waitFor()
    await adding.getByText('is not a number').waitFor()
    await adding.getByLabel('Home odds').fill('2,10')
    await adding.getByLabel('Draw odds').fill('1,02')
    await button(adding, 'Save fixture').click()
    await seesText(/^Match 1: Away team is the home team; Match 1: Home odds does not match/)
    await expect.poll(() => adding.getByLabel('Away team').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => adding.getByLabel('Date', { exact: true }).getAttribute('aria-invalid')).toBe(null)
    expect(await violations(page, 'everything')).toEqual([])
    await adding.getByLabel('Away team').fill('Police FC')
    await adding.getByLabel('Draw odds').fill('3,40')
    await button(adding, 'Save fixture').click()
    await dismissToast(page, 'Fixture saved successfully')
    const saved = page.getByRole('article', { name: 'Uganda Cup' })
    await saved.waitFor()
    expect(await saved.getByText('no odds').count()).toBe(0)
    // The invalid attempt to publish does not make a later one publish.
    await saved.getByText('draft', { exact: true }).waitFor()
    // Another member of staff adds a fixture, and the open list shows it automatically.
    const matchDay = dayAfter(OPENS_AT, 60)
    const matches = [{ homeTeam: 'Onduparaka', awayTeam: 'Arua Hill', date: matchDay }]
    await staff.client.must('POST /api/admin/fixtures', { body: { tournament: 'West Nile Cup', matches } })
    const other = page.getByRole('article', { name: 'West Nile Cup' })
    await other.waitFor()
    await button(other, 'Edit').click()
    await dialog('Edit fixture').getByLabel('Season').fill('2031')
    const broken = await intercept(page, 'PUT /api/admin/fixtures/*', failConnection)
    await button(dialog('Edit fixture'), 'Save fixture').click()
    await dismissToast(page, 'Failed to update fixture')
    await broken()
    await button(dialog('Edit fixture'), 'Save fixture').click()
    await dismissToast(page, 'Fixture updated successfully')
    const [matchDate] = momentText(`${matchDay}T12:00:00Z`).split(',')
    await other.getByText(new RegExp(`^${matchDate}, \\d\\d:\\d\\d · no odds$`)).waitFor()
    await button(other, 'Publish 1 match').click()
    const publishing = dialog('Publish West Nile Cup?')
    await publishing.getByText('1 match without odds stays closed until you enter odds.').waitFor()
    await button(publishing, 'Publish 1 match').click()
    await dismissToast(page, 'Onduparaka vs Arua Hill: This game has no odds yet and cannot be bet on.')
    expect(await violations(page, 'everything')).toEqual([])
    await button(other, 'Delete').click()
    const undeleted = await intercept(page, 'DELETE /api/admin/fixtures/*', failConnection)
    await button(dialog('Delete West Nile Cup?'), 'Delete').click()
    await dismissToast(page, 'Failed to delete fixture')
    await undeleted()
    await button(dialog('Delete West Nile Cup?'), 'Delete').click()
    await dismissToast(page, 'Fixture deleted successfully')
    const unread = await intercept(page, 'GET /api/admin/fixtures', refuse(404))
    await open(page, '/admin/fixtures')
    await sees(page, 'Failed to fetch fixtures')
    await unread()
  })

  it('[full] the console page of a game with long team names fits a phone screen', async () => {
    const { game } = await staff.client.must('POST /api/admin/games', {
      body: {
        homeTeam: 'Kampala Capital City Authority Football Club',
        awayTeam: 'Jinja Rovers Football and Athletics Club 1927',
        league: 'Long Cup',
        startTime: `${dayAfter(OPENS_AT, 30)}T13:00:00.000Z`,
      },
    })
    const phone = await fixture.visit({ player: staff })
    await open(phone.page, `/admin/games/${game.id}`)
    await phone.page.getByRole('heading', { name: 'Result' }).waitFor()
    await expect.poll(() => overflowsSideways(phone.page)).toBe(false)
    await phone.context.close()
  })

  it('[full] a switch in the console suspends all betting at once, also in apps that are already open', async () => {
    onTestFailed(async () => {
      const body = { scope: 'all', suspended: false, reason: 'the test has failed' }
      await staff.client.must('POST /api/admin/risk/suspensions', { body })
    })
    const bettor = await fixture.visit({ player })
    await open(bettor.page, '/sports?q=Vipers')
    const price = option(bettor.page, '1', 'Vipers')
    await price.first().waitFor()
    await open(page, '/admin/risk')
    await button(page, 'Suspend everything').click()
    const asking = dialog('Suspend everything?')
    await asking.getByLabel('Reason').fill('a leak')
    await button(asking, 'Suspend everything').click()
    await seesText(/^All betting has been suspended since /)
    await expect.poll(() => price.count()).toBe(0)
    expect(await violations(page, 'everything')).toEqual([])
    await button(page, 'Reopen everything').click()
    await dialog('Reopen everything?').getByLabel('Reason').fill('it was none')
    await button(dialog('Reopen everything?'), 'Reopen').click()
    await price.first().waitFor()
    await bettor.context.close()
  })
})
