import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDirectFixture } from '../testing/direct-fixture.ts'
import { openSimulatorFixture, type SimulatorFixture, until } from '../testing/simulator-fixture.ts'

let fixture: SimulatorFixture
let direct: ReturnType<typeof openDirectFixture>
let headers: Readonly<Record<string, string>>
beforeAll(async () => {
  fixture = await openSimulatorFixture({ mtnCallbackHost: '127.0.0.1:1' })
  direct = openDirectFixture(fixture)
  headers = await direct.mtnHeaders('collection')
})
beforeEach(() => void fixture.money.control({ reset: true }))
afterAll(() => fixture.close())

const PAY = '/mtn/collection/v1_0/requesttopay'
const bodyOf = (change: object = {}): object => ({
  amount: '25000',
  currency: 'UGX',
  externalId: 'DEP-0001',
  payer: { partyIdType: 'MSISDN', partyId: '256772000110' },
  payerMessage: 'Deposit',
  payeeNote: 'Deposit',
  ...change,
})
const pay = (change: object = {}, more: Record<string, string> = {}) =>
  direct.call('POST', PAY, { ...headers, 'x-reference-id': randomUUID(), ...more }, bodyOf(change))

describe('access', () => {
  it.each([
    ['another subscription key', { 'ocp-apim-subscription-key': 'stolen' }, 401],
    ['no token', { authorization: '' }, 401],
    ['another token', { authorization: 'Bearer guessed' }, 401],
    ['another environment', { 'x-target-environment': 'sandbox' }, 500],
  ])('the MTN simulator refuses a call with %s', async (_, change, status) => {
    expect((await direct.call('GET', '/mtn/collection/v1_0/account/balance', { ...headers, ...change })).status).toBe(
      status,
    )
  })

  it('the MTN simulator issues a token for one product and one hour in reply to a request without a body', async () => {
    const path = '/mtn/disbursement/v1_0/account/balance'
    const other = await direct.mtnHeaders('disbursement')
    expect((await direct.call('GET', path, { ...other, authorization: headers['authorization'] ?? '' })).status).toBe(
      401,
    )
    expect((await direct.call('GET', path, other)).body).toEqual({ availableBalance: '500000000', currency: 'UGX' })
    const basic = Buffer.from(`${direct.key('MTN_COLLECTION_USER')}:${direct.key('MTN_COLLECTION_KEY')}`).toString(
      'base64',
    )
    const request = { ...headers, authorization: `Basic ${basic}` }
    expect((await direct.call('POST', '/mtn/collection/token/', request, {})).status).toBe(400)
    fixture.pass(3_600_001)
    expect((await direct.call('GET', path, other)).status).toBe(401)
    headers = await direct.mtnHeaders('collection')
  })
})

describe('requesttopay', () => {
  it('MTN’s requesttopay returns 202 without a body, and 409 for a repeated id without moving money', async () => {
    const id = randomUUID()
    expect(await pay({}, { 'x-reference-id': id })).toMatchObject({ status: 202, text: '' })
    expect(await pay({}, { 'x-reference-id': id })).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_ALREADY_EXIST' },
    })
    expect(fixture.money.orders.list()).toHaveLength(1)
    expect(await direct.call('GET', `${PAY}/${randomUUID()}`, headers)).toMatchObject({
      status: 404,
      body: { code: 'RESOURCE_NOT_FOUND' },
    })
  })

  it.each<[string, object, Record<string, string>, number, string | undefined]>([
    ['no id', {}, { 'x-reference-id': '' }, 400, undefined],
    ['an id that is not a UUID v4', {}, { 'x-reference-id': '01990000-0000-7000-8000-000000000001' }, 400, undefined],
    ['the amount as a number', { amount: 25_000 }, {}, 400, undefined],
    ['no amount', { amount: undefined }, {}, 400, undefined],
    ['nothing', { amount: '0' }, {}, 400, undefined],
    [
      'a payee instead of a payer',
      { payer: undefined, payee: { partyIdType: 'MSISDN', partyId: '256772000110' } },
      {},
      400,
      undefined,
    ],
    ['an apostrophe in a message', { payerMessage: "it's" }, {}, 400, undefined],
    ['a long message', { payeeNote: 'x'.repeat(161) }, {}, 400, undefined],
    ['euros', { currency: 'EUR' }, {}, 500, 'INVALID_CURRENCY'],
    ['an Airtel number', { payer: { partyIdType: 'MSISDN', partyId: '256752000110' } }, {}, 404, 'PAYER_NOT_FOUND'],
    [
      'a plus sign in the number',
      { payer: { partyIdType: 'MSISDN', partyId: '+256772000110' } },
      {},
      404,
      'PAYER_NOT_FOUND',
    ],
    ['another callback host', {}, { 'x-callback-url': 'http://elsewhere/x' }, 500, 'INVALID_CALLBACK_URL_HOST'],
  ])('an MTN payment request with %s is refused', async (_, change, more, status, code) => {
    const answer = await pay(change, more)
    expect([answer.status, answer.body['code']]).toEqual([status, code])
    expect(fixture.money.orders.list()).toEqual([])
  })

  it.each([
    ['0', 'SUCCESSFUL', undefined],
    ['1', 'FAILED', 'APPROVAL_REJECTED'],
    ['2', 'FAILED', 'NOT_ENOUGH_FUNDS'],
    ['3', 'PENDING', undefined],
  ])(
    'an MTN payment request to a number that ends in %s becomes %s with the reason %s',
    async (digit, status, reason) => {
      const id = randomUUID()
      const partyId = `25677200011${digit}`
      await pay({ payer: { partyIdType: 'MSISDN', partyId } }, { 'x-reference-id': id })
      fixture.pass(3_000)
      if (status !== 'PENDING') await until(() => fixture.money.orders.find('DEP-0001')?.status !== 'pending')
      const { body } = await direct.call('GET', `${PAY}/${id}`, headers)
      expect(body).toMatchObject({
        amount: '25000',
        currency: 'UGX',
        externalId: 'DEP-0001',
        payer: { partyId },
        status,
      })
      const actual = body['reason'] as string | { code: string } | undefined
      expect(typeof actual === 'object' ? actual.code : actual).toBe(reason)
    },
  )

  it('an MTN payment request to a number that ends in 7 returns 500 although the order was accepted', async () => {
    const payer = { partyIdType: 'MSISDN', partyId: '256772000117' }
    expect(await pay({ payer })).toMatchObject({ status: 500, body: { code: 'INTERNAL_PROCESSING_ERROR' } })
    expect(fixture.money.orders.list()).toHaveLength(1)
  })
})

it('the MTN simulator reports whether a number has an account', async () => {
  const holder = '/mtn/collection/v1_0/accountholder/msisdn'
  expect((await direct.call('GET', `${holder}/256772000110/active`, headers)).body).toEqual({ result: true })
  expect((await direct.call('GET', `${holder}/256752000110/active`, headers)).body).toEqual({ result: false })
  expect((await direct.call('GET', `${holder}/256772000110/basicuserinfo`, headers)).body).toHaveProperty('family_name')
})
