import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'

let app: AdminFixture
const accounts: TestAccount[] = []

beforeAll(async () => {
  app = await adminFixture({ background: true, session: 'manual' })
  for (let at = 0; at < 23; at++) {
    app.clock.forward(1000)
    accounts.push(await app.player({ firstName: at === 7 ? 'Kizza_100%' : 'Amina', balanceUgx: at * 137 }))
  }
})
afterAll(() => app?.close())

const list = async (query: string) => (await app.staff.get(`/api/admin/users${query}`)).body
const statusOf = async (userId: string) => (await app.modules.identity.profiles.byId(userId))?.accountStatus

describe('the list of accounts', () => {
  it('[ADMU-04] [ADMU-05] the list of accounts shows the newest accounts first, ten a page, with an exact count', async () => {
    const pages = [await list(''), await list('?page=2'), await list('?page=3')]
    const newestFirst = [...accounts].reverse().map(({ id: userId }) => userId)
    expect(pages.flatMap((page) => page.items.map(({ id }) => id))).toEqual([...newestFirst, app.staff.id])
    expect(pages.map(({ items, page, total, hasMore }) => [items.length, page, total, hasMore])).toEqual([
      [10, 1, 24, true],
      [10, 2, 24, true],
      [4, 3, 24, false],
    ])
    expect(pages[0]?.items[0]).toMatchObject({ balance: 22 * 137, accountStatus: 'active', role: 'user' })
  })

  it('[ADMU-05] the list of accounts returns pages of up to 50 accounts, like the lists of ledger entries and audit entries', async () => {
    const page = await list('?page=2&pageSize=7')
    const newestFirst = [...accounts].reverse().map(({ id: userId }) => userId)
    expect([page.pageSize, page.items.map(({ id }) => id)]).toEqual([7, newestFirst.slice(7, 14)])
    const of = (await app.staff.get(`/api/admin/users/${accounts[3]?.id}/ledger?pageSize=1`)).body
    expect([of.pageSize, of.items.length]).toEqual([1, 1])
    expect((await app.staff.get('/api/admin/audit?pageSize=3')).body).toMatchObject({ page: 1, pageSize: 3 })
    expect((await app.staff.get('/api/admin/users?pageSize=51')).status).toBe(400)
  })

  it('[ADMU-03] [PLAY-03] the list of accounts shows the end of a player’s self-exclusion', async () => {
    const own = accounts[9] as TestAccount
    const until = new Date(app.clock.now().getTime() + 300_000)
    await app.kernel.db.query(
      `insert into player_protection (user_id, updated_at, exclusion, excluded_from, excluded_until)
       values ($1, $2, 'time-out', $2, $3)`,
      [own.id, app.clock.now(), until],
    )
    const response = async () => (await list(`?q=${own.phone.slice(-5)}`)).items[0]
    expect(await response()).toMatchObject({ accountStatus: 'active', excludedUntil: until.toISOString() })
    expect((await app.staff.get(`/api/admin/users/${own.id}`)).body['user']).toEqual(await response())
    app.clock.forward(300_000)
    expect(await response()).toMatchObject({ excludedUntil: null })
  })

  it('[ADMU-06] the list of accounts shows all accounts on request', async () => {
    const all = await list('?all=true')
    expect([all.items.length, all.pageSize, all.hasMore]).toEqual([24, 1000, false])
  })

  it.each([
    ['a phone number in local notation', (one: TestAccount) => `0${one.phone.slice(4)}`],
    ['a phone number with the country code', (one: TestAccount) => one.phone.replace('+', '%2B')],
    ['the end of a phone number', (one: TestAccount) => one.phone.slice(-5)],
    ['an email', (one: TestAccount) => `${one.phone.slice(1)}@phone`],
  ])('[ADMU-07] the list of accounts finds an account by %s', async (_what, written) => {
    const one = accounts[4] as TestAccount
    const found = await list(`?q=${written(one)}`)
    expect([found.total, found.items.map(({ id }) => id)]).toEqual([1, [one.id]])
  })

  it('[ADMU-07] the list of accounts finds a username with wildcard characters', async () => {
    expect((await list('?q=a_100%25')).items.map(({ id }) => id)).toEqual([accounts[7]?.id])
    expect(await list('?q=a%25a')).toMatchObject({ items: [], total: 0 })
  })

  it('[ADMU-01] [ADMU-08] [ADMU-19] [ADMU-20] the list of accounts counts and lists by status while statuses change', async () => {
    const counts = async () => (await app.staff.get('/api/admin/users/counts')).body
    expect(await counts()).toEqual({ total: 24, active: 24, suspended: 0, banned: 0, isCapped: false })
    const [one, other, third] = accounts as [TestAccount, TestAccount, TestAccount]
    for (const [{ id: userId }, newStatus] of [
      [one, 'suspended'],
      [other, 'banned'],
      [third, 'suspended'],
      [third, 'active'],
    ] as const) {
      const response = await app.staff.post(`/api/admin/users/${userId}/status`, {
        newStatus,
        reason: 'looked into it',
      })
      expect([response.status, response.body]).toEqual([200, { success: true }])
    }
    expect(await counts()).toEqual({ total: 24, active: 22, suspended: 1, banned: 1, isCapped: false })
    expect(await list('?status=banned')).toMatchObject({ items: [{ id: other.id }], total: 1 })
    expect((await list('?status=suspended&q=0772')).items.map(({ id }) => id)).toEqual([one.id])
    const { rows } = await app.asOwner('select account_status, count(*)::int from profiles group by 1 order by 1')
    expect(rows.map((row) => row.count)).toEqual([22, 1, 1])
  })

  it.each(['', 'q=amina', 'status=suspended', 'status=active&q=amina', 'q=0772', 'q=nobody', 'status=banned&q=amina'])(
    '[ADMU-27] the counts with the filter "%s" equal the counts of the listed accounts',
    async (filter) => {
      const { items } = await list(`?all=true&${filter}`)
      const of = (status: string) => items.filter(({ accountStatus }) => accountStatus === status).length
      expect((await app.staff.get(`/api/admin/users/counts?${filter}`)).body).toEqual({
        total: items.length,
        active: of('active'),
        suspended: of('suspended'),
        banned: of('banned'),
        isCapped: false,
      })
    },
  )
})

