import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'

let app: AdminFixture
beforeAll(async () => void (app = await adminFixture({ background: true, session: 'manual' })))
afterAll(() => app?.close())

it('[ADMU-19] [AUTH-75] only one of two administrators who ban each other concurrently is banned', async () => {
  const colleague = await app.admin({ firstName: 'Ruth', session: 'manual' })
  const [one, other] = [app.staff, colleague]
  const reason = 'the account was taken over'
  const ban = (by: typeof one, target: typeof one) =>
    by.post(`/api/admin/users/${target.id}/status`, { newStatus: 'banned', reason })
  let bans: Promise<Awaited<ReturnType<typeof ban>>[]> | undefined
  await app.kernel.db.transaction(async (tx) => {
    await tx.query('select from profiles where id = any($1::uuid[]) for update', [[one.id, other.id]])
    bans = Promise.all([ban(one, other), ban(other, one)])
    // Both requests are authorised and wait for the account locks.
    await untilLockWaits(app.kernel.db, 2)
  })
  const response = (await bans) ?? []
  expect(new Set(response.map(({ status }) => status))).toEqual(new Set([200, 401]))
  expect(response.find(({ status }) => status === 401)?.body.code).toBe('NOT_AUTHENTICATED')
  const statuses = [one, other].map(
    async ({ id: userId }) => (await app.modules.identity.profiles.byId(userId))?.accountStatus,
  )
  expect(new Set(await Promise.all(statuses))).toEqual(new Set(['active', 'banned']))
  const { rows } = await app.asOwner(`select subject from audit_log where action = 'user.ban'`)
  expect(rows.length).toBe(1)
})
