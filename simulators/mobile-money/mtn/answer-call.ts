import { COURSES } from '../core/courses.ts'
import { networkOf, readMsisdn } from '../core/networks.ts'
import type { Refusal } from '../core/order-processor.ts'
import type { Tokens } from '../core/tokens.ts'
import type { World } from '../core/world.ts'
import type { Exchange } from '../http/exchange.ts'
import { credentialsOf, issueToken, type Product, refuseAccess } from './access.ts'
import { type Answer, refuse, say } from './answer.ts'
import { readOrderBody } from './order-body.ts'
import { presentOrder } from './present.ts'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const ORDERS: { readonly [product in Product]: string } = { collection: 'requesttopay', disbursement: 'transfer' }

const REFUSALS: Readonly<Record<Refusal, Answer>> = {
  'duplicate-reference': refuse(409, 'RESOURCE_ALREADY_EXIST', 'Duplicated reference id. Creation of resource failed.'),
  refused: refuse(400, 'NOT_ALLOWED', 'Authorization failed. Insufficient permissions.'),
  'float-too-low': refuse(500, 'NOT_ENOUGH_FUNDS', 'The payer does not have enough funds.'),
  'too-many-pending': refuse(503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable, try again later.'),
}

export const walletOf = (product: Product): string => `mtn-${product}`

/** `/mtn/collection/v1_0/…`: the product, and what comes after it. */
export function readPath(path: string): { readonly product: Product; readonly rest: string } | null {
  const found = /^\/mtn\/(collection|disbursement)\/(.+)$/.exec(path)
  return found === null ? null : { product: found[1] as Product, rest: found[2] ?? '' }
}

/** MTN's own answer to a call, before faults are applied. */
export async function answerCall(world: World, tokens: Tokens, exchange: Exchange): Promise<Answer> {
  const read = readPath(exchange.path)
  if (read === null) return say(404, { statusCode: 404, message: 'Resource not found' })
  const { product, rest } = read
  const credentials = credentialsOf(world.options.apiKey, product)
  if (rest === 'token/' && exchange.method === 'POST') return issueToken(exchange, product, credentials, tokens)
  const denied = refuseAccess(exchange, product, credentials, tokens)
  if (denied !== null) return denied

  if (exchange.method === 'POST' && rest === `v1_0/${ORDERS[product]}`) return takeOrder(world, exchange, product)
  if (exchange.method !== 'GET') return say(404, { statusCode: 404, message: 'Resource not found' })
  const [version, resource, ...path] = rest.split('/')
  if (version !== 'v1_0') return say(404, { statusCode: 404, message: 'Resource not found' })
  if (resource === ORDERS[product]) return replyStatus(world, product, path[0] ?? '')
  if (resource === 'account' && path[0] === 'balance') {
    const balance = world.processor.floatHundredths(walletOf(product)) / 100
    return say(200, { availableBalance: String(balance), currency: 'UGX' })
  }
  if (resource === 'accountholder' && path[0] === 'msisdn') return replyHolder(path[1] ?? '', path[2] ?? '')
  return say(404, { statusCode: 404, message: 'Resource not found' })
}

async function takeOrder(world: World, exchange: Exchange, product: Product): Promise<Answer> {
  const id = exchange.request.headers['x-reference-id']
  const callbackUrl = exchange.request.headers['x-callback-url']
  const body = await exchange.readJson()
  if (typeof id !== 'string' || !UUID_V4.test(id) || !body.ok) return say(400, null)
  const read = readOrderBody(body.value, product)
  if ('status' in read) return read
  if (typeof callbackUrl === 'string' && !isRegistered(callbackUrl, world.options.mtnCallbackHost)) {
    return refuse(500, 'INVALID_CALLBACK_URL_HOST', 'Callback URL with different host name then configured.')
  }
  const taken = world.processor.take({
    wire: 'mtn',
    wallet: walletOf(product),
    kind: product === 'collection' ? 'collection' : 'payout',
    reference: id.toLowerCase(),
    externalId: read.externalId,
    callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : null,
    msisdn: read.msisdn,
    network: 'mtn',
    amountHundredths: read.amountHundredths,
    // MTN reports no charge.
    chargeHundredths: 0,
    description: read.message,
  })
  if (!taken.ok) return REFUSALS[taken.error]
  return COURSES[taken.value.course].reply === 'error-though-taken'
    ? { ...refuse(500, 'INTERNAL_PROCESSING_ERROR', 'An internal error occurred while processing.'), isTaken: true }
    : { status: 202, body: null, isTaken: true }
}

function isRegistered(callbackUrl: string, host: string | null): boolean {
  if (!URL.canParse(callbackUrl)) return false
  return host === null || new URL(callbackUrl).host === host
}

/** A failed request is HTTP 200 here; an order of the other product is unknown. */
function replyStatus(world: World, product: Product, id: string): Answer {
  const order = world.book.byReference('mtn', id.toLowerCase())
  const kind = product === 'collection' ? 'collection' : 'payout'
  return order === undefined || order.kind !== kind
    ? refuse(404, 'RESOURCE_NOT_FOUND', 'Requested resource was not found.')
    : say(200, presentOrder(order))
}

function replyHolder(number: string, what: string): Answer {
  const msisdn = readMsisdn(number)
  const isKnown = msisdn !== null && networkOf(msisdn) === 'mtn'
  if (what === 'active') return say(200, { result: isKnown })
  if (what !== 'basicuserinfo' || !isKnown)
    return refuse(404, 'RESOURCE_NOT_FOUND', 'Requested resource was not found.')
  return say(200, {
    given_name: 'Sand',
    family_name: 'Box',
    birthdate: '1976-08-13',
    locale: 'en_UG',
    status: 'ACTIVE',
  })
}
