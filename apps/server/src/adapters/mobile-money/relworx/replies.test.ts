import { describe, expect, it } from 'vitest'
import { findInList, readBalance, readList, readSendReply, readStatusReply } from './replies.ts'

const json = (value: unknown): string => JSON.stringify(value)
const HTML = '<html><head><title>502 Bad Gateway</title></head><body></body></html>'
const ACCEPTED = { success: true, message: 'Request payment in progress.', internal_reference: '9b1c00aa' }

describe('[DEP-15][DEP-27][WDR-22] the meaning of the reply to an order', () => {
  it.each<[string, number, string, object]>([
    ['accepted', 200, json(ACCEPTED), { kind: 'accepted', internalReference: '9b1c00aa', providerStatus: null }],
    [
      'accepted, by the proxy',
      200,
      json({ ...ACCEPTED, status: 'pending', reference: 'DEP-1' }),
      { kind: 'accepted', providerStatus: 'pending' },
    ],
    ['accepted, success as text', 200, json({ ...ACCEPTED, success: 'true' }), { kind: 'accepted' }],
    [
      'accepted, reference as a number',
      200,
      json({ ...ACCEPTED, internal_reference: 77 }),
      { internalReference: '77' },
    ],
    ['accepted without a reference', 200, json({ success: true }), { kind: 'accepted', internalReference: null }],
    ['accepted, empty reference', 200, json({ ...ACCEPTED, internal_reference: '' }), { internalReference: null }],
    [
      'refused with HTTP 200',
      200,
      json({ success: false, message: 'Insufficient wallet balance.' }),
      { kind: 'refused', message: 'Insufficient wallet balance.', unavailable: false },
    ],
    ['refused, success as text', 200, json({ success: 'false' }), { kind: 'refused', message: null }],
    [
      'the proxy’s format',
      200,
      json({ success: false, error: 'UGX is not enabled' }),
      { kind: 'refused', message: 'UGX is not enabled' },
    ],
    ['400 missing field', 400, json({ success: false, message: 'amount is missing' }), { kind: 'refused' }],
    ['401 key', 401, json({ success: false, message: 'Invalid or expired API key' }), { kind: 'refused' }],
    [
      '403 IP address not allowed',
      403,
      json({ success: false, message: 'No Authorized IP Access', error_code: 'INVALID_IP' }),
      { kind: 'refused' },
    ],
    ['404', 404, json({ success: false, message: 'Not found' }), { kind: 'refused' }],
    ['422 invalid amount', 422, json({ success: false, message: 'amount is invalid' }), { kind: 'refused' }],
    [
      '422 repeated reference, so the order exists',
      422,
      json({ success: false, message: 'reference has already been taken' }),
      { kind: 'unclear' },
    ],
    ['409', 409, json({ success: false, message: 'conflict' }), { kind: 'unclear' }],
    ['408', 408, json({ success: false, message: 'timed out' }), { kind: 'unclear' }],
    ['429', 429, json({ success: false, message: 'Too many requests' }), { kind: 'refused', unavailable: false }],
    ['500', 500, json({ success: false, message: 'Internal server error' }), { kind: 'unclear' }],
    [
      '503 maintenance',
      503,
      json({ success: false, message: 'Service temporarily unavailable' }),
      { kind: 'refused', unavailable: true },
    ],
    [
      '503 of the proxy',
      503,
      json({ success: false, error: 'Payment service unavailable', retry_after: 300 }),
      { kind: 'refused', unavailable: true },
    ],
    [
      '200 maintenance',
      200,
      json({ success: false, message: 'Payment service unavailable' }),
      { kind: 'refused', unavailable: true },
    ],
    ['503 HTML', 503, '<html>Service temporarily unavailable</html>', { kind: 'unclear' }],
    ['502 HTML', 502, HTML, { kind: 'unclear' }],
    ['200 HTML', 200, HTML, { kind: 'unclear' }],
    ['403 HTML from a proxy', 403, HTML, { kind: 'unclear' }],
    ['301', 301, '', { kind: 'unclear' }],
    ['empty', 200, '', { kind: 'unclear' }],
    ['truncated', 200, json(ACCEPTED).slice(0, -9), { kind: 'unclear' }],
    ['a list', 200, json([ACCEPTED]), { kind: 'unclear' }],
    ['null', 200, 'null', { kind: 'unclear' }],
    ['no success', 200, json({ message: 'ok' }), { kind: 'unclear' }],
    ['success 1', 200, json({ success: 1 }), { kind: 'unclear' }],
    ['accepted with HTTP 500', 500, json(ACCEPTED), { kind: 'unclear' }],
  ])('Relworx’s reply "$0" to an order means $3', (_what, httpStatus, text, expected) => {
    expect(readSendReply({ httpStatus, text })).toMatchObject(expected)
  })
})

