import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { newId } from '../../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'

let app: AdminFixture
let colleague: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  colleague = await app.admin({ balanceUgx: 0 })
})
afterAll(() => app?.close())

/** A deposit that its network never confirmed. */
async function deposit(shillings: number, stage: 'checking' | 'review' = 'review'): Promise<string> {
  const [id, now] = [newId(), app.clock.now()]
  const { id: userId, phone } = await app.wealthyPlayer()
  await app.kernel.db.change(
    `insert into transactions (id, user_id, type, amount, phone_number, payment_method, description, provider, reference,
                               stage, next_at, created_at, updated_at)
     values ($1, $2, 'deposit', $3, $4, 'MTN', 'Deposit', 'relworx', $5, $6, $7, $8, $8)`,
    [id, userId, shillings * 100, phone, id.slice(0, 36), stage, stage === 'review' ? null : now, now],
  )
  return id
}
const resolve = (id: string) =>
  app.post(`/api/admin/transactions/${id}/resolve`, {
    ending: 'success',
    note: 'seen in the console of the network',
  })
const statusOf = async (id: string) => (await app.modules.payments.reads.byId(id))?.status

describe('payments that staff decides', () => {
  it('[ADMT-30] [ADMX-27] a staff decision on a payment above the threshold needs two approvers, even at the moment when the review starts', async () => {
    const id = await deposit(5_000_000, 'checking')
    let pending: ReturnType<typeof resolve> | undefined
    await app.kernel.db.transaction(async (tx) => {
      await tx.change(`update transactions set stage = 'review', next_at = null where id = $1`, [id])
      pending = resolve(id)
      await untilLockWaits(app.kernel.db)
    })
    const response = await pending
    expect([response?.status, response?.body['approvalId']]).toEqual([202, expect.any(String)])
    expect(await statusOf(id)).toBe('pending')
  })

  it('[ADMT-30] small payment decisions of one day count together towards the threshold, sequential or concurrent, and with adjustments', async () => {
    app.clock.forward(2 * DAY_MS)
    const ids = await Promise.all([400_000, 400_000, 400_000, 400_000].map((shillings) => deposit(shillings)))
    const response = await Promise.all(ids.map(resolve))
    expect(response.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 202, 202])
    const player = await app.wealthyPlayer()
    const topUp = await app.post(`/api/admin/users/${player.id}/top-up`, { amount: 300_000 })
    expect(topUp.status).toBe(202)
  })

  it('[ADMT-30] payment decisions that a colleague approved do not count towards the threshold', async () => {
    app.clock.forward(2 * DAY_MS)
    const large = (await resolve(await deposit(2_000_000))).body['approvalId']
    const approved = await colleague.post(`/api/admin/approvals/${String(large)}`, { decision: 'approve' })
    expect(approved.status).toBe(200)
    const small = await deposit(1_000_000)
    const body = { ending: 'success', note: 'seen in the console of the network' }
    expect((await colleague.post(`/api/admin/transactions/${small}/resolve`, body)).status).toBe(200)
    expect(await statusOf(small)).toBe('success')
  })
})

describe('payments that staff queries at the provider', () => {
  it('[OPS-04] [ADMX-27] staff can query a payment at the provider at once, with an audit entry, unless the payment is completed', async () => {
    const decide = async (id: string) => {
      const { status, body } = await app.post(`/api/admin/transactions/${id}/ask`)
      return [status, body['code']]
    }
    const id = await deposit(40_000)
    expect(await decide(id)).toEqual([200, undefined])
    const { body } = await app.get('/api/admin/audit?action=payment')
    const entry = { action: 'payment.query-provider', subject: `payment:${id}`, actorId: app.staff.id }
    expect((body['items'] as unknown[])[0]).toMatchObject(entry)
    expect((await resolve(id)).status).toBe(200)
    expect(await decide(id)).toEqual([409, 'NOTHING_TO_ASK'])
    expect((await app.post(`/api/admin/transactions/${newId()}/ask`)).status).toBe(404)
  })
})
