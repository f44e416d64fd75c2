import { randomUUID } from 'node:crypto'
import type { Transaction } from '@mupiira/contract/payments.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PAYMENT_ROUTES, type Provider, PROVIDER_NAMES, PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import { CARRIERS, type PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { until } from '../../../../../simulators/mobile-money/testing/simulator-fixture.ts'
import { openPaymentFixture, type PaymentFixture, type Player, acceptedPayment } from './testing/payment-fixture.ts'

let app: PaymentFixture
let numbers = 100
beforeAll(async () => {
  app = await openPaymentFixture({ callbacks: true, direct: true, requestsPerNumber: 5, failuresToOpen: 3 })
})
afterEach(async () => {
  app.money.control({ reset: true, settings: { limitRequests: true } })
  await app.set({ payment_routes: { MTN: ['relworx', 'mtn'], AIRTEL: ['relworx', 'airtel'] } })
  // Lets the circuits that a test has opened close again.
  app.clock.forward(60_000)
})
afterAll(() => app.close())

/** Each provider with each carrier that it serves. */
const DIRECT = PROVIDER_NAMES.filter((name) => name !== 'relworx').flatMap((provider) =>
  PROVIDERS[provider].methods.map((method) => ({ provider, method })),
)
/** Puts a provider before the other routes of the carrier. */
const goDirect = (provider: Provider, method: PaymentMethod): Promise<void> => {
  const others = DEFAULT_PAYMENT_ROUTES[method].filter((name) => name !== provider)
  return app.set({ payment_routes: { ...DEFAULT_PAYMENT_ROUTES, [method]: [provider, ...others] } })
}
const playerOf = (method: PaymentMethod, digit: string, balance = 0): Promise<Player> =>
  app.confirmedPlayer(`+256${CARRIERS[method].prefixes[0].slice(1)}40${++numbers}0${digit}`, balance)
const referenceOf = ({ id, type }: Transaction): string =>
  `${type === 'deposit' ? 'DEP' : 'WDR'}-${id.replaceAll('-', '')}`
const orderOf = (payment: Transaction) => app.money.orders.find(referenceOf(payment))
const ordersOf = (player: Player) => app.money.orders.list().filter((order) => order.msisdn === player.phone.slice(1))
const isEnded = (player: Player, payment: Transaction) => async (): Promise<boolean> =>
  (await app.read(player, payment.id)).status !== 'pending'

/** The final status of a payment, once it is stored. */
async function endOf(player: Player, payment: Transaction): Promise<string> {
  await until(isEnded(player, payment))
  return (await app.read(player, payment.id)).status
}

