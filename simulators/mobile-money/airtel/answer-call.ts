import { COURSES } from '../core/courses.ts'
import type { OrderKind } from '../core/order.ts'
import type { Refusal } from '../core/order-processor.ts'
import type { Tokens } from '../core/tokens.ts'
import type { World } from '../core/world.ts'
import { type Exchange, fieldsOf } from '../http/exchange.ts'
import { credentialsOf, issueToken, refuseAccess, refusePin } from './access.ts'
import { type Answer, refuse, say, tell } from './answer.ts'
import { readOrderBody } from './order-body.ts'
import { presentOrder } from './present.ts'

export const BROKEN: Answer = say(500, {
  status: { code: '500', message: 'Internal server error', result_code: 'ESB000001', success: false },
})
const UNKNOWN = say(404, { error: 'not_found' })

/** A repeated payout is "already seen"; of a repeated collection nothing is documented, and it takes nothing. */
const REFUSALS: { readonly [kind in OrderKind]: { readonly [refusal in Refusal]: Answer } } = {
  collection: {
    'duplicate-reference': tell({ success: false, code: '', message: 'Duplicate transaction id.' }),
    refused: refuse('DP00800001008', 'The transaction was refused.'),
    'float-too-low': refuse('DP00800001007', 'The balance is not enough.'),
    'too-many-pending': BROKEN,
  },
  payout: {
    'duplicate-reference': refuse('DP00900001017', 'Duplicate transaction id.'),
    refused: refuse('DP00900001013', 'The transaction was refused.'),
    'float-too-low': refuse('DP00900001007', 'The balance is not enough.'),
    'too-many-pending': BROKEN,
  },
}
const NOT_FOUND = { collection: 'DP00800001025', payout: 'DP00900001015' } as const
const WALLETS = { COLL: 'airtel-collection', DISB: 'airtel-disbursement' } as const
export const walletOf = (kind: OrderKind): string => (kind === 'collection' ? WALLETS.COLL : WALLETS.DISB)

/** Airtel's own answer to a call, before faults are applied. */
export async function answerCall(world: World, tokens: Tokens, exchange: Exchange): Promise<Answer> {
  const { method, query } = exchange
  const path = exchange.path.slice('/airtel'.length)
  const body = method === 'POST' ? await exchange.readJson() : null
  if (body !== null && !body.ok) return say(400, { error: 'invalid_request' })
  const json = body?.value
  const credentials = credentialsOf(world.options.apiKey)
  if (method === 'POST' && path === '/auth/oauth2/token') return issueToken(json, credentials, tokens)
  const denied = refuseAccess(exchange, tokens)
  if (denied !== null) return denied

  if (method === 'POST') {
    if (/^\/merchant\/v[12]\/payments\/$/.test(path)) return takeOrder(world, 'collection', json)
    if (path === '/standard/v2/disbursements/') return takeOrder(world, 'payout', json, credentials.pin)
    return path === '/standard/v2/payments/refund' ? refund(json) : UNKNOWN
  }
  if (method !== 'GET') return UNKNOWN
  const [, resource, id = ''] = /^\/standard\/(v1\/payments|v2\/disbursements|v2\/users)\/(.+)$/.exec(path) ?? []
  if (resource === 'v1/payments') return replyStatus(world, 'collection', id)
  if (resource === 'v2/disbursements' && query.get('transactionType') === 'B2C') return replyStatus(world, 'payout', id)
  return resource === 'v2/users' && id === 'balance' ? replyBalance(world, query.get('walletType')) : UNKNOWN
}

function takeOrder(world: World, kind: OrderKind, json: unknown, pin?: string): Answer {
  const read = readOrderBody(json, kind)
  if ('status' in read) return read
  const badPin = pin === undefined ? null : refusePin(read.pin, pin)
  if (badPin !== null) return badPin
  const taken = world.processor.take({
    wire: 'airtel',
    wallet: walletOf(kind),
    kind,
    reference: read.id,
    externalId: null,
    callbackUrl: null,
    msisdn: read.msisdn,
    network: 'airtel',
    amountHundredths: read.amountHundredths,
    // Airtel reports no charge.
    chargeHundredths: 0,
    description: read.description,
  })
  if (!taken.ok) return REFUSALS[kind][taken.error]
  const answer = COURSES[taken.value.course].reply === 'error-though-taken' ? BROKEN : presentOrder(taken.value)
  return { ...answer, isTaken: true }
}

function replyStatus(world: World, kind: OrderKind, id: string): Answer {
  const order = world.book.byReference('airtel', decodeURIComponent(id))
  return order === undefined || order.kind !== kind
    ? refuse(NOT_FOUND[kind], 'Transaction not found.')
    : presentOrder(order)
}

/** Shown for completeness: nothing here is refunded by the provider. */
function refund(json: unknown): Answer {
  const id = fieldsOf(fieldsOf(json)?.['transaction'])?.['airtel_money_id']
  return typeof id === 'string'
    ? refuse('DP00800001010', 'The transaction cannot be refunded.')
    : refuse('ESB000008', 'Field validation failed: transaction.airtel_money_id')
}

function replyBalance(world: World, type: string | null): Answer {
  if (type !== 'COLL' && type !== 'DISB') return refuse('ESB000008', 'Field validation failed: walletType')
  const balance = String(world.processor.floatHundredths(WALLETS[type]) / 100)
  const outcome = { success: true, code: 'DP02200001001', message: 'SUCCESS' }
  return tell(outcome, { balance, currency: 'UGX', account_status: 'Active' })
}
