import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { sortableDateTime, startOfDay } from '@mupiira/domain/time/kampala.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { HOUSE } from '../../wallet/index.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'

const STATUSES = ['pending', 'won', 'lost', 'void', 'cashout', 'cancelled'] as const

let app: AdminFixture
let amina: TestAccount
let brian: TestAccount
let pending: Ticket

/** Four days of tickets of two players, with every status. */
beforeAll(async () => {
  app = await adminFixture()
  amina = await app.wealthyPlayer('Amina')
  brian = await app.wealthyPlayer('=Brian')
  for (let day = 0; day < 4; day++) {
    const game = await app.game({ homeTeam: `Home ${day}` })
    const late = await app.game({ startTime: new Date(app.clock.now().getTime() + 30 * DAY_MS) })
    const home = await app.pick(game.id)
    const away = await app.pick(game.id, '1x2', '2')
    for (const who of [amina, brian]) {
      await app.bet(who, [home], 25_000 + day * 1_700)
      await app.bet(who, [away], 31_000)
      pending = await app.bet(who, [await app.pick(late.id)], 43_000)
    }
    const cancelled = await app.bet(amina, [home], 29_000)
    await app.post(`/api/admin/bets/${cancelled.id}/cancel`, { reason: 'a mistake' })
    const cashedOut = await app.bet(brian, [home], 37_000)
    await app.kernel.db.transaction((tx) =>
      app.modules.betting.tickets.cashOut(tx, cashedOut.id, { stake: null, paid: 1_000n as never }, app.clock.now()),
    )
    app.clock.forward(2 * 3_600_000)
    await app.changeGame(
      game.id,
      day === 3 ? { status: 'cancelled' } : { status: 'finished', homeScore: 0, awayScore: 0 },
    )
    if (day < 3) {
      const score = { home: day === 1 ? 0 : 2, away: day === 1 ? 2 : 0 }
      const entry = { actorId: app.staff.id, note: 'the referee' }
      await app.enterResult(game.id, { kind: 'result', score, goals: goalsOf(score) }, entry)
    }
    await app.settle()
    if (day > 0) await app.kernel.rollups.fill()
    app.clock.forward(DAY_MS)
  }
}, 120_000)
afterAll(() => app?.close())

const goalsOf = ({ home, away }: { home: number; away: number }) => [
  ...Array.from({ length: home }, (_, at) => ({ team: 'home' as const, minute: 50 + at })),
  ...Array.from({ length: away }, (_, at) => ({ team: 'away' as const, minute: 60 + at })),
]

const counted = async (where: string, ...values: unknown[]): Promise<number> => {
  const rows = await app.kernel.db.query<{ n: number }>(`select count(*)::int as n from tickets where ${where}`, values)
  return rows[0]?.n ?? -1
}
const list = async (search: string) => (await app.get(`/api/admin/bets?${search}`)).body

