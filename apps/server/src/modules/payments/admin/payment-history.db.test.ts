import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { openPaymentFixture, type PaymentFixture, type Player, acceptedPayment } from '../testing/payment-fixture.ts'
import type { PaymentFilter } from './payment-history.repository.ts'

const EVERYTHING: PaymentFilter = { type: null, status: null, toReview: false, from: null, until: null, search: null }

let app: PaymentFixture
let player: Player
let unknown: Player
let stuck: string

/** Two days of payments that succeeded, failed, or wait for staff. */
beforeAll(async () => {
  app = await openPaymentFixture()
  player = await app.player('+256776500010', 900_000)
  const declined = await app.player('+256776500011', 300_000)
  unknown = await app.player('+256776500013', 300_000)
  for (let day = 0; day < 2; day++) {
    for (let at = 0; at < 7; at++) acceptedPayment(await app.deposit(player, 30_000 + at * 500))
    acceptedPayment(await app.withdraw(player, 40_000))
    acceptedPayment(await app.deposit(declined, 27_000))
    stuck = acceptedPayment(await app.withdraw(unknown, 50_000)).id
    for (let poll = 0; poll < 20; poll++) await app.pass(5_000)
    if (day === 0) await app.kernel.rollups.fill(app.clock.now())
    await app.pass(3 * DAY_MS + 3_600_000)
  }
}, 120_000)
afterAll(() => app?.close())

const total = async (filter: Partial<PaymentFilter>): Promise<number> =>
  (await app.payments.administration.history.page({ ...EVERYTHING, ...filter }, { page: 1, pageSize: 10, after: null }))
    .total
const counted = async (where: string, ...values: unknown[]): Promise<number> => {
  const rows = await app.owner.query<{ n: number }>(
    `select count(*)::int as n from transactions where ${where}`,
    values,
  )
  return rows[0]?.n ?? -1
}

it('[ADMX-24] the payment history lists all payments, ten a page, newest first, with an exact count', async () => {
  const first = await app.payments.administration.history.page(EVERYTHING, { page: 1, pageSize: 10, after: null })
  const second = await app.payments.administration.history.page(EVERYTHING, { page: 2, pageSize: 10, after: null })
  expect([first.total, first.items.length]).toEqual([await counted('true'), 10])
  expect(second.items.length).toBe(first.total - 10)
  const times = [...first.items, ...second.items].map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(first.total)
})

it('payment counts by type, status, day, player and reference equal a recount', async () => {
  for (const type of ['deposit', 'withdrawal'] as const) {
    for (const status of ['pending', 'success', 'failed'] as const) {
      expect([type, status, await total({ type, status })]).toEqual([
        type,
        status,
        await counted('type = $1 and status = $2', type, status),
      ])
    }
  }
  const search = { reference: '', userIds: [player.id] }
  expect(await total({ search })).toBe(await counted('user_id = $1', player.id))
  expect(await total({ search, type: 'withdrawal' })).toBe(2)
  const reference = `WDR-${stuck.replaceAll('-', '')}`
  expect(await total({ search: { reference, userIds: [] } })).toBe(1)
  const [{ short } = { short: '' }] = await app.owner.query<{ short: string }>(
    'select short_reference as short from transactions where id = $1',
    [stuck],
  )
  for (const typed of [short, short.toLowerCase(), `${short.slice(0, 4)} ${short.slice(4)}`])
    expect([typed, await total({ search: { reference: typed, userIds: [] } })]).toEqual([typed, 1])
  expect(await total({ search: { reference: 'W2222222', userIds: [] } })).toBe(0)
  expect(await total({ toReview: true })).toBe(await counted(`stage = 'review'`))
  expect(await total({ toReview: true })).toBeGreaterThan(0)
})

it('payment totals by day equal a recount, for closed and open hours', async () => {
  const counting = `select kampala_day(created_at)::text as day, type, status, count(*)::int as transactions, sum(amount)::bigint as "amountUgx"
                      from transactions group by 1, 2, 3 order by 1, 2, 3`
  expect(await app.payments.administration.history.totals(null, null)).toEqual(await app.owner.query(counting))
  await app.kernel.rollups.fill(new Date(app.clock.now().getTime() + 2 * 3_600_000))
  expect(await app.payments.administration.history.totals(null, null)).toEqual(await app.owner.query(counting))
})