describe('a change of status', () => {
  it('[ADMU-21] [OPS-04] a change of account status ends the sessions, freezes the wallet and writes an audit entry with actor, reason and address', async () => {
    const one = await app.player({ balanceUgx: 5_000 })
    expect((await one.get('/api/auth/sessions')).status).toBe(200)
    const body = { newStatus: 'suspended', reason: 'bets on both sides of a match' }
    expect((await app.staff.post(`/api/admin/users/${one.id}/status`, body)).status).toBe(200)
    await expect.poll(async () => (await one.get('/api/auth/sessions')).body.code).toBe('ACCOUNT_SUSPENDED')
    const { items } = (await app.staff.get(`/api/admin/audit?q=user:${one.id}`)).body
    expect(items).toMatchObject([
      {
        action: 'user.suspend',
        actorId: app.staff.id,
        actorName: 'Sarah Nakato',
        address: expect.stringMatching(/^10\./),
        subject: `user:${one.id}`,
        subjectName: 'Grace Nakato',
        before: { status: 'active' },
        after: { status: 'suspended' },
        reason: 'bets on both sides of a match',
        createdAt: app.clock.now().toISOString(),
      },
    ])
  })

  it('[ADMU-19] [OPS-04] a change of account status works without a reason, and the audit entry says that no reason was given', async () => {
    const one = await app.player()
    expect((await app.staff.post(`/api/admin/users/${one.id}/status`, { newStatus: 'suspended' })).status).toBe(200)
    const { items } = (await app.staff.get(`/api/admin/audit?q=user:${one.id}`)).body
    expect(items).toMatchObject([{ action: 'user.suspend', reason: 'No reason given' }])
  })

  it.each([
    ['an invalid id', () => 'nobody', { newStatus: 'banned', reason: 'a reason' }, 'USER_NOT_FOUND'],
    [
      'an unknown account',
      () => '01900000-0000-7000-8000-000000000000',
      { newStatus: 'banned', reason: 'a reason' },
      'USER_NOT_FOUND',
    ],
    ['the administrator’s own account', () => app.staff.id, { newStatus: 'banned', reason: 'a reason' }, 'OWN_ACCOUNT'],
    [
      'a player with an unknown status',
      () => accounts[5]?.id ?? '',
      { newStatus: 'blocked', reason: 'a reason' },
      'INVALID_FIELDS',
    ],
  ])('[ADMU-20] a change of account status is refused for %s, and changes nothing', async (_whom, id, body, code) => {
    const before = await app.asOwner('select count(*) from audit_log')
    const response = await app.staff.post(`/api/admin/users/${id()}/status`, body)
    expect(response.body.code).toBe(code)
    expect(await statusOf(accounts[5]?.id ?? '')).toBe('active')
    expect((await app.asOwner('select count(*) from audit_log')).rows).toEqual(before.rows)
  })
})

