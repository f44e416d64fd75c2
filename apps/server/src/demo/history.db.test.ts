import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countDelayedBets } from '@mupiira/contract/admin-delayed-bets.ts'
import { getCourtsiding } from '@mupiira/contract/admin-courtsiding.ts'
import { getAdminCharts, getMoneyChart } from '@mupiira/contract/admin-charts.ts'
import { listApprovals } from '@mupiira/contract/adjustments.ts'
import { getRisk } from '@mupiira/contract/admin-risk.ts'
import { getAdminStats } from '@mupiira/contract/admin-stats.ts'
import { listAllTickets } from '@mupiira/contract/admin-tickets.ts'
import { listConversations } from '@mupiira/contract/chat.ts'
import { listNotifications } from '@mupiira/contract/notifications.ts'
import { listPayments } from '@mupiira/contract/payments.ts'
import { listTickets } from '@mupiira/contract/tickets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { type FootballFeed, startFootballFeed } from '../../../../simulators/football-feed/start.ts'
import { type MobileMoney, startMobileMoney } from '../../../../simulators/mobile-money/start.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { compose } from '../compose.ts'
import { type Config, readConfig } from '../kernel/config/config.ts'
import { createKernel } from '../kernel/create-kernel.ts'
import { createLog } from '../kernel/telemetry/log.ts'
import { createMobileMoney } from '../adapters/mobile-money/providers.ts'
import { testClock } from '../kernel/test-kernel.ts'
import { adminFixture, type AdminFixture } from '../testing/admin-fixture.ts'
import { providersOf } from '../providers.ts'
import { DEMO_PLAYER } from '../demo-accounts.ts'
import { fillHistory } from './history.ts'
import { recentResults } from './season.ts'

/** 17:30 in Kampala, before the evening's games. */
const END = new Date('2026-11-28T14:30:00Z')
const SIZE = { days: 7, players: 40, feedSpeed: 3 }
const MONEY = { apiKey: 'history-relworx-key', accountNo: 'RELHISTORY', webhookKey: 'history-webhook-key' }
const clock = testClock(END)

let feed: FootballFeed
let money: MobileMoney
let database: TestDatabase
let app: AdminFixture

/** The simulators' addresses and keys. */
const variables = () => ({
  APIFOOTBALL_URL: feed.url,
  APIFOOTBALL_KEY: feed.apiKey,
  RELWORX_BASE_URL: money.relworxUrl,
  RELWORX_API_KEY: MONEY.apiKey,
  RELWORX_ACCOUNT_NO: MONEY.accountNo,
  ...money.directEnv(),
})
const configOf = ({ url, adminUrl }: TestDatabase): Config =>
  readConfig({
    DATABASE_URL: url,
    DATABASE_ADMIN_URL: adminUrl,
    ...variables(),
    DEMO: '1',
    ROLES: 'http,worker',
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'error',
  })
const fill = (config: Config) => fillHistory(config, SIZE, END)
const providersIn = () => createMobileMoney(configOf(database), { clock })

beforeAll(async () => {
  feed = await startFootballFeed({ clock: { now: () => END.getTime() }, speed: SIZE.feedSpeed })
  money = await startMobileMoney({ ...MONEY, now: () => clock.now().getTime() })
  database = await testDatabase()
  await fill(configOf(database))
  app = await adminFixture({ clock, database, config: variables(), providers: { mobileMoney: providersIn() } })
}, 120_000)
afterAll(async () => {
  await app?.close()
  await feed?.close()
  await money?.close()
  await database?.drop()
})

type Row = { readonly name: string }
const read = async ({ asOwner }: TestDatabase, statement: string): Promise<Row[]> => (await asOwner(statement)).rows

/** The decisions of players and staff. Prices and winnings depend on random ids. */
const decisionsIn = async (of: TestDatabase) => ({
  players: await read(
    of,
    'select phone_number as name, first_name, created_at from profiles where role = $$user$$ order by 1',
  ),
  firstDay: await read(
    of,
    `select p.phone_number as name, t.created_at, t.total_stake, l.market, l.selection, g.name as game
       from tickets t join profiles p on p.id = t.user_id join ticket_legs l on l.ticket_id = t.id
       join games g on g.id = l.game_id
      where t.created_at < (select min(created_at) from tickets) + interval '12 hours' order by 1, 2, 6`,
  ),
  chats: await read(of, 'select content as name, sender, created_at from customer_care_chat order by 3, 1'),
})
const names = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name)

