import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'

let app: AdminFixture
let ruth: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  ruth = await app.admin({ firstName: 'Ruth', permissions: { role: 'finance' } })
  await app.set('four_eyes_threshold', 100_000)
})
afterAll(() => app?.close())

/** A surplus of this amount in MTN's wallet. */
async function differenceOf(amount: number, subject = newId()): Promise<string> {
  const id = newId()
  await app.kernel.db.change(
    `insert into reconciliation_cases (id, provider, kind, subject, day, amount, detail, found_at, seen_at)
     values ($1, 'mtn', 'wallet', $2, '2026-11-19', $3, 'differs', now(), now())`,
    [id, subject, amount * 100],
  )
  return id
}
const close = (who: TestAccount, id: string, amount: number, booked = true) =>
  who.post(`/api/admin/reconciliation/cases/${id}/close`, { note: 'paid in by the owner', booked, amount })
const approve = (who: TestAccount, id: unknown) =>
  who.post(`/api/admin/approvals/${String(id)}`, { decision: 'approve' })

it('[ADMT-30] [OPS-05] differences booked to the operator count together towards the four-eyes threshold, and explanations do not', async () => {
  const [first, second, explained] = [
    await differenceOf(60_000),
    await differenceOf(60_000),
    await differenceOf(90_000),
  ]
  expect((await close(ruth, first, 60_000)).body).toEqual({ booked: 60_000 })
  expect((await close(ruth, explained, 90_000, false)).body).toEqual({ booked: 0 })
  const waiting = await close(ruth, second, 60_000)
  expect(waiting).toMatchObject({ status: 202, body: { approvalId: expect.any(String) } })
  expect((await close(ruth, second, 60_000)).body).toEqual(waiting.body)
  const bookings = async () =>
    (await app.kernel.db.query('select from postings where kind = $1', ['float-adjustment'])).length
  expect(await bookings()).toBe(1)
  expect((await approve(ruth, waiting.body['approvalId'])).body['code']).toBe('APPROVAL_OWN')
  expect((await approve(app.staff, waiting.body['approvalId'])).status).toBe(200)
  expect(await bookings()).toBe(2)
  expect((await app.staffActions(`case:${second}`)).at(-1)).toMatchObject({
    action: 'payment.close-case',
    after: { booked: 60_000, requestedBy: ruth.id },
  })
  // An approved booking counts for neither person, and an adjustment counts together with the first.
  const player = await app.wealthyPlayer()
  expect((await ruth.post(`/api/admin/users/${player.id}/top-up`, { amount: 50_000 })).status).toBe(202)
  expect((await app.post(`/api/admin/users/${player.id}/top-up`, { amount: 90_000 })).status).toBe(200)
})

it('[ADMT-30] a difference that has changed since the request is not booked', async () => {
  const id = await differenceOf(500_000)
  const { approvalId } = (await close(ruth, id, 500_000)).body
  await app.kernel.db.change('update reconciliation_cases set amount = amount + 100 where id = $1', [id])
  expect((await approve(app.staff, approvalId)).body['code']).toBe('CASE_CHANGED')
})
