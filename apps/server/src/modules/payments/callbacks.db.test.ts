import { createHmac } from 'node:crypto'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../../../simulators/mobile-money/testing/simulator-fixture.ts'
import {
  openPaymentFixture,
  type PaymentFixture,
  type Player,
  acceptedPayment,
  WEBHOOK_KEY,
} from './testing/payment-fixture.ts'

let app: PaymentFixture
let numbers = 10
beforeAll(async () => {
  app = await openPaymentFixture({ callbacks: true })
})
afterAll(() => app.close())

const playerWith = (digit: string, balance = 0): Promise<Player> =>
  app.player(`+2567740${++numbers}00${digit}`, balance)
const referenceOf = ({ id }: Transaction): string => `DEP-${id.replaceAll('-', '')}`
const isPaid = (player: Player, payment: Transaction) => async (): Promise<boolean> =>
  (await app.read(player, payment.id)).status === 'success'

const secondsToCredit = async (player: Player, { id, createdAt }: Transaction): Promise<number> =>
  (Date.parse((await app.read(player, id)).completedAt ?? '') - Date.parse(createdAt)) / 1_000

type Reported = { status?: string; customer_reference: string; internal_reference: string; amount?: number }
/** A callback signed by the published recipe. */
function signed(reported: Reported, change: { key?: string; ageSeconds?: number; url?: string } = {}) {
  const body = { status: 'success', ...reported }
  const time = Math.floor(app.clock.now().getTime() / 1_000) - (change.ageSeconds ?? 0)
  const text = [
    change.url ?? app.webhookUrl,
    time,
    `customer_reference${body.customer_reference}internal_reference${body.internal_reference}status${body.status}`,
  ].join('')
  const value = createHmac('sha256', change.key ?? WEBHOOK_KEY)
    .update(text)
    .digest('hex')
  return { body, header: `t=${time},v=${value}` }
}
const post = async (body: unknown, header: string | undefined, provider = 'relworx') => {
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/webhooks/${provider}`,
    headers: { 'content-type': 'application/json', ...(header === undefined ? {} : { 'relworx-signature': header }) },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.statusCode, body: answer.body }
}

it('[DEP-21] a callback triggers a status query at once, so the deposit is credited before the next poll', async () => {
  const player = await playerWith('0')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  app.clock.forward(3_000)
  await until(isPaid(player, payment))
  expect((await app.balances(player)).balance).toBe(25_000)
  // The clock is stopped, so the payment waited for neither a poll nor its lease.
  expect(await secondsToCredit(player, payment)).toBe(3)
})

it.each([
  ['twice', '5'],
  ['with twice the amount', '6'],
])(
  '[DEP-26] a deposit is credited once with the correct amount when the provider calls back %s',
  async (_what, lastDigit) => {
    const player = await playerWith(lastDigit)
    const payment = acceptedPayment(await app.deposit(player, 25_000))
    app.clock.forward(3_000)
    await until(isPaid(player, payment))
    await app.pass(60_000)
    expect(await app.postings(payment.id)).toEqual([{ kind: 'deposit', amount: 25_000 }])
  },
)

it('[DEP-21] a callback identifies an order whose reply was lost', async () => {
  const player = await playerWith('7')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  app.clock.forward(3_000)
  await until(isPaid(player, payment))
  const order = app.money.orders.find(referenceOf(payment))
  expect((await app.read(player, payment.id)).providerRef).toBe(order?.internalReference)
})

it('[DEP-25] a late callback credits a deposit that had timed out', async () => {
  const player = await playerWith('4')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  for (let poll = 0; poll < 15; poll++) await app.pass(5_000)
  expect((await app.read(player, payment.id)).status).toBe('failed')
  app.clock.forward(5_000)
  await until(isPaid(player, payment))
})

it('[DEP-26] a deposit is credited once by 50 identical concurrent callbacks and a poll', async () => {
  const player = await playerWith('3')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  const reference = referenceOf(payment)
  const order = app.money.orders.find(reference)
  app.money.control({ settings: { webhookUrl: null } })
  app.money.control({ decide: [{ reference, ending: 'success' }] })
  app.money.control({ settings: { webhookUrl: app.webhookUrl } })
  const { body, header } = signed({
    customer_reference: reference,
    internal_reference: String(order?.internalReference),
  })
  const before = await app.callbackCount('repeated')
  app.clock.forward(5_000)
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, () => post(body, header))),
    app.payments.commands.processDue(),
  ])
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  await app.payments.commands.processDue()
  expect(await app.postings(payment.id)).toEqual([{ kind: 'deposit', amount: 25_000 }])
  expect((await app.callbackCount('repeated')) - before).toBe(49)
  const changes = (await app.changes(player)).filter(({ data }) => data['status'] === 'success')
  expect(changes).toHaveLength(1)
})

it('[DEP-26] fifty concurrent outcomes change a payment once', async () => {
  const player = await playerWith('3')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  const report = {
    status: 'success',
    reference: referenceOf(payment),
    internalReference: null,
    kind: null,
    phoneNumber: player.phone,
    amount: 2_500_000n as never,
    currency: 'UGX',
    message: null,
    charge: null,
  } as const
  const proposals = Array.from({ length: 50 }, () =>
    app.kernel.db.transaction((tx) => app.apply(tx, payment.id, { kind: 'final', report }, app.clock.now())),
  )
  expect((await Promise.all(proposals)).filter(({ hasChanged }) => hasChanged)).toHaveLength(1)
  expect((await app.balances(player)).balance).toBe(25_000)
})

it('[DEP-26] a deposit whose callback arrives before the reply to its order is credited once, and the late reply changes nothing', async () => {
  const player = await playerWith('0')
  app.money.control({ faults: { latencyMs: 400 } })
  const request = app.deposit(player, 25_000)
  await until(() => app.money.orders.list().some((order) => order.msisdn === player.phone.slice(1)))
  app.clock.forward(3_000)
  const payment = acceptedPayment(await request)
  app.money.control({ faults: { latencyMs: 0 } })
  await until(isPaid(player, payment))
  await app.pass(60_000)
  expect(await app.postings(payment.id)).toEqual([{ kind: 'deposit', amount: 25_000 }])
  expect((await app.read(player, payment.id)).status).toBe('success')
})

it('[WDR-20] a callback completes a withdrawal, and a repeated callback changes nothing', async () => {
  const player = await playerWith('5', 100_000)
  const payment = acceptedPayment(await app.withdraw(player, 50_000))
  app.clock.forward(3_000)
  await until(isPaid(player, payment))
  await app.pass(60_000)
  expect(await app.balances(player)).toEqual({ balance: 48_000, held: 0 })
  expect((await app.postings(payment.id)).map(({ kind }) => kind)).toEqual([
    'withdrawal-hold',
    'hold-taken',
    'withdrawal',
    'withdrawal-fee',
  ])
})

it('[DEP-21] a callback credits nothing while the provider’s status is pending', async () => {
  const player = await playerWith('3')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  const order = app.money.orders.find(referenceOf(payment))
  const reported = {
    customer_reference: referenceOf(payment),
    internal_reference: String(order?.internalReference),
    amount: 9e6,
  }
  const { body, header } = signed(reported)
  expect(await post(body, header)).toEqual({ status: 200, body: '{"received":true}' })
  await app.payments.commands.processDue()
  expect((await app.read(player, payment.id)).status).toBe('pending')
  expect((await app.balances(player)).balance).toBe(0)
})

it('[D32][DEP-25] a callback that reports success for a failed deposit triggers status queries until the provider confirms', async () => {
  const player = await playerWith('3')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  // The reply was a refusal although the provider had accepted the order.
  await app.owner.query(
    `update transactions set stage = 'done', status = 'failed', reason = 'refused', completed_at = $2, next_at = null where id = $1`,
    [payment.id, app.clock.now()],
  )
  const reference = referenceOf(payment)
  const order = app.money.orders.find(reference)
  const { body, header } = signed({
    customer_reference: reference,
    internal_reference: String(order?.internalReference),
  })
  expect((await post(body, header)).status).toBe(200)
  await app.payments.commands.processDue()
  expect((await app.read(player, payment.id)).status).toBe('failed')
  // Only the status query reports the success, because its callback is lost.
  app.money.control({ faults: { callbackLostRate: 1 }, decide: [{ reference, ending: 'success' }] })
  await app.pass(60_000)
  expect((await app.read(player, payment.id)).status).toBe('success')
  expect((await app.balances(player)).balance).toBe(25_000)
  app.money.control({ faults: { callbackLostRate: 0 } })
})

it('[DEP-21] forged, old, unsigned and broken callbacks are refused, counted, and change nothing', async () => {
  const player = await playerWith('3')
  const payment = acceptedPayment(await app.deposit(player, 25_000))
  const reference = referenceOf(payment)
  const reported = { customer_reference: reference, internal_reference: 'abcdef0123456789' }
  const good = signed(reported)
  const old = signed(reported, { ageSeconds: 301 })
  const early = signed(reported, { ageSeconds: -301 })
  const cases: [string, { status: number; body: string }, string][] = [
    ['forged', await post(good.body, signed(reported, { key: 'not the key' }).header), 'signature'],
    ['of another address', await post(good.body, signed(reported, { url: `${app.webhookUrl}/` }).header), 'signature'],
    ['changed status', await post({ ...good.body, status: 'failed' }, good.header), 'signature'],
    ['changed reference', await post({ ...good.body, customer_reference: 'DEP-00000000' }, good.header), 'signature'],
    ['another time', await post(good.body, good.header.replace(/t=\d+/, 't=1')), 'signature'],
    ['old', await post(old.body, old.header), 'age'],
    ['of the future', await post(early.body, early.header), 'age'],
    ['unsigned', await post(good.body, undefined), 'form'],
    ['empty seal', await post(good.body, 't=,v='), 'form'],
    ['no seal', await post(good.body, 'hello'), 'form'],
    ['without a status', await post({ ...reported }, good.header), 'form'],
    ['numbers for texts', await post({ ...good.body, status: 1 }, good.header), 'form'],
  ]
  for (const [what, answer] of cases) expect([what, answer.status]).toEqual([what, 401])
  for (const why of ['signature', 'age', 'form']) {
    expect(await app.callbackCount(why)).toBe(cases.filter(([, , expected]) => expected === why).length)
  }
  expect((await post('{"status":', good.header)).status).toBe(400)
  expect((await post([], good.header)).status).toBe(400)
  expect((await post(good.body, good.header, 'nobody')).status).toBe(400)
  const [row] = await app.owner.query('select internal_reference, stage from transactions where id = $1', [payment.id])
  expect(row).toMatchObject({ stage: 'polling' })
  expect(row?.['internal_reference']).not.toBe('abcdef0123456789')
})

it.each([['text/plain'], ['application/vnd.relworx+json'], [undefined]])(
  '[DEP-21] a callback with a valid signature is accepted with the content type %s',
  async (contentType) => {
    const { body, header } = signed({ customer_reference: `OTHER-${contentType}`, internal_reference: 'abc' })
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/webhooks/relworx',
      headers: { 'relworx-signature': header, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
      payload: JSON.stringify(body),
    })
    expect(answer.statusCode).toBe(200)
  },
)

it('[DEP-21] a valid callback for an unknown reference is acknowledged', async () => {
  const { body, header } = signed({ customer_reference: 'SOMEBODY-ELSE', internal_reference: 'abc' })
  expect(await post(body, header)).toEqual({ status: 200, body: '{"received":true}' })
  expect(await app.callbackCount('unknown')).toBeGreaterThan(0)
})

it('[OPS-05] after all tests above, the ledger check passes and every payment posting belongs to a payment', async () => {
  await app.payments.commands.processDue()
  expect(await app.unexplained()).toEqual([])
})