const REPORT = {
  success: true,
  status: 'success',
  message: 'Request payment completed successfully.',
  customer_reference: 'DEP-0001',
  internal_reference: '9b1c',
  msisdn: '+256701000111',
  amount: 25000.0,
  currency: 'UGX',
  provider: 'AIRTEL_UGANDA',
  charge: 750.0,
  request_status: 'success',
}
const FINAL = {
  kind: 'final',
  report: {
    status: 'success',
    reference: 'DEP-0001',
    phoneNumber: '+256701000111',
    amount: 2_500_000n,
    currency: 'UGX',
  },
}

describe('[DEP-20][DEP-23] the meaning of a status reply', () => {
  it.each<[string, object, object]>([
    ['success', {}, FINAL],
    ['failed', { status: 'failed', request_status: 'failed' }, { kind: 'final', report: { status: 'failed' } }],
    [
      'numbers as text',
      { amount: '25000.00', charge: '750' },
      { kind: 'final', report: { amount: 2_500_000n, charge: 75_000n } },
    ],
    ['a number without plus', { msisdn: '256701000111' }, FINAL],
    ['a number as a number', { msisdn: 256701000111 }, FINAL],
    ['a local number', { msisdn: '0701000111' }, FINAL],
    ['without request_status', { request_status: undefined }, FINAL],
    ['without status', { status: undefined }, FINAL],
    ['without charge', { charge: undefined }, { kind: 'final', report: { charge: null } }],
    [
      'pending',
      { status: 'pending', request_status: 'pending' },
      { kind: 'pending', providerStatus: 'pending/pending' },
    ],
    [
      'in_progress',
      { status: 'in_progress', request_status: undefined },
      { kind: 'pending', providerStatus: 'in_progress' },
    ],
    ['processing', { status: 'processing' }, { kind: 'pending' }],
    ['an undocumented status', { status: 'reversed', request_status: 'reversed' }, { kind: 'pending' }],
    ['a status in another case', { status: 'SUCCESS', request_status: 'SUCCESS' }, { kind: 'pending' }],
    ['contradictory statuses', { request_status: 'pending' }, { kind: 'pending', providerStatus: 'success/pending' }],
    ['success and failure at once', { request_status: 'failed' }, { kind: 'pending' }],
    ['a status of true', { status: true, request_status: undefined }, { kind: 'pending' }],
    ['no status', { status: undefined, request_status: undefined }, { kind: 'unclear' }],
    ['no amount', { amount: undefined }, { kind: 'unclear' }],
    ['a null amount', { amount: null }, { kind: 'unclear' }],
    ['the amount as words', { amount: 'a lot' }, { kind: 'unclear' }],
    ['an amount with three decimals', { amount: 25000.001 }, { kind: 'unclear' }],
    ['amount below zero', { amount: -25000 }, { kind: 'unclear' }],
    ['no number', { msisdn: undefined }, { kind: 'unclear' }],
    ['no currency', { currency: undefined }, { kind: 'unclear' }],
    ['no reference', { customer_reference: undefined }, { kind: 'unclear' }],
    ['success false', { success: false }, { kind: 'unclear' }],
    ['no success', { success: undefined }, { kind: 'unclear' }],
  ])('Relworx’s status reply with "$0" means $2', (_what, change, expected) => {
    expect(readStatusReply({ httpStatus: 200, text: json({ ...REPORT, ...change }) })).toMatchObject(expected)
  })

  it.each([
    [404, json({ success: false, message: 'Request not found' })],
    [500, json(REPORT)],
    [401, json({ success: false })],
    [200, HTML],
    [200, json(REPORT).slice(0, 60)],
    [200, ''],
    [200, '[]'],
    [200, '"success"'],
  ])('a Relworx status reply with HTTP %i and the body %s leaves the outcome unknown', (httpStatus, text) => {
    expect(readStatusReply({ httpStatus, text })).toEqual({ kind: 'unclear' })
  })
})

