import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Approval } from '@mupiira/contract/adjustments.ts'
import type { Suspension } from '@mupiira/contract/admin-risk.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'

let app: AdminFixture
beforeAll(async () => {
  app = await adminFixture()
})
afterAll(() => app?.close())

const set = (who: TestAccount, suspended: boolean, more: object = {}, scope = 'all') =>
  who.post('/api/admin/risk/suspensions', { scope, suspended, reason: 'odd bets', ...more })
const stops = async (who: TestAccount) => (await who.get('/api/admin/risk')).body['suspensions'] as Suspension[]
const reopeningFor = async (who: TestAccount) => (await stops(who)).map(({ reopening }) => reopening)
const waiting = async () => (await app.get('/api/admin/approvals')).body['items'] as Approval[]

it('[ADMT-30] one member of staff stops all betting, and reopens alone only what they stopped themselves', async () => {
  const care = await app.admin({
    permissions: { role: 'own', title: 'Stop', capabilities: ['admin:games:read', 'admin:games:suspend'] },
  })
  expect((await set(care, true)).status).toBe(200)
  expect((await set(care, false)).status).toBe(200)
  // Stopping again does not make it one's own stop.
  expect((await set(care, true)).status).toBe(200)
  expect((await set(app.staff, true)).status).toBe(200)
  expect([await reopeningFor(care), await reopeningFor(app.staff)]).toEqual([['now'], ['alone']])
  for (const more of [{}, { typed: 'reopen' }])
    expect((await set(app.staff, false, more)).body['code']).toBe('REOPENING_NOT_CONFIRMED')
  expect(await stops(app.staff)).toHaveLength(1)
  expect((await set(app.staff, false, { typed: 'REOPEN' })).status).toBe(200)
  expect((await app.staffActions('league:all')).at(-1)).toMatchObject({
    action: 'risk.resume',
    after: { flag: expect.stringContaining('without approval'), openBets: { tickets: 0 } },
  })
})

it('[ADMT-30] reopening what a colleague stopped waits for a second member of staff, and only for that stop', async () => {
  const ruth = await app.admin({ firstName: 'Ruth', permissions: { role: 'risk' } })
  const trader = await app.admin({ firstName: 'Joel', permissions: { role: 'trader' } })
  for (const scope of ['all', 'Uganda/Premier League']) expect((await set(ruth, true, {}, scope)).status).toBe(200)
  expect(await reopeningFor(trader)).toEqual(['wait', 'wait'])
  const asked = await set(trader, false, { typed: 'REOPEN' })
  expect(asked).toMatchObject({ status: 202, body: { approvalId: expect.any(String) } })
  expect((await set(trader, false, {}, 'Uganda/Premier League')).status).toBe(202)
  expect(await stops(trader)).toHaveLength(2)
  const [request] = await waiting()
  expect(request).toMatchObject({
    kind: 'reopen-betting',
    subject: 'league:all',
    subjectName: expect.stringContaining('odd bets'),
  })
  const approve = (who: TestAccount, id = '') => who.post(`/api/admin/approvals/${id}`, { decision: 'approve' })
  expect((await approve(trader, request?.id)).body['code']).toBe('APPROVAL_OWN')
  // A new stop replaces the one that the request names.
  expect((await set(ruth, false)).status).toBe(200)
  app.clock.forward(1_000)
  expect((await set(ruth, true)).status).toBe(200)
  expect((await approve(app.staff, request?.id)).body['code']).toBe('APPROVAL_OUTDATED')
  await set(trader, false)
  const second = (await waiting()).findLast(({ subject }) => subject === 'league:all')
  expect((await approve(app.staff, second?.id)).status).toBe(200)
  expect((await stops(trader)).map(({ scope }) => scope)).toEqual(['Uganda/Premier League'])
  expect((await app.staffActions('league:all')).at(-1)).toMatchObject({
    action: 'risk.resume',
    after: { requestedBy: trader.id },
  })
})