describe('the tickets of one player', () => {
  const of = async (id: string, query = '') => app.get(`/api/admin/users/${id}/tickets${query}`)

  it('[ADMU-09] the tickets of one player are listed newest first with an exact count, for any page size', async () => {
    const first = (await of(amina.id)).body as { items: Ticket[]; total: number }
    expect(first).toMatchObject({ page: 1, pageSize: 10, total: await counted('user_id = $1', amina.id) })
    const second = (await of(amina.id, '?page=2&pageSize=3')).body as { items: Ticket[]; pageSize: number }
    expect(second.pageSize).toBe(3)
    expect(second.items.map(({ id }) => id)).toEqual(first.items.slice(3, 6).map(({ id }) => id))
    const open = (await of(amina.id, '?status=pending')).body as { items: Ticket[]; total: number }
    expect(open.total).toBe(await counted(`user_id = $1 and status = 'pending'`, amina.id))
    expect([...first.items, ...open.items].every(({ userId }) => userId === amina.id)).toBe(true)
  })

  it('[ADMU-09] the ticket list for an unknown account is empty', async () => {
    for (const id of ['x', '00000000-0000-7000-8000-000000000000'])
      expect((await of(id)).body).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
  })

  it('the tickets of one game are listed, searched and exported, even if a ticket has two selections of the game', async () => {
    const { items } = (await list(`user=${amina.id}`)) as { items: Ticket[] }
    const game = items[0]?.selections[0]?.gameId ?? ''
    const onGame = await counted('id in (select ticket_id from ticket_legs where game_id = $1)', game)
    const found = (await list(`game=${game}`)) as unknown as { items: Ticket[]; total: number }
    expect(found.total).toBe(onGame)
    expect(found.total).toBeGreaterThan(0)
    expect(new Set(found.items.map(({ id }) => id)).size).toBe(found.items.length)
    expect(found.items.every(({ selections }) => selections.some(({ gameId }) => gameId === game))).toBe(true)
    expect((await list(`game=${game}&q=${items[0]?.bookingCode}`))['total']).toBe(1)
    expect((await list(`game=${game}&user=${amina.id}&status=pending&sort=-stake`))['total']).toBe(
      await counted(
        `user_id = $1 and status = 'pending' and id in (select ticket_id from ticket_legs where game_id = $2)`,
        amina.id,
        game,
      ),
    )
    expect((await list('game=00000000-0000-7000-8000-000000000000'))['total']).toBe(0)
    const { text } = await app.get(`/api/admin/bets/export?game=${game}`)
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + onGame)
  })

  it('[ADMT-13] a ticket list with an invalid day is refused, and the error names the field', async () => {
    for (const [field, day] of [
      ['from', '2026-02-30'],
      ['to', '9999-12-31'],
      ['to', '0000-01-01'],
    ] as const) {
      const { body } = await app.get(`/api/admin/bets?${field}=${day}`)
      expect(body).toMatchObject({
        code: 'INVALID_FIELDS',
        errors: [{ path: field, message: 'is not a valid date (YYYY-MM-DD)' }],
      })
    }
  })

  it.each(['bets', 'bets/export'])('[OPS-01] the list of %s refuses a game filter that is no id', async (path) => {
    const { status, body } = await app.get(`/api/admin/${path}?game=vipers`)
    expect([status, body]).toMatchObject([400, { code: 'INVALID_FIELDS', errors: [{ path: 'game' }] }])
  })
})

