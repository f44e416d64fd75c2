import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'

let app: AdminFixture
beforeAll(async () => {
  app = await adminFixture()
})
afterAll(() => app?.close())

describe('the role of the server in the database', () => {
  it.each([
    ['promote an account to administrator', `update profiles set role = 'admin'`],
    [
      'create an administrator',
      `insert into profiles (id, username, email, phone_number, role, first_name, last_name, location, nationality, created_at)
        values (gen_random_uuid(), 'x', 'x@example.com', '+256772000009', 'admin', 'X', 'Y', 'Kampala', 'Ugandan', now())`,
    ],
    ['change a phone number', `update profiles set phone_number = '+256772000000'`],
    ['delete an account', 'delete from profiles'],
    ['create a temporary table', 'create temporary table profiles (id uuid)'],
    [
      'choose when an audit entry was recorded',
      `insert into audit_log (address, action, subject, created_at, recorded_at) values ('', 'user.ban', 'user:1', now(), now())`,
    ],
  ])('[OPS-04] the server’s database role cannot %s', async (_what, statement) => {
    await expect(app.kernel.db.change(statement)).rejects.toThrow(/permission denied/)
  })
})

describe('the details of a player', () => {
  it('[OPS-04] reading a player’s details is recorded in the audit log, at most once an hour', async () => {
    const player = await app.player()
    for (const minutes of [0, 10, 51]) {
      app.clock.forward(minutes * MINUTE_MS)
      expect((await app.staff.get(`/api/admin/users/${player.id}`)).status).toBe(200)
    }
    const reads = (await app.staffActions(`user:${player.id}`)).filter(({ action }) => action === 'user.read')
    expect(reads.map(({ actor }) => actor)).toEqual([app.staff.id, app.staff.id])
  })

  it('[DATA-01] the details of a player show the National ID number, which the database stores encrypted', async () => {
    const nin = 'CM98765432WXYZ'
    const browser = app.browser()
    const form = { firstName: 'Amina', lastName: 'Nakato', password: 'mango-7391', location: 'Kampala' }
    const opened = await browser.post<{ user: { id: string } }>('/api/auth/register', {
      ...form,
      phoneNumber: '0783999001',
      acceptTerms: true,
      nin: 'cm 987-654-32 wxyz',
    })
    expect(opened.status).toBe(201)
    const { id } = opened.body.user
    expect((await app.staff.get(`/api/admin/users/${id}`)).body).toMatchObject({ nin })
    const [row] = await app.kernel.db.query<{ text: string }>('select p::text as text from profiles p where id = $1', [
      id,
    ])
    expect(row?.text).not.toContain(nin)
    expect(row?.text).not.toContain(Buffer.from(nin).toString('hex'))
    // Simulates a changed key.
    await app.asOwner(`update profiles set nin = decode(repeat('ab', 42), 'hex') where id = '${id}'`)
    expect(await app.staff.get(`/api/admin/users/${id}`)).toMatchObject({ status: 200, body: { nin: 'Not readable' } })
  })
})
