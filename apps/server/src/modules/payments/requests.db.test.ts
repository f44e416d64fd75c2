import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { createRelworx } from '../../adapters/mobile-money/relworx/adapter.ts'
import { openPaymentFixture, type PaymentFixture, type Player, acceptedPayment } from './testing/payment-fixture.ts'

let app: PaymentFixture
let player: Player
let other: Player
beforeAll(async () => {
  app = await openPaymentFixture()
  player = await app.player('+256776000110', 500_000)
  other = await app.confirmedPlayer('+256776000220', 500_000)
})
afterAll(() => app.close())

describe('[OPS-02] each operation works, needs a session, and does not work for another user', () => {
  const bodies = {
    deposits: { amount: 30_000, phoneNumber: '0776000110', method: 'MTN' },
    withdrawals: { amount: 30_000 },
  }
  it.each(['deposits', 'withdrawals'] as const)(
    '[DEP-05][DEP-11][WDR-06][WDR-16] POST /api/payments/%s works with a session, and is refused without one or for another user',
    async (what) => {
      const url = `/api/payments/${what}`
      const accepted = acceptedPayment(await app.call(player, 'POST', url, bodies[what], `works-${what}`))
      expect(accepted.userId).toBe(player.id)
      expect((await app.call(null, 'POST', url, bodies[what], `visitor-${what}`)).body).toMatchObject({
        status: 401,
        detail: what === 'deposits' ? 'Please log in to deposit funds.' : 'Please log in to withdraw funds',
      })
      // The same key of another player is another request.
      const theirs = acceptedPayment(await app.call(other, 'POST', url, bodies[what], `works-${what}`))
      expect([theirs.userId, theirs.id === accepted.id]).toEqual([other.id, false])
    },
  )

  it('[DATA-23] GET /api/payments/{id} returns a payment to its owner, and to no visitor or other user', async () => {
    const { id } = acceptedPayment(await app.withdraw(player, 30_000))
    const read = await app.call(player, 'GET', `/api/payments/${id}`)
    expect([read.status, read.body['id']]).toEqual([200, id])
    expect((await app.call(null, 'GET', `/api/payments/${id}`)).status).toBe(401)
    expect((await app.call(other, 'GET', `/api/payments/${id}`)).body).toMatchObject({
      status: 404,
      code: 'PAYMENT_NOT_FOUND',
    })
    for (const bad of ['nothing', '00000000-0000-7000-8000-000000000000', "'; drop table transactions"]) {
      expect((await app.call(player, 'GET', `/api/payments/${encodeURIComponent(bad)}`)).status).toBe(404)
    }
  })

  it('[DATA-23] GET /api/payments returns only the player’s own payments, newest first, in pages', async () => {
    const { id } = acceptedPayment(await app.withdraw(other, 25_000))
    const seen: Transaction[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const url: string = `/api/payments?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`
      const { body } = await app.call(other, 'GET', url)
      seen.push(...(body['items'] as Transaction[]))
      cursor = body['nextCursor'] as string | null
    }
    expect(seen[0]?.id).toBe(id)
    expect(new Set(seen.map((payment) => payment.userId))).toEqual(new Set([other.id]))
    expect(seen).toHaveLength(3)
    expect((await app.call(null, 'GET', '/api/payments')).status).toBe(401)
    expect((await app.call(other, 'GET', '/api/payments?cursor=nonsense')).status).toBe(400)
  })
})