describe('the ticket history', () => {
  it('[ADMT-11] [ADMT-14] [ADMX-19] the ticket history lists every status, ten per page, newest first, with an exact count', async () => {
    const all = await list('')
    expect(all).toMatchObject({ page: 1, pageSize: 10, total: await counted('true'), hasMore: true })
    const seen: Ticket[] = []
    for (let page = 1; page === 1 || seen.length === (page - 1) * 10; page++) {
      seen.push(...((await list(`page=${page}`)) as { items: Ticket[] }).items)
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(all['total'])
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(
      seen
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
    for (const status of STATUSES) {
      const chip = await list(`status=${status}`)
      expect([status, chip['total']]).toEqual([status, await counted('status = $1', status)])
      expect(chip['total']).toBeGreaterThan(0)
      expect((chip as { items: Ticket[] }).items.every((ticket) => ticket.status === status)).toBe(true)
    }
  })

  it('[ADMT-14] the ticket history lists pending tickets oldest first, by page and by cursor', async () => {
    const all = await app.kernel.db.query<{ id: string }>(
      `select id from tickets where status = 'pending' order by created_at, id`,
    )
    type Page = { readonly items: Ticket[]; readonly nextCursor: string }
    const open = 'status=pending&sort=date&pageSize=3'
    const first = (await list(open)) as unknown as Page
    const second = (await list(`${open}&page=2`)) as unknown as Page
    const next = (await list(`${open}&cursor=${encodeURIComponent(first.nextCursor)}`)) as unknown as Page
    const [ids, nextIds] = [all.slice(0, 3), all.slice(3, 6)].map((rows) => rows.map(({ id }) => id))
    expect([first, second, next].map(({ items }) => items.map(({ id }) => id))).toEqual([ids, nextIds, nextIds])
    const found = (await list(`${open}&user=${amina.id}`)) as unknown as Page
    expect(found.items.map(({ userId }) => userId)).toEqual([amina.id, amina.id, amina.id])
  })

  it('[ADMT-12] the ticket history can be searched by the start of a booking code and by the player’s details', async () => {
    const { bookingCode } = pending
    for (const q of [bookingCode, bookingCode.slice(0, 5).toLowerCase()]) {
      const found = (await list(`q=${q}`)) as { items: (Ticket & { user: { phoneNumber: string } })[]; total: number }
      expect(found.items.map((ticket) => ticket.bookingCode)).toContain(bookingCode)
    }
    const mine = await counted('user_id = $1', amina.id)
    const local = `0${amina.phone.slice(4)}`
    for (const q of [local, amina.phone.replace('+', '%2B'), 'amina', amina.id]) {
      expect([q, (await list(`q=${q}`))['total']]).toEqual([q, mine])
    }
    expect((await list(`user=${amina.id}`))['total']).toBe(mine)
    expect((await list(`q=amina&status=lost`))['total']).toBe(
      await counted(`user_id = $1 and status = 'lost'`, amina.id),
    )
    expect(await list('q=zz')).toMatchObject({ total: 0, items: [] })
  })

  it.each(['bets', 'bets/export', 'transactions'])(
    '[ADMT-12] [OPS-02] the list %s refuses a search combined with a player filter',
    async (path) => {
      const response = await app.get(`/api/admin/${path}?user=${amina.id}&q=${pending.bookingCode}`)
      expect([response.status, response.body]).toMatchObject([400, { code: 'INVALID_FIELDS', errors: [{ path: 'q' }] }])
      expect((await app.get(`/api/admin/${path}?user=${amina.id}&q=%20`)).status).toBe(200)
    },
  )

  it('[ADMT-12] [ADMT-22] the ticket history and its export reject a search that matches too many accounts', async () => {
    await app.kernel.db.query(
      `insert into profiles (id, username, email, phone_number, first_name, last_name, location, nationality, created_at)
       select gen_random_uuid(), 'crowd' || n, 'crowd' || n || '@example.com', '+2567000' || (10000 + n), 'A', 'B', 'Jinja', 'Ugandan', $1
         from generate_series(1, 201) n`,
      [app.clock.now()],
    )
    const refused = { code: 'SEARCH_TOO_WIDE', detail: expect.stringMatching(/^More than 200 players match\. Please/) }
    expect(await list('q=crowd')).toMatchObject(refused)
    expect(await list('q=crowd201')).toMatchObject({ total: 0 })
    expect((await app.get('/api/admin/bets/export?q=crowd')).body).toMatchObject(refused)
    expect((await app.get('/api/admin/transactions?q=crowd')).body).toMatchObject(refused)
  })

  it('[ADMT-13] the ticket history can be filtered by days, up to 23:59:59.999 of the last day', async () => {
    // A ticket placed in the last millisecond of a day in Kampala.
    const late = new Date('2026-11-22T20:59:59.999Z')
    await app.kernel.db.change('update tickets set created_at = $2 where id = $1', [pending.id, late])
    const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']
    for (const from of days) {
      for (const to of days.filter((day) => day >= from)) {
        const period = [`${from}T00:00:00+03`, `${to}T23:59:59.999+03`]
        const { total, items } = (await list(`from=${from}&to=${to}`)) as { total: number; items: Ticket[] }
        expect([from, to, total]).toEqual([from, to, await counted('created_at between $1 and $2', ...period)])
        expect(items.length).toBe(Math.min(10, total))
      }
    }
    const lastOfDay = (await list('from=2026-11-22&to=2026-11-22')) as { items: Ticket[] }
    expect(lastOfDay.items[0]?.id).toBe(pending.id)
    expect((await app.get('/api/admin/bets?from=2026-02-30')).status).toBe(400)
  })

  it('[ADMX-06] [ADMT-14] the totals of tickets by day and status equal a recount, for closed and open hours', async () => {
    const counting = `select kampala_day(created_at)::text as day, status, count(*)::int as tickets,
                             sum(total_stake)::float8 / 100 as stake, coalesce(sum(payout), 0)::float8 / 100 as payout
                        from tickets group by 1, 2 order by 1, 2`
    const totals = async () => (await app.get('/api/admin/bets/totals')).body['days']
    // An earlier test has moved a ticket to another day.
    await app.kernel.rollups.refill(new Date('2026-11-01'))
    expect(await totals()).toEqual(await app.kernel.db.query(counting))
    app.clock.forward(2 * 3_600_000)
    await app.kernel.rollups.fill()
    expect(await totals()).toEqual(await app.kernel.db.query(counting))
    app.clock.forward(9 * DAY_MS)
    await app.kernel.rollups.fill()
    expect(await totals()).toEqual(await app.kernel.db.query(counting))
    app.clock.forward(-9 * DAY_MS - 2 * 3_600_000)
    await app.kernel.rollups.fill()
    expect(await totals()).toEqual(await app.kernel.db.query(counting))
    expect((await amina.get('/api/admin/bets/totals')).status).toBe(403)
  })

  it('[ADMT-22] [ADMT-23] [ADMT-24] [ADMT-25] [ADMT-29] the export of the ticket history contains all matching tickets, with cells that look like formulas as text', async () => {
    const file = await app.get('/api/admin/bets/export?status=pending')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="bet-history-\d{4}-\d{2}-\d{2}\.csv"$/)
    const [heading, ...lines] = file.text.trimEnd().split('\r\n')
    expect(heading).toBe(
      '\uFEFFBooking Code,User,Email,Stake (UGX),Odds,Potential Win (UGX),Payout (UGX),Status,Created At,Updated At,Phone,Selections,Stake left (UGX),Partial cashouts (UGX)',
    )
    expect(lines).toHaveLength(await counted(`status = 'pending'`))
    expect(lines.find((line) => line.startsWith(pending.bookingCode))).toContain(
      `,43000.00,${pending.totalOdds.toFixed(2)},`,
    )
    // Each figure is in the column with its title.
    const { items } = (await list(`status=cancelled&user=${amina.id}`)) as { items: Ticket[] }
    const [back] = items
    const at = (instant = '') => sortableDateTime(new Date(instant))
    const figures = [29_000, back?.totalOdds, back?.potentialWin, 29_000].map((figure) => figure?.toFixed(2))
    const cells = [
      back?.bookingCode,
      'Amina',
      // The address of the account is derived from its phone number.
      '',
      ...figures,
      'Cancelled',
      at(back?.createdAt),
      at(back?.updatedAt),
      displayPhone(amina.phone),
      `"${back?.selections[0]?.match}: Moneyline, Home 3 @ ${back?.totalOdds.toFixed(2)} (CANCELLED)"`,
      '29000.00',
      '0.00',
    ]
    const cancelled = await app.get(`/api/admin/bets/export?status=cancelled&user=${amina.id}`)
    expect(cancelled.text.split('\r\n')[1]).toBe(cells.join(','))
    await app.asOwner(`update profiles set username = '=1+1', email = '@evil' where id = '${brian.id}'`)
    const { text } = await app.get(`/api/admin/bets/export?user=${brian.id}`)
    expect(text).toContain(`,'=1+1,'@evil,`)
    // No cell starts like a formula, except phone numbers, whose groups of digits make them text.
    expect(text).not.toMatch(/,(?:[=@]|\+(?!256 ))/)
  })

  it.each([
    ['879786850225790.68', 879_786_850_225_790.6, '879.78T'],
    [`${'9'.repeat(128)}.37`, 1e128, '1000T+'],
  ])(
    '[SLIP-71] [ADMT-03] [ADMT-24] total odds of %s are the same in the exported file as on screen',
    async (exact, response, shown) => {
      await app.kernel.db.change('update tickets set total_odds = $2 where id = $1', [pending.id, exact])
      const { items } = (await list(`q=${pending.bookingCode}`)) as { items: Ticket[] }
      const { text } = await app.get(`/api/admin/bets/export?q=${pending.bookingCode}`)
      await app.kernel.db.change('update tickets set total_odds = $2 where id = $1', [pending.id, pending.totalOdds])
      expect(items[0]?.totalOdds).toBe(response)
      expect(text).toContain(`,43000.00,${shown},`)
    },
  )

  it('[OPS-04] [ADMT-22] each export of the ticket history writes an audit entry with filter and size', async () => {
    const rows = await counted(`status = 'pending'`)
    const { text } = await app.get('/api/admin/bets/export?status=pending&from=2026-11-01')
    const { body } = await app.get('/api/admin/audit?action=bet')
    expect(text.trimEnd().split('\r\n')).toHaveLength(rows + 1)
    expect((body['items'] as unknown[])[0]).toMatchObject({
      actorId: app.staff.id,
      action: 'bet.export',
      subject: expect.stringMatching(/^file:bet-history-\d{4}-\d{2}-\d{2}\.csv$/),
      before: null,
      after: { status: 'pending', from: '2026-11-01', rows },
    })
  })

  it('[ADMT-24] times in the exported ticket history have a sortable format', async () => {
    const { text } = await app.get('/api/admin/bets/export')
    for (const line of text.trimEnd().split('\r\n').slice(1)) {
      expect(line).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\+256 /)
    }
  })
})

