import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import {
  openSimulatorFixture,
  type SimulatorFixture,
  until,
} from '../../../../../../simulators/mobile-money/testing/simulator-fixture.ts'
import { testClock } from '../../../kernel/test-kernel.ts'
import type { Order } from '../../../modules/payments/ports.ts'
import { createCircuitBreaker } from '../http/circuit-breaker.ts'
import { maskNumbers, storableText } from '../http/masking.ts'
import { createRelworx, type RelworxOptions } from './adapter.ts'

let simulator: SimulatorFixture
let orders = 0
beforeAll(async () => {
  simulator = await openSimulatorFixture()
})
afterEach(() => simulator.money.control({ reset: true }))
afterAll(() => simulator.close())

const relworx = (change: Partial<RelworxOptions> = {}) =>
  createRelworx({
    baseUrl: simulator.money.relworxUrl,
    proxyUrl: null,
    apiKey: 'test-api-key',
    accountNo: 'REL7Q2M9X4K1',
    webhookKey: 'k',
    webhookUrl: 'http://x',
    clock: testClock(),
    timeoutMs: 30_000,
    requestsPerNumber: 5,
    ...change,
  })
const order = (change: Partial<Order> = {}): Order => ({
  kind: 'collection',
  reference: `DEP-${String(++orders).padStart(8, '0')}`,
  phoneNumber: '+256772000110',
  amount: ugx(2_500_050n),
  description: 'Deposit',
  ...change,
})

describe.each(['directly', 'through the proxy'] as const)('[DEP-13][DEP-14][WDR-18] calling Relworx %s', (way) => {
  const provider = () =>
    relworx(way === 'directly' ? {} : { proxyUrl: simulator.money.proxyUrl, apiKey: 'kept by the proxy' })

  it.each(['collection', 'payout'] as const)(
    'the adapter requests a %s, its status and the list of orders',
    async (kind) => {
      const sent = order({ kind })
      const answer = await provider().send(sent)
      const found = simulator.money.orders.find(sent.reference)
      expect(answer).toMatchObject({ kind: 'accepted', internalReference: found?.internalReference })
      expect(found).toMatchObject({ kind, msisdn: '256772000110', amountHundredths: 2_500_050, description: 'Deposit' })
      const query = { kind, reference: sent.reference, internalReference: String(found?.internalReference) }
      expect(await provider().query(query)).toMatchObject({ kind: 'pending' })
      simulator.money.control({ decide: [{ reference: sent.reference, ending: 'success' }] })
      const report = {
        status: 'success',
        reference: sent.reference,
        amount: sent.amount,
        phoneNumber: sent.phoneNumber,
      }
      expect(await provider().query(query)).toMatchObject({ kind: 'final', report })
      const foundByReference = await provider().query({ ...query, internalReference: null })
      expect(foundByReference).toMatchObject({ kind: 'final', report: { kind, internalReference: null } })
      expect(foundByReference.exchange.response).not.toContain('256772000110')
      expect(await provider().query({ ...query, reference: 'DEP-UNKNOWN', internalReference: null })).toMatchObject({
        kind: 'absent',
      })
    },
  )

  it('the stored exchanges contain no API key and no complete phone number', async () => {
    const { exchange } = await provider().send(order())
    expect(JSON.stringify(exchange)).not.toMatch(/test-api-key|kept by the proxy|256772000110/)
    expect(exchange).toMatchObject({ operation: 'send', httpStatus: 200, failure: null })
  })
})

describe('[WDR-22][WDR-28] when the connection fails', () => {
  it('a payment whose connection is refused is reported as not sent', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const answer = await relworx({ baseUrl: `http://127.0.0.1:${port}` }).send(order())
    expect(answer).toMatchObject({ kind: 'refused', unavailable: true, exchange: { failure: 'ECONNREFUSED' } })
  })

  it('a connection reset or a timeout leaves the payment outcome unknown', async () => {
    simulator.money.control({ faults: { lostReplyRate: 1 } })
    expect(await relworx().send(order({ kind: 'payout' }))).toMatchObject({ kind: 'unclear' })
    simulator.money.control({ faults: { lostReplyRate: 0, latencyMs: 5_000 } })
    const late = order({ kind: 'payout' })
    expect(await relworx({ timeoutMs: 1_000 }).send(late)).toMatchObject({
      kind: 'unclear',
      exchange: { failure: 'TIMEOUT' },
    })
    await until(() => simulator.money.orders.find(late.reference) !== undefined)
  })

  it('an order with an already used reference is not treated as refused', async () => {
    const sent = order({ kind: 'payout' })
    await relworx().send(sent)
    expect(await relworx().send(sent)).toMatchObject({ kind: 'unclear', exchange: { httpStatus: 422 } })
  })

  it('[WDR-28] the circuit breaker opens after consecutive failures, and closes after one successful trial call 30 s later', async () => {
    const clock = testClock()
    const provider = relworx({ clock, failuresToOpen: 3 })
    simulator.money.control({ faults: { outage: 'unavailable' } })
    for (let call = 0; call < 3; call++) await provider.balances()
    expect(provider.isAvailable()).toBe(false)
    simulator.money.control({ faults: { outage: 'none' } })
    const unsent = order()
    expect(await provider.send(unsent)).toMatchObject({
      kind: 'refused',
      unavailable: true,
      exchange: { failure: 'circuit open' },
    })
    expect(simulator.money.orders.find(unsent.reference)).toBeUndefined()
    clock.forward(30_000)
    expect(provider.isAvailable()).toBe(true)
    expect((await provider.send(order())).kind).toBe('accepted')
    expect(provider.isAvailable()).toBe(true)
  })
})

