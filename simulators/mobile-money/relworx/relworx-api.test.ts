import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACCOUNT_NO, openSimulatorFixture, type SimulatorFixture, until } from '../testing/simulator-fixture.ts'

let fixture: SimulatorFixture
beforeAll(async () => {
  fixture = await openSimulatorFixture()
})
beforeEach(() => void fixture.money.control({ reset: true }))
afterAll(() => fixture.close())

const OK_NUMBER = '256772000110'

describe('access', () => {
  it.each([
    ['no key', { authorization: '' }, 401],
    ['another key', { authorization: 'Bearer stolen' }, 401],
    ['no API version', { accept: 'application/json' }, 400],
  ])('the Relworx simulator refuses a call with %s', async (_, headers, status) => {
    const answer = await fixture.call(
      'GET',
      `/api/mobile-money/check-wallet-balance?account_no=${ACCOUNT_NO}&currency=UGX`,
      undefined,
      headers,
    )
    expect(answer).toMatchObject({ status, body: { success: false, message: expect.any(String) } })
  })

  it.each([
    ['POST', '/api/mobile-money/no-such-thing'],
    ['GET', '/api/mobile-money/request-payment'],
    ['POST', '/proxy?endpoint=__proto__'],
    ['GET', '/nowhere'],
  ] as const)('the Relworx simulator rejects unknown %s %s', async (method, path) => {
    expect((await fixture.call(method, path)).status).toBe(404)
  })
})

describe('request-payment and send-payment', () => {
  it('the Relworx simulator accepts an order without reporting its outcome', async () => {
    const collected = await fixture.collect(OK_NUMBER)
    expect(collected).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'Request payment in progress.',
        internal_reference: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    })
    expect((await fixture.payOut(OK_NUMBER)).body['message']).toBe('Send payment in progress.')
  })

  it.each([
    ['no account', { account_no: undefined }, 400],
    ['no reference', { reference: undefined }, 400],
    ['no number', { msisdn: '' }, 400],
    ['no currency', { currency: null }, 400],
    ['no amount', { amount: undefined }, 400],
    ['another account', { account_no: 'RELANOTHER01' }, 403],
    ['a reference of 7 characters', { reference: '1234567' }, 422],
    ['a reference of 37 characters', { reference: 'x'.repeat(37) }, 422],
    ['a number without plus', { msisdn: OK_NUMBER }, 422],
    ['a local number', { msisdn: '0772000110' }, 422],
    ['an unknown currency', { currency: 'EUR' }, 422],
    ['a currency that does not match the number', { currency: 'KES' }, 422],
    ['an amount as text', { amount: '25000' }, 422],
    ['three decimals', { amount: 25_000.001 }, 422],
    ['less than 500', { amount: 499.99 }, 422],
    ['more than 5,000,000', { amount: 5_000_000.01 }, 422],
    ['a negative amount', { amount: -25_000 }, 422],
    ['a description that is not text', { description: 7 }, 422],
    ['an unsupported network', { msisdn: '+256712000110' }, 200],
  ])('the Relworx simulator refuses an order with %s', async (_, changes, status) => {
    expect(await fixture.collect(OK_NUMBER, changes)).toMatchObject({
      status,
      body: { success: false, message: expect.any(String) },
    })
    expect(fixture.money.orders.list()).toEqual([])
  })

  it.each([
    ['500', 500],
    ['5,000,000', 5_000_000],
    ['cents', 1_234.57],
  ])('the Relworx simulator accepts the amount %s', async (_, amount) => {
    const { body } = await fixture.collect(OK_NUMBER, { amount })
    expect((await fixture.status(body['internal_reference'])).body['amount']).toBe(amount)
  })

  it.each([
    ['broken JSON', '{"account_no":', {}],
    ['a list', '[]', {}],
    ['another content type', '{}', { 'content-type': 'text/plain' }],
    ['a body that is too large', JSON.stringify({ account_no: 'x'.repeat(300_000) }), {}],
  ])('the Relworx simulator returns 400 for %s', async (_, body, headers) => {
    expect((await fixture.call('POST', '/api/mobile-money/request-payment', body, headers)).status).toBe(400)
  })

  it('the Relworx simulator refuses a reference that was used before', async () => {
    await fixture.collect(OK_NUMBER, { reference: 'TWICE-0001' })
    expect((await fixture.collect(OK_NUMBER, { reference: 'TWICE-0001' })).status).toBe(422)
    expect(fixture.money.orders.list()).toHaveLength(1)
  })

  it('the Relworx simulator accepts 5 requests for one number within 10 minutes and refuses the sixth', async () => {
    for (let request = 0; request < 5; request += 1) expect((await fixture.collect(OK_NUMBER)).status).toBe(200)
    expect(await fixture.collect(OK_NUMBER)).toMatchObject({ status: 429, body: { success: false } })
    expect((await fixture.payOut(OK_NUMBER)).status).toBe(429)
    expect((await fixture.collect('256772000118')).status).toBe(200)
    fixture.pass(10 * 60_000 - 1)
    expect((await fixture.collect(OK_NUMBER)).status).toBe(429)
    fixture.pass(1)
    expect((await fixture.collect(OK_NUMBER)).status).toBe(200)
  })

  it('the Relworx simulator has no request limit if the limit is switched off', async () => {
    fixture.money.control({ settings: { limitRequests: false } })
    for (let request = 0; request < 12; request += 1) expect((await fixture.collect(OK_NUMBER)).status).toBe(200)
  })
})