describe('the figures of the dashboard', () => {
  it('[ADMX-07] [ADMX-08] [ADMX-09] [ADMX-10] [ADMX-11] [ADMX-15] [ADMX-16] [ADMX-17] [ADMX-18] the dashboard figures equal a recount of tickets and ledger', async () => {
    await app.bet(amina, [await app.pick((await app.game()).id)], 27_000)
    const back = await app.bet(brian, [await app.pick((await app.game()).id)], 28_000)
    await app.post(`/api/admin/bets/${back.id}/cancel`, { reason: 'a mistake' })
    const { body } = await app.get('/api/admin/stats')
    const [expected] = await app.kernel.db.query<Record<string, number>>(
      `select (select count(*)::int from games) as "totalGames", (select count(*)::int from games where status = 'live') as "liveMatches",
              (select count(*)::int from tickets where status = 'pending') as "activeBets"`,
    )
    expect(body).toMatchObject(expected ?? {})
    const [ledger] = await app.kernel.db.query<Record<string, number>>(
      `select count(*) filter (where kind = 'bet')::int as bets,
              sum(amount) filter (where kind = 'bet')::float8 / 100 as turnover,
              coalesce(sum(case when source = $1 then amount else -amount end)
                filter (where kind in ('win', 'cashout', 'resettlement')), 0)::float8 / 100 as payouts,
              coalesce(sum(amount) filter (where kind = 'refund'), 0)::float8 / 100 as refunds,
              coalesce(sum(amount) filter (where kind = 'void-refund'), 0)::float8 / 100 as voids,
              sum(case when destination = $1 then amount else -amount end)::float8 / 100 as "grossGamingRevenue"
         from postings where $1 in (source, destination)`,
      [HOUSE.book],
    )
    expect(ledger?.['refunds']).toBeGreaterThan(0)
    const [today] = await app.kernel.db.query<Record<string, number>>(
      `select count(*)::int as bets, count(*) filter (where status = 'pending')::int as pending, count(distinct user_id)::int as "activeUsers"
         from tickets where kampala_day(created_at) = kampala_day($1)`,
      [app.clock.now()],
    )
    const openSince = async (from: Date) => {
      const [open] = await app.kernel.db.query<Record<string, number>>(
        `select count(*)::int as "openBets", sum(total_stake)::float8 / 100 as "openStakes"
           from tickets where status = 'pending' and kampala_day(created_at) >= kampala_day($1)`,
        [from],
      )
      return open
    }
    expect(body['result']).toEqual({
      today: expect.objectContaining({ bets: expect.any(Number), ...(await openSince(app.clock.now())) }),
      sinceStart: { ...ledger, ...(await openSince(new Date(0))) },
    })
    expect(body['today']).toMatchObject(today ?? {})
  })

  it('[ADMX-14] the dashboard compares figures with the previous day only if the platform was open before that day', async () => {
    const changes = async () => {
      const { body } = await app.get('/api/admin/stats')
      return [body['totalGamesChange'], body['liveMatchesChange'], body['activeBetsChange']]
    }
    // With fewer than 20 events on the day before there is no percentage.
    expect((await changes())[0]).not.toEqual(expect.any(Number))
    app.clock.forward(-DAY_MS)
    for (let at = 0; at < 20; at++) await app.game()
    app.clock.forward(DAY_MS)
    await app.kernel.rollups.refill(new Date('2026-11-01'))
    expect((await changes())[0]).toEqual(expect.any(Number))
    // The platform opened yesterday.
    const yesterday = new Date(app.clock.now().getTime() - DAY_MS)
    await app.asOwner(
      `update games set created_at = '${app.clock.now().toISOString()}' where created_at < '${startOfDay(yesterday).toISOString()}'`,
    )
    await app.kernel.rollups.refill(new Date('2026-11-01'))
    expect(await changes()).toEqual([null, null, null])
  })
})

