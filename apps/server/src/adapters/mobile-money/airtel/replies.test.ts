import { describe, expect, it } from 'vitest'
import type { OrderKind } from '../../../modules/payments/ports.ts'
import { readAirtelBalance, readAirtelSend, readAirtelStatus } from './replies.ts'

// Exchanges of the Airtel Money Africa Open API, written from its documentation: every status and code, and
// undocumented replies.

const ID = 'DEP-0001'
const json = (value: unknown): string => JSON.stringify(value)
const HTML = '<html><head><title>502 Bad Gateway</title></head><body></body></html>'
const UNCLEAR = { kind: 'unclear' }
const ACCEPTED = { kind: 'accepted', internalReference: ID }
const REFUSED = { kind: 'refused', unavailable: false }
const UNAVAILABLE = { kind: 'refused', unavailable: true }

/**
 * A reply in the documented form. `code` is a complete code, or the last two digits of one for this kind of
 * order.
 */
function replyOf(kind: OrderKind, code: string | null, success: unknown, transaction?: object): string {
  const prefix = kind === 'collection' ? 'DP008000010' : 'DP009000010'
  const response = code === null ? {} : { response_code: code.length === 2 ? `${prefix}${code}` : code }
  return json({
    data: transaction === undefined ? {} : { transaction },
    status: { code: '200', message: 'OrderStatus.', result_code: 'ESB000010', success, ...response },
  })
}

describe('[DEP-15][DEP-27][WDR-22] the meaning of Airtel’s reply to a collection', () => {
  const pending = { id: ID, status: 'Success.' }
  it.each<[string, number, string, object]>([
    ['06 in process', 200, replyOf('collection', '06', true, pending), { ...ACCEPTED, providerStatus: 'Success.' }],
    ['01 success is no payment yet', 200, replyOf('collection', '01', true, pending), ACCEPTED],
    ['success as a text', 200, replyOf('collection', '06', 'true', pending), ACCEPTED],
    ['success without a code', 200, replyOf('collection', null, true, pending), ACCEPTED],
    ['00 ambiguous', 200, replyOf('collection', '00', true, pending), UNCLEAR],
    ['00 ambiguous, success false', 200, replyOf('collection', '00', false), UNCLEAR],
    ['02 wrong PIN', 200, replyOf('collection', '02', false), REFUSED],
    ['03 over the limit', 200, replyOf('collection', '03', false), REFUSED],
    ['04 invalid amount', 200, replyOf('collection', '04', false), REFUSED],
    ['05 no PIN entered', 200, replyOf('collection', '05', false), REFUSED],
    ['06 with success false', 200, replyOf('collection', '06', false), UNCLEAR],
    ['07 low balance', 200, replyOf('collection', '07', false), REFUSED],
    ['08 refused', 200, replyOf('collection', '08', false), REFUSED],
    ['10 payee not permitted', 200, replyOf('collection', '10', false), REFUSED],
    ['24 timed out', 200, replyOf('collection', '24', false), UNCLEAR],
    ['25 not found', 200, replyOf('collection', '25', false), UNCLEAR],
    ['26 signature', 200, replyOf('collection', '26', false), REFUSED],
    ['29 expired', 200, replyOf('collection', '29', false), UNCLEAR],
    ['an undocumented code', 200, replyOf('collection', '77', false), UNCLEAR],
    ['a code of payouts', 200, replyOf('collection', 'DP00900001012', false), UNCLEAR],
    ['a refusal without any code', 200, replyOf('collection', null, false), REFUSED],
    ['our headers are wrong', 200, replyOf('collection', 'ROUTER001', false), UNAVAILABLE],
    ['our fields are wrong', 200, replyOf('collection', 'ESB000008', false), UNAVAILABLE],
    ['400', 400, json({ error: 'invalid_request' }), REFUSED],
    ['401', 401, json({ error: 'invalid_token' }), UNAVAILABLE],
    ['403', 403, json({ error: 'forbidden' }), UNAVAILABLE],
    ['404', 404, json({ error: 'not_found' }), REFUSED],
    ['408', 408, json({ error: 'timeout' }), UNCLEAR],
    ['409', 409, json({ error: 'conflict' }), UNCLEAR],
    ['500', 500, replyOf('collection', '08', false), UNCLEAR],
    ['503', 503, replyOf('collection', null, false), UNCLEAR],
    ['502 HTML', 502, HTML, UNCLEAR],
    ['200 HTML', 200, HTML, UNCLEAR],
    ['403 HTML from a proxy', 403, HTML, UNCLEAR],
    ['truncated', 200, replyOf('collection', '06', true, pending).slice(0, 60), UNCLEAR],
    ['empty', 200, '', UNCLEAR],
    ['no success', 200, replyOf('collection', '06', undefined), UNCLEAR],
    ['success 1', 200, replyOf('collection', '06', 1), UNCLEAR],
    ['no status', 200, json({ data: {} }), UNCLEAR],
    ['status as text', 200, json({ status: 'ok' }), UNCLEAR],
  ])('Airtel’s reply "$0" to a collection means $3', (_what, httpStatus, text, expected) => {
    expect(readAirtelSend({ httpStatus, text }, 'collection', ID)).toMatchObject(expected)
  })
})

