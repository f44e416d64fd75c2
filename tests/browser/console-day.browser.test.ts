import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dayAfter, momentText } from '../support/business-time.ts'
import { type Player, until } from '../support/player.ts'
import { button, link, screenshotOfFailure } from './browser-fixture.ts'
import { placeSingle, ugx } from './console-steps.ts'
import { type CountedWork, startWork } from './counted-work.ts'
import { type DayFixture, dayFixture, type Role, ticketIs } from './day-fixture.ts'
import { DAY_OF_WORK, type TaskName, tasksOfDay } from './day-of-work.ts'

const SIZES = [
  { title: 'at 1,440', width: 1440, height: 900 },
  { title: '[full] at 820', width: 820, height: 1180 },
  { title: '[full] at 390', width: 390, height: 844 },
] as const

let day: DayFixture
let page: Page

beforeAll(async () => {
  day = await dayFixture()
})
afterEach(screenshotOfFailure(() => page))
afterAll(() => day?.browser.close())

it('each task of a day needs at most half of the clicks and screens of the first console, as the documentation says', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/console.md'), 'utf8')
  for (const { name, who, before, now } of tasksOfDay) {
    const of = (part: 'clicks' | 'screens') => `${before?.[part] ?? 'not possible'} | ${now[part]}`
    expect(page).toContain(`| ${name} | ${who} | ${of('clicks')} | ${of('screens')} |`)
    if (before === null) continue
    expect(now.clicks, name).toBeLessThanOrEqual(before.clicks / 2)
    expect(now.screens, name).toBeLessThanOrEqual(Math.max(1, before.screens / 2))
  }
})

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