describe.each(DIRECT)('$provider as a direct provider for $method', ({ provider, method }) => {
  it('[DEP-11] [DEP-21] a deposit through a direct provider is queried after the callback and credited once', async () => {
    await goDirect(provider, method)
    const player = await playerOf(method, '5')
    const payment = acceptedPayment(await app.deposit(player, 25_000, { method }))
    expect(orderOf(payment)).toMatchObject({ wire: provider, kind: 'collection', msisdn: player.phone.slice(1) })
    const before = await app.callbackCount('stored')
    app.clock.forward(3_000)
    await until(isEnded(player, payment))
    expect(await app.callbackCount('stored')).toBeGreaterThan(before)
    await app.pass(60_000)
    expect(await app.postings(payment.id)).toEqual([{ kind: 'deposit', amount: 25_000 }])
  })

  it('[WDR-18] [WDR-20] a withdrawal through a direct provider is paid once, with the fee', async () => {
    await goDirect(provider, method)
    const player = await playerOf(method, '0', 100_000)
    const payment = acceptedPayment(await app.withdraw(player, 50_000))
    expect(orderOf(payment)).toMatchObject({ wire: provider, kind: 'payout', amountHundredths: 5_000_000 })
    app.clock.forward(3_000)
    await until(isEnded(player, payment))
    expect(await app.balances(player)).toEqual({ balance: 48_000, held: 0 })
  })

  it.each([
    ['1', 'declined'],
    ['2', 'without funds'],
  ])(
    '[WDR-21] [DEP-23] a deposit from a number that ends in %s (%s) fails, and a withdrawal to it is returned',
    async (digit) => {
      await goDirect(provider, method)
      const player = await playerOf(method, digit, 100_000)
      const payments = [
        acceptedPayment(await app.deposit(player, 25_000, { method })),
        acceptedPayment(await app.withdraw(player, 30_000)),
      ]
      app.clock.forward(3_000)
      for (const payment of payments) await app.ended(payment)
      await app.pass(5_000)
      for (const payment of payments) expect(await endOf(player, payment)).toBe('failed')
      expect(await app.balances(player)).toEqual({ balance: 100_000, held: 0 })
    },
  )

  it('[DEP-21] a deposit accepted although the provider answered 500 (a number that ends in 7) is found by our reference and credited', async () => {
    await goDirect(provider, method)
    const player = await playerOf(method, '7')
    const payment = acceptedPayment(await app.deposit(player, 25_000, { method }))
    app.clock.forward(3_000)
    await app.ended(payment)
    await app.pass(5_000)
    expect(await endOf(player, payment)).toBe('success')
  })

  it('[WDR-22] a payout that never reached the provider is sent again under the same id, and paid once', async () => {
    await goDirect(provider, method)
    const player = await playerOf(method, '0', 100_000)
    acceptedPayment(await app.withdraw(player, 25_000))
    app.money.control({ faults: { errorRate: 1 } })
    const lost = acceptedPayment(await app.withdraw(player, 30_000))
    expect(orderOf(lost)).toBeUndefined()
    app.money.control({ faults: { errorRate: 0 } })
    // The circuit may be open; the player's money stays on hold.
    for (let poll = 0; poll < 14 && orderOf(lost) === undefined; poll++) await app.pass(5_000)
    expect(orderOf(lost)).toMatchObject({ kind: 'payout', amountHundredths: 3_000_000 })
    app.clock.forward(3_000)
    await app.ended(lost)
    await app.pass(30_000)
    expect(await endOf(player, lost)).toBe('success')
    expect(ordersOf(player)).toHaveLength(2)
  })

  it('[DEP-26] a deposit is credited once by a poll and fifty concurrent callbacks', async () => {
    await goDirect(provider, method)
    const player = await playerOf(method, '3')
    const payment = acceptedPayment(await app.deposit(player, 25_000, { method }))
    const reference = referenceOf(payment)
    app.clock.forward(5_000)
    app.money.control({
      decide: [{ reference, ending: 'success' }],
      callbacks: [{ reference, status: 'success', amountUgx: null, seal: 'good', copies: 50 }],
    })
    await app.payments.commands.processDue()
    await until(isEnded(player, payment))
    await app.pass(5_000)
    expect(await app.postings(payment.id)).toEqual([{ kind: 'deposit', amount: 25_000 }])
    expect((await app.changes(player)).filter(({ data }) => data['status'] === 'success')).toHaveLength(1)
  })

  it('[DEP-21] forged and unsigned callbacks are refused and counted, and trigger no query', async () => {
    await goDirect(provider, method)
    const player = await playerOf(method, '3')
    const payment = acceptedPayment(await app.deposit(player, 25_000, { method }))
    const reference = referenceOf(payment)
    const before = [await app.callbackCount('signature'), await app.callbackCount('form')] as const
    const bad = { reference, status: 'success', amountUgx: null, copies: 3 } as const
    app.money.control({
      callbacks: [
        { ...bad, seal: 'forged' },
        { ...bad, seal: 'missing' },
      ],
    })
    await until(async () => (await app.callbackCount('signature')) === before[0] + 3)
    // The callback address of an order is unknown without its last part.
    if (PROVIDERS[provider].callback === 'shared-address')
      await until(async () => (await app.callbackCount('form')) === before[1] + 3)
    expect((await app.read(player, payment.id)).status).toBe('pending')
    expect((await app.balances(player)).balance).toBe(0)
  })
})

it('[DEP-21] [WDR-20] a payment with a different amount at the provider moves no money and opens a reconciliation case', async () => {
  await goDirect('mtn', 'MTN')
  const player = await playerOf('MTN', '0', 100_000)
  app.money.control({ behaviours: [{ msisdn: player.phone, behaviour: 'reports-other-amount' }] })
  const payments = [
    acceptedPayment(await app.deposit(player, 25_000)),
    acceptedPayment(await app.withdraw(player, 30_000)),
  ]
  app.clock.forward(3_000)
  for (const payment of payments) await app.ended(payment)
  await app.pass(5_000)
  for (const payment of payments) {
    const [row] = await app.owner.query('select status, stage, reason from transactions where id = $1', [payment.id])
    expect(row).toEqual({ status: 'pending', stage: 'review', reason: 'mismatch' })
  }
  expect(await app.balances(player)).toEqual({ balance: 68_000, held: 32_000 })
})