describe('the audit log', () => {
  it('[OPS-04] the audit log can be searched by words, actor, action and day', async () => {
    const seen = async (query: string) =>
      (await app.staff.get(`/api/admin/audit?${query}`)).body.items.map(({ action }) => action)
    expect(await seen('q=both+sides')).toEqual(['user.suspend'])
    expect(await seen('q=nothing+like+it')).toEqual([])
    expect(await seen('action=user.ban')).toEqual(['user.ban'])
    expect((await seen('action=user')).length).toBe(7)
    expect((await seen(`actor=${app.staff.id}&from=2026-11-21&to=2026-11-21`)).length).toBe(7)
    expect(await seen(`actor=${accounts[0]?.id}`)).toEqual([])
    expect(await seen('to=2026-11-20')).toEqual([])
    expect((await app.staff.get('/api/admin/audit?from=2026-02-31')).body.code).toBe('INVALID_FIELDS')
  })

  it.each(['update audit_log set reason = $$nothing$$', 'delete from audit_log', 'truncate audit_log'])(
    '[OPS-04] the database rejects the statement "%s" on the audit log',
    async (statement) => {
      await expect(app.kernel.db.change(statement)).rejects.toThrow(/permission denied/)
      await expect(app.asOwner(statement)).rejects.toThrow(/never changed/)
    },
  )

  it('[ADMX-06] only staff can read the audit log', async () => {
    const one = await app.player()
    const refused = async (client: TestClient) => {
      const { status, body } = await client.get('/api/admin/audit')
      return [status, body.code]
    }
    expect(await refused(app.browser())).toEqual([401, 'NOT_AUTHENTICATED'])
    expect(await refused(one)).toEqual([403, 'NOT_ALLOWED'])
  })
})

// Keep this test last: its many rows would change the counts of the other tests.
it('[ADMU-06] the list of all accounts shows the newest thousand accounts, and indicates that there are more', async () => {
  await app.asOwner(
    `insert into profiles (id, username, email, phone_number, first_name, last_name, location, nationality, created_at)
     select gen_random_uuid(), 'many' || n, 'many' || n || '@phone.invalid', '+25679' || lpad(n::text, 7, '0'),
            'Many', 'More', 'Kampala', 'Ugandan', now() + interval '10 years' + n * interval '1 second'
       from generate_series(1, 1001) n`,
  )
  const all = await list('?all=true')
  expect([all.items.length, all.pageSize, all.hasMore]).toEqual([1_000, 1_000, true])
  expect([all.items[0]?.username, all.items.at(-1)?.username]).toEqual(['many1001', 'many2'])
})

