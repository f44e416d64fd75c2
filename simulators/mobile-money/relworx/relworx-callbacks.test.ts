import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  expectDefined,
  openSimulatorFixture,
  waitBriefly,
  type SimulatorFixture,
  until,
  WEBHOOK_KEY,
} from '../testing/simulator-fixture.ts'
import type { ReceivedWebhook } from '../testing/webhook-listener.ts'

let fixture: SimulatorFixture
/** Callbacks received before the current test. */
let before = 0
beforeAll(async () => {
  fixture = await openSimulatorFixture()
})
beforeEach(() => {
  fixture.money.control({ reset: true })
  before = fixture.webhooks.received.length
})
afterAll(() => fixture.close())

const received = (): readonly ReceivedWebhook[] => fixture.webhooks.received.slice(before)

/**
 * Written from the published algorithm only: URL, timestamp, then the three fields sorted by name, each name
 * followed by its value.
 */
function hasValidSignature(callback: ReceivedWebhook, url: string, key: string): boolean {
  const header = String(callback.headers['relworx-signature'])
  const elements = new Map(
    header
      .split(',')
      .map((element) => [element.slice(0, element.indexOf('=')), element.slice(element.indexOf('=') + 1)]),
  )
  let signed = url + elements.get('t')
  for (const name of ['status', 'customer_reference', 'internal_reference'].sort())
    signed += name + String(callback.body[name])
  return createHmac('sha256', key).update(signed).digest('hex') === elements.get('v')
}

describe('the last digit', () => {
  it.each([
    ['0: approves', 3_000, 'success', 1],
    ['8: approves', 3_000, 'success', 1],
    ['9: approves', 3_000, 'success', 1],
    ['1: declines', 3_000, 'failed', 1],
    ['2: has not enough funds', 3_000, 'failed', 1],
    ['5: the provider calls back twice', 3_000, 'success', 2],
    ['6: the callback has another amount', 3_000, 'success', 1],
    ['7: the provider answers 500 although it accepted the order', 3_000, 'success', 1],
    ['4: the confirmation is late', 80_000, 'success', 1],
  ] as const)('a Relworx payer with the last digit %s', async (what, afterMs, status, callbacks) => {
    const digit = what.slice(0, 1)
    const answer = await fixture.collect(`25677200011${digit}`, { reference: 'DEP-00000031' })
    expect(answer.status).toBe(digit === '7' ? 500 : 200)
    expect(answer.body).toHaveProperty('success', digit !== '7')

    fixture.pass(afterMs - 1)
    await waitBriefly()
    expect(received()).toEqual([])
    fixture.pass(1)
    await until(() => received().length === callbacks)
    await waitBriefly()
    expect(received()).toHaveLength(callbacks)

    const order = fixture.money.orders.find('DEP-00000031')
    const body = (await fixture.status(order?.internalReference)).body
    expect(body).toMatchObject({ status, request_status: status, amount: 25_000 })
    for (const callback of received()) {
      expect(callback.body).toMatchObject({
        status,
        customer_reference: 'DEP-00000031',
        internal_reference: order?.internalReference,
        amount: digit === '6' ? 50_000 : 25_000,
        message: body['message'],
      })
    }
  })

  it('a payer whose number ends in 3 never answers', async () => {
    const { body } = await fixture.collect('256772000113')
    fixture.pass(30 * 86_400_000)
    await waitBriefly()
    expect(received()).toEqual([])
    expect((await fixture.status(body['internal_reference'])).body).toMatchObject({ status: 'pending' })
  })

  it('a withdrawal to a number that ends in 4 is confirmed after 95 s', async () => {
    await fixture.payOut('256772000114', { reference: 'WDR-00000037' })
    fixture.pass(94_999)
    await waitBriefly()
    expect(fixture.money.orders.find('WDR-00000037')?.status).toBe('pending')
    fixture.pass(1)
    await until(() => received().length === 1)
    expect(received()[0]?.body).toMatchObject({ status: 'success', message: 'Send payment completed successfully.' })
  })

  it('the Relworx simulator has a separate message for each kind of failure', async () => {
    await fixture.collect('256772000111')
    await fixture.collect('256772000112')
    fixture.pass(3_000)
    await until(() => received().length === 2)
    expect(new Set(received().map(({ body }) => body['message'])).size).toBe(2)
  })
})

describe('the signature', () => {
  it('the signature of a Relworx callback matches the published algorithm', async () => {
    await fixture.collect('256701000110', { reference: 'DEP-00000041', amount: 31_000 })
    fixture.pass(3_000)
    await until(() => received().length === 1)
    const callback = expectDefined(received()[0])
    expect(callback.headers['content-type']).toBe('application/json')
    expect(callback.headers['relworx-signature']).toMatch(
      new RegExp(`^t=${Math.floor(fixture.now() / 1_000)},v=[0-9a-f]{64}$`),
    )
    expect(hasValidSignature(callback, fixture.webhooks.url, WEBHOOK_KEY)).toBe(true)
    expect(hasValidSignature(callback, fixture.webhooks.url.replace('?shop=7', ''), WEBHOOK_KEY)).toBe(false)
    expect(hasValidSignature(callback, fixture.webhooks.url, 'another key')).toBe(false)
    expect(Object.keys(callback.body).sort()).toEqual([
      'amount',
      'charge',
      'completed_at',
      'currency',
      'customer_reference',
      'internal_reference',
      'message',
      'msisdn',
      'provider',
      'status',
    ])
  })
})

describe('retries', () => {
  it('a Relworx callback is retried with doubling delays, the same content and a new signature until it is answered with HTTP 200', async () => {
    fixture.webhooks.answerWith(500, 302, 204, 404)
    await fixture.collect('256772000110')
    fixture.pass(3_000)
    await until(() => received().length === 1)
    for (const [index, pauseMs] of [1_000, 2_000, 4_000, 8_000].entries()) {
      await fixture.failedCallbacks(index + 1)
      fixture.pass(pauseMs - 1)
      await waitBriefly()
      expect(received()).toHaveLength(index + 1)
      fixture.pass(1)
      await until(() => received().length === index + 2)
    }
    await until(() => fixture.money.orders.list()[0]?.callbackAcknowledgedAtMs !== null)
    fixture.pass(86_400_000)
    await waitBriefly()
    expect(received()).toHaveLength(5)
    expect(new Set(received().map(({ raw }) => raw)).size).toBe(1)
    expect(new Set(received().map(({ headers }) => headers['relworx-signature'])).size).toBe(5)
    for (const callback of received()) expect(hasValidSignature(callback, fixture.webhooks.url, WEBHOOK_KEY)).toBe(true)
  })

  it('a Relworx callback is not sent again after 10 retries', async () => {
    fixture.webhooks.answerWith(...Array.from({ length: 11 }, () => 500))
    await fixture.collect('256772000110')
    fixture.pass(3_000)
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      await fixture.failedCallbacks(attempt)
      fixture.pass(1_024_000)
    }
    await waitBriefly()
    expect(received()).toHaveLength(11)
  })

  it('a retried Relworx callback reaches a server that was down at the first attempt', async () => {
    const money = fixture.money
    const { url } = fixture.webhooks
    money.control({ settings: { webhookUrl: 'http://127.0.0.1:9/unreachable' } })
    await fixture.collect('256772000110')
    fixture.pass(3_000)
    await fixture.failedCallbacks(1)
    money.control({ settings: { webhookUrl: url } })
    fixture.pass(1_000)
    await until(() => money.orders.list()[0]?.callbackAcknowledgedAtMs !== null)
    expect(received()).toHaveLength(1)
  })
})