it.each<Partial<PaymentFilter>>([
  {},
  { type: 'withdrawal' },
  { status: 'failed' },
  { type: 'deposit', status: 'success' },
  { toReview: true },
  { status: 'unconfirmed' },
  { search: { reference: '', userIds: ['player'] } },
  { search: { reference: '', userIds: ['player'] }, type: 'withdrawal' },
  { search: { reference: '', userIds: [] } },
])('[ADMX-24] the totals with the filter %o equal the sums of the listed payments', async (partial) => {
  const search = partial.search && { ...partial.search, userIds: partial.search.userIds.map(() => player.id) }
  const filter = { ...EVERYTHING, ...partial, search: search ?? null }
  const { history } = app.payments.administration
  const { items } = await history.page(filter, { page: 1, pageSize: 1_000, after: null })
  const sumOf = (payments: typeof items) => ({
    transactions: payments.length,
    amountUgx: payments.reduce((sum, { amount }) => sum + amount, 0n),
  })
  const { days, unconfirmed } = await history.totalsOf(filter)
  expect({
    transactions: days.reduce((sum, { transactions }) => sum + transactions, 0),
    amountUgx: days.reduce((sum, { amountUgx }) => sum + amountUgx, 0n),
  }).toEqual(sumOf(items))
  expect(unconfirmed).toEqual(sumOf(items.filter(({ status, stage }) => status === 'failed' && stage !== 'done')))
})

it('[DEP-25] a deposit without a final result counts as unconfirmed, and no longer after 72 hours', async () => {
  const { unconfirmed } = app.payments.administration.history
  const none = { transactions: 0, amountUgx: 0n }
  expect(await unconfirmed(null, null)).toEqual(none)
  const deposit = acceptedPayment(await app.deposit(unknown, 26_000))
  for (let poll = 0; poll < 20; poll++) await app.pass(5_000)
  const createdAt = Date.parse(deposit.createdAt)
  const [from, until] = [new Date(createdAt), new Date(createdAt + 1)]
  expect(await unconfirmed(from, until)).toEqual({ transactions: 1, amountUgx: 2_600_000n })
  expect(await unconfirmed(until, null)).toEqual(none)
  const { totalsOf } = app.payments.administration.history
  const search = { reference: '', userIds: [unknown.id] }
  for (const filter of [{}, { search }, { status: 'unconfirmed' as const }, { type: 'deposit' as const }])
    expect((await totalsOf({ ...EVERYTHING, ...filter })).unconfirmed.transactions).toBe(1)
  for (const filter of [{ type: 'withdrawal' as const }, { status: 'success' as const }, { search, from: until }])
    expect((await totalsOf({ ...EVERYTHING, ...filter })).unconfirmed).toEqual(none)
  expect(await total({ status: 'unconfirmed' })).toBe(1)
  await app.pass(3 * DAY_MS + 3_600_000)
  expect(await unconfirmed(null, null)).toEqual(none)
  expect(await total({ status: 'unconfirmed' })).toBe(0)
})

it('[ADMX-27] the page of a stuck withdrawal shows the provider exchanges without keys and phone numbers, and later the decision', async () => {
  const before = await app.payments.administration.history.record(stuck)
  expect(before).toMatchObject({ payment: { stage: 'review', status: 'pending' }, decisions: [] })
  expect(before?.exchanges.map(({ operation }) => operation)).toContain('send')
  const exchangesText = JSON.stringify(before?.exchanges)
  expect(exchangesText).not.toContain('test-api-key')
  expect(exchangesText).not.toContain('776500013')
  const decision = {
    paymentId: stuck,
    ending: 'failed',
    decidedBy: player.id,
    note: 'the network never had it',
  } as const
  await app.decide(decision)
  const after = await app.payments.administration.history.record(stuck)
  expect(after).toMatchObject({ payment: { status: 'failed' }, decisions: [{ note: 'the network never had it' }] })
})

it('[OPS-04] [ADMX-26] the export of payments contains the filtered payments with their players, and writes an audit entry', async () => {
  const staff = await app.admin()
  const file = await staff.get('/api/admin/transactions/export?type=withdrawal&status=success')
  const name = /filename="(transactions-\d{4}-\d\d-\d\d\.csv)"/.exec(String(file.headers['content-disposition']))?.[1]
  const [heading, ...lines] = file.text.trimEnd().split('\r\n')
  expect(heading).toBe(
    '\uFEFFReference,User,Email,Phone,Type,Amount (UGX),Fee (UGX),Status,Network,Provider,Date (EAT),Reference at the provider',
  )
  const rows = await counted(`type = 'withdrawal' and status = 'success'`)
  expect(rows).toBeGreaterThan(0)
  expect(lines).toHaveLength(rows)
  for (const line of lines)
    expect(line).toMatch(
      /^W\w{7},Grace,,\+256 77 650 0010,Withdrawal,40000\.00,\d+\.00,Success,MTN,[\w ]+,[\d-]{10} [\d:]{8},WDR-\w{32}$/,
    )
  const [entry] = await app.owner.query(
    'select actor, action, after from audit_log where subject = $1 order by id desc',
    [`file:${name}`],
  )
  expect(entry).toEqual({
    actor: staff.id,
    action: 'payment.export',
    after: { type: 'withdrawal', status: 'success', rows },
  })
  expect((await player.get('/api/admin/transactions/export')).status).toBe(403)
})