describe.each(SIZES)('a day of work $title', ({ title: _title, ...size }) => {
  const isPhone = size.width < 768
  /** Names of this size, because the sizes share a product. */
  const named = (name: string): string => `${name} ${size.width}`
  let works: CountedWork[] = []
  /** One browser of each role, because a new one loads the console again. */
  const pages = new Map<Role, Page>()
  afterAll(() => Promise.all([...pages.values()].map((each) => each.context().close())))

  async function workAs(role: Role): Promise<CountedWork> {
    page = pages.get(role) ?? (await day.browser.visit({ player: day.staff[role], size, staysOpen: true })).page
    pages.set(role, page)
    const work = await startWork(page)
    works.push(work)
    onTestFinished(() => void (works = []))
    return work
  }

  /** Enters text into the search, whose field has the focus on the dashboard, and chooses a result. */
  async function search({ key, press, type }: CountedWork, text: string, result: RegExp | 'first'): Promise<void> {
    const field = page.getByRole('combobox', { name: 'Phone, name, ticket, reference or game' })
    if (isPhone) await press(button(page.getByRole('banner'), 'Search'))
    // On the dashboard, the field takes the focus as soon as the console is ready.
    await expect
      .poll(() => field.filter({ visible: true }).evaluate((each) => each === document.activeElement), {
        message: 'the search has the focus',
      })
      .toBe(true)
    await type(field.filter({ visible: true }), text)
    const options = page.getByRole('option').filter({ visible: true })
    if (result !== 'first') return press(options.filter({ hasText: result }))
    await options.first().waitFor()
    await key('Enter')
  }

  function expectCount(name: TaskName): void {
    const { now, ...task } = DAY_OF_WORK[name]
    const counts = works.map((work) => work.count())
    const sum = (part: 'clicks' | 'screens') => counts.reduce((total, count) => total + count[part], 0)
    const opening = 'opensBelow' in task && size.width < task.opensBelow ? 1 : 0
    expect({ clicks: sum('clicks') - opening, screens: sum('screens') }, name).toEqual(now)
  }

  /** The player's card beside the conversation, or above it on narrow screens. */
  async function openCard({ press }: CountedWork) {
    if (size.width >= 1100) return page.getByRole('complementary', { name: 'The player’s account' })
    const card = page.locator('details').filter({ hasText: 'Last tickets' })
    if (isPhone) await press(page.locator('summary').filter({ hasText: 'Account' }))
    return card
  }

  async function openConversation(player: Player, content: string): Promise<CountedWork> {
    await player.client.must('POST /api/chat/messages', { body: { content } })
    const work = await workAs('care')
    await work.press(
      page.getByRole('list', { name: 'Unread conversations' }).getByRole('link').filter({ hasText: content }),
    )
    return work
  }

  async function reply(work: CountedWork, text: string): Promise<void> {
    const field = page.getByLabel('Write a reply')
    await field.fill(text)
    // On a phone, the opened card has taken the focus from the field.
    if (isPhone) await field.focus()
    await work.key('Enter')
    await page.getByRole('log').getByText(text).waitFor()
  }

  it('care: a deposit is not seen, and the first answer needs one screen', async () => {
    const player = await day.newPlayer(0, 3)
    const body = { amount: 25_000, phoneNumber: player.phone, method: 'MTN' } as const
    await player.client.must('POST /api/payments/deposits', { body })
    const work = await openConversation(player, named('My deposit has not arrived'))
    const card = await openCard(work)
    await card.getByText('Pending', { exact: true }).waitFor()
    for (const fact of ['Deposit UGX 25,000.00', 'Balance', 'Last tickets', 'Limits and exclusions', 'Staff notes'])
      await card.getByText(fact).first().waitFor()
    await reply(work, 'MTN has not confirmed it yet. We credit it when it does.')
    expectCount('Deposit not seen')
  })

  it('care: a player doubts a settlement, and the card shows why the ticket lost', async () => {
    const { gameId, player, code } = await day.gameWithBet(named('Doubt FC'), 25_000)
    await day.play(gameId, ['away'])
    await ticketIs(player, code, 'lost')
    const work = await openConversation(player, `${code} was won`)
    const card = await openCard(work)
    const ticket = card.getByRole('listitem').filter({ hasText: code })
    await ticket.getByText('0 – 1').waitFor()
    await ticket.getByText(/^Moneyline: .*@ \d\.\d\d$/).waitFor()
    await reply(work, 'The game ended 0 – 1, so the home win has lost.')
    expectCount('Wrong settlement')
  })

  it('care: a caller’s phone is stolen, and the account is suspended', async () => {
    const player = await day.newPlayer()
    const work = await workAs('care')
    await search(work, `0${player.phone}`, /^Suspend Amina Nakato/)
    await work.type(dialog(/^Suspend /).getByLabel('Reason'), 'the phone is stolen')
    await work.key('Enter')
    await page.getByRole('main').getByText('Suspended', { exact: true }).first().waitFor()
    expectCount('Lock an account')
  })

  it('care: a provider asks about a reference', async () => {
    const player = await day.newPlayer(25_000)
    const [payment] = (await player.client.must('GET /api/payments', { query: {} })).items
    const work = await workAs('care')
    await search(work, payment?.providerRef ?? '', 'first')
    await dialog('Payment')
      .getByText(payment?.shortReference ?? '', { exact: true })
      .waitFor()
    expectCount('What is this reference?')
  })

  it('trader: a new league has three games with odds, which players can bet on', async () => {
    const work = await workAs('trader')
    await search(work, 'add fixture', 'first')
    const form = dialog('Add fixture')
    await work.type(form.getByLabel('Tournament'), named('Lake Cup'))
    const teams = [
      ['Entebbe', 'Jinja'],
      ['Gulu', 'Lira'],
      ['Mbale', 'Soroti'],
    ] as const
    for (const [at, [home, away]] of teams.entries()) {
      const match = form.getByRole('group', { name: `Match ${at + 1}` })
      const startDay = dayAfter(day.browser.product.clock.now(), 9).split('-').toReversed().join('/')
      const texts = {
        'Home team': named(home),
        'Away team': named(away),
        'Home odds': '2.1',
        'Draw odds': '3.4',
        'Away odds': '3.6',
      }
      if (at === 0) await work.type(match.getByLabel('Date', { exact: true }), startDay)
      for (const [label, text] of Object.entries(texts)) await work.type(match.getByLabel(label), text)
      if (at < 2) await match.getByLabel('Away odds').press('Tab')
    }
    await work.press(button(form, 'Save and publish 3 matches'))
    const { client } = await day.newPlayer()
    await until('the games have odds', async () => {
      const { items } = await client.must('GET /api/games', { query: { q: named('Lake Cup') } })
      return items.length === 3 && items.every(({ priced }) => priced)
    })
    expectCount('New league with the odds of three games')
  })

  it('trader and manager: a game with many bets moves by a day, and can be bet on again', async () => {
    const { gameId, player, code } = await day.gameWithBet(named('Flood FC'), 1_100_000)
    const trader = await workAs('trader')
    await search(trader, named('Flood FC'), /^Edit /)
    const later = new Date(day.browser.product.clock.now().getTime() + 30 * 3_600_000).toISOString()
    await trader.type(dialog('Edit game').getByLabel('Start time (Kampala)', { exact: true }), momentText(later))
    await trader.press(button(dialog('Edit game'), 'Save game'))
    const change = dialog('Change the start?')
    await change.getByText('Payout affected').waitFor()
    await trader.type(change.getByLabel('Reason'), 'the pitch is flooded')
    await trader.type(change.getByLabel('Type MOVE to confirm'), 'MOVE')
    await trader.key('Enter')
    await change.waitFor({ state: 'detached' })

    const manager = await workAs('manager')
    await manager.press(
      page
        .getByRole('list', { name: 'Approvals to decide' })
        .getByRole('link')
        .filter({ hasText: named('Flood FC') }),
    )
    await manager.press(button(dialog('Approve?'), 'Approve'))
    await ticketIs(player, code, 'void')
    await placeSingle(player, gameId, 25_000)
    expectCount('Reschedule a game with bets')
  })

  it('trader: a goal is taken back with its open bets in view', async () => {
    const { gameId } = await day.gameWithBet(named('Offside FC'), 25_000)
    await day.start(gameId, ['home'])
    const work = await workAs('trader')
    await search(work, named('Offside FC'), /^Take back the last goal/)
    const removal = dialog(/^Remove the goal of /)
    await removal.getByText('Open tickets', { exact: true }).waitFor()
    await work.type(removal.getByLabel('Reason'), 'offside')
    await work.key('Enter')
    await page.getByText('0 – 0', { exact: true }).first().waitFor()
    expectCount('Goal taken back')
  })

  it('trader: a wrong result is corrected', async () => {
    const { gameId, player, code } = await day.gameWithBet(named('Protest FC'), 25_000)
    await day.play(gameId, [])
    await ticketIs(player, code, 'lost')
    const work = await workAs('trader')
    await search(work, named('Protest FC'), /^Correct the result/)
    const result = page.getByRole('region', { name: 'Result' })
    // The form takes the focus in an effect after its first render.
    await expect
      .poll(() => result.locator('form').evaluate((form) => form.contains(document.activeElement)), {
        message: 'the form of the result has the focus',
      })
      .toBe(true)
    const home = (part: string) => result.getByRole('group', { name: part }).getByLabel(named('Protest FC'))
    await work.type(home('After 90 minutes'), '1')
    await work.type(home('At half time'), '0')
    await work.type(result.getByRole('group', { name: 'At half time' }).getByLabel('Wakiso Giants'), '0')
    await work.key('Enter')
    const again = dialog(/again\?$/)
    await work.type(again.getByLabel('Reason'), 'the league changed it')
    await work.key('Enter')
    await ticketIs(player, code, 'won')
    expectCount('Result corrected')
  })

  it('finance: a debt is found, and the ledger explains it', async () => {
    // The dashboard lists the largest debts, so each size has a larger one than the size before.
    const stake = 30_000 - size.width
    const { gameId, player, code } = await day.gameWithBet(named('Debt FC'), stake)
    const other = await day.gameWithBet(named('Spent FC'), 25_000)
    await day.play(gameId, ['home'])
    await ticketIs(player, code, 'won')
    const { balance } = await player.client.must('GET /api/wallet', {})
    await placeSingle(player, other.gameId, balance)
    await day.enter(gameId, { home: 0, away: 0 })
    await ticketIs(player, code, 'lost')
    const work = await workAs('finance')
    const debts = page.getByRole('list', { name: 'Players in debt' })
    await work.press(debts.getByRole('link').filter({ hasText: ugx(balance) }))
    const ledger = page.getByRole('region', { name: 'Table of ledger entries' })
    await ledger
      .getByText(/corrected/i)
      .first()
      .waitFor()
    expectCount('Debt found and explained')
  })

  it('finance: a held withdrawal is released', async () => {
    const player = await day.newPlayer(100_000)
    // The amount identifies the row of this size.
    const amount = 60_000 + size.width
    await player.client.must('POST /api/payments/withdrawals', { body: { amount } })
    const work = await workAs('finance')
    await work.press(page.getByRole('main').getByRole('link', { name: /^Withdrawals to review/ }))
    const row = page.getByRole('row').filter({ hasText: ugx(amount) })
    if (size.width < 1024) await work.press(button(row, /^Details of /))
    await work.press(button(row, 'Approve'))
    await work.press(button(page.getByRole('dialog'), 'Approve'))
    await until('the withdrawal is paid', async () => {
      const { items } = await player.client.must('GET /api/payments', { query: {} })
      return items[0]?.type === 'withdrawal' && items[0].status === 'success'
    })
    expectCount('Held withdrawal released')
  })

  it('finance: a day is closed', async () => {
    const work = await workAs('finance')
    await work.press(link(page, 'Yesterday’s report'))
    await page.getByText(/^No unexplained differences with the providers on this day/).waitFor()
    await page.getByText('Deposits', { exact: true }).first().waitFor()
    expect(await page.getByText('The day is not over.').count()).toBe(0)
    const file = page.waitForEvent('download')
    await work.press(button(page, 'Export CSV'))
    await file
    expectCount('Day closed')
  })

  it('marketing: the bonus cost of yesterday is read', async () => {
    const work = await workAs('marketing')
    await work.press(link(page, 'Yesterday’s report'))
    await page.getByText(/^Bonus cost \(in payouts\)$/).waitFor()
    expectCount('Bonus report read')
  })
})