describe('pages by cursor', () => {
  it('[ADMT-14] [ADMG-02] paging by cursor through tickets, games, audit log and ledger repeats no row when rows are added in between', async () => {
    for (const list of ['bets', 'games', 'audit', `users/${amina.id}/ledger`]) {
      const first = (await app.get(`/api/admin/${list}?pageSize=4`)).body as {
        items: { id: string }[]
        nextCursor: string
      }
      const wanted = (await app.get(`/api/admin/${list}?pageSize=9`)).body as { items: { id: string }[] }
      const game = await app.post('/api/admin/games', {
        homeTeam: `Arrived ${list}`,
        awayTeam: 'Later',
        league: 'Premier League',
        startTime: new Date(app.clock.now().getTime() + DAY_MS).toISOString(),
        homeOdds: 2,
        drawOdds: 3,
        awayOdds: 4,
      })
      expect(game.status).toBe(201)
      await app.bet(amina, [await app.pick((game.body as unknown as { game: { id: string } }).game.id)], 25_000)
      const second = (await app.get(`/api/admin/${list}?pageSize=5&page=2&cursor=${first.nextCursor}`)).body as {
        items: { id: string }[]
        page: number
      }
      const ids = [...first.items, ...second.items].map(({ id }) => id)
      expect([list, second.page, ids]).toEqual([list, 2, wanted.items.map(({ id }) => id)])
      const { status, body } = await app.get(`/api/admin/${list}?cursor=nonsense`)
      expect([status, body]).toMatchObject([400, { code: 'INVALID_FIELDS', errors: [{ path: 'cursor' }] }])
    }
  })
})

