import { describe, expect, it } from 'vitest'
import { readMtnBalance, readMtnSend, readMtnStatus } from './replies.ts'

// Exchanges of the MoMo Open API, written from its documentation: every status and code, and undocumented replies.

const ID = '2f1c0e8a-4b7d-4c55-9a3e-6d2b1f0c9e87'
const json = (value: unknown): string => JSON.stringify(value)
const coded = (code: string): string => json({ code, message: 'Something is not right.' })
const HTML = '<html><head><title>502 Bad Gateway</title></head><body></body></html>'
const ACCEPTED = { kind: 'accepted', internalReference: ID, providerStatus: null }
const UNCLEAR = { kind: 'unclear' }
const refused = (unavailable: boolean) => ({ kind: 'refused', unavailable })

describe('[DEP-15][DEP-27][WDR-22][WDR-28] the meaning of MTN’s reply to an order', () => {
  it.each<[string, number, string, object]>([
    ['202 without a body', 202, '', ACCEPTED],
    ['202 with a body', 202, '{}', ACCEPTED],
    ['409: it was accepted before', 409, coded('RESOURCE_ALREADY_EXIST'), ACCEPTED],
    ['409 without a body', 409, '', ACCEPTED],
    ['400 without a body', 400, '', refused(false)],
    ['400 with a code', 400, coded('NOT_ALLOWED'), refused(false)],
    ['401 subscription', 401, json({ statusCode: 401, message: 'Access denied due to invalid key.' }), refused(true)],
    ['403 address', 403, json({ statusCode: 403, message: 'IP not allowed' }), refused(true)],
    ['404 payer', 404, coded('PAYER_NOT_FOUND'), refused(false)],
    ['404 payee', 404, coded('PAYEE_NOT_FOUND'), refused(false)],
    ['429', 429, json({ statusCode: 429, message: 'Rate limit is exceeded.' }), refused(true)],
    ['500 currency', 500, coded('INVALID_CURRENCY'), refused(true)],
    ['500 environment', 500, coded('NOT_ALLOWED_TARGET_ENVIRONMENT'), refused(true)],
    ['500 callback host', 500, coded('INVALID_CALLBACK_URL_HOST'), refused(true)],
    ['500 our balance is too low', 500, coded('NOT_ENOUGH_FUNDS'), refused(true)],
    ['500 the payer’s limit is reached', 500, coded('PAYER_LIMIT_REACHED'), refused(false)],
    ['500 the payee’s limit is reached', 500, coded('PAYEE_LIMIT_REACHED'), refused(false)],
    ['500 payee', 500, coded('PAYEE_NOT_ALLOWED_TO_RECEIVE'), refused(false)],
    ['500 sender', 500, coded('SENDER_ACCOUNT_NOT_ACTIVE'), refused(false)],
    [
      '500 with the code of the production API',
      500,
      coded('LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED'),
      refused(false),
    ],
    ['500 with the general code', 500, coded('INTERNAL_PROCESSING_ERROR'), UNCLEAR],
    ['500 no code', 500, json({ message: 'oops' }), UNCLEAR],
    ['500 with an unknown code', 500, coded('COULD_NOT_PERFORM_TRANSACTION'), UNCLEAR],
    ['503', 503, coded('SERVICE_UNAVAILABLE'), UNCLEAR],
    ['502 HTML', 502, HTML, UNCLEAR],
    ['500 HTML', 500, HTML, UNCLEAR],
    ['403 HTML from a proxy', 403, HTML, UNCLEAR],
    ['200 HTML', 200, HTML, UNCLEAR],
    ['200, which is undocumented for orders', 200, json({ status: 'PENDING' }), UNCLEAR],
    ['301', 301, '', UNCLEAR],
    ['408', 408, coded('TIMEOUT'), UNCLEAR],
    ['404 truncated', 404, coded('PAYER_NOT_FOUND').slice(0, 12), UNCLEAR],
  ])('MTN’s reply "$0" to an order means $3', (_what, httpStatus, text, expected) => {
    expect(readMtnSend({ httpStatus, text }, ID)).toMatchObject(expected)
  })
})

const REPORT = {
  financialTransactionId: '36330001',
  externalId: 'DEP-0001',
  amount: '25000',
  currency: 'UGX',
  payer: { partyIdType: 'MSISDN', partyId: '256770000111' },
  payerMessage: 'Deposit',
  payeeNote: 'Deposit',
  status: 'SUCCESSFUL',
}
const FINAL = {
  kind: 'final',
  report: {
    status: 'success',
    reference: 'DEP-0001',
    internalReference: ID,
    kind: 'collection',
    phoneNumber: '+256770000111',
    amount: 2_500_000n,
    currency: 'UGX',
    message: null,
    charge: null,
  },
}
const failed = (message: string | null) => ({ kind: 'final', report: { status: 'failed', message } })

