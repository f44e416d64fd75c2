import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { newId } from '../../kernel/ids.ts'
import { TEST_PASSWORD, type TestAccount } from '../../testing/test-accounts.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { OTHER_TABLES, PERSONAL_TABLES } from './personal-tables.ts'

type Row = Readonly<Record<string, unknown>>
type Exported = Readonly<Record<string, readonly Row[]>> & { readonly nationalIdNumber: string | null }

let app: TestApp
let player: TestAccount
let other: TestAccount

beforeAll(async () => {
  app = await createTestApp({ config: { ROLES: 'http,worker' } })
  player = await playerWithRows('one')
  other = await playerWithRows('other')
})
afterAll(() => app?.close())

async function playerWithRows(word: string): Promise<TestAccount> {
  const account = await app.player({ firstName: `Grace${word}`, balanceUgx: 100_000 })
  const game = await app.game()
  await app.placeBet(account, { selections: [await app.pick(game.id)] })
  await account.post('/api/chat/messages', { content: `A message of ${word}` })
  await account.put('/api/protection/limits', { kind: 'stake', period: 'day', amount: 60_000 })
  const payment = newId()
  await app.asOwner(
    `insert into transactions (id, user_id, type, amount, status, created_at, completed_at, phone_number, payment_method,
       description, provider, reference, stage, updated_at)
     values ('${payment}', '${account.id}', 'deposit', 5000050, 'success', now(), now(), '${account.phone}', 'MTN', 'Deposit',
       'relworx', '${payment}', 'done', now())`,
  )
  await app.asOwner(
    `insert into notifications (id, user_id, message, created_at)
     select gen_random_uuid(), '${account.id}', 'Notification ' || n, now() from generate_series(1, 1100) n`,
  )
  return account
}

const exportOf = (account: TestAccount, currentPassword: string = TEST_PASSWORD) =>
  account.post<Exported>('/api/account/export', { currentPassword })

describe('the file of a player’s data', () => {
  it('[PLAY-09] the file contains the profile, sessions, bets, payments, statement, messages and limits of the player', async () => {
    const { status, body, headers } = await exportOf(player)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-disposition']).toContain('attachment; filename="mupiira-my-data-2026-11-21.json"')
    expect(body).toMatchObject({
      nationalIdNumber: null,
      profiles: [{ id: player.id, firstName: 'Graceone', phoneNumber: player.phone }],
      sessions: [{ keepLoggedIn: true }],
      playerProtection: [{ stakeDay: 60_000 }],
      accounts: [{ balance: 75_000 }],
      postings: [
        { amount: 100_000, kind: 'top-up' },
        { amount: -25_000, kind: 'bet', balanceAfter: 75_000 },
      ],
      transactions: [{ amount: 50_000.5, phoneNumber: player.phone }],
      tickets: [{ totalStake: 25_000, status: 'pending' }],
      ticketLegs: [{ market: '1x2', selection: '1' }],
      customerCareChat: [{ content: 'A message of one', sender: 'user' }],
    })
    expect(body['notifications']).toHaveLength(1_100)
    expect(new Set(body['notifications']?.map(({ message }) => message)).size).toBe(1_100)
  })

  it('[PLAY-09] the file contains nothing of another player, and no secret', async () => {
    const { text } = await exportOf(player)
    expect(text).not.toContain(other.id)
    expect(text).not.toContain(other.phone)
    expect(text).not.toContain('of other')
    expect(text).not.toMatch(/argon2|hash|token/i)
  })

  it('[PLAY-09] the file needs the password, and wrong passwords are slowed down', async () => {
    const wrong = await exportOf(other, 'not-the-password')
    expect([wrong.status, wrong.body.code]).toEqual([422, 'CURRENT_PASSWORD_WRONG'])
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 12; attempt++) codes.push((await exportOf(other, `guess-${attempt}`)).body.code)
    expect(codes).toContain('LOGIN_SLOWED')
  })
})

it('[PLAY-09] each column of the database is in the file of its player, or is named with the reason why not', async () => {
  const { rows } = await app.asOwner(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  )
  const stored = Map.groupBy(rows as { table: string; column: string }[], ({ table }) => table)
  const listed = [...Object.keys(PERSONAL_TABLES), ...Object.values(OTHER_TABLES).flat()]
  expect(listed.toSorted()).toEqual([...stored.keys()].toSorted())
  for (const [name, { owner, shown, withheld }] of Object.entries(PERSONAL_TABLES)) {
    const columns = [...shown, ...Object.keys(withheld), ...(owner === undefined ? [] : [owner])]
    expect([name, columns.toSorted()]).toEqual([
      name,
      stored
        .get(name)
        ?.map(({ column }) => column)
        .toSorted(),
    ])
  }
})

describe('retention', () => {
  const insertedBy: { readonly [what in 'phoneCodes' | 'payerPrompts' | 'notifications']: string } = {
    phoneCodes: `insert into phone_codes (id, purpose, phone_number, network, code_hash, created_at)
                 values (gen_random_uuid(), 'opt-out', '+256772009901', '10.0.0.1', '', $at)`,
    payerPrompts: `insert into payer_prompts (user_id, network, phone_number, created_at)
                   values ('$player', '10.0.0.1', '+256772009901', $at)`,
    notifications: `insert into notifications (id, user_id, message, created_at)
                    values (gen_random_uuid(), '$player', 'Old', $at)`,
  }

  it.each(Object.entries(insertedBy))(
    'rows of %s are deleted after their retention, not before',
    async (what, insert) => {
      const { ms, tables } = RETENTION[what as keyof typeof insertedBy]
      const account = await app.player()
      const now = app.clock.now().getTime()
      const add = (age: number) =>
        app.asOwner(
          insert.replace('$player', account.id).replace('$at', `'${new Date(now - age).toISOString()}'::timestamptz`),
        )
      const left = async () => (await app.asOwner(`select 1 from ${tables[0]} where created_at < now()`)).rows.length
      await deleteOldRows(app.kernel.workerDb, new Date(now))
      const before = await left()
      await add(ms + 1_000)
      await add(ms - 1_000)
      await deleteOldRows(app.kernel.workerDb, new Date(now))
      expect(await left()).toBe(before + 1)
      await deleteOldRows(app.kernel.workerDb, new Date(now + 2_000))
      expect(await left()).toBe(before)
    },
  )

  it('each table and job of the retention table exists', async () => {
    const { rows } = await app.asOwner(`select table_name as name from information_schema.tables`)
    const stored = new Set(rows.map(({ name }: { name: string }) => name))
    const retentions = Object.values(RETENTION)
    expect(retentions.flatMap(({ tables }) => tables).filter((table) => !stored.has(table))).toEqual([])
    const jobs = new Set(retentions.flatMap(({ job }) => job ?? []))
    // A job's name is in use if another one cannot take it.
    for (const job of jobs) expect(() => app.kernel.jobs.cron(job, '0 0 * * *', async () => {})).toThrow('two jobs')
  })
})
