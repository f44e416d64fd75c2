import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDirectFixture } from '../testing/direct-fixture.ts'
import { openSimulatorFixture, type SimulatorFixture, until } from '../testing/simulator-fixture.ts'

let fixture: SimulatorFixture
let direct: ReturnType<typeof openDirectFixture>
let headers: Readonly<Record<string, string>>
let made = 0
beforeAll(async () => {
  fixture = await openSimulatorFixture()
  direct = openDirectFixture(fixture)
})
beforeEach(async () => {
  fixture.money.control({ reset: true })
  headers = await direct.airtelHeaders()
})
afterAll(() => fixture.close())

const nextId = (): string => `DEP-${++made}`
const transactionOf = (body: Record<string, unknown>): unknown =>
  (body['data'] as Record<string, unknown>)['transaction']
const codeOf = (body: Record<string, unknown>): unknown => (body['status'] as Record<string, unknown>)['response_code']
const collect = (msisdn: string, id = nextId(), change: object = {}) =>
  direct.call('POST', '/airtel/merchant/v2/payments/', headers, {
    reference: 'Deposit',
    subscriber: { country: 'UG', currency: 'UGX', msisdn },
    transaction: { amount: 25_000, country: 'UG', currency: 'UGX', id },
    ...change,
  })
function pinOf(text: string): string {
  const key = createPublicKey({
    key: Buffer.from(direct.key('AIRTEL_PUBLIC_KEY'), 'base64'),
    format: 'der',
    type: 'spki',
  })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64')
}
const payOut = (id: string, change: object = {}) =>
  direct.call('POST', '/airtel/standard/v2/disbursements/', headers, {
    payee: { currency: 'UGX', msisdn: '752000110', name: 'Amina Nakato' },
    reference: 'WDR1',
    pin: pinOf(direct.key('AIRTEL_PIN')),
    transaction: { amount: 25_000, id, type: 'B2C' },
    ...change,
  })

it('the Airtel simulator issues tokens for a JSON request, valid for 180 seconds, with the lifetime as a string', async () => {
  const request = { client_id: 'nobody', client_secret: 'x', grant_type: 'client_credentials' }
  expect((await direct.call('POST', '/airtel/auth/oauth2/token', {}, request)).status).toBe(401)
  const path = '/airtel/standard/v2/users/balance?walletType=COLL'
  expect((await direct.call('GET', path, headers)).body).toMatchObject({
    data: { balance: '500000000', currency: 'UGX' },
  })
  fixture.pass(180_001)
  expect((await direct.call('GET', path, headers)).status).toBe(401)
})

describe('collections', () => {
  it.each([
    ['0', 'TS', 'DP00800001001'],
    ['1', 'TF', 'DP00800001008'],
    ['2', 'TF', 'DP00800001007'],
    ['3', 'TIP', 'DP00800001006'],
  ])('an Airtel collection from a number that ends in %s ends as %s with the code %s', async (digit, word, code) => {
    const id = nextId()
    const sent = await collect(`75200011${digit}`, id)
    expect(sent).toMatchObject({ status: 200, body: { status: { success: true, response_code: 'DP00800001006' } } })
    fixture.pass(3_000)
    if (word !== 'TIP') await until(() => fixture.money.orders.find(id)?.status !== 'pending')
    const { body } = await direct.call('GET', `/airtel/standard/v1/payments/${id}`, headers)
    expect([transactionOf(body), codeOf(body)]).toMatchObject([{ id, status: word }, code])
  })

  it.each<[string, object, string]>([
    ['another country code', { subscriber: { country: 'UG', currency: 'UGX', msisdn: '256752000110' } }, 'ESB000008'],
    ['another currency', { subscriber: { country: 'UG', currency: 'KES', msisdn: '752000110' } }, 'ESB000008'],
    ['an MTN number', { subscriber: { country: 'UG', currency: 'UGX', msisdn: '772000110' } }, 'DP00800001010'],
    ['no reference', { reference: undefined }, 'ESB000008'],
    [
      'the amount as words',
      { transaction: { amount: '25000', country: 'UG', currency: 'UGX', id: 'DEP-X' } },
      'DP00800001004',
    ],
    ['no transaction', { transaction: undefined }, 'ESB000008'],
  ])('an Airtel collection with %s is refused with HTTP 200', async (_, change, code) => {
    const answer = await collect('752000110', nextId(), change)
    expect([answer.status, codeOf(answer.body)]).toEqual([200, code])
    expect(answer.body).toMatchObject({ status: { success: false } })
    expect(fixture.money.orders.list()).toEqual([])
  })

  it('an Airtel status query with an unknown id returns "not found" with HTTP 200', async () => {
    const answer = await direct.call('GET', '/airtel/standard/v1/payments/DEP-NONE', headers)
    expect([answer.status, codeOf(answer.body)]).toEqual([200, 'DP00800001025'])
  })

  it('an Airtel collection without the country header is refused', async () => {
    const answer = await direct.call('GET', '/airtel/standard/v1/payments/X', { ...headers, 'x-country': '' })
    expect(codeOf(answer.body)).toBe('ROUTER001')
  })
})

describe('disbursements', () => {
  it('an Airtel payout is accepted once, and refused as a duplicate if its id is repeated', async () => {
    const id = nextId()
    expect(codeOf((await payOut(id)).body)).toBe('DP00900001006')
    expect(codeOf((await payOut(id)).body)).toBe('DP00900001017')
    expect(fixture.money.orders.list()).toHaveLength(1)
    const request = await direct.call('GET', `/airtel/standard/v2/disbursements/${id}?transactionType=B2C`, headers)
    expect(transactionOf(request.body)).toMatchObject({ id, status: 'TIP', reference_id: expect.any(String) })
  })

  it.each<[string, () => object, string]>([
    ['another PIN', () => ({ pin: pinOf('0') }), 'ROUTER116'],
    ['a wrong PIN', () => ({ pin: pinOf(direct.key('AIRTEL_PIN') === '0000' ? '1111' : '0000') }), 'ROUTER115'],
    ['an unencrypted PIN', () => ({ pin: direct.key('AIRTEL_PIN') }), 'ROUTER116'],
    ['no PIN', () => ({ pin: undefined }), 'ROUTER116'],
    ['a dash in the reference', () => ({ reference: 'WDR-1' }), 'ESB000008'],
    ['another type', () => ({ transaction: { amount: 25_000, id: 'W', type: 'B2B' } }), 'ESB000008'],
    [
      'a number without an account',
      () => ({ payee: { currency: 'UGX', msisdn: '772000110', name: 'Amina Nakato' } }),
      'DP00900001012',
    ],
  ])('an Airtel payout with %s is refused', async (_, change, code) => {
    expect(codeOf((await payOut(nextId(), change())).body)).toBe(code)
    expect(fixture.money.orders.list()).toEqual([])
  })

  it('Airtel payouts reduce the disbursement wallet, not the collection wallet', async () => {
    fixture.money.control({ floatUgx: 30_000 })
    expect(codeOf((await payOut(nextId())).body)).toBe('DP00900001006')
    expect(codeOf((await payOut(nextId())).body)).toBe('DP00900001007')
    const { body } = await direct.call('GET', '/airtel/standard/v2/users/balance?walletType=DISB', headers)
    expect(body).toMatchObject({ data: { balance: '5000' } })
  })
})