describe('[DEP-20][DEP-23] the meaning of MTN’s reply to a status query', () => {
  it.each<[string, object, object]>([
    ['successful', {}, FINAL],
    ['pending', { status: 'PENDING' }, { kind: 'pending', providerStatus: 'PENDING' }],
    ['failed with a reason as text', { status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' }, failed('NOT_ENOUGH_FUNDS')],
    [
      'failed with a reason object, as before 2024',
      { status: 'FAILED', reason: { code: 'APPROVAL_REJECTED', message: 'Rejected.' } },
      failed('APPROVAL_REJECTED'),
    ],
    ['failed without a reason', { status: 'FAILED' }, failed(null)],
    ['failed with a numeric reason', { status: 'FAILED', reason: 7 }, failed(null)],
    [
      'the PIN was not entered',
      { status: 'FAILED', reason: 'COULD_NOT_PERFORM_TRANSACTION' },
      failed('COULD_NOT_PERFORM_TRANSACTION'),
    ],
    ['an undocumented status', { status: 'CREATED' }, { kind: 'pending', providerStatus: 'CREATED' }],
    ['a status in another case', { status: 'Successful' }, { kind: 'pending' }],
    ['the amount as a number', { amount: 25000 }, FINAL],
    ['the amount with decimals', { amount: '25000.00' }, FINAL],
    ['the number with a plus', { payer: { partyIdType: 'MSISDN', partyId: '+256770000111' } }, FINAL],
    ['the phone number as a number', { payer: { partyIdType: 'MSISDN', partyId: 256770000111 } }, FINAL],
    ['without messages', { payerMessage: undefined, payeeNote: undefined }, FINAL],
    ['another amount', { amount: '50000' }, { report: { amount: 5_000_000n } }],
    ['another currency', { currency: 'EUR' }, { report: { currency: 'EUR' } }],
    ['no amount', { amount: undefined }, UNCLEAR],
    ['the amount as words', { amount: 'much' }, UNCLEAR],
    ['three decimals', { amount: '25000.001' }, UNCLEAR],
    ['no currency', { currency: undefined }, UNCLEAR],
    ['no reference', { externalId: undefined }, UNCLEAR],
    ['no payer', { payer: undefined }, UNCLEAR],
    ['a payee instead of the payer', { payer: undefined, payee: REPORT.payer }, UNCLEAR],
    ['no status', { status: undefined }, UNCLEAR],
    ['a null status', { status: null }, UNCLEAR],
    ['a status of true', { status: true }, UNCLEAR],
  ])('MTN’s status reply with "$0" means $2', (_what, change, expected) => {
    const reply = { httpStatus: 200, text: json({ ...REPORT, ...change }) }
    expect(readMtnStatus(reply, ID, 'collection')).toMatchObject(expected)
  })

  it('the status of an MTN payout contains the payee’s phone number', () => {
    const { payer, ...rest } = REPORT
    const reply = { httpStatus: 200, text: json({ ...rest, payee: payer }) }
    expect(readMtnStatus(reply, ID, 'payout')).toMatchObject({
      report: { kind: 'payout', phoneNumber: '+256770000111' },
    })
  })

  it.each<[string, number, string, object]>([
    ['404 by the API: the order is unknown', 404, coded('RESOURCE_NOT_FOUND'), { kind: 'absent' }],
    ['404 by the gateway: no such page', 404, json({ statusCode: 404, message: 'Resource not found' }), UNCLEAR],
    ['404 HTML', 404, HTML, UNCLEAR],
    ['401', 401, json({ error: 'login_required' }), UNCLEAR],
    ['500', 500, json(REPORT), UNCLEAR],
    ['503', 503, coded('SERVICE_UNAVAILABLE'), UNCLEAR],
    ['HTML', 200, HTML, UNCLEAR],
    ['truncated', 200, json(REPORT).slice(0, 90), UNCLEAR],
    ['empty', 200, '', UNCLEAR],
    ['a list', 200, json([REPORT]), UNCLEAR],
  ])('MTN’s raw status response "$0" means $3', (_what, httpStatus, text, expected) => {
    expect(readMtnStatus({ httpStatus, text }, ID, 'collection')).toEqual(expected)
  })
})

it.each<[string, number, string, bigint | null]>([
  ['a text', 200, json({ availableBalance: '1500.50', currency: 'UGX' }), 150_050n],
  ['a number', 200, json({ availableBalance: 1500, currency: 'UGX' }), 150_000n],
  ['of another currency', 200, json({ availableBalance: '1500', currency: 'EUR' }), null],
  ['missing', 200, json({ currency: 'UGX' }), null],
  ['below zero', 200, json({ availableBalance: '-1', currency: 'UGX' }), null],
  ['HTTP 500', 500, json({ availableBalance: '1', currency: 'UGX' }), null],
  ['HTML', 200, HTML, null],
])('[OPS-05] MTN’s balance response ($0) is read as the balance $3', (_what, httpStatus, text, amount) => {
  expect(readMtnBalance({ httpStatus, text })).toBe(amount)
})