describe('[WDR-22] the provider’s list', () => {
  const row = {
    ...REPORT,
    transaction_type: 'payout',
    success: undefined,
    request_status: undefined,
    internal_reference: undefined,
    created_at: '2026-01-05T10:12:58.977+03:00',
  }
  const replyOf = (transactions: unknown, httpStatus = 200) => ({
    httpStatus,
    text: json({ success: true, transactions }),
  })
  const day = { from: new Date('2026-01-04T21:00Z'), to: new Date('2026-01-05T21:00Z'), now: new Date('2026-01-06') }

  it('the provider’s list identifies orders by our reference, not by the provider’s', () => {
    const reply = replyOf([row, { ...row, customer_reference: 'WDR-2', status: 'pending' }])
    expect(findInList(reply, 'DEP-0001')).toMatchObject({
      status: { kind: 'final', report: { kind: 'payout', internalReference: null } },
    })
    expect(findInList(reply, 'WDR-2').status).toMatchObject({ kind: 'pending' })
    expect(findInList(reply, 'WDR-3')).toEqual({ status: { kind: 'absent' }, row: null })
    // The list has at most a thousand rows, so a missing order may simply be older.
    const full = Array.from({ length: 1_000 }, (_, at) => ({ customer_reference: `DEP-${at}` }))
    const cut = { httpStatus: 200, text: JSON.stringify({ success: true, transactions: full }) }
    expect(findInList(cut, 'WDR-3')).toEqual({ status: { kind: 'unclear' }, row: null })
  })

  it('the provider’s list skips invalid rows, and both rows when a reference appears twice', () => {
    const reply = replyOf([null, 7, 'x', [], { status: 'success' }, row, { ...row, status: 'failed' }])
    expect(findInList(reply, 'DEP-0001').status).toEqual({ kind: 'unclear' })
    expect(readList(reply, day)?.orders).toHaveLength(2)
  })

  it('[OPS-05] the provider’s list covers one day only, and includes unreadable orders', () => {
    const other = { ...row, customer_reference: 'WDR-2', created_at: '2026-01-05T23:59:59+03:00', status: 'reversed' }
    const before = { ...row, customer_reference: 'WDR-3', created_at: '2026-01-04T23:59:59+03:00' }
    const odd = { customer_reference: 'WDR-4', amount: 'much', created_at: 'yesterday' }
    expect(readList(replyOf([other, row, before, odd]), day)).toEqual({
      isComplete: true,
      orders: [
        { ...listed, reference: 'WDR-2', status: 'pending', createdAt: new Date('2026-01-05T20:59:59Z') },
        listed,
        {
          reference: 'WDR-4',
          kind: null,
          status: 'pending',
          phoneNumber: null,
          amount: null,
          currency: null,
          createdAt: null,
        },
      ],
    })
  })
  const listed = {
    reference: 'DEP-0001',
    kind: 'payout',
    status: 'success',
    phoneNumber: '+256701000111',
    amount: 2_500_000n,
    currency: 'UGX',
    createdAt: new Date('2026-01-05T07:12:58.977Z'),
  }

  it.each([
    ['a full list that ends within the day', Array.from({ length: 1_000 }, () => row), day, false],
    [
      'a full list that starts before the day',
      [...Array.from({ length: 999 }, () => row), { ...row, created_at: '2026-01-03T00:00Z' }],
      day,
      true,
    ],
    ['a day more than 30 days ago', [row], { ...day, now: new Date('2026-02-06') }, false],
  ])('[OPS-05] the provider’s list counts as complete for $0: $3', (_what, rows, period, isComplete) => {
    expect(readList(replyOf(rows), period)?.isComplete).toBe(isComplete)
  })

  it.each([
    ['no list', { httpStatus: 200, text: json({ success: true }) }],
    ['an object', replyOf({})],
    ['HTTP 500', replyOf([row], 500)],
    ['HTML', { httpStatus: 200, text: HTML }],
    ['refused', { httpStatus: 200, text: json({ success: false, transactions: [] }) }],
  ])('a provider list response with "%s" is refused as unreadable', (_what, reply) => {
    expect(findInList(reply, 'DEP-0001')).toEqual({ status: { kind: 'unclear' }, row: null })
    expect(readList(reply, day)).toBeNull()
  })

  it.each<[string, number, string, bigint | null]>([
    ['a number', 200, json({ success: true, balance: 1_234_567.5 }), 123_456_750n],
    ['a text', 200, json({ success: true, balance: '500' }), 50_000n],
    ['nothing', 200, json({ success: true }), null],
    ['refused', 200, json({ success: false, balance: 1 }), null],
    ['HTTP 500', 500, json({ success: true, balance: 1 }), null],
    ['HTML', 200, HTML, null],
  ])('[OPS-05] Relworx’s balance response ($0) is read as the balance $3', (_what, httpStatus, text, amount) => {
    expect(readBalance({ httpStatus, text })).toBe(amount)
  })
})
