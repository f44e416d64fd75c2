import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { type Provider, PROVIDERS } from '@mupiira/domain/payments/providers.ts'
import {
  openSimulatorFixture,
  type SimulatorFixture,
  until,
} from '../../../../../simulators/mobile-money/testing/simulator-fixture.ts'
import { readConfig } from '../../kernel/config/config.ts'
import type { AirtelConfig } from '../../kernel/config/providers/airtel.ts'
import type { MtnConfig } from '../../kernel/config/providers/mtn.ts'
import { testClock } from '../../kernel/test-kernel.ts'
import type { MobileMoneyProvider, Order } from '../../modules/payments/ports.ts'
import { createAirtel, type AirtelOptions } from './airtel/adapter.ts'
import { createMtn, type MtnOptions, referenceId } from './mtn/adapter.ts'
import { callbackToken } from './mtn/callback.ts'
import type { CallOptions } from './http/provider-call.ts'

let simulator: SimulatorFixture
let made = 0
const clock = testClock()
beforeAll(async () => {
  simulator = await openSimulatorFixture({ now: () => clock.now().getTime() })
})
afterEach(() => void simulator.money.control({ reset: true }))
afterAll(() => simulator.close())

const wire: CallOptions = { clock, timeoutMs: 3_000 }
const config = () =>
  readConfig({
    DATABASE_URL: 'postgres://unused/x',
    PUBLIC_ORIGIN: new URL(simulator.webhooks.url).origin,
    ...simulator.money.directEnv(),
  })
function mtn(change: Partial<MtnOptions> = {}): MobileMoneyProvider {
  return createMtn({ ...(config().mtn as MtnConfig), ...wire, ...change })
}
function airtel(change: Partial<AirtelOptions> = {}): MobileMoneyProvider {
  return createAirtel({ ...(config().airtel as AirtelConfig), ...wire, ...change })
}
/** How a provider with its own API differs from the others. Relworx serves both carriers and has its own tests. */
type DirectProvider = {
  readonly open: (change?: Partial<CallOptions>) => MobileMoneyProvider
  readonly withWrongKeys: () => MobileMoneyProvider
  readonly phoneNumber: string
  /** Whether a status reply contains amount, currency and phone number. */
  readonly repeatsOrder: boolean
  /** The part of a payout that contains the owner's name "Amina O'Kello <b>3</b>"; null if none does. */
  readonly payoutWithName: object | null
  /** Whether an accepted order has a reply without a body, which a fault cannot cut. */
  readonly repliesWithoutBody: boolean
}
type Name = Exclude<Provider, 'relworx'>
const DIRECT: { readonly [name in Name]: DirectProvider } = {
  mtn: {
    open: mtn,
    withWrongKeys: () => mtn({ disbursement: { subscriptionKey: 'stolen', apiUser: 'nobody', apiKey: 'guessed' } }),
    phoneNumber: '+256772000110',
    repeatsOrder: true,
    payoutWithName: null,
    repliesWithoutBody: true,
  },
  airtel: {
    open: airtel,
    withWrongKeys: () => airtel({ clientSecret: 'guessed' }),
    phoneNumber: '+256752000110',
    repeatsOrder: false,
    payoutWithName: { payee: { name: "Amina O'Kello b b" } },
    repliesWithoutBody: false,
  },
}

const orderOf = (name: Name, change: Partial<Order> = {}): Order => ({
  kind: 'collection',
  reference: `DEP-${String(++made).padStart(8, '0')}`,
  phoneNumber: DIRECT[name].phoneNumber,
  amount: ugx(2_500_050n),
  description: 'Deposit',
  ...change,
})
const queryOf = ({ kind, reference }: Order) => ({ kind, reference, internalReference: null })

