import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAdminCharts, getMoneyChart } from '@mupiira/contract/admin-charts.ts'
import { listApprovals } from '@mupiira/contract/adjustments.ts'
import { getRisk } from '@mupiira/contract/admin-risk.ts'
import { listAllTickets } from '@mupiira/contract/admin-tickets.ts'
import { listConversations } from '@mupiira/contract/chat.ts'
import { type FootballFeed, startFootballFeed } from '../../../../simulators/football-feed/start.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { compose } from '../compose.ts'
import { type Config, readConfig } from '../kernel/config/config.ts'
import { createKernel } from '../kernel/create-kernel.ts'
import { createLog } from '../kernel/log.ts'
import { testClock } from '../kernel/test-kernel.ts'
import { adminFixture, type AdminFixture } from '../testing/admin-fixture.ts'
import { providersOf } from '../providers.ts'
import { fillHistory } from './history.ts'
import { recentResults } from './season.ts'

/** 17:30 in Kampala, before the evening's games. */
const END = new Date('2026-11-28T14:30:00Z')
const SIZE = { days: 7, players: 40 }

let feed: FootballFeed
let database: TestDatabase
let desk: AdminFixture

const feedVariables = () => ({ APIFOOTBALL_URL: feed.url, APIFOOTBALL_KEY: feed.apiKey })
const configOf = ({ url, adminUrl }: TestDatabase): Config =>
  readConfig({
    DATABASE_URL: url,
    DATABASE_ADMIN_URL: adminUrl,
    ...feedVariables(),
    DEMO: '1',
    ROLES: 'http,worker',
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'error',
  })
const fill = (config: Config) => fillHistory(config, SIZE, END)

beforeAll(async () => {
  feed = await startFootballFeed({ clock: { now: () => END.getTime() } })
  database = await testDatabase()
  await fill(configOf(database))
  desk = await adminFixture({ clock: testClock(END), database, config: feedVariables() })
}, 120_000)
afterAll(async () => {
  await desk?.close()
  await feed?.close()
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
    const { staff } = desk
    const money = await staff.call(getMoneyChart, { query: { by: 'day' } })
    const days = money.body.points.filter(({ stakes, deposits }) => stakes > 0 && deposits > 0)
    expect(days.length).toBe(SIZE.days - 1)
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

  it('the demo history agrees with the results that the feed reports later', async () => {
    const { football } = providersOf(desk.kernel)
    const results = await recentResults(football.feed, END)
    const known = await read(database, 'select feed_match_id as name from feed_links')
    const reports = known.flatMap(({ name }) => results.get(name) ?? [])
    expect(reports.length).toBeGreaterThan(0)
    await desk.modules.catalogue.ingest(reports, new Map(), END)
    expect(await read(database, 'select game_id as name from game_results where reported_result is not null')).toEqual(
      [],
    )
  })

  it('the demo history has no reconciliation difference with the payment provider', async () => {
    const { rows } = await database.asOwner('select kind, day from reconciliation_cases')
    expect(rows).toEqual([])
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