describe('[WDR-21][WDR-22] the meaning of Airtel’s reply to a payout', () => {
  it.each<[string, string, unknown, object]>([
    ['success', '01', true, ACCEPTED],
    ['in process', '06', true, ACCEPTED],
    ['same transaction exists, so it was accepted', '11', false, ACCEPTED],
    ['duplicate id, so it was accepted', '17', false, ACCEPTED],
    ['ambiguous', '00', true, UNCLEAR],
    ['in process, success false', '06', false, UNCLEAR],
    ['daily limit', '03', false, REFUSED],
    ['invalid amount', '04', false, REFUSED],
    ['failed', '05', false, REFUSED],
    ['low funds', '07', false, REFUSED],
    ['invalid initiatee', '09', false, REFUSED],
    ['payer not allowed', '10', false, REFUSED],
    ['bad number', '12', false, REFUSED],
    ['refused', '13', false, REFUSED],
    ['timed out, so it must be queried', '14', false, UNCLEAR],
    ['not found', '15', false, UNCLEAR],
    ['signature', '16', false, REFUSED],
    ['an undocumented code', '88', false, UNCLEAR],
    ['our PIN is wrong', 'ROUTER115', false, UNAVAILABLE],
    ['an unreadable PIN', 'ROUTER116', false, UNAVAILABLE],
  ])('Airtel’s reply "$0" to a payout means $3', (_what, code, success, expected) => {
    const text = replyOf('payout', code, success, { id: ID, status: 'TS' })
    expect(readAirtelSend({ httpStatus: 200, text }, 'payout', ID)).toMatchObject(expected)
  })
})

const SUCCESS = { kind: 'final', report: { status: 'success', reference: ID, amount: null, phoneNumber: null } }
const FAILED = { kind: 'final', report: { status: 'failed', reference: ID } }
const pendingAs = (providerStatus: string) => ({ kind: 'pending', providerStatus })