describe.each(Object.keys(DIRECT) as Name[])('%s', (name) => {
  const { open, withWrongKeys, phoneNumber, repeatsOrder, payoutWithName, repliesWithoutBody } = DIRECT[name]

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
      const stated = repeatsOrder ? { amount: order.amount, phoneNumber: order.phoneNumber, currency: 'UGX' } : {}
      expect(await provider.query(queryOf(order))).toMatchObject({
        kind: 'final',
        report: { status: 'success', reference: order.reference, kind, ...stated },
      })
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
    expect(named).toMatchObject(payoutWithName === null ? [] : [payoutWithName])
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

  it('[WDR-22] a payout that is sent twice with one reference is paid once', async () => {
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
    ['HTML or half a response', { garbledRate: 1 }],
  ])(
    '[DEP-23][WDR-22] after %s, a payment stays open, and a status query by our reference finds the payment',
    async (_what, faults) => {
      const provider = open()
      // Fetch the token first, so that the fault affects the order.
      await provider.balances()
      simulator.money.control({ faults })
      const order = orderOf(name, { kind: 'payout' })
      const answer = await provider.send(order)
      expect(['unclear', ...(repliesWithoutBody && 'garbledRate' in faults ? ['accepted'] : [])]).toContain(answer.kind)
      simulator.money.control({ faults: { lostReplyRate: 0, errorThoughTakenRate: 0, garbledRate: 0 } })
      expect(await provider.query(queryOf(order))).toMatchObject({ kind: 'pending' })
    },
  )

  it('[OPS-05] the adapter reports the provider’s wallets, and returns no list of orders, because the provider has none', async () => {
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
    // The test clock does not move, so the token looks valid. After the 401 the order is sent with a new one.
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
    expect(await withWrongKeys().send(order)).toMatchObject(refused)
    expect(simulator.money.orders.find(order.reference)).toBeUndefined()
  })

  it('[WDR-28] provider outages open the circuit breaker, and refused payments do not', async () => {
    const provider = open({ failuresToOpen: 2 })
    simulator.money.control({ courses: [{ msisdn: phoneNumber, course: 'refuses' }] })
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

it('[DEP-16] the MTN order id is a UUID v4 derived from our reference', () => {
  const ids = Array.from({ length: 500 }, (_, at) => referenceId(`DEP-${at}`))
  expect(new Set(ids).size).toBe(500)
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  )
  expect(referenceId('DEP-1')).toBe(referenceId('DEP-1'))
})

const KEY = 'a key of the callbacks'
const at = new Date('2026-11-21T12:00:00Z')
describe('[DEP-21] authentication of MTN’s callbacks by the secret in their address', () => {
  const seal = callbackToken(KEY, 'DEP-00000001')
  const provider = () => mtn({ callbackKey: KEY })
  it.each<[string, string | null, object, string]>([
    ['valid', seal, { status: 'SUCCESSFUL' }, 'valid'],
    ['pending', seal, { status: 'PENDING' }, 'valid'],
    ['for another order', seal.replace('DEP-00000001', 'DEP-00000002'), { status: 'SUCCESSFUL' }, 'signature'],
    ['with another key', callbackToken('another', 'DEP-00000001'), { status: 'SUCCESSFUL' }, 'signature'],
    ['half', seal.slice(0, -1), { status: 'SUCCESSFUL' }, 'form'],
    ['without a dot', 'DEP-00000001', { status: 'SUCCESSFUL' }, 'form'],
    ['none', null, { status: 'SUCCESSFUL' }, 'form'],
    ['without a status', seal, {}, 'form'],
    ['status as an object', seal, { status: {} }, 'form'],
  ])('an MTN callback with the URL secret "$0" has the check result "$3"', (_what, given, body, expected) => {
    const reading = provider().readCallback({ headers: {}, body, token: given }, at)
    expect(reading.kind === 'valid' ? 'valid' : reading.reason).toBe(expected)
  })

  it('a repeated callback has the same fingerprint as the first', () => {
    const digests = ['SUCCESSFUL', 'SUCCESSFUL', 'FAILED'].map((status) => {
      const reading = provider().readCallback({ headers: {}, body: { status }, token: seal }, at)
      return reading.kind === 'valid' ? reading.digest.toString('hex') : null
    })
    expect(new Set(digests).size).toBe(2)
  })
})

describe('[DEP-21] verification of the hash of Airtel’s callbacks', () => {
  const payload = {
    transaction: { id: 'DEP-00000001', message: 'Paid UGX 25000', status_code: 'TS', airtel_money_id: 'MP1' },
  }
  const hashOf = (body: object, key = KEY): string =>
    createHmac('sha256', key).update(JSON.stringify(body)).digest('base64')
  const without = (name: string): object => ({ transaction: { ...payload.transaction, [name]: undefined } })
  it.each<[string, object, string]>([
    ['valid', { ...payload, hash: hashOf(payload) }, 'valid'],
    ['the hash first', { hash: hashOf(payload), ...payload }, 'valid'],
    ['with another key', { ...payload, hash: hashOf(payload, 'another') }, 'signature'],
    [
      'a changed value',
      { transaction: { ...payload.transaction, status_code: 'TF' }, hash: hashOf(payload) },
      'signature',
    ],
    ['a changed id', { transaction: { ...payload.transaction, id: 'DEP-2' }, hash: hashOf(payload) }, 'signature'],
    ['an added field', { ...payload, more: 1, hash: hashOf(payload) }, 'signature'],
    [
      'hex instead of base64',
      { ...payload, hash: Buffer.from(hashOf(payload), 'base64').toString('hex') },
      'signature',
    ],
    ['unsigned', payload, 'form'],
    ['an empty hash', { ...payload, hash: '' }, 'form'],
    ['the hash as a number', { ...payload, hash: 7 }, 'form'],
    ['without an id', { ...without('id'), hash: hashOf(without('id')) }, 'form'],
    ['without a status', { ...without('status_code'), hash: hashOf(without('status_code')) }, 'form'],
    ['the transaction as a list', { transaction: [], hash: hashOf({ transaction: [] }) }, 'form'],
    ['nothing', {}, 'form'],
  ])('an Airtel callback with the hash "$0" has the check result "$2"', (_what, body, expected) => {
    const reading = airtel({ callbackKey: KEY }).readCallback({ headers: {}, body, token: null }, at)
    expect(reading.kind === 'valid' ? 'valid' : reading.reason).toBe(expected)
  })
})
