import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  openSimulatorFixture,
  waitBriefly,
  type Reply,
  type SimulatorFixture,
  until,
} from '../testing/simulator-fixture.ts'
import type { ReceivedWebhook } from '../testing/webhook-listener.ts'

let fixture: SimulatorFixture
let before = 0
beforeAll(async () => {
  fixture = await openSimulatorFixture()
})
beforeEach(async () => {
  await control({ reset: true, settings: { limitRequests: false } })
  before = fixture.webhooks.received.length
})
afterAll(() => fixture.close())

const received = (): readonly ReceivedWebhook[] => fixture.webhooks.received.slice(before)
const control = (patch: unknown): Promise<Reply> => fixture.call('POST', '/control', patch)
const OK_NUMBER = '256772000110'

async function collectAndPay(reference: string): Promise<void> {
  await fixture.collect(OK_NUMBER, { reference })
  fixture.pass(3_000)
  await until(() => fixture.money.orders.find(reference)?.status !== 'pending')
}

describe('response faults', () => {
  it('the fault errorRate makes the simulator return HTTP 500 and accept no order', async () => {
    await control({ faults: { errorRate: 1 } })
    expect((await fixture.collect(OK_NUMBER)).status).toBe(500)
    expect(fixture.money.orders.list()).toEqual([])
  })

  it('the fault errorThoughTakenRate makes the simulator return HTTP 500 although the order was accepted', async () => {
    await control({ faults: { errorThoughTakenRate: 1 } })
    expect((await fixture.collect(OK_NUMBER)).status).toBe(500)
    expect(fixture.money.orders.list()).toHaveLength(1)
  })

  it('the fault lostReplyRate resets the connection although the order was accepted', async () => {
    await control({ faults: { lostReplyRate: 1 } })
    await expect(fixture.collect(OK_NUMBER, { reference: 'LOST-0001' })).rejects.toThrow('fetch failed')
    expect(fixture.money.orders.find('LOST-0001')?.status).toBe('pending')
  })

  it('with the fault latencyMs, an order is accepted although its client stopped waiting', async () => {
    await control({ faults: { latencyMs: 60_000 } })
    const timedOutRequest = fetch(`${fixture.money.proxyUrl}?endpoint=request-payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        account_no: 'REL7Q2M9X4K1',
        reference: 'SLOW-0001',
        msisdn: `+${OK_NUMBER}`,
        currency: 'UGX',
        amount: 25_000,
      }),
      signal: AbortSignal.timeout(100),
    })
    await expect(timedOutRequest).rejects.toThrow(/timeout/)
    expect(fixture.money.orders.find('SLOW-0001')?.status).toBe('pending')
  })

  it('during an outage the simulator returns 503 or resets connections, and sends callbacks afterwards', async () => {
    await fixture.collect(OK_NUMBER)
    await control({ faults: { outage: 'unavailable' } })
    expect((await fixture.collect(OK_NUMBER)).status).toBe(503)
    await control({ faults: { outage: 'unreachable' } })
    await expect(fixture.collect(OK_NUMBER)).rejects.toThrow('fetch failed')
    fixture.pass(3_000)
    await until(() => fixture.money.orders.list()[0]?.status === 'success')
    await waitBriefly()
    expect(received()).toEqual([])
    await control({ faults: { outage: 'none' } })
    fixture.pass(500)
    await until(() => received().length === 1)
  })

  it('the simulator chooses the same random faults for the same seed', async () => {
    const thrown: number[][] = []
    for (const seed of [7, 7, 8]) {
      await control({ reset: true, seed, settings: { limitRequests: false }, faults: { errorRate: 0.5 } })
      const statuses: number[] = []
      for (let request = 0; request < 24; request += 1) statuses.push((await fixture.collect(OK_NUMBER)).status)
      thrown.push(statuses)
    }
    expect(thrown[1]).toEqual(thrown[0])
    expect(thrown[2]).not.toEqual(thrown[0])
    expect(new Set(thrown[0])).toEqual(new Set([200, 500]))
  })
})

describe('callback faults', () => {
  it('the fault "lost": the callback is never sent', async () => {
    await control({ faults: { callbackLostRate: 1 } })
    await collectAndPay('FAULT-0001')
    await waitBriefly()
    expect(received()).toEqual([])
  })

  it('the fault "doubled": the callback is sent twice', async () => {
    await control({ faults: { callbackDuplicateRate: 1 } })
    await collectAndPay('FAULT-0002')
    await until(() => received().length === 2)
    expect(received()[0]?.raw).toBe(received()[1]?.raw)
  })

  it('the fault "late": a status query reports the outcome before the callback', async () => {
    await control({ faults: { callbackLateRate: 1, callbackLateMs: 70_000 } })
    await collectAndPay('FAULT-0003')
    fixture.pass(69_000)
    await waitBriefly()
    expect(received()).toEqual([])
    fixture.pass(1_001)
    await until(() => received().length === 1)
  })

  it('the fault "reordered": a delayed callback is sent after the next callback', async () => {
    for (const reference of ['FIRST-001', 'SECOND-01']) await fixture.collect(OK_NUMBER, { reference })
    await control({ faults: { callbackReorderRate: 1 }, decide: [{ reference: 'FIRST-001', ending: 'success' }] })
    await control({ faults: { callbackReorderRate: 0 }, decide: [{ reference: 'SECOND-01', ending: 'success' }] })
    await until(() => received().length === 1)
    fixture.pass(50)
    await until(() => received().length === 2)
    expect(received().map(({ body }) => body['customer_reference'])).toEqual(['SECOND-01', 'FIRST-001'])
  })

  it('the fault "reordered": a delayed callback is sent after 2 s if no other callback follows', async () => {
    await control({ faults: { callbackReorderRate: 1 } })
    await collectAndPay('ALONE-001')
    fixture.pass(2_000)
    await until(() => received().length > 0)
    expect(received()).toHaveLength(1)
  })

  it('the fault "wrong amount": the callback reports a wrong amount, and the status query the right amount', async () => {
    await control({ faults: { callbackWrongAmountRate: 1 } })
    await collectAndPay('FAULT-0004')
    await until(() => received().length === 1)
    expect(received()[0]?.body['amount']).toBe(50_000)
    expect((await fixture.status(fixture.money.orders.find('FAULT-0004')?.internalReference)).body['amount']).toBe(
      25_000,
    )
  })

  it('the fault "forged": a callback reports success before the payment', async () => {
    await control({ faults: { callbackForgedRate: 1 } })
    await fixture.collect('256772000111', { reference: 'FAULT-0005' })
    await until(() => received().length === 1)
    expect(received()[0]?.body).toMatchObject({ status: 'success', customer_reference: 'FAULT-0005' })
    expect(fixture.money.orders.find('FAULT-0005')?.status).toBe('pending')
  })
})

describe('commands', () => {
  it('the control endpoint sends callbacks exactly as requested', async () => {
    await fixture.collect('256772000113', { reference: 'TOLD-0001' })
    const callback = { reference: 'TOLD-0001', status: 'success', amountUgx: 999 }
    await control({
      callbacks: [
        { ...callback, seal: 'good', copies: 3 },
        { ...callback, seal: 'stale' },
        { ...callback, seal: 'missing' },
        { ...callback, seal: 'forged' },
      ],
    })
    await until(() => received().length === 6)
    const times = received().map(({ headers }) => Number(/^t=(\d+)/.exec(String(headers['relworx-signature']))?.[1]))
    const nowSeconds = Math.floor(fixture.now() / 1_000)
    expect(times.filter((time) => time === nowSeconds)).toHaveLength(4)
    expect(times.filter((time) => time === nowSeconds - 3_600)).toHaveLength(1)
    expect(times.filter(Number.isNaN)).toHaveLength(1)
    for (const { body } of received()) expect(body['amount']).toBe(999)
    expect(fixture.money.orders.find('TOLD-0001')?.status).toBe('pending')
  })

  it('the control endpoint can override the outcome by reference or else by phone number, until the override is removed', async () => {
    const behaviours = [
      { reference: 'CHOSEN-01', behaviour: 'lacks-funds' },
      { msisdn: '0772000110', behaviour: 'refuses' },
    ]
    expect((await control({ behaviours })).status).toBe(200)
    await collectAndPay('CHOSEN-01')
    expect(fixture.money.orders.find('CHOSEN-01')).toMatchObject({ status: 'failed', failure: 'insufficient-funds' })
    expect(await fixture.collect(OK_NUMBER)).toMatchObject({ status: 200, body: { success: false } })
    await control({ behaviours: [{ msisdn: OK_NUMBER, behaviour: null }] })
    expect((await fixture.collect(OK_NUMBER)).body['success']).toBe(true)
  })

  it('the control endpoint ends a pending order at once, and only once', async () => {
    await fixture.collect('256772000113', { reference: 'ENDED-001' })
    expect((await control({ decide: [{ reference: 'ENDED-001', ending: 'success' }] })).status).toBe(200)
    await until(() => received().length === 1)
    const again = await control({
      decide: [
        { reference: 'ENDED-001', ending: 'declined' },
        { reference: 'UNKNOWN-01', ending: 'declined' },
      ],
    })
    expect(again).toMatchObject({
      status: 422,
      body: { undone: ['ENDED-001 has ended already', 'UNKNOWN-01 is unknown'] },
    })
    expect(fixture.money.orders.find('ENDED-001')?.status).toBe('success')
  })

  it.each([
    ['an unknown name', { latency: 5 }, 'control has no latency'],
    ['an unknown fault', { faults: { latencyms: 5 } }, 'control.faults has no latencyms'],
    ['a rate above 1', { faults: { errorRate: 1.5 } }, 'control.faults.errorRate must be a number from 0 to 1'],
    [
      'an unknown outage',
      { faults: { outage: true } },
      'control.faults.outage must be one of none, unavailable, unreachable',
    ],
    [
      'an invalid address',
      { settings: { webhookUrl: 'ftp://x' } },
      'control.settings.webhookUrl must be an http address or null',
    ],
    [
      'a decision without an outcome',
      { decide: [{ reference: 'A' }] },
      'control.decide[0].ending must be one of success, declined, insufficient-funds, timed-out',
    ],
    ['a list', [], 'control must be an object'],
  ])('the control endpoint rejects a command and changes nothing: %s', async (_, patch, error) => {
    const state = (await fixture.call('GET', '/control')).body
    expect(await control(patch)).toEqual({ status: 422, body: { error } })
    expect((await fixture.call('GET', '/control')).body).toEqual(state)
  })

  it('the control endpoint shows orders by reference, number and status', async () => {
    await collectAndPay('SHOWN-001')
    await fixture.payOut('256772000113', { reference: 'SHOWN-002', amount: 31_000 })
    const shown = async (query: string): Promise<unknown[]> =>
      ((await fixture.call('GET', `/control/orders${query}`)).body['orders'] as Record<string, unknown>[]).map(
        (order) => order['reference'],
      )
    expect(await shown('')).toEqual(['SHOWN-002', 'SHOWN-001'])
    expect(await shown('?status=success')).toEqual(['SHOWN-001'])
    expect(await shown('?msisdn=0772000113')).toEqual(['SHOWN-002'])
    expect(await shown('?reference=SHOWN-001')).toEqual(['SHOWN-001'])
    expect(await shown('?reference=UNKNOWN-01')).toEqual([])
    expect(await shown('?limit=1')).toEqual(['SHOWN-002'])
  })

  it('the control endpoint resets orders, faults, settings and the float, and drops pending callbacks', async () => {
    await fixture.collect(OK_NUMBER, { reference: 'RESET-001' })
    await control({ faults: { latencyMs: 1 }, settings: { approveAfterMs: 1 }, floatUgx: 1 })
    await control({ reset: true })
    fixture.pass(86_400_000)
    await waitBriefly()
    expect(received()).toEqual([])
    expect((await fixture.call('GET', '/control')).body).toMatchObject({
      faults: { relworx: { latencyMs: 0 } },
      settings: { approveAfterMs: 3_000 },
      floatUgx: { relworx: 500_000_000 },
      orders: { kept: 0, pending: 0 },
    })
  })
})
