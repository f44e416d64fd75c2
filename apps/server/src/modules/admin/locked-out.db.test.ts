import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { type Desk, testDesk } from './test-desk.ts'

let desk: Desk
beforeAll(async () => void (desk = await testDesk()))
afterAll(() => desk?.stop())

it('[ADMU-19] [AUTH-75] of administrators who ban each other at the same moment one remains', async () => {
  const colleague = await desk.person({ role: 'admin', firstName: 'Ruth' })
  const [one, other] = [desk.admin, colleague]
  const reason = 'his account is in the hands of somebody else'
  const ban = (by: typeof one, whom: typeof one) =>
    desk.ask('POST', `/api/admin/users/${whom.userId}/status`, { newStatus: 'banned', reason }, by)
  let bans: Promise<Awaited<ReturnType<typeof ban>>[]> | undefined
  await desk.kernel.db.transaction(async (tx) => {
    await tx.query('select from profiles where id = any($1::uuid[]) for update', [[one.userId, other.userId]])
    bans = Promise.all([ban(one, other), ban(other, one)])
    // Both have passed the door, and wait for the accounts.
    await untilLockWaits(desk.kernel.db, 2)
  })
  const told = (await bans) ?? []
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 401]))
  expect(told.find(({ status }) => status === 401)?.body.code).toBe('NOT_AUTHENTICATED')
  const statuses = [one, other].map(async ({ userId }) => (await desk.identity.profile(userId))?.accountStatus)
  expect(new Set(await Promise.all(statuses))).toEqual(new Set(['active', 'banned']))
  const { rows } = await desk.asOwner(`select subject from audit_log where action = 'user.ban'`)
  expect(rows.length).toBe(1)
})
