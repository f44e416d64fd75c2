import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListedMonth, MonthDetail } from '@mupiira/contract/admin-closings.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { newId } from '../../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { HOUSE } from '../../wallet/index.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'

const MONTHS = '/api/admin/months'
let app: AdminFixture
let player: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  player = await app.wealthyPlayer()
})
afterAll(() => app?.close())

const monthOf = async (month: string): Promise<MonthDetail> =>
  (await app.get(`${MONTHS}/${month}`)).body as unknown as MonthDetail
const close = async (month: string, change: { readonly netGamingRevenue?: number } = {}) => {
  const { netGamingRevenue = 0 } = (await monthOf(month)).now
  return app.post(`${MONTHS}/${month}/close`, { reason: 'all agrees', netGamingRevenue, ...change })
}
async function betAt(time: string, stake: number): Promise<void> {
  const now = app.clock.now()
  app.clock.set(new Date(time))
  const game = await app.game()
  await app.bet(player, [await app.pick(game.id)], stake)
  app.clock.set(now)
}
const change = (sql: string, ...values: unknown[]) => app.kernel.db.change(sql, values)
const addPayment = (reference: string, createdAt: string) =>
  change(
    `insert into transactions (id, user_id, type, amount, status, created_at, phone_number, payment_method, description,
       provider, reference, short_reference, stage, next_at, updated_at)
     values ($1, $2, 'deposit', 2500000, 'pending', $4, '+256772000001', 'MTN', 'Deposit', 'mtn', $5, $3,
       'polling', '2100-01-01', $4)`,
    newId(),
    player.id,
    reference,
    createdAt,
    newId(),
  )

it('[FIN-04] a month is closed once, after its end and without open differences and payments, which the refusal names', async () => {
  await betAt('2026-11-21T12:00:00Z', 30_000)
  expect(await close('2026-11')).toMatchObject({ status: 422, body: { code: 'MONTH_NOT_OVER' } })
  expect((await app.get(`${MONTHS}/2026-13`)).body.code).toBe('INVALID_FIELDS')

  // It is 30 November in UTC and 1 December in Kampala.
  app.clock.set(new Date('2026-11-30T21:30:00Z'))
  await addPayment('D7KQ2MXP', '2026-11-30T20:59:00Z')
  await addPayment('D7KQ2MXR', '2026-11-30T21:10:00Z')
  await change(
    `insert into reconciliation_cases (id, provider, kind, subject, day, amount, detail, found_at, seen_at)
     values ($1, 'mtn', 'wallet', 'wallet', '2026-11-19', 500, 'differs', now(), now()),
            ($2, 'mtn', 'ledger', 'other', '2026-10-31', 500, 'differs', now(), now())`,
    newId(),
    newId(),
  )
  const refused = await close('2026-11')
  expect(refused).toMatchObject({ status: 409, body: { code: 'MONTH_NOT_RECONCILED' } })
  for (const named of ['MTN, 2026-11-19', '1 payment without a result: D7KQ2MXP'])
    expect(refused.body['detail']).toContain(named)
  for (const other of ['2026-10-31', 'D7KQ2MXR']) expect(refused.body['detail']).not.toContain(other)
  const { open } = await monthOf('2026-11')
  expect([open.cases.length, open.payments.map(({ shortReference }) => shortReference)]).toEqual([1, ['D7KQ2MXP']])

  await change(`update reconciliation_cases set closed_at = now() where day = '2026-11-19'`)
  await change(`update transactions set status = 'success', stage = 'done', next_at = null, completed_at = created_at
                 where short_reference = 'D7KQ2MXP'`)
  expect(await close('2026-11', { netGamingRevenue: 1 })).toMatchObject({
    status: 409,
    body: { code: 'MONTH_CHANGED' },
  })
  expect(await close('2026-11')).toMatchObject({ status: 200, body: { approvalId: null } })
  expect(await close('2026-11')).toMatchObject({ status: 409, body: { code: 'MONTH_CLOSED' } })

  const { closing, now, rowsAfterClosing } = await monthOf('2026-11')
  expect(closing).toMatchObject({ by: 'Sarah Nakato', approvedBy: null, reason: 'all agrees', figures: now })
  expect(closing?.figures).toMatchObject({ turnover: 30_000, grossGamingRevenue: 30_000, tax: 9_000 })
  expect(rowsAfterClosing).toEqual([])
  expect(await app.staffActions('month:2026-11')).toMatchObject([
    { action: 'finance.close-month', reason: 'all agrees', after: { turnover: 30_000, flag: expect.any(String) } },
  ])
  const { items } = (await app.get(MONTHS)).body as unknown as { items: ListedMonth[] }
  expect(items.map((each) => [each.month, each.closing?.figures.turnover])).toEqual([['2026-11', 30_000]])
})

