import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { type Provider, PROVIDER_NAMES, PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import { CARRIERS } from '@mupiira/domain/phone/carriers.ts'
import {
  openSimulatorFixture,
  type SimulatorFixture,
  until,
} from '../../../../../simulators/mobile-money/testing/simulator-fixture.ts'
import { directEnvironment } from '../../../../../simulators/mobile-money/vendors.ts'
import { readConfig } from '../../kernel/config/config.ts'
import { testClock } from '../../kernel/test-kernel.ts'
import type { MobileMoneyProvider, Order, OrderReport } from '../../modules/payments/ports.ts'
import type { CallOptions } from './http/provider-call.ts'
import { createMobileMoney } from './providers.ts'

let simulator: SimulatorFixture
let made = 0
const clock = testClock()
beforeAll(async () => {
  simulator = await openSimulatorFixture({ now: () => clock.now().getTime() })
})
afterEach(() => void simulator.money.control({ reset: true }))
afterAll(() => simulator.close())

/** Relworx has its own tests: it is always used, serves both carriers, and has a list of orders. */
const DIRECT = PROVIDER_NAMES.filter((name) => name !== 'relworx')
/**
 * The providers that require the payee's name, and the expected fields of their request for the name
 * "Amina O'Kello <b>3</b>". The requests of the other providers must not contain the name.
 */
const PAYOUT_WITH_NAME: { readonly [name in Provider]?: object } = { airtel: { payee: { name: "Amina O'Kello b b" } } }

/** The adapter of a provider with the simulator's keys, or with those of another merchant. */
function openProvider(
  name: Provider,
  change: Partial<CallOptions> = {},
  keys = simulator.money.directEnv(),
): MobileMoneyProvider {
  const config = readConfig({
    DATABASE_URL: 'postgres://unused/x',
    PUBLIC_ORIGIN: new URL(simulator.webhooks.url).origin,
    ...keys,
  })
  const options = { clock, timeoutMs: 30_000, ...change }
  const found = createMobileMoney(config, options).find((provider) => provider.name === name)
  if (found === undefined) throw new Error(`${name} has no adapter`)
  return found
}

/** A customer's number that the provider serves. It ends in 0, so the simulator pays. */
const phoneNumberOf = (name: Provider): string =>
  `+256${CARRIERS[PROVIDERS[name].methods[0]].prefixes[0].slice(1)}2000110`

const orderOf = (name: Provider, change: Partial<Order> = {}): Order => ({
  kind: 'collection',
  reference: `DEP-${String(++made).padStart(8, '0')}`,
  phoneNumber: phoneNumberOf(name),
  amount: ugx(2_500_050n),
  description: 'Deposit',
  ...change,
})
const queryOf = ({ kind, reference }: Order) => ({ kind, reference, internalReference: null })

describe.each(DIRECT)('%s', (name) => {
  const open = (change?: Partial<CallOptions>) => openProvider(name, change)

  it.each(['collection', 'payout'] as const)(
    '[DEP-11][DEP-17][WDR-18] an order for a %s is accepted, and its status query returns the outcome',
    async (kind) => {
      const provider = open()
      const order = orderOf(name, { kind })
      expect(await provider.query(queryOf(order))).toMatchObject({ kind: 'absent' })
      const sent = await provider.send(order)
      expect(sent).toMatchObject({ kind: 'accepted', exchange: { operation: 'send', failure: null } })
      expect(JSON.stringify(sent)).not.toContain(order.phoneNumber.slice(4))
      expect(simulator.money.orders.find(order.reference)).toMatchObject({
        wire: name,
        kind,
        msisdn: order.phoneNumber.slice(1),
        amountHundredths: 2_500_050,
      })
      expect(await provider.query(queryOf(order))).toMatchObject({ kind: 'pending' })
      simulator.money.control({ decide: [{ reference: order.reference, ending: 'success' }] })
      const reply = await provider.query(queryOf(order))
      expect(reply).toMatchObject({ kind: 'final', report: { status: 'success', reference: order.reference, kind } })
      // A provider that does not return these fields reports null.
      const { amount, phoneNumber, currency } = (reply as { report: OrderReport }).report
      expect([amount ?? order.amount, phoneNumber ?? order.phoneNumber, currency ?? 'UGX']).toEqual([
        order.amount,
        order.phoneNumber,
        'UGX',
      ])
      // An order of the other kind with the same reference is unknown.
      const other = kind === 'payout' ? 'collection' : 'payout'
      expect(await provider.query({ ...queryOf(order), kind: other })).toMatchObject({ kind: 'absent' })
    },
  )

  it('[WDR-18] a payout contains the owner’s name only where the provider requires it, and the stored exchange does not contain the name', async () => {
    const order = orderOf(name, { kind: 'payout', name: "Amina O'Kello <b>3</b>" })
    const wire = vi.spyOn(globalThis, 'fetch')
    const sent = await open().send(order)
    const entered = wire.mock.calls.flatMap(([, init]) => (typeof init?.body === 'string' ? [init.body] : []))
    wire.mockRestore()
    expect(sent).toMatchObject({ kind: 'accepted' })
    expect(JSON.stringify(sent)).not.toContain('Amina')
    const named = entered.filter((body) => body.includes('Amina')).map((body) => JSON.parse(body) as object)
    expect(named).toMatchObject(PAYOUT_WITH_NAME[name] === undefined ? [] : [PAYOUT_WITH_NAME[name]])
  })

  it.each(['declined', 'insufficient-funds', 'timed-out'] as const)(
    '[DEP-23][WDR-21] the adapter reports the payment outcome %s',
    async (ending) => {
      const provider = open()
      for (const kind of ['collection', 'payout'] as const) {
        const order = orderOf(name, { kind })
        await provider.send(order)
        simulator.money.control({ decide: [{ reference: order.reference, ending }] })
        expect(await provider.query(queryOf(order))).toMatchObject({ kind: 'final', report: { status: 'failed' } })
      }
    },
  )

  it('[WDR-22] two payout requests with the same reference are paid once', async () => {
    const provider = open()
    const order = orderOf(name, { kind: 'payout' })
    expect(provider.canResend('payout')).toBe(true)
    const answers = [await provider.send(order), await provider.send(order)]
    expect(answers.map((answer) => answer.kind)).toEqual(['accepted', 'accepted'])
    expect(simulator.money.orders.list()).toHaveLength(1)
  })

  it.each([
    ['a lost response', { lostReplyRate: 1 }],
    ['HTTP 500 although it was accepted', { errorThoughTakenRate: 1 }],
    ['HTML or a truncated response', { garbledRate: 1 }],
  ])(
    '[DEP-23][WDR-22] after %s, a payment stays open, and a status query by our reference finds the payment',
    async (_what, faults) => {
      const provider = open()
      // Fetch the token first, so that the fault affects the order.
      await provider.balances()
      simulator.money.control({ faults })
      const order = orderOf(name, { kind: 'payout' })
      const answer = await provider.send(order)
      // A reply without a body cannot be corrupted.
      expect(answer.kind).toBe(answer.exchange.response === '' ? 'accepted' : 'unclear')
      simulator.money.control({ faults: { lostReplyRate: 0, errorThoughTakenRate: 0, garbledRate: 0 } })
      expect(await provider.query(queryOf(order))).toMatchObject({ kind: 'pending' })
    },
  )

  it('[OPS-05] the adapter returns the provider’s wallet balances, and no list of orders, which the provider does not offer', async () => {
    simulator.money.control({ floatUgx: 1_000_000 })
    const provider = open()
    const order = orderOf(name, { kind: 'payout' })
    await provider.send(order)
    expect(await provider.balances()).toMatchObject({
      kind: 'balance',
      wallets: [
        { name: 'collection', amount: 100_000_000n },
        { name: 'disbursement', amount: 100_000_000n - order.amount },
      ],
    })
    expect(await provider.list(clock.now(), clock.now())).toEqual({ kind: 'not-offered' })
    simulator.money.control({ faults: { outage: 'unavailable' } })
    expect(await provider.balances()).toMatchObject({ kind: 'unclear' })
  })

  it('requests share one access token, which is renewed before its expiry or after a rejection', async () => {
    const provider = open()
    await Promise.all([1, 2, 3].map(() => provider.send(orderOf(name))))
    clock.forward(3_600_000)
    expect((await provider.send(orderOf(name))).kind).toBe('accepted')
    // The clock of this adapter does not move, so its token looks valid. After the 401 the order is sent with a new
    // token.
    const late = open({ clock: testClock() })
    await late.send(orderOf(name))
    clock.forward(3_600_000)
    expect((await late.send(orderOf(name))).kind).toBe('accepted')
  })

  it('[WDR-28] no payment request is sent without an access token', async () => {
    simulator.money.control({ faults: { outage: 'unreachable' } })
    const order = orderOf(name, { kind: 'payout' })
    expect(await open().send(order)).toMatchObject({
      kind: 'refused',
      unavailable: true,
      exchange: { operation: 'send', response: null, failure: expect.stringContaining('no access token') },
    })
    simulator.money.control({ faults: { outage: 'none' } })
    const refused = { kind: 'refused', unavailable: true, exchange: { httpStatus: 401 } }
    const wrongKeys = directEnvironment(simulator.money.url, 'the key of another merchant')
    expect(await openProvider(name, {}, wrongKeys).send(order)).toMatchObject(refused)
    expect(simulator.money.orders.find(order.reference)).toBeUndefined()
  })

  it('[WDR-28] provider outages open the circuit breaker, and refused payments do not', async () => {
    const provider = open({ failuresToOpen: 2 })
    simulator.money.control({ behaviours: [{ msisdn: phoneNumberOf(name), behaviour: 'refuses' }] })
    for (let count = 0; count < 3; count++) {
      expect(await provider.send(orderOf(name))).toMatchObject({ kind: 'refused', unavailable: false })
    }
    expect(provider.isAvailable()).toBe(true)
    simulator.money.control({ faults: { outage: 'unavailable' } })
    for (let count = 0; count < 2; count++) await provider.query(queryOf(orderOf(name)))
    expect(provider.isAvailable()).toBe(false)
  })

  it('[DEP-21] a signed callback is accepted and an unsigned callback is rejected', async () => {
    const provider = open()
    const order = orderOf(name)
    simulator.money.control({ settings: { callbackOrigin: new URL(simulator.webhooks.url).origin } })
    await provider.send(order)
    const before = simulator.webhooks.received.length
    simulator.money.control({
      decide: [{ reference: order.reference, ending: 'success' }],
      callbacks: [
        { reference: order.reference, status: 'failed', amountUgx: null, seal: 'good', copies: 1 },
        { reference: order.reference, status: 'success', amountUgx: 999, seal: 'forged', copies: 1 },
        { reference: order.reference, status: 'success', amountUgx: null, seal: 'missing', copies: 1 },
      ],
    })
    await until(() => simulator.webhooks.received.length === before + 4)
    const read = simulator.webhooks.received.slice(before).map(({ headers, body, path }) => {
      const seal = PROVIDERS[name].callback === 'order-address' ? (path.split('/').at(-1) ?? '') : null
      const reading = provider.readCallback({ headers, body, token: seal }, clock.now())
      return reading.kind === 'valid' ? `${reading.reference} ${reading.claimedStatus}` : reading.reason
    })
    expect(read.toSorted()).toEqual(
      [`${order.reference} failed`, `${order.reference} success`, 'form', 'signature'].toSorted(),
    )
  })
})