describe('one ticket', () => {
  it('[ADMT-15] [ADMT-16] [ADMT-17] [ADMT-19] [ADMT-20] the ticket page of the console shows player, selections, ledger entries and history', async () => {
    const { items } = (await list(`status=cancelled&user=${amina.id}`)) as { items: Ticket[] }
    const { body } = await app.get(`/api/admin/bets/${items[0]?.id}`)
    expect(body).toMatchObject({
      user: { id: amina.id, phoneNumber: amina.phone },
      ticket: { id: items[0]?.id, status: 'cancelled', payout: 29_000, trail: { moves: [{ cause: 'cancelled' }] } },
      entries: [
        { kind: 'bet', amount: -29_000 },
        { kind: 'refund', amount: 29_000 },
      ],
      cancellation: { by: 'Sarah Nakato', reason: 'a mistake', refund: 29_000 },
      address: expect.stringMatching(/^10\./),
    })
    const selections = [{ homeTeam: 'Home 3', league: 'Premier League', market: '1x2' }]
    expect(body['ticket']).toMatchObject({ selections })
    expect((await app.get('/api/admin/bets/nonsense')).status).toBe(404)
  })

  it('[DATA-20] the ticket page of the console shows match, league, market, choice, odds, stake, result, score and time of each selection', async () => {
    const won = (await list(`status=won&user=${amina.id}`)) as { items: Ticket[] }
    const { body } = await app.get(`/api/admin/bets/${won.items[0]?.id}`)
    const { selections, totalStake } = body['ticket'] as Ticket
    expect(selections).toHaveLength(1)
    const [leg] = selections
    expect(leg).toMatchObject({
      match: `${leg?.homeTeam} vs ${leg?.awayTeam}`,
      league: 'Premier League',
      market: '1x2',
      marketName: expect.any(String),
      stake: totalStake,
      outcome: 'won',
      label: 'WON',
    })
    expect([leg?.selection, leg?.homeScore, leg?.awayScore]).toEqual(leg?.selection === '1' ? ['1', 2, 0] : ['2', 0, 2])
    expect(leg?.odds).toBeGreaterThan(1)
    expect(Date.parse(leg?.gameTime ?? '')).toBeLessThan(app.clock.now().getTime())
  })
})

