import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitModel } from '@mupiira/domain/pricing/fit.ts'
import type { Client } from '../support/client.ts'
import { consolePages, requestsOf } from '../support/console-pages.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type FilledConsole, fillConsole, GROWING_TABLES } from '../support/filled-console.ts'
import { listenToStatements, type StatementListener } from '../support/received-statements.ts'
import { readingsOf } from '../support/plan-reads.ts'
import { type Product, startProduct } from '../support/product.ts'
import { proofSize } from '../support/proof.ts'
import { expectValidLedger } from '../support/valid-ledger.ts'

// One year of data: the console's figures equal a full recount, and no page reads a whole growing table.

const tickets = proofSize({ small: 2_000, full: 200_000 })
let database: TestDatabase
let listener: StatementListener
let product: Product
let filled: FilledConsole
let owner: pg.Client
let staff: Client

beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.adminUrl })
  await owner.connect()
  const size = { users: Math.ceil(tickets / 10), tickets, entries: tickets * 4 }
  const model = fitModel({ home: 0.44, draw: 0.28, away: 0.28 })
  filled = await fillConsole(database.adminUrl, size, { now: new Date(), model })
  listener = await listenToStatements(database.url)
  const through = { url: listener.url, adminUrl: database.adminUrl }
  product = await startProduct({ database: through, env: { ROLES: 'http' } })
  const { code, output } = await product.runEntry('apps/server/src/rollups-refill.ts')
  if (code !== 0) throw new Error(output)
  staff = product.client(1, filled.token)
})
afterAll(async () => {
  await owner?.end()
  await product?.close()
  await listener?.close()
  await database?.drop()
})

async function rowsOf<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await owner.query<Row>(sql, values)).rows
}
async function oneOf<Row extends object>(sql: string): Promise<Row> {
  const [row] = await rowsOf<Row>(sql)
  if (row === undefined) throw new Error('there is no row')
  return row
}
const count = async (sql: string): Promise<number> =>
  Number((await oneOf<{ n: string }>(`select count(*) as n from ${sql}`)).n)

const DAY = `(created_at at time zone 'Africa/Kampala')::date`
const TODAY = `(now() at time zone 'Africa/Kampala')::date`