describe('[OPS-03] a repeated request', () => {
  it('a repeated payment request returns the first response byte for byte, even if the payment has progressed', async () => {
    const first = await app.withdraw(player, 31_000, 'same-key-1')
    app.clock.forward(3_000)
    await app.ended(acceptedPayment(first))
    await app.pass(5_000)
    expect((await app.read(player, acceptedPayment(first).id)).status).toBe('success')
    const again = await app.withdraw(player, 31_000, 'same-key-1')
    expect([again.status, again.text]).toEqual([202, first.text])
    expect((await app.withdraw(player, 32_000, 'same-key-1')).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it('50 concurrent copies of a payment request create one payment and one order', async () => {
    const before = app.money.orders.list().length
    const repeating = await app.player('+256776000440', 500_000)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.deposit(repeating, 33_000, { key: 'same-key-2' })),
    )
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(acceptedPayment(answers[0] ?? (await app.deposit(repeating, 33_000))).amount).toBe(33_000)
    expect(app.money.orders.list()).toHaveLength(before + 1)
  })

  it('[WDR-12] a repeated refused payment request is refused again, even after the balance has grown', async () => {
    const poor = await app.player('+256776000330', 10_000)
    const refused = await app.withdraw(poor, 50_000, 'same-key-3')
    expect(refused.status).toBe(422)
    const accepted = acceptedPayment(await app.deposit(poor, 60_000))
    app.clock.forward(3_000)
    await app.ended(accepted)
    await app.pass(5_000)
    expect((await app.balances(poor)).balance).toBe(70_000)
    expect((await app.withdraw(poor, 50_000, 'same-key-3')).text).toBe(refused.text)
  })

  it('a payment request without an idempotency key is refused', async () => {
    const answer = await app.call(player, 'POST', '/api/payments/withdrawals', { amount: 30_000 })
    expect(answer.body).toMatchObject({ status: 400, code: 'IDEMPOTENCY_KEY_MISSING' })
  })
})

describe('bad input is refused by the contract and changes nothing', () => {
  it.each([
    ['deposits', {}],
    ['deposits', { amount: '30000', phoneNumber: '0776000110', method: 'MTN' }],
    ['deposits', { amount: 30_000, phoneNumber: 776000110, method: 'MTN' }],
    ['deposits', { amount: 30_000, phoneNumber: '0776000110', method: 'VODAFONE' }],
    ['deposits', { amount: 30_000, phoneNumber: '0776000110', method: 'MTN', status: 'success' }],
    ['deposits', { amount: 1e300, phoneNumber: '0776000110', method: 'MTN' }],
    ['deposits', { amount: 30_000, phoneNumber: '0'.repeat(100), method: 'MTN' }],
    ['deposits', []],
    ['withdrawals', { amount: { value: 1 } }],
    ['withdrawals', { amount: 30_000, fee: 0 }],
    ['withdrawals', { amount: 30_000, phoneNumber: '+256772000110' }],
    ['withdrawals', 'null'],
  ])('POST /api/payments/%s refuses the body %j and changes nothing', async (what, body) => {
    const count = async () => (await app.owner.query('select from transactions')).length
    const before = await count()
    const answer = await app.call(player, 'POST', `/api/payments/${what}`, body as object, `bad-${Math.random()}`)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await count()).toBe(before)
  })
})

it('[DEP-30][WDR-28] a payment request gets 503 with Retry-After 300 while the provider is down', async () => {
  const provider = createRelworx({
    baseUrl: app.money.relworxUrl,
    proxyUrl: null,
    apiKey: 'test-api-key',
    accountNo: 'REL7Q2M9X4K1',
    webhookKey: 'x',
    webhookUrl: 'http://x',
    clock: app.clock,
    failuresToOpen: 2,
    requestsPerNumber: 5,
  })
  app.money.control({ faults: { outage: 'unreachable' } })
  await provider.balances()
  await provider.balances()
  app.money.control({ faults: { outage: 'none' } })
  expect(provider.isAvailable()).toBe(false)
  Object.assign(app.provider, { isAvailable: () => provider.isAvailable() })
  const payer = await app.player('+256776000550', 500_000)
  const unavailable = 'Payment service is temporarily unavailable. Please try again in a few minutes.'
  for (const [answer, text] of [
    [await app.withdraw(payer, 30_000), unavailable],
    [await app.deposit(payer, 30_000), `Payment failed: ${unavailable}`],
  ] as const)
    expect([answer.status, answer.headers['retry-after'], answer.body['detail']]).toEqual([503, '300', text])
  app.clock.forward(30_000)
  expect((await app.withdraw(payer, 30_000)).status).toBe(202)
})
