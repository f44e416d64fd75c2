import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import { TEST_PASSWORD, type TestAccount } from '../../testing/test-accounts.ts'
import { acrossMidnight, MIDNIGHTS, momentAfter } from '../../testing/test-midnights.ts'

const MIDNIGHT = MIDNIGHTS[0] ?? new Date(0)

let app: AdminFixture
beforeAll(async () => void (app = await adminFixture()))
afterAll(() => app?.close())

/** A new player one minute before midnight, whose request waits for the account until after midnight. */
async function waited(request: (player: TestAccount) => ReturnType<TestAccount['post']>): Promise<TestAccount> {
  app.clock.set(new Date(MIDNIGHT.getTime() - MINUTE_MS))
  const player = await app.player()
  await app.staff.signIn()
  const response = await acrossMidnight(app, MIDNIGHT, [player.id], () => request(player))
  expect(response.status, response.text).toBe(200)
  return player
}

const column = async (name: string, table: string, where: string, id: string): Promise<unknown> =>
  (await app.kernel.db.query<{ at: Date }>(`select ${name} as at from ${table} where ${where} = $1`, [id]))[0]?.at

it('[PLAY-03] a self-exclusion that waits for the account across midnight starts after every bet that was accepted before', async () => {
  const player = await waited((each) => each.post('/api/protection/exclusion', { length: '24h' }))
  expect(await column('excluded_from', 'player_protection', 'user_id', player.id)).toEqual(momentAfter(MIDNIGHT))
  expect(await column('created_at', 'protection_changes', 'user_id', player.id)).toEqual(momentAfter(MIDNIGHT))
})

it('[PLAY-01] a limit that waits for the account across midnight is recorded on the new day', async () => {
  const player = await waited((each) =>
    each.put('/api/protection/limits', { kind: 'stake', period: 'day', amount: 10_000 }),
  )
  expect(await column('created_at', 'protection_changes', 'user_id', player.id)).toEqual(momentAfter(MIDNIGHT))
})

it('[PLAY-10] an account that is closed while its lock is held across midnight is closed on the new day', async () => {
  const player = await waited((each) => each.post('/api/account/erasure', { currentPassword: TEST_PASSWORD }))
  expect(await column('status_changed_at', 'profiles', 'id', player.id)).toEqual(momentAfter(MIDNIGHT))
})

it('[AUTH-75] an account that is suspended while its lock is held across midnight is suspended on the new day', async () => {
  const player = await waited(({ id }) => app.staff.post(`/api/admin/users/${id}/status`, { newStatus: 'suspended' }))
  expect(await column('status_changed_at', 'profiles', 'id', player.id)).toEqual(momentAfter(MIDNIGHT))
  expect(await column('created_at', 'audit_log', 'subject', `user:${player.id}`)).toEqual(momentAfter(MIDNIGHT))
})

it('[OPS-04] a stake limit that waits for the account across midnight is recorded on the new day', async () => {
  const player = await waited(({ id }) =>
    app.staff.put(`/api/admin/users/${id}/stake-limit`, { mostStake: 10_000, reason: 'Arbitrage' }),
  )
  expect(await column('created_at', 'audit_log', 'subject', `user:${player.id}`)).toEqual(momentAfter(MIDNIGHT))
})