describe('check-request-status', () => {
  it('the Relworx status endpoint reports an order as pending, then as paid', async () => {
    const { body } = await fixture.collect('256701000119', { reference: 'DEP-00000017', amount: 25_000 })
    const id = body['internal_reference']
    const pending = await fixture.status(id)
    expect(pending.body).toMatchObject({ success: true, status: 'pending', request_status: 'pending' })
    expect(pending.body).not.toHaveProperty('completed_at')
    fixture.pass(3_000)
    await until(() => fixture.money.orders.find('DEP-00000017')?.status === 'success')
    expect((await fixture.status(id)).body).toEqual({
      success: true,
      status: 'success',
      message: 'Request payment completed successfully.',
      customer_reference: 'DEP-00000017',
      internal_reference: id,
      msisdn: '+256701000119',
      amount: 25_000,
      currency: 'UGX',
      provider: 'AIRTEL_UGANDA',
      charge: 750,
      request_status: 'success',
      remote_ip: '127.0.0.1',
      provider_transaction_id: expect.stringMatching(/^108\d{9}$/),
      completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+03:00$/),
    })
  })

  it.each([
    ['an unknown order', `internal_reference=${'0'.repeat(32)}&account_no=${ACCOUNT_NO}`, 404],
    ['no order', `account_no=${ACCOUNT_NO}`, 400],
    ['no account', `internal_reference=${'0'.repeat(32)}`, 400],
    ['another account', `internal_reference=${'0'.repeat(32)}&account_no=RELANOTHER01`, 403],
  ])('the Relworx status endpoint refuses a query with %s', async (_, query, status) => {
    expect((await fixture.call('GET', `/api/mobile-money/check-request-status?${query}`)).status).toBe(status)
  })
})

