import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { smallPng } from '../../../../../tests/support/chat-form.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { TEST_PASSWORD, type TestAccount } from '../../testing/test-accounts.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { eraseIdentities } from './close-account.ts'
import { deleteOldRows } from './delete-old-rows.repository.ts'
import { accountFile } from './present-account-file.ts'
import { PERSONAL_TABLES } from './personal-tables.repository.ts'
import { OTHER_TABLES } from './testing/other-tables.ts'

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

describe('the data file of a player', () => {
  it('[PLAY-09] a player’s data file contains the profile, sessions, bets, payments, statement, messages and limits of the player', async () => {
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

  it('[PLAY-09] a player’s data file contains no data of another player and no secret', async () => {
    const { text } = await exportOf(player)
    expect(text).not.toContain(other.id)
    expect(text).not.toContain(other.phone)
    expect(text).not.toContain('of other')
    expect(text).not.toMatch(/argon2|hash|token/i)
  })

  it('[PLAY-09] a row that is deleted during the download does not displace another row of the data file', async () => {
    let isDeleted = false
    const db: Db = {
      ...app.kernel.db,
      async asPlayer(playerId, read) {
        const answer = await app.kernel.db.asPlayer(playerId, read)
        if (Array.isArray(answer) && answer.length === 500 && !isDeleted) {
          isDeleted = true
          const first = `select id from notifications where user_id = '${player.id}' order by id limit 1`
          await app.asOwner(`delete from notifications where id = (${first})`)
        }
        return answer
      },
    }
    const file = accountFile(db, { userId: player.id, nationalIdNumber: null, now: app.clock.now() })
    const exported = JSON.parse(await text(file.content as Readable)) as Exported
    expect(isDeleted).toBe(true)
    expect(new Set(exported['notifications']?.map(({ message }) => message)).size).toBe(1_100)
  })

  it('[PLAY-09] the data file is read in the player role where that role has access to the table', async () => {
    const { rows } = await app.asOwner(`select tablename as name from pg_policies where policyname = 'own'`)
    const readable = new Set(rows.map(({ name }: { name: string }) => name))
    for (const [name, { readBy }] of Object.entries(PERSONAL_TABLES))
      expect([name, readBy === undefined]).toEqual([name, readable.has(name)])
  })

  it('[PLAY-09] the data file requires the password, and wrong passwords are throttled', async () => {
    const wrong = await exportOf(other, 'not-the-password')
    expect([wrong.status, wrong.body.code]).toEqual([422, 'CURRENT_PASSWORD_WRONG'])
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 12; attempt++) codes.push((await exportOf(other, `guess-${attempt}`)).body.code)
    expect(codes).toContain('LOGIN_SLOWED')
  })
})

it('[PLAY-09] each database column about players is in the data file, or is listed with the reason for its absence', async () => {
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
    'rows of %s are deleted after their retention period, not before',
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

  it('every table and job named in the list of retention periods exists', async () => {
    const { rows } = await app.asOwner(`select table_name as name from information_schema.tables`)
    const stored = new Set(rows.map(({ name }: { name: string }) => name))
    const retentions = Object.values(RETENTION)
    expect(retentions.flatMap(({ tables }) => tables).filter((table) => !stored.has(table))).toEqual([])
    const jobs = new Set(retentions.flatMap(({ job }) => job ?? []))
    // A job exists if another job cannot take its name.
    for (const job of jobs) expect(() => app.kernel.jobs.cron(job, '0 0 * * *', async () => {})).toThrow('two jobs')
  })
})

describe('closing the account', () => {
  const close = (account: TestAccount, currentPassword: string = TEST_PASSWORD) =>
    account.post('/api/account/erasure', { currentPassword })
  /** Moves the request and the end of an account 10 years and 30 days back. */
  async function age(id: string): Promise<void> {
    const past = `now() - interval '10 years 30 days'`
    await app.asOwner(`update account_erasures set requested_at = ${past} where user_id = '${id}'`)
    await app.asOwner(`update profiles set status_changed_at = ${past} where id = '${id}'`)
  }
  /** The tables with a row that contains a text, except the outbox, whose rows are deleted after 24 hours. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows } = await app.asOwner(`select tablename as name from pg_tables
        where schemaname = 'public' and tablename <> 'outbox' order by 1`)
    const searches = (rows as { name: string }[]).map(
      ({ name }) => `select '${name}' as name where exists (select from ${name} t where t::text like '%${text}%')`,
    )
    const found = await app.asOwner(`${searches.join(' union all ')} order by 1`)
    return found.rows.map(({ name }: { name: string }) => name)
  }

  it('[PLAY-10] closing an account with money, open bets or payments is refused, and the message says what to do first', async () => {
    expect((await close(player, 'not-the-password')).body.code).toBe('CURRENT_PASSWORD_WRONG')
    expect((await close(player)).body.code).toBe('ERASURE_OPEN_BETS')
    const rich = await app.player({ balanceUgx: 700 })
    const refused = await close(rich)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'ERASURE_BALANCE',
      'Your balance is UGX 700.00. Withdraw it before you close the account, or ask customer care to settle it.',
    ])
    const paying = await app.player()
    await app.asOwner(
      `insert into transactions (id, user_id, type, amount, created_at, phone_number, payment_method, description, provider,
         reference, stage, next_at, updated_at)
       values (gen_random_uuid(), '${paying.id}', 'deposit', 5000000, now(), '${paying.phone}', 'MTN', 'Deposit', 'relworx',
         'reference-of-${paying.id.slice(0, 8)}', 'polling', now(), now())`,
    )
    expect((await close(paying)).body.code).toBe('ERASURE_OPEN_PAYMENTS')
    expect((await close(await app.admin())).status).toBe(403)
    expect((await app.asOwner('select 1 from account_erasures')).rows).toEqual([])
  })

  it('[PLAY-10] closing an account erases messages, images, notifications, devices and the recovery address at once, and the identity after ten years', async () => {
    const leaving = await app.player({ firstName: 'Zziwa', lastName: 'Kyomuhendo' })
    const { id, phone } = leaving
    const form = new FormData()
    form.set('content', 'Nnyabo, please help')
    form.set('image', new Blob([new Uint8Array(smallPng())]), 'picture.png')
    const { message } = (await leaving.upload<{ message: { imageUrl: string } }>('/api/chat/messages', form)).body
    const image = message.imageUrl.split('/').at(-1) ?? ''
    await app.asOwner(`update profiles set email = 'zziwa@example.com' where id = '${id}'`)
    await app.asOwner(`insert into notifications (id, user_id, message, created_at)
      values (gen_random_uuid(), '${id}', 'Hello Zziwa', now())`)
    await app.asOwner(`insert into staff_notes (id, user_id, written_by, note, created_at)
      values (gen_random_uuid(), '${id}', '${other.id}', 'Speaks with Zziwa', now())`)
    await app.asOwner(`insert into known_devices (user_id, device_hash, created_at, seen_at)
      values ('${id}', decode(repeat('ab', 32), 'hex'), now(), now())`)
    await app.asOwner(
      `insert into transactions (id, user_id, type, amount, status, created_at, completed_at, phone_number, payment_method,
         description, provider, reference, stage, updated_at)
       values (gen_random_uuid(), '${id}', 'deposit', 5000000, 'success', now() - interval '11 years', now(), '${phone}', 'MTN', 'Deposit', 'relworx',
         'reference-of-zz', 'done', now())`,
    )
    await app.asOwner(
      `insert into aviator_bets (id, round_no, user_id, stake, auto, state, payout, placed_at, decided_at, client, address)
       values (gen_random_uuid(), 1, '${id}', 100, false, 'refunded', 100, now() - interval '11 years', now(), 'Firefox of Zziwa', '10.9.8.7')`,
    )

    const { differences } = await app.checkLedger()
    const closed = await close(leaving)
    expect([closed.status, closed.headers['clear-site-data']]).toEqual([200, '"cache"'])
    expect((await leaving.get('/api/wallet')).status).toBe(401)
    expect(await app.images.read(image)).toBeNull()
    for (const text of ['Nnyabo', 'zziwa@example.com', 'Hello Zziwa', image]) expect(await tablesWith(text)).toEqual([])
    expect((await app.asOwner(`select 1 from known_devices where user_id = '${id}'`)).rows).toEqual([])
    expect(await tablesWith(phone)).toEqual(['profiles', 'transactions'])
    expect(await tablesWith('Zziwa')).toEqual(['aviator_bets', 'profiles', 'staff_notes'])
    const admin = await app.admin()
    const file = await admin.get(`/api/admin/users/${id}`)
    expect(file.body).toMatchObject({ erasureRequestedAt: expect.any(String), user: { accountStatus: 'suspended' } })

    // The database refuses an early erasure, even if the server requests it.
    await expect(app.kernel.db.change('call erase_identity($1)', [id])).rejects.toThrow('must be kept')
    await expect(app.kernel.db.change('call erase_personal_data($1)', [other.id])).rejects.toThrow('not to be erased')
    await eraseIdentities(app.kernel)
    expect(await tablesWith('Zziwa')).toHaveLength(3)
    await age(id)
    await eraseIdentities(app.kernel)
    for (const text of [phone, phone.slice(1), 'Zziwa', 'Kyomuhendo', '10.9.8.7'])
      expect(await tablesWith(text)).toEqual([])
    expect((await admin.get(`/api/admin/users/${id}`)).body).toMatchObject({ user: { firstName: 'Erased' } })
    // The rows of this test have no postings, so the check already finds differences before the closing.
    expect((await app.checkLedger()).differences).toEqual(differences)
  })

  it('[PLAY-10] the server can neither request the erasure of an account with money nor choose the date of a request', async () => {
    const rich = await app.player({ balanceUgx: 5_000 })
    const change = (text: string) => app.kernel.db.change(text, [rich.id])
    await expect(change('call request_erasure($1)')).rejects.toThrow('ERASURE_BALANCE')
    const dated = `insert into account_erasures (user_id, requested_at) values ($1, now() - interval '11 years')`
    await expect(change(dated)).rejects.toThrow('permission denied')
    await close(await app.player())
    const earlier = `update account_erasures set requested_at = now() - interval '11 years' where user_id <> $1`
    await expect(change(earlier)).rejects.toThrow('permission denied')
  })

  it('[PLAY-10] an identity that cannot be erased is reported, and later accounts are still erased', async () => {
    const names = ['Akello', 'Byamukama', 'Chandiru']
    const players: TestAccount[] = []
    for (const firstName of names) {
      const leaving = await app.player({ firstName })
      expect((await close(leaving)).status).toBe(200)
      await age(leaving.id)
      players.push(leaving)
    }
    const [, faulty] = players
    await app.asOwner(`create function refuse_one() returns trigger language plpgsql
      as 'begin raise exception ''this row cannot be changed''; end'`)
    await app.asOwner(`create trigger refuse_one before update on profiles for each row
      when (old.id = '${faulty?.id}') execute function refuse_one()`)
    await expect(eraseIdentities(app.kernel)).rejects.toThrow('1 of 3 closed accounts')
    const remaining = []
    for (const name of names) remaining.push((await tablesWith(name)).includes('profiles'))
    expect(remaining).toEqual([false, true, false])
    await app.asOwner('drop trigger refuse_one on profiles')
    await eraseIdentities(app.kernel)
    expect(await tablesWith('Byamukama')).not.toContain('profiles')
  })

  it('[PLAY-10] the database refuses to erase the messages of a reactivated account', async () => {
    const returning = await app.player()
    expect((await close(returning)).status).toBe(200)
    await (await app.admin()).post(`/api/admin/users/${returning.id}/status`, { newStatus: 'active', reason: 'test' })
    await expect(app.kernel.db.change('call erase_personal_data($1)', [returning.id])).rejects.toThrow(
      'not to be erased',
    )
  })

  it('[PLAY-10] a reactivated account keeps its identity for ten years after it is closed again', async () => {
    const player = await app.player({ firstName: 'Nakibuule' })
    expect((await close(player)).status).toBe(200)
    await age(player.id)
    const admin = await app.admin()
    for (const newStatus of ['active', 'banned']) {
      const { status } = await admin.post(`/api/admin/users/${player.id}/status`, { newStatus, reason: 'test' })
      expect(status).toBe(200)
      await eraseIdentities(app.kernel)
      expect(await tablesWith('Nakibuule')).toContain('profiles')
    }
  })
})
