import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { type BackOffice, testBackOffice } from './test-back-office.ts'

let backOffice: BackOffice
beforeAll(async () => void (backOffice = await testBackOffice()))
afterAll(() => backOffice?.stop())

it('[ADMU-19] [AUTH-75] of administrators who ban each other at the same moment one remains', async () => {
  const colleague = await backOffice.person({ role: 'admin', firstName: 'Ruth' })
  const [one, other] = [backOffice.admin, colleague]
  const reason = 'his account is in the hands of somebody else'
  const ban = (by: typeof one, whom: typeof one) =>
    backOffice.ask('POST', `/api/admin/users/${whom.userId}/status`, { newStatus: 'banned', reason }, by)
  let bans: Promise<Awaited<ReturnType<typeof ban>>[]> | undefined
  await backOffice.kernel.db.transaction(async (tx) => {
    await tx.query('select from profiles where id = any($1::uuid[]) for update', [[one.userId, other.userId]])
    bans = Promise.all([ban(one, other), ban(other, one)])
    // Both have passed the door, and wait for the accounts.
    await untilLockWaits(backOffice.kernel.db, 2)
  })
  const told = (await bans) ?? []
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 401]))
  expect(told.find(({ status }) => status === 401)?.body.code).toBe('NOT_AUTHENTICATED')
  const statuses = [one, other].map(async ({ userId }) => (await backOffice.identity.profile(userId))?.accountStatus)
  expect(new Set(await Promise.all(statuses))).toEqual(new Set(['active', 'banned']))
  const { rows } = await backOffice.asOwner(`select subject from audit_log where action = 'user.ban'`)
  expect(rows.length).toBe(1)
})