describe('[DEP-20][DEP-23] the meaning of Airtel’s reply to a status query', () => {
  it.each<[OrderKind, string, string | null, unknown, object]>([
    ['collection', 'TS', '01', true, SUCCESS],
    ['collection', 'TS', null, true, SUCCESS],
    ['collection', 'TS', '01', undefined, SUCCESS],
    ['collection', 'TS', '01', false, pendingAs('TS')],
    ['collection', 'TS', '00', true, pendingAs('TS')],
    ['collection', 'TS', '06', true, pendingAs('TS')],
    ['collection', 'TS', 'DP00900001001', true, pendingAs('TS')],
    ['collection', 'TF', '07', false, FAILED],
    ['collection', 'TF', '02', true, FAILED],
    ['collection', 'TF', null, false, FAILED],
    ['collection', 'TF', '00', false, pendingAs('TF')],
    ['collection', 'TF', '01', true, pendingAs('TF')],
    ['collection', 'TF', '24', false, pendingAs('TF')],
    ['collection', 'TE', '29', false, FAILED],
    ['collection', 'TA', '00', true, pendingAs('TA')],
    ['collection', 'TIP', '06', true, pendingAs('TIP')],
    ['collection', 'TI', '06', true, pendingAs('TI')],
    ['collection', 'TR', '01', true, pendingAs('TR')],
    ['collection', 'ts', '01', true, pendingAs('ts')],
    ['collection', 'TIP', '25', false, { kind: 'absent' }],
    ['payout', 'TS', '01', true, SUCCESS],
    ['payout', 'TF', '05', false, FAILED],
    ['payout', 'TF', '14', false, pendingAs('TF')],
    ['payout', 'TF', '17', false, pendingAs('TF')],
    ['payout', 'TE', '05', false, pendingAs('TE')],
    ['payout', 'TA', '00', true, pendingAs('TA')],
    ['payout', 'TIP', '15', false, { kind: 'absent' }],
    ['payout', 'TF', '25', false, FAILED],
  ])(
    'Airtel’s status reply for a $0 with status $1, code $2 and success $3 means $4',
    (kind, word, code, success, expected) => {
      const text = replyOf(kind, code, success, {
        id: ID,
        status: word,
        airtel_money_id: 'MP1',
        message: 'OrderStatus.',
      })
      expect(readAirtelStatus({ httpStatus: 200, text }, kind, ID)).toMatchObject(expected)
    },
  )

  const good = replyOf('collection', '01', true, { id: ID, status: 'TS' })
  it.each<[string, number, string]>([
    ['of another transaction', 200, replyOf('collection', '01', true, { id: 'DEP-0002', status: 'TS' })],
    ['without a transaction id', 200, replyOf('collection', '01', true, { status: 'TS' })],
    ['without a transaction', 200, replyOf('collection', '01', true)],
    ['without a status', 200, replyOf('collection', '01', true, { id: ID })],
    ['the status in a list', 200, replyOf('collection', '01', true, { id: ID, status: ['TS'] })],
    ['HTTP 500', 500, good],
    ['HTTP 404', 404, json({ error: 'not_found' })],
    ['401', 401, json({ error: 'invalid_token' })],
    ['HTML', 200, HTML],
    ['truncated', 200, good.slice(0, 50)],
    ['empty', 200, ''],
    ['a list', 200, `[${good}]`],
  ])('an Airtel status reply (%s) leaves the payment outcome unknown', (_what, httpStatus, text) => {
    expect(readAirtelStatus({ httpStatus, text }, 'collection', ID)).toEqual(UNCLEAR)
  })
})

const balanceOf = (data: object, success: unknown = true): string => json({ data, status: { code: '200', success } })
it.each<[string, number, string, bigint | null]>([
  ['a text', 200, balanceOf({ balance: '1500.50', currency: 'UGX' }), 150_050n],
  ['a number', 200, balanceOf({ balance: 1500, currency: 'UGX' }), 150_000n],
  ['of another currency', 200, balanceOf({ balance: '1500', currency: 'KES' }), null],
  ['missing', 200, balanceOf({ currency: 'UGX' }), null],
  ['refused', 200, balanceOf({ balance: '1', currency: 'UGX' }, false), null],
  ['HTTP 500', 500, balanceOf({ balance: '1', currency: 'UGX' }), null],
  ['HTML', 200, HTML, null],
])('[OPS-05] Airtel’s balance response ($0) is read as the balance $3', (_what, httpStatus, text, amount) => {
  expect(readAirtelBalance({ httpStatus, text })).toBe(amount)
})