describe('the export of accounts', () => {
  const linesOf = (text: string) => text.trimEnd().split('\r\n')
  const entryOf = async (name: string) => (await app.staffActions(`file:${name}`)).at(-1)

  it('[OPS-04] [ADMU-08] the export of accounts contains the filtered accounts with their balances and writes an audit entry', async () => {
    const player = await app.player({ firstName: 'Zziwa', balanceUgx: 1_234 })
    const file = await app.staff.get('/api/admin/users/export?q=zziwa&status=active')
    const name = /^attachment; filename="(users-\d{4}-\d\d-\d\d\.csv)"$/.exec(
      String(file.headers['content-disposition']),
    )?.[1]
    const [heading, ...lines] = linesOf(file.text)
    expect(heading).toBe('\uFEFFFirst name,Last name,Username,Phone,Email,Balance (UGX),Status,Role,Member since (EAT)')
    // The e-mail address is derived from the phone number, so the cell is empty.
    const account = ['Zziwa', 'Nakato', 'Zziwa', displayPhone(player.phone), '', '1234.00', 'Active', 'User', '']
    expect(lines.map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, ''))).toEqual([account.join(',')])
    expect(await entryOf(name ?? '')).toMatchObject({
      actor: app.staff.id,
      action: 'user.export',
      after: { q: 'zziwa', status: 'active', rows: 1 },
    })
  })

  it('[ADMU-04] the export of accounts contains every account once, even if there are more accounts than one database read returns', async () => {
    await app.asOwner(
      `insert into profiles (id, username, email, phone_number, first_name, last_name, location, nationality, created_at)
       select gen_random_uuid(), 'exported' || k, 'exported' || k || '@mail', '+25675' || (1000000 + k), 'Many', 'Rows', 'Jinja', 'Ugandan',
              timestamptz '2026-01-01' + k % 7 * interval '1 second'
         from generate_series(1, 2100) k`,
    )
    const lines = linesOf((await app.staff.get('/api/admin/users/export?q=exported')).text).slice(1)
    expect(lines).toHaveLength(2_100)
    expect(new Set(lines).size).toBe(2_100)
  })

  it('[OPS-04] the export of a ledger contains every entry of the account, newest first, and writes an audit entry', async () => {
    const player = await app.player({ balanceUgx: 5_000 })
    await app.asOwner(
      `insert into postings (source, destination, player, amount, balance_after, kind, description, reference, created_at)
       select source, destination, player, 1, 500000 + k, kind, 'Many', gen_random_uuid(), created_at
         from postings, generate_series(1, 2100) k where player = '${player.id}' order by k`,
    )
    const file = await app.staff.get(`/api/admin/users/${player.id}/ledger/export`)
    const [heading, ...lines] = linesOf(file.text)
    expect(heading).toBe('\uFEFFWhen (EAT),Type,Description,Amount (UGX),Balance after (UGX),Reference')
    expect(lines).toHaveLength(2_101)
    expect(lines[0]).toContain(',0.01,5021.00,')
    expect(lines.at(-1)).toContain(',5000.00,5000.00,')
    const actions = await app.staffActions(`user:${player.id}`)
    expect(actions.at(-1)).toMatchObject({ actor: app.staff.id, action: 'user.ledger-export' })
    expect((await app.staff.get(`/api/admin/users/${app.staff.id.replace(/.$/, 'z')}/ledger/export`)).status).toBe(404)
    expect((await player.get(`/api/admin/users/${player.id}/ledger/export`)).status).toBe(403)
  })

  it('the ledger of an account is listed and exported for a period of whole days', async () => {
    const player = await app.player({ balanceUgx: 5_000 })
    const [today, tomorrow] = [0, 1].map((days) => dayKey(new Date(app.clock.now().getTime() + days * DAY_MS)))
    const ledger = async (query: string) => {
      const { body } = await app.staff.get(`/api/admin/users/${player.id}/ledger?${query}`)
      const { text } = await app.staff.get(`/api/admin/users/${player.id}/ledger/export?${query}`)
      return [(body['items'] as unknown[]).length, linesOf(text).length - 1]
    }
    expect(await ledger(`from=${today}&to=${today}`)).toEqual([1, 1])
    expect(await ledger(`from=${tomorrow}`)).toEqual([0, 0])
    expect(await ledger(`to=${today}`)).toEqual([1, 1])
    const { body } = await app.staff.get(`/api/admin/users/${player.id}/ledger?to=2026-02-30`)
    expect(body).toMatchObject({ code: 'INVALID_FIELDS', errors: [{ path: 'to' }] })
  })

  it('[ADMX-06] players cannot export accounts', async () => {
    const player = await app.player()
    expect((await player.get('/api/admin/users/export')).status).toBe(403)
  })
})

it('[ADMU-19] customer care blocks a player, and cannot reactivate one', async () => {
  const care = await app.admin({ permissions: { role: 'care' } })
  const player = await app.player()
  const change = (by: TestAccount, newStatus: string) =>
    by.post(`/api/admin/users/${player.id}/status`, { newStatus, reason: 'looked into it' })
  expect((await change(care, 'banned')).status).toBe(200)
  expect(await change(care, 'active')).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } })
  expect((await change(app.staff, 'active')).status).toBe(200)
})