describe('other endpoints', () => {
  it('the Relworx simulator lists transactions, newest first, without internal references', async () => {
    await fixture.collect(OK_NUMBER, { reference: 'DEP-00000019' })
    fixture.pass(1)
    await fixture.payOut('256701000119', { reference: 'WDR-00000023', amount: 31_000 })
    const { body } = await fixture.call('GET', `/api/payment-requests/transactions?account_no=${ACCOUNT_NO}`)
    expect(body).toMatchObject({ success: true })
    expect(body['transactions']).toEqual([
      {
        customer_reference: 'WDR-00000023',
        provider: 'AIRTEL_UGANDA',
        msisdn: '+256701000119',
        transaction_type: 'payout',
        currency: 'UGX',
        amount: 31_000,
        status: 'pending',
        created_at: expect.stringContaining('+03:00'),
      },
      {
        customer_reference: 'DEP-00000019',
        provider: 'MTN_UGANDA',
        msisdn: '+256772000110',
        transaction_type: 'collection',
        currency: 'UGX',
        amount: 25_000,
        status: 'pending',
        created_at: expect.stringContaining('+03:00'),
      },
    ])
    fixture.pass(31 * 86_400_000)
    expect(
      (await fixture.call('GET', `/api/payment-requests/transactions?account_no=${ACCOUNT_NO}`)).body['transactions'],
    ).toEqual([])
  })

  it('the Relworx simulator validates a number and returns the same owner name each time', async () => {
    const validate = () => fixture.call('POST', '/api/mobile-money/validate', { msisdn: '+256772000110' })
    const answer = await validate()
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(answer.body['customer_name']).toMatch(/^[A-Z]+ [A-Z]+$/)
    expect(await validate()).toEqual(answer)
  })

  it.each([
    ['an unsupported network', { msisdn: '+256712000110' }, 200],
    ['no number', {}, 400],
    ['a local number', { msisdn: '0772000110' }, 422],
  ])('the Relworx simulator does not validate a request with %s', async (_, sent, status) => {
    expect(await fixture.call('POST', '/api/mobile-money/validate', sent)).toMatchObject({
      status,
      body: { success: false },
    })
  })

  it.each([
    ['no currency', '', 400],
    ['another currency', '&currency=KES', 422],
  ])('the Relworx simulator refuses a balance request with %s', async (_, currency, status) => {
    expect(
      (await fixture.call('GET', `/api/mobile-money/check-wallet-balance?account_no=${ACCOUNT_NO}${currency}`)).status,
    ).toBe(status)
  })

  it('the Relworx simulator changes the float by collections and payouts, charges included', async () => {
    fixture.money.control({ floatUgx: 100_000 })
    await fixture.collect(OK_NUMBER, { amount: 40_000 })
    expect(await fixture.balance()).toBe(100_000)
    fixture.pass(3_000)
    await until(() => fixture.money.orders.list()[0]?.status === 'success')
    expect(await fixture.balance()).toBe(139_000)

    await fixture.payOut(OK_NUMBER, { amount: 138_500 })
    expect(await fixture.balance()).toBe(0)
    expect(await fixture.payOut(OK_NUMBER, { amount: 500 })).toMatchObject({
      status: 200,
      body: { success: false, message: 'Insufficient wallet balance.' },
    })
  })

  it('the Relworx simulator returns a failed payout to the float', async () => {
    fixture.money.control({ floatUgx: 100_000 })
    await fixture.payOut('256772000111', { amount: 60_000 })
    expect(await fixture.balance()).toBe(39_500)
    fixture.pass(3_000)
    await until(() => fixture.money.orders.list()[0]?.status === 'failed')
    expect(await fixture.balance()).toBe(100_000)
  })
})

describe('the proxy', () => {
  const body = {
    account_no: ACCOUNT_NO,
    reference: 'DEP-00000029',
    msisdn: '+256772000110',
    currency: 'UGX',
    amount: 25_000,
  }
  const bare = { accept: 'application/json', authorization: '' }

  it('[DEP-13] the Relworx proxy reads the endpoint from the query and adds the key itself', async () => {
    const response = await fetch(`${fixture.money.proxyUrl}?endpoint=request-payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const accepted = (await response.json()) as Record<string, unknown>
    expect(accepted).toMatchObject({
      success: true,
      status: 'pending',
      reference: 'DEP-00000029',
      internal_reference: expect.any(String),
    })
    const sent = await fetch(
      `${fixture.money.proxyUrl}?endpoint=check-request-status&internal_reference=${String(accepted['internal_reference'])}&account_no=${ACCOUNT_NO}`,
    )
    expect(await sent.json()).toMatchObject({ success: true, status: 'pending', customer_reference: 'DEP-00000029' })
  })

  it('the Relworx proxy refuses a wrong key', async () => {
    expect(
      (await fixture.call('POST', '/proxy?endpoint=send-payment', body, { ...bare, authorization: 'Bearer stolen' }))
        .status,
    ).toBe(401)
  })

  it('[WDR-28] the Relworx proxy sends Retry-After during an outage', async () => {
    fixture.money.control({ faults: { outage: 'unavailable' } })
    const answer = await fixture.call('POST', '/proxy?endpoint=send-payment', body)
    expect(answer).toEqual({
      status: 503,
      body: {
        success: false,
        message: 'Service temporarily unavailable',
        error: 'Service temporarily unavailable',
        retry_after: 300,
      },
    })
  })
})