it('[ADMT-20] [DATA-17] the last update time of a settled, cancelled or cashed-out ticket is its end time', async () => {
  for (const status of ['won', 'lost', 'void']) {
    const { items } = (await list(`status=${status}`)) as { items: Ticket[] }
    expect(items.length).toBeGreaterThan(0)
    for (const { createdAt, updatedAt, settledAt } of items) {
      expect([status, updatedAt, updatedAt > createdAt]).toEqual([status, settledAt, true])
    }
  }
  const game = await app.game()
  const cancelled = await app.bet(brian, [await app.pick(game.id)], 26_000)
  const cashedOut = await app.bet(brian, [await app.pick(game.id)], 26_500)
  app.clock.forward(1_000)
  await app.post(`/api/admin/bets/${cancelled.id}/cancel`, { reason: 'a mistake' })
  await app.kernel.db.transaction((tx) =>
    app.modules.betting.tickets.cashOut(tx, cashedOut.id, { stake: null, paid: 1_000n as never }, app.clock.now()),
  )
  for (const { id } of [cancelled, cashedOut]) {
    const { body } = await app.get(`/api/admin/bets/${id}`)
    expect(body['ticket']).toMatchObject({ updatedAt: app.clock.now().toISOString() })
  }
})

it('[ADMT-24] [COUT-01] the export has the stake left and the partial cashouts of a ticket beside its potential win', async () => {
  const player = await app.wealthyPlayer('Carol')
  const ticket = await app.bet(player, [await app.pick((await app.game()).id)], 100_000)
  await player.post(`/api/bets/${ticket.id}/cashout`, { offer: 100_000, stake: 40_000 })
  const { text } = await app.get(`/api/admin/bets/export?user=${player.id}`)
  const win = Math.floor(ticket.potentialWin * 60 + 1e-6) / 100
  const [, line = ''] = text.split('\r\n')
  expect(line).toContain(`,100000.00,${ticket.totalOdds.toFixed(2)},${win.toFixed(2)},40000.00,Pending,`)
  expect(line.endsWith(',60000.00,40000.00')).toBe(true)
})
