import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture()
})
afterAll(() => app?.close())

const REASON = 'the player asked for it by letter'

const erase = ({ id }: TestAccount, by = app.staff) =>
  by.post<{ approvalId: string | null; code?: string }>(`/api/admin/users/${id}/erasure`, { reason: REASON })
const messagesOf = async ({ id }: TestAccount): Promise<number> => {
  const { rows } = await app.asOwner(`select count(*)::int as count from customer_care_chat where user_id = '${id}'`)
  return rows[0].count
}
const actionsOf = async ({ id }: TestAccount) =>
  (await app.staffActions(`user:${id}`)).map(({ actor, action, reason }) => ({ actor, action, reason }))

async function playerWithMessage(): Promise<TestAccount> {
  const player = await app.player()
  await player.post('/api/chat/messages', { content: 'Where is my deposit?' })
  return player
}

describe('a player’s data in the hands of staff', () => {
  it('[PLAY-09] [OPS-04] staff export the same file as the player, with a reason in the audit log', async () => {
    const player = await playerWithMessage()
    const { status, body, headers } = await app.staff.post<{ customerCareChat: { content: string }[] }>(
      `/api/admin/users/${player.id}/export`,
      { reason: REASON },
    )
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body.customerCareChat).toMatchObject([{ content: 'Where is my deposit?' }])
    expect(await actionsOf(player)).toEqual([{ actor: app.staff.id, action: 'user.data-export', reason: REASON }])
  })

  it('[PLAY-10] a single manager erases an account alone, and its player cannot log in again', async () => {
    const player = await playerWithMessage()
    expect(await erase(player)).toMatchObject({ status: 200, body: { approvalId: null } })
    expect(await messagesOf(player)).toBe(0)
    expect((await player.get('/api/bets')).status).toBe(401)
    expect(await actionsOf(player)).toEqual([{ actor: app.staff.id, action: 'user.erase', reason: REASON }])
  })

  it('[PLAY-10] an account with a balance is not erased', async () => {
    const player = await app.player({ balanceUgx: 5_000 })
    expect((await erase(player)).body.code).toBe('ERASURE_BALANCE')
    expect(await actionsOf(player)).toEqual([])
  })

  it('staff accounts and unknown accounts are neither exported nor erased', async () => {
    for (const id of [app.staff.id, newId(), 'x']) {
      const [exported, erased] = [`/api/admin/users/${id}/export`, `/api/admin/users/${id}/erasure`]
      expect((await app.staff.post(exported, { reason: REASON })).body.code).toBe('USER_NOT_FOUND')
      expect((await app.staff.post(erased, { reason: REASON })).body.code).toBe('USER_NOT_FOUND')
    }
  })

  it('roles besides the manager may neither export nor erase', async () => {
    const player = await app.player()
    const risk = await app.admin({ firstName: 'Ruth', permissions: { role: 'risk' } })
    expect((await erase(player, risk)).body.code).toBe('NOT_ALLOWED')
    const { body } = await risk.post(`/api/admin/users/${player.id}/export`, { reason: REASON })
    expect(body.code).toBe('NOT_ALLOWED')
  })

  it('[ADMT-30] [PLAY-10] with a second manager, an erasure waits for that manager, who may decline or approve it', async () => {
    const colleague = await app.admin({ firstName: 'Ruth' })
    const player = await playerWithMessage()
    const first = await erase(player)
    expect([first.status, await messagesOf(player)]).toEqual([202, 1])
    const decide = (id: string | null, decision: 'approve' | 'decline', by: TestAccount) =>
      by.post(`/api/admin/approvals/${id}`, { decision, note: 'checked' })
    expect((await decide(first.body.approvalId, 'approve', app.staff)).body.code).toBe('APPROVAL_OWN')
    expect((await decide(first.body.approvalId, 'decline', colleague)).status).toBe(200)
    expect(await messagesOf(player)).toBe(1)
    const second = await erase(player)
    expect((await decide(second.body.approvalId, 'approve', colleague)).status).toBe(200)
    expect(await messagesOf(player)).toBe(0)
    expect((await actionsOf(player)).map(({ actor, action }) => [actor, action])).toEqual([
      [app.staff.id, 'user.erase'],
      [colleague.id, 'user.decline-erasure'],
      [app.staff.id, 'user.erase'],
      [colleague.id, 'user.erase'],
    ])
  })

  it('[PLAY-10] an approval of an erasure that has become impossible is refused', async () => {
    const colleague = await app.admin({ firstName: 'Peace' })
    const player = await playerWithMessage()
    const { body } = await erase(player)
    const payment = newId()
    await app.asOwner(
      `insert into transactions (id, user_id, type, amount, status, created_at, phone_number, payment_method, description,
         provider, reference, short_reference, stage, next_at, updated_at)
       values ('${payment}', '${player.id}', 'deposit', 5000000, 'pending', now(), '${player.phone}', 'MTN', 'Deposit',
         'relworx', '${payment}', 'D7KQ2MXQ', 'polling', 'infinity', now())`,
    )
    const decided = await colleague.post(`/api/admin/approvals/${body.approvalId}`, { decision: 'approve' })
    expect([decided.body.code, await messagesOf(player)]).toEqual(['ERASURE_IMPOSSIBLE', 1])
  })
})
