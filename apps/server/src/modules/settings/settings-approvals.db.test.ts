import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'

let app: AdminFixture
beforeAll(async () => void (app = await adminFixture()))
afterAll(() => app?.close())

const threshold = () => app.modules.settings.reads.current().four_eyes_threshold

it('[ADMT-30] beside finance staff a single admin cannot raise the threshold of approvals alone', async () => {
  const finance = await app.admin({ permissions: { role: 'finance' } })
  const before = threshold()
  const change = { changes: [{ key: 'four_eyes_threshold', value: '9000000' }], reason: 'larger payments' }
  const { status, body } = await app.staff.put('/api/admin/settings', change)
  expect([status, threshold()]).toEqual([202, before])
  const decision = `/api/admin/approvals/${body['approvalId'] as string}`
  expect((await app.staff.post(decision, { decision: 'approve' })).body['code']).toBe('APPROVAL_OWN')
  expect((await finance.put('/api/admin/settings', change)).status).toBe(403)
  expect((await finance.post(decision, { decision: 'approve' })).status).toBe(200)
  expect(threshold()).toBe(9_000_000)
})