describe('[WDR-28] payment routes', () => {
  /** Causes enough failures to open the circuit. */
  async function openCircuit(wire: 'relworx' | 'mtn'): Promise<void> {
    app.money.control({ faultsOf: { [wire]: { outage: 'unavailable' } } })
    const player = await playerOf('MTN', '0')
    for (let count = 0; count < 3; count++) acceptedPayment(await app.deposit(player, 25_000))
  }

  it('new payments use the second route while the first is down, and payments already sent keep their route', async () => {
    const early = await playerOf('MTN', '0')
    const sent = acceptedPayment(await app.deposit(early, 25_000))
    expect(orderOf(sent)).toMatchObject({ wire: 'relworx' })
    await openCircuit('relworx')
    const player = await playerOf('MTN', '0', 100_000)
    const payments = [
      acceptedPayment(await app.deposit(player, 25_000)),
      acceptedPayment(await app.withdraw(player, 30_000)),
    ]
    expect(payments.map((payment) => orderOf(payment)?.wire)).toEqual(['mtn', 'mtn'])
    // The setting changes and the outage ends, and both payments keep their provider.
    await app.set({ payment_routes: { MTN: ['mtn'], AIRTEL: ['airtel'] } })
    app.money.control({ faultsOf: { relworx: { outage: 'none' } } })
    app.clock.forward(31_000)
    await app.ended(sent)
    await until(async () => {
      await app.pass(5_000)
      return isEnded(early, sent)()
    })
    const rows = await app.owner.query<{ provider: string }>(
      'select provider from transactions where id = any($1) order by id',
      [[sent.id, ...payments.map(({ id }) => id)]],
    )
    expect(rows.map(({ provider }) => provider)).toEqual(['relworx', 'mtn', 'mtn'])
    expect(await endOf(early, sent)).toBe('success')
  })

  it('payment requests return 503 and start nothing while all payment routes are down', async () => {
    await openCircuit('relworx')
    await openCircuit('mtn')
    const player = await playerOf('MTN', '0', 100_000)
    const answer = await app.withdraw(player, 30_000)
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '300'])
    expect(await app.balances(player)).toEqual({ balance: 100_000, held: 0 })
    // The other carrier's own route works.
    const other = await playerOf('AIRTEL', '0')
    expect(orderOf(acceptedPayment(await app.deposit(other, 25_000, { method: 'AIRTEL' })))).toMatchObject({
      wire: 'airtel',
    })
  })

  it('[DEP-13] a number gets at most five requests in ten minutes through Relworx, and further requests use the other route', async () => {
    const player = await playerOf('MTN', '3', 500_000)
    for (let count = 0; count < 3; count++) acceptedPayment(await app.deposit(player, 25_000))
    for (let count = 0; count < 2; count++) acceptedPayment(await app.withdraw(player, 30_000))
    expect(orderOf(acceptedPayment(await app.deposit(player, 25_000)))).toMatchObject({ wire: 'mtn' })
    await app.set({ payment_routes: { MTN: ['relworx'], AIRTEL: ['relworx'] } })
    const key = randomUUID()
    const refused = await app.deposit(player, 25_000, { key })
    expect([refused.status, refused.body['code']]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(615)
    // A deposit of another account from that number counts too.
    const friend = await playerOf('MTN', '0')
    expect((await app.deposit(friend, 25_000, { phone: player.phone })).status).toBe(429)
    expect((await app.deposit(friend, 25_000)).status).toBe(202)
    app.clock.forward(615_000)
    expect((await app.deposit(player, 25_000)).status).toBe(202)
  })

  it('[DEP-13] deposits by other accounts leave the owner of a number at least two requests for withdrawals', async () => {
    await app.set({ payment_routes: { MTN: ['relworx'], AIRTEL: ['relworx'] } })
    const owner = await playerOf('MTN', '3', 100_000)
    const otherPlayer = await playerOf('MTN', '0')
    const request = () => app.deposit(otherPlayer, 25_000, { phone: owner.phone })
    const answers = [await request(), await request(), await request(), await request(), await request()]
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429, 429])
    expect((await app.withdraw(owner, 30_000)).status).toBe(202)
    expect((await app.deposit(owner, 25_000)).status).toBe(202)
    expect((await app.deposit(owner, 25_000)).status).toBe(429)
  })

  it('[OPS-03] concurrent payment requests for a number never exceed the request limit', async () => {
    await app.set({ payment_routes: { MTN: ['relworx'], AIRTEL: ['relworx'] } })
    const owner = await playerOf('MTN', '3')
    const players = await Promise.all(['0', '8', '9', '0', '8', '9', '0', '8'].map((digit) => playerOf('MTN', digit)))
    const answers = await Promise.all(players.map((player) => app.deposit(player, 25_000, { phone: owner.phone })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202, 202, 202, 429, 429, 429, 429, 429,
    ])
  })
})

it('[OPS-05] after all tests above, the ledger check passes', async () => {
  await app.payments.commands.processDue()
  expect((await app.wallet.ledger.check()).differences).toEqual([])
})