it('the circuit breaker allows one trial call, and opens again if the trial call fails', () => {
  const clock = testClock()
  const breaker = createCircuitBreaker(clock, { failuresToOpen: 2, openMs: 1_000 })
  breaker.failed()
  expect(breaker.admits()).toBe(true)
  breaker.failed()
  expect(breaker.admits()).toBe(false)
  clock.forward(1_000)
  expect([breaker.wouldAdmit(), breaker.admits(), breaker.admits()]).toEqual([true, true, false])
  breaker.failed()
  clock.forward(999)
  expect(breaker.admits()).toBe(false)
  clock.forward(1)
  expect(breaker.admits()).toBe(true)
  breaker.succeeded()
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
})

describe('unusual response bodies', () => {
  let server: Server
  let url = ''
  let reply: { status: number; body: string | Buffer; headers?: Record<string, string> } = { status: 200, body: '' }
  let received: IncomingMessage | null = null
  beforeAll(async () => {
    server = createServer((request, response) => {
      received = request
      request.resume().on('end', () => response.writeHead(reply.status, reply.headers).end(reply.body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('a provider request does not follow redirects, so orders are sent only to the configured host', async () => {
    reply = { status: 307, body: '', headers: { location: `${simulator.money.relworxUrl}/mobile-money/send-payment` } }
    const sent = order({ kind: 'payout' })
    expect(await relworx({ baseUrl: url }).send(sent)).toMatchObject({ kind: 'unclear', exchange: { httpStatus: 307 } })
    expect(simulator.money.orders.find(sent.reference)).toBeUndefined()
  })

  it.each([
    [
      'NUL and unpaired surrogates',
      '{"success":true,"message":"\\u0000\\ud800","internal_reference":"ab"}',
      'accepted',
    ],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x7b]), 'unclear'],
    ['a body larger than any valid response', '['.repeat(5 * 1024 * 1024), 'unclear'],
  ])('a provider response with %s is stored', async (_what, body, kind) => {
    reply = { status: 200, body }
    const answer = await relworx({ baseUrl: url }).send(order())
    expect(answer.kind).toBe(kind)
    expect(answer.exchange.response).not.toMatch(/\u0000|\\u0000|\\ud800/)
    expect(answer.exchange.response?.length).toBeLessThanOrEqual(4_096)
    expect(received?.headers).toMatchObject({
      accept: 'application/vnd.relworx.v2',
      authorization: 'Bearer test-api-key',
    })
  })
})

it.each([
  ['+256772000110', '+25677*****10'],
  ['{"msisdn":"256701000111"}', '{"msisdn":"25670*****11"}'],
  ['0772000110', '077*****10'],
  ['{"msisdn":"752000110"}', '{"msisdn":"75*****10"}'],
  ['DEP-01990000000070008000000000000001', 'DEP-01990000000070008000000000000001'],
  ['"amount":25000.0', '"amount":25000.0'],
])('[OPS-10] the provider exchange text %s is stored masked as %s', (text, expected) => {
  expect(maskNumbers(text)).toBe(expected)
})

it.each([
  ['a\u0000b\\u0000c\ud800d', 'abc\ufffdd'],
  [String.raw`{"a":"x\u0000y"}`, '{"a":"xy"}'],
  // An escaped backslash followed by `u0000` is not an escaped NUL.
  [String.raw`{"a":"x\\u0000y"}`, String.raw`{"a":"x\\u0000y"}`],
  [String.raw`{"a":"x\\\u0000y"}`, String.raw`{"a":"x\\y"}`],
  [String.raw`{"a":"x\\ud800y"}`, String.raw`{"a":"x\\ud800y"}`],
  // A complete surrogate pair is kept; separate halves are removed.
  [String.raw`{"a":"\uD83d\uDe00"}`, String.raw`{"a":"\uD83d\uDe00"}`],
  [String.raw`{"a":"\ude00\ud83d"}`, '{"a":""}'],
  [String.raw`{"a":"\ud83d\ud83d\ude00"}`, String.raw`{"a":"\ud83d\ude00"}`],
])('the provider’s text %j is stored as %j, because PostgreSQL rejects some characters', (text, expected) => {
  expect(storableText(text)).toBe(expected)
})