describe('the generated history of a demo', () => {
  it('the demo history has tickets of every status, payments, chats, notifications and staff actions', async () => {
    const tickets = await read(database, 'select distinct status as name from tickets order by 1')
    const payments = await read(database, `select distinct type || ' ' || status as name from transactions order by 1`)
    const chats = await read(database, 'select distinct sender as name from customer_care_chat order by 1')
    const audit = await read(database, 'select distinct action as name from audit_log')
    const notifications = await read(database, 'select distinct type as name from notifications')
    expect(names(tickets)).toEqual(['cancelled', 'cashout', 'lost', 'pending', 'void', 'won'])
    expect(names(payments)).toEqual(['deposit failed', 'deposit success', 'withdrawal success'])
    expect(names(chats)).toEqual(['admin', 'user'])
    expect(names(audit)).toEqual(expect.arrayContaining(['bet.cancel', 'chat.answer', 'money.top-up', 'user.suspend']))
    expect(names(notifications).length).toBeGreaterThan(3)
  })

  it('[OPS-04] the demo history has a valid ledger and an audit log with a valid hash chain', async () => {
    const running = createKernel(configOf(database), createLog('silent'))
    const application = compose(running.kernel)
    const [ledger, audit] = [await application.checkLedger(), await application.verifyAudit()]
    await running.stop()
    expect(ledger).toMatchObject({ ok: true, unexplainedKinds: [], differences: [] })
    expect(audit).toMatchObject({ isUnchanged: true })
    expect(audit.sealedBlocks).toBeGreaterThan(0)
  })

  it('the demo history fills the dashboard, the risk screen and the lists of the console', async () => {
    const { staff } = app
    const { checks } = (await staff.call(getAdminStats, {})).body
    expect([checks.ledger, checks.auditLog]).toMatchObject([{ outcome: 'not compared' }, { outcome: 'not compared' }])
    const money = await staff.call(getMoneyChart, { query: { by: 'day' } })
    const days = money.body.points.filter(({ turnover, deposits }) => turnover > 0 && deposits > 0)
    expect(days.length).toBe(SIZE.days)
    const charts = await staff.call(getAdminCharts, {})
    expect(charts.body.liability.at(-1)?.tickets).toBeGreaterThan(0)
    expect(charts.body.players.filter(({ players }) => players > 0).length).toBe(SIZE.days)
    const risk = await staff.call(getRisk, {})
    expect(risk.body.games.length).toBeGreaterThan(0)
    expect(risk.body.largest.length).toBeGreaterThan(0)
    const tickets = await staff.call(listAllTickets, { query: {} })
    expect(tickets.body.items).toHaveLength(10)
    const chats = await staff.call(listConversations, { query: { unread: true } })
    expect(chats.body.items.length).toBeGreaterThan(0)
    const approvals = await staff.call(listApprovals, {})
    expect(approvals.body.items.length).toBeGreaterThan(0)
  })

  it('[INP-01] [COUT-03] live betting is open in the demo, with waiting times for the speed of its matches', () => {
    const { in_play_betting, bet_delay_seconds, feed_latency, reopen_delay_seconds } =
      app.modules.settings.reads.current()
    expect({ in_play_betting, bet_delay_seconds, feed_latency, reopen_delay_seconds }).toEqual({
      in_play_betting: 'on',
      bet_delay_seconds: 3,
      feed_latency: 2,
      reopen_delay_seconds: 3,
    })
  })

  it('[INP-05] [INP-06] [INP-12] the demo history has accepted and rejected live bets, and players in the courtsiding report', async () => {
    const { counts } = (await app.staff.call(countDelayedBets, { query: {} })).body
    const betsWith = (reason: string | null, state: string): number =>
      counts.find((count) => count.reason === reason && count.state === state)?.bets ?? 0
    expect(betsWith(null, 'accepted')).toBeGreaterThan(40)
    expect(betsWith('GOAL', 'rejected')).toBeGreaterThan(10)
    expect(betsWith(null, 'waiting')).toBe(0)
    const { items, threshold } = (await app.staff.call(getCourtsiding, {})).body
    expect(items.length).toBeGreaterThan(0)
    expect(items[0]?.favourable).toBeGreaterThan(items[0]?.expected ?? 0)
    expect(items[0]?.selections).toBeGreaterThanOrEqual(threshold.selections)
    expect(Object.keys(app.modules.settings.reads.current().in_play_leagues)).toHaveLength(1)
  })

  it('[INP-02] every match that is live in the demo has odds', async () => {
    const from = new Date(END.getTime() - 30 * MINUTE_MS)
    const live = (await app.modules.catalogue.games.open(END)).filter(
      ({ source, startTime }) => source === 'feed' && startTime > from,
    )
    expect(live.length).toBeGreaterThan(8)
    expect(live.filter(({ model }) => model === null)).toEqual([])
  })

  it('the demo history agrees with the results that the feed reports later', async () => {
    const { football } = providersOf(app.kernel)
    const results = await recentResults(football.feed, END)
    const known = await read(database, 'select feed_match_id as name from feed_links')
    const reports = known.flatMap(({ name }) => results.get(name) ?? [])
    expect(reports.length).toBeGreaterThan(0)
    await app.modules.catalogue.feed.ingest(reports, new Map(), END)
    expect(await read(database, 'select game_id as name from game_results where reported_result is not null')).toEqual(
      [],
    )
  })

  it('the demo history has no reconciliation difference with the simulated payment providers, on any night of a week', async () => {
    const { reconciliation } = app.modules.payments.administration
    for (let night = 0; night < SIZE.days; night += 1) {
      const day = dayKey(new Date(END.getTime() - night * DAY_MS))
      const { done, unavailable } = await reconciliation.run(day)
      expect(unavailable).toEqual([])
      expect(done.map(({ provider }) => provider).toSorted()).toEqual(['airtel', 'mtn', 'relworx'])
      expect(done.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(0)
      for (const { unanswered, open } of done) expect([unanswered, open]).toEqual([0, []])
    }
    clock.set(new Date(END.getTime() + 10 * HOUR_MS))
    await reconciliation.runNightly()
    clock.set(END)
    expect(await read(database, 'select kind as name, day, detail from reconciliation_cases')).toEqual([])
  })

  it('the demo player has bets of every kind, payments, and notifications', async () => {
    const player = app.browser()
    const { phoneNumber, password } = DEMO_PLAYER
    expect((await player.post('/api/auth/login', { phoneNumber, password })).status).toBe(200)
    const { items } = (await player.call(listTickets, { query: { limit: 50 } })).body
    const kinds = new Set(
      items.map(({ status, selections }) => `${status} ${selections.length > 1 ? 'accumulator' : 'single'}`),
    )
    for (const kind of ['won single', 'won accumulator', 'lost single', 'lost accumulator', 'cashout single'])
      expect(kinds).toContain(kind)
    const open = items.filter(({ status }) => status === 'pending')
    expect(open.map(({ selections }) => selections.length).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 4])
    const games = await app.modules.catalogue.games.byIds(
      open.flatMap(({ selections }) => selections.map(({ gameId }) => gameId)),
    )
    const starts = [...games.values()].map(({ startTime }) => (startTime.getTime() - END.getTime()) / MINUTE_MS)
    // One match has just kicked off. The others start within 35 minutes.
    expect(starts.filter((minutes) => minutes <= 0 && minutes > -5)).toHaveLength(1)
    expect(starts.filter((minutes) => minutes > 5 && minutes < 35).length).toBeGreaterThanOrEqual(2)
    const payments = (await player.call(listPayments, { query: {} })).body.items
    expect(payments.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual([
      'deposit success',
      'deposit success',
      'withdrawal success',
    ])
    const notifications = (await player.call(listNotifications, { query: {} })).body.items
    expect(notifications.length).toBeGreaterThan(5)
  })

  it('generating the demo history twice creates the same players, bets and chats for the same end time', async () => {
    const again = await testDatabase()
    try {
      await fill(configOf(again))
      expect(await decisionsIn(again)).toEqual(await decisionsIn(database))
    } finally {
      await again.drop()
    }
  }, 120_000)

  it('[OPS-08] generating the demo history is refused in production and without demo data', async () => {
    expect(() => readConfig({ NODE_ENV: 'production', DEMO: '1' })).toThrow('DEMO')
    const config = configOf(database)
    await expect(fill({ ...config, production: true })).rejects.toThrow('only a demo')
    await expect(fill({ ...config, demo: false })).rejects.toThrow('only a demo')
  })
})