describe(`a year of ${tickets} tickets`, () => {
  it('the generated database with a year of tickets has a valid ledger', async () => {
    expect(await expectValidLedger(product)).not.toContain('no module explains')
  })

  it('[ADMX-07] [ADMX-08] [ADMX-09] [ADMX-10] [ADMX-11] [ADMX-14] [ADMX-16] [ADMX-17] [ADMX-18] the dashboard figures equal a full recount', async () => {
    await expectDashboard()
    const pending = await oneOf<{ id: string }>(
      `select id from tickets where status = 'pending' order by created_at desc limit 1`,
    )
    await staff.must('POST /api/admin/bets/{id}/cancel', {
      params: { id: pending.id },
      body: { reason: 'Placed twice' },
    })
    const game = await oneOf<{ id: string }>(
      `select id from games where status = 'upcoming' order by start_time desc limit 1`,
    )
    await owner.query(
      `with gone as (delete from games where id = $1 returning id, created_at)
       insert into deleted_games (id, created_at, deleted_at) select id, created_at, now() from gone`,
      [game.id],
    )
    await expectDashboard()
  })

  it('[ADMT-14] totals by day and status, and the count of each list up to 10,000, equal a full recount', async () => {
    const days = await staff.must('GET /api/admin/bets/totals', {})
    expect(days.days).toEqual(
      await rowsOf(`select ${DAY}::text as day, status, count(*)::int as tickets, sum(total_stake)::float8 / 100 as stake,
                           coalesce(sum(payout), 0)::float8 / 100 as payout from tickets group by 1, 2 order by 1, 2`),
    )
    const payments = await staff.must('GET /api/admin/transactions/totals', {})
    expect(payments.days).toEqual(
      await rowsOf(`select ${DAY}::text as day, type, status, count(*)::int as transactions, sum(amount)::float8 / 100 as amount
                      from transactions group by 1, 2, 3 order by 1, 2, 3`),
    )
    const [from, to] = [days.days[3]?.day ?? '', days.days.at(-9)?.day ?? '']
    const period = `${DAY} between '${from}' and '${to}'`
    expect((await staff.must('GET /api/admin/bets', { query: { from, to } })).total).toBe(
      capped(await count(`tickets where ${period}`)),
    )
    expect((await staff.must('GET /api/admin/bets', { query: { from, to, status: 'lost' } })).total).toBe(
      capped(await count(`tickets where ${period} and status = 'lost'`)),
    )
    expect((await staff.must('GET /api/admin/transactions', { query: { from, to, status: 'failed' } })).total).toBe(
      capped(await count(`transactions where ${period} and status = 'failed'`)),
    )
    expect(await staff.must('GET /api/admin/users/counts', {})).toEqual(
      await oneOf(`select count(*)::int as total, count(*) filter (where account_status = 'active')::int as active,
                          count(*) filter (where account_status = 'suspended')::int as suspended,
                          count(*) filter (where account_status = 'banned')::int as banned, false as "isCapped" from profiles`),
    )
  })

  it('[ADMT-14] [ADMX-24] the pages of each console list, including late pages, equal the pages of a full sort', async () => {
    const [early, later] = await rowsOf<{ day: string }>(
      `select (${TODAY} - 300)::text as day union all select (${TODAY} - 20)::text`,
    )
    const days = { from: early?.day ?? '', to: later?.day ?? '' }
    const period = `${DAY} between '${days.from}' and '${days.to}'`
    // Adds more open payments than a small year contains.
    await owner.query(
      `update tickets set status = 'pending', payout = null, settled_at = null, open_legs = 1
        where id in (select id from tickets where status = 'lost' order by created_at desc, id desc limit 600)`,
    )
    const lists = [
      ['bets', {}, 'tickets where true'],
      ['bets', { status: 'lost' }, `tickets where status = 'lost'`],
      ['bets', { status: 'pending' }, `tickets where status = 'pending'`],
      ['bets', { ...days }, `tickets where ${period}`],
      ['transactions', {}, 'transactions where true'],
      [
        'transactions',
        { status: 'success', type: 'deposit', ...days },
        `transactions where status = 'success' and type = 'deposit' and ${period}`,
      ],
    ] as const
    for (const [list, query, rows] of lists) {
      const total = await count(rows)
      const last = Math.min(990, Math.ceil(total / 7))
      expect([list, query, last > 75]).toEqual([list, query, true])
      for (const page of [1, 72, 73, last - 9, last - 2, last - 1, last, last + 1]) {
        const response = await staff.must(`GET /api/admin/${list}`, { query: { ...query, page, pageSize: 7 } })
        const wanted = await rowsOf<{ id: string }>(
          `select id from ${rows} order by created_at desc, id desc limit 7 offset ${(page - 1) * 7}`,
        )
        const ids = response.items.map(({ id }) => id)
        expect([list, query, page, response.total, ids]).toEqual([
          list,
          query,
          page,
          capped(total),
          wanted.map(({ id }) => id),
        ])
      }
    }
  })

  it('[ADMU-07] a user search for one or two characters finds prefixes of names, e-mail addresses and numbers, newest first', async () => {
    for (const q of ['p', 'pl', 'p1', 'm', '70', '7']) {
      const found = await staff.must('GET /api/admin/users', { query: { q } })
      const begins = `username ilike '${q}%' or first_name ilike '${q}%' or last_name ilike '${q}%' or email ilike '${q}%' or phone_number like '+256${q}%'`
      expect([q, found.total]).toEqual([q, capped(await count(`profiles where ${begins}`))])
      const wanted = await rowsOf<{ id: string }>(
        `select id from profiles where ${begins} order by created_at desc, id desc limit 10`,
      )
      expect([q, found.items.map(({ id }) => id)]).toEqual([q, wanted.map(({ id }) => id)])
    }
  })

  it('every page of the audit log, for each period and area, equals the same page of a full sort', async () => {
    const some = await rowsOf<{ day: string }>(
      `select ${DAY}::text as day from audit_log group by 1 order by md5((${DAY})::text) limit 4`,
    )
    for (const { day } of some) {
      for (const [query, where] of [
        [{ from: day, to: day }, `${DAY} = '${day}'`],
        [{ to: day, page: 2 }, `${DAY} <= '${day}'`],
        [{ from: day, action: 'user' }, `${DAY} >= '${day}' and action like 'user.%'`],
      ] as const) {
        const response = await staff.must('GET /api/admin/audit', { query })
        const offset = 'page' in query ? 20 : 0
        const wanted = await rowsOf<{ id: string }>(
          `select id::text from audit_log where ${where} order by audit_log.id desc limit 20 offset ${offset}`,
        )
        expect(response.items.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
      }
    }
  })

  it('a user search for a frequent word returns at most fifty pages', async () => {
    const query = { q: 'suspended' } as const
    expect((await staff.must('GET /api/admin/audit', { query: { ...query, page: 2 } })).items).not.toEqual([])
    expect(await staff.call('GET /api/admin/audit', { query: { ...query, page: 51 } })).toMatchObject({
      problem: { code: 'LOG_SEARCH_TOO_WIDE' },
    })
  })

  it('[ADMT-14] the oldest pending tickets are found without reading the settled ones', async () => {
    await owner.query('analyze tickets')
    await owner.query('set enable_seqscan = off')
    listener.take()
    await staff.must('GET /api/admin/bets', { query: { status: 'pending', sort: 'date' } })
    const read: number[] = []
    for (const statement of listener.take().filter(({ text }) => /^\s*(select|with)\b/i.test(text))) {
      const readings = await readingsOf(owner, statement)
      read.push(...readings.filter(({ table }) => table === 'tickets').map(({ rows }) => rows))
    }
    await owner.query('reset enable_seqscan')
    // Counts of parallel scans are rounded.
    expect(Math.max(...read) / (await count(`tickets where status = 'pending'`))).toBeCloseTo(1, 1)
  })

  it('no console page reads the whole of a growing table', async () => {
    // PostgreSQL scans small tables even where an index exists. Disabling sequential scans shows the tables without a
    // usable index.
    await owner.query('set enable_seqscan = off')
    const scanned = new Set<string>()
    for (const page of await consolePages(database.adminUrl, new Date(), 2)) {
      for (const path of new Set(page.paths.flatMap((each) => requestsOf(page, each)))) {
        listener.take()
        const response = await staff.raw.send({ method: 'GET', target: path, headers: staff.headers() })
        expect([path, response.status]).toEqual([path, 200])
        for (const statement of listener.take()) {
          if (/^\s*(select|with)\b/i.test(statement.text)) {
            for (const { table, nodeType } of await readingsOf(owner, statement)) {
              if (nodeType === 'Seq Scan' && GROWING_TABLES.some((growing) => growing === table)) {
                scanned.add(`${page.name}: ${table} by ${statement.name || statement.text.slice(0, 80)}`)
              }
            }
          }
        }
      }
    }
    await owner.query('reset enable_seqscan')
    expect([...scanned]).toEqual([])
  })
})

/** Lists count up to 10,000. */
const capped = (count: number): number => Math.min(count, 10_000)

/** Computes each figure from the rows. */
async function expectDashboard(): Promise<void> {
  const stats = await staff.must('GET /api/admin/stats', {})
  const book = await oneOf<Record<string, number | null>>(
    `select count(*) filter (where status = 'pending')::int as active, count(*) filter (where ${DAY} = ${TODAY})::int as bets,
            count(*) filter (where ${DAY} = ${TODAY} and status = 'pending')::int as pending,
            count(distinct user_id) filter (where ${DAY} = ${TODAY})::int as bettors,
            count(*) filter (where ${DAY} = ${TODAY} and status = 'won')::int as won, count(*) filter (where ${DAY} = ${TODAY} and status = 'lost')::int as lost
       from tickets`,
  )
  const games = await oneOf<Record<string, number>>(
    `select count(*)::int as total, count(*) filter (where status = 'live')::int as live,
            count(*) filter (where ${DAY} = ${TODAY})::int as made, count(*) filter (where ${DAY} = ${TODAY} - 1)::int as "madeBefore" from games`,
  )
  const { gross } = await oneOf<{ gross: number }>(
    `select coalesce(sum(case when destination in (${BETTING}) then amount else -amount end), 0)::float8 / 100 as gross
       from postings where source in (${BETTING}) or destination in (${BETTING})`,
  )
  const { won, lost } = book
  const decided = (won ?? 0) + (lost ?? 0)
  expect(stats).toMatchObject({
    totalGames: games['total'],
    totalGamesChange: changeOf(games['made'] ?? 0, games['madeBefore'] ?? 0),
    liveMatches: games['live'],
    activeBets: book['active'],
    result: { sinceStart: { grossGamingRevenue: gross } },
    today: {
      bets: book['bets'],
      pending: book['pending'],
      activeUsers: book['bettors'],
      winRate: decided === 0 ? 0 : Math.round(((won ?? 0) / decided) * 1000) / 10,
    },
  })
}

const changeOf = (today: number, before: number): number | 'new' | null => {
  if (before === 0) return today === 0 ? null : 'new'
  return before < 20 ? null : Math.round(((today - before) / before) * 1000) / 10
}

/** The accounts of sportsbook and Aviator. */
const BETTING = `'00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000006'`