it('[FIN-04] a later posting into a closed month is accepted, and shown as a difference with its row', async () => {
  const before = await monthOf('2026-11')
  await betAt('2026-11-30T20:00:00Z', 27_000)
  const after = await monthOf('2026-11')
  expect(after.closing).toEqual(before.closing)
  expect([after.closing?.figures.turnover, after.now.turnover]).toEqual([30_000, 57_000])
  expect(after.rowsAfterClosing).toMatchObject([
    { line: 'stakes', amount: 27_000, subject: 'bet', player: { id: player.id } },
  ])
  const { text } = await app.get(`${MONTHS}/export?month=2026-11`)
  expect(text).toContain(',Turnover,30000.00,57000.00,27000.00')
  await expect(change(`update month_closings set reason = 'another'`)).rejects.toThrow()
})

it('[FIN-04] a month is not closed past a posting that is not committed yet, so that each posting counts either in the figures or in the differences', async () => {
  const { db, workerDb } = app.kernel
  const { transfers } = app.modules.wallet
  const other = await app.wealthyPlayer()
  const month = '2026-11'
  app.clock.set(new Date('2026-12-01T09:00:00Z'))
  await app.asOwner(`alter table month_closings disable trigger user; delete from month_closings;
                     alter table month_closings enable trigger user`)
  const { netGamingRevenue = 0 } = (await monthOf(month)).now
  const [began] = await db.query<{ at: string }>('select clock_timestamp()::text as at')
  const polls = async () =>
    db.query(
      `select from pg_stat_activity
        where query like '%virtualtransaction%' and pid <> pg_backend_pid()
          and datname = current_database() and query_start > $1::timestamptz`,
      [began?.at],
    )
  const bet = {
    source: other.id,
    destination: HOUSE.book,
    amount: ugxFromShillings(13_000),
    kind: 'bet',
    description: '',
  } as const
  const { response } = await workerDb.transaction(async (tx) => {
    // It gets its id here, before the posting of October.
    await transfers.post(tx, [{ ...bet, reference: newId() }], new Date('2026-11-22T12:00:00Z'))
    const later = { ...bet, source: player.id, reference: newId() }
    await db.transaction((second) => transfers.post(second, [later], new Date('2026-10-15T12:00:00Z')))
    const closing = close(month, { netGamingRevenue })
    await expect.poll(async () => (await polls()).length, { message: 'the closing waits' }).toBeGreaterThan(0)
    expect((await monthOf(month)).closing).toBeNull()
    return { response: closing }
  })
  expect(await response).toMatchObject({ status: 409, body: { code: 'MONTH_CHANGED' } })
  expect(await close(month)).toMatchObject({ status: 200 })
  const { closing, now, rowsAfterClosing } = await monthOf(month)
  expect([closing?.figures, rowsAfterClosing]).toEqual([now, []])
})

it('[FIN-04] with a second person the closing waits, and is refused if the figures have changed since the request', async () => {
  const finance = await app.admin({ firstName: 'Ruth', permissions: { role: 'finance' } })
  await betAt('2026-12-10T12:00:00Z', 40_000)
  await change(`update transactions set status = 'failed', stage = 'done', next_at = null, reason = 'declined',
                  completed_at = created_at where status = 'pending'`)
  app.clock.set(new Date('2027-01-02T09:00:00Z'))
  const decide = async (id: unknown, decision: 'approve' | 'decline') =>
    finance.post(`/api/admin/approvals/${String(id)}`, { decision })
  const first = await close('2026-12')
  expect([first.status, (await close('2026-12')).body['approvalId']]).toEqual([202, first.body['approvalId']])
  expect(await monthOf('2026-12')).toMatchObject({ closing: null, isRequested: true })
  await betAt('2026-12-31T12:00:00Z', 26_000)
  expect((await decide(first.body['approvalId'], 'approve')).body.code).toBe('APPROVAL_OUTDATED')
  expect((await decide(first.body['approvalId'], 'decline')).status).toBe(200)

  const second = await close('2026-12')
  expect(
    (await app.post(`/api/admin/approvals/${String(second.body['approvalId'])}`, { decision: 'approve' })).body.code,
  ).toBe('APPROVAL_OWN')
  expect((await decide(second.body['approvalId'], 'approve')).status).toBe(200)
  expect(await monthOf('2026-12')).toMatchObject({
    isRequested: false,
    closing: { by: 'Sarah Nakato', approvedBy: 'Ruth Nakato', figures: { turnover: 66_000 } },
  })
  const care = await app.admin({ permissions: { role: 'care' } })
  expect([(await care.get(MONTHS)).status, (await finance.get(MONTHS)).status]).toEqual([403, 200])
})
