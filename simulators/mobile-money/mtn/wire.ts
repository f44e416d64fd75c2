import { type Answer, answerUnderFaults, respond, acceptedWith } from '../core/answer.ts'
import { BEHAVIOURS } from '../core/behaviours.ts'
import { createTokens, derivedKey, derivedUuid, type Tokens } from '../core/credentials.ts'
import { networkOf, readMsisdn } from '../core/networks.ts'
import type { Order, OrderKind } from '../core/order.ts'
import type { CallbackSignature, WireFormat } from '../core/wire-format.ts'
import type { SharedState } from '../core/shared-state.ts'
import { type Exchange, fieldsOf } from '../http/exchange.ts'
import { BROKEN, NOT_FOUND, presentOrder, refuse, REFUSALS, UNAVAILABLE, UNKNOWN_NUMBER } from './scenarios.ts'

type Product = 'collection' | 'disbursement'

const PREFIX = '/mtn'
export const addresses = [{ api: 'MTN MoMo Open API', path: PREFIX }]
const TARGET_ENVIRONMENT = 'mtnuganda'
const TOKEN_SECONDS = 3_600
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const ORDERS: { readonly [product in Product]: string } = { collection: 'requesttopay', disbursement: 'transfer' }
const MAX_MESSAGE_LENGTH = 160
const MESSAGE_CHARACTERS = /^[\w .,:-]*$/
const UNKNOWN_PATH = respond(404, { statusCode: 404, message: 'Resource not found' })

const walletOf = (product: Product): string => `mtn-${product}`
const kindOf = (product: Product): OrderKind => (product === 'collection' ? 'collection' : 'payout')

/** Credentials of one product, as the partner portal shows them. */
const credentialsOf = (secret: string, product: Product) => ({
  subscriptionKey: derivedKey(secret, `mtn ${product} subscription`),
  apiUser: derivedUuid(secret, `mtn ${product} user`),
  apiKey: derivedKey(secret, `mtn ${product} key`),
})
type Credentials = ReturnType<typeof credentialsOf>

export function environment(url: string, secret: string): Readonly<Record<string, string>> {
  const collection = credentialsOf(secret, 'collection')
  const disbursement = credentialsOf(secret, 'disbursement')
  return {
    MTN_BASE_URL: `${url}${PREFIX}`,
    MTN_TARGET_ENVIRONMENT: TARGET_ENVIRONMENT,
    MTN_COLLECTION_SUBSCRIPTION_KEY: collection.subscriptionKey,
    MTN_COLLECTION_USER: collection.apiUser,
    MTN_COLLECTION_KEY: collection.apiKey,
    MTN_DISBURSEMENT_SUBSCRIPTION_KEY: disbursement.subscriptionKey,
    MTN_DISBURSEMENT_USER: disbursement.apiUser,
    MTN_DISBURSEMENT_KEY: disbursement.apiKey,
    // The merchant chooses this key. MTN does not issue it.
    MTN_CALLBACK_KEY: derivedKey(secret, 'callback addresses'),
  }
}

/** MTN MoMo Open API: collection and disbursement. */
export function create(shared: SharedState): WireFormat {
  const tokens = createTokens(shared.now, TOKEN_SECONDS * 1_000)
  return {
    name: 'mtn',
    wallets: [walletOf('collection'), walletOf('disbursement')],
    // Callbacks are sent once.
    retries: 0,
    firstRetryMs: 0,
    serves: (path) => path.startsWith(`${PREFIX}/`),
    answer: (exchange) =>
      answerUnderFaults(shared, 'mtn', exchange, {
        unavailable: UNAVAILABLE,
        broken: BROKEN,
        answer: () => answerCall(shared, tokens, exchange),
      }),
    write(order, content) {
      if (order.callbackUrl === null) return null
      return {
        method: methodOf(order),
        url: addressOf(order.callbackUrl, content.seal),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(presentOrder(order, content)),
      }
    },
  }
}

/**
 * Bodies are unsigned: the last path segment of the address authenticates a callback. 'forged' alters it, 'missing'
 * removes it.
 */
function addressOf(callbackUrl: string, seal: CallbackSignature): string {
  if (seal === 'forged') return `${callbackUrl.slice(0, -1)}${callbackUrl.endsWith('0') ? '1' : '0'}`
  return seal === 'missing' ? callbackUrl.slice(0, callbackUrl.lastIndexOf('/') + 1) : callbackUrl
}

/** Callbacks alternate between PUT and POST, because the documentation mentions both. */
const methodOf = (order: Order): 'PUT' | 'POST' =>
  Number.parseInt(order.internalReference.slice(0, 1), 16) % 2 === 0 ? 'PUT' : 'POST'

/** Paths are `/mtn/collection/v1_0/…`. */
async function answerCall(shared: SharedState, tokens: Tokens, exchange: Exchange): Promise<Answer> {
  const [, product, rest = ''] = /^\/mtn\/(collection|disbursement)\/(.+)$/.exec(exchange.path) ?? []
  if (product !== 'collection' && product !== 'disbursement') return UNKNOWN_PATH
  const credentials = credentialsOf(shared.options.apiKey, product)
  if (rest === 'token/' && exchange.method === 'POST') return issueToken(exchange, product, credentials, tokens)
  const denied = checkAccess(exchange, product, credentials, tokens)
  if (denied !== null) return denied

  if (exchange.method === 'POST' && rest === `v1_0/${ORDERS[product]}`) return takeOrder(shared, exchange, product)
  const [version, resource, ...path] = rest.split('/')
  if (exchange.method !== 'GET' || version !== 'v1_0') return UNKNOWN_PATH
  if (resource === ORDERS[product]) return statusOf(shared, product, path[0] ?? '')
  if (resource === 'account' && path[0] === 'balance') {
    const balance = shared.processor.floatHundredths(walletOf(product)) / 100
    return respond(200, { availableBalance: String(balance), currency: 'UGX' })
  }
  if (resource === 'accountholder' && path[0] === 'msisdn') return accountHolder(path[1] ?? '', path[2] ?? '')
  return UNKNOWN_PATH
}

const checkSubscription = ({ request }: Exchange, { subscriptionKey }: Credentials): Answer | null =>
  request.headers['ocp-apim-subscription-key'] === subscriptionKey
    ? null
    : respond(401, { statusCode: 401, message: 'Access denied due to invalid subscription key.' })

/** POST /{product}/token/ with Basic authentication and without a body. */
function issueToken(exchange: Exchange, product: Product, credentials: Credentials, tokens: Tokens): Answer {
  const { headers } = exchange.request
  const denied = checkSubscription(exchange, credentials)
  if (denied !== null) return denied
  const basic = Buffer.from(`${credentials.apiUser}:${credentials.apiKey}`).toString('base64')
  if (headers.authorization !== `Basic ${basic}`) return respond(401, { error: 'invalid_client' })
  if (Number(headers['content-length'] ?? 0) > 0) return respond(400, { error: 'invalid_request' })
  return respond(200, { access_token: tokens.issue(product), token_type: 'access_token', expires_in: TOKEN_SECONDS })
}

/** Checks the access in the same order as MTN's gateway. */
function checkAccess(exchange: Exchange, product: Product, credentials: Credentials, tokens: Tokens): Answer | null {
  const { headers } = exchange.request
  const denied = checkSubscription(exchange, credentials)
  if (denied !== null) return denied
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined || !tokens.isValid(token, product))
    return respond(401, { error: 'login_required', error_description: 'The access token is missing or has expired.' })
  return headers['x-target-environment'] === TARGET_ENVIRONMENT
    ? null
    : refuse(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'Access to target environment is forbidden.')
}

async function takeOrder(shared: SharedState, exchange: Exchange, product: Product): Promise<Answer> {
  const { 'x-reference-id': id, 'x-callback-url': callbackUrl } = exchange.request.headers
  const body = await exchange.readJson()
  if (typeof id !== 'string' || !UUID_V4.test(id) || !body.ok) return respond(400, null)
  const kind = kindOf(product)
  const read = readOrder(body.value, kind)
  if ('status' in read) return read
  if (typeof callbackUrl === 'string' && !isRegistered(callbackUrl, shared.options.mtnCallbackHost))
    return refuse(500, 'INVALID_CALLBACK_URL_HOST', 'Callback URL with different host name then configured.')
  const accepted = shared.processor.accept({
    wire: 'mtn',
    wallet: walletOf(product),
    kind,
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
  if (!accepted.ok) return REFUSALS[accepted.error]
  return acceptedWith(BEHAVIOURS[accepted.value.behaviour].reply === 'error-though-taken' ? BROKEN : respond(202, null))
}

type OrderFields = {
  readonly amountHundredths: number
  readonly externalId: string
  readonly msisdn: string
  readonly message: string | null
}

/** The merchant's order, or the error response. Amounts are strings. */
function readOrder(json: unknown, kind: OrderKind): OrderFields | Answer {
  const fields = fieldsOf(json)
  const party = fieldsOf(fields?.[kind === 'collection' ? 'payer' : 'payee'])
  if (fields === null || party === null) return respond(400, null)
  const { amount, externalId, currency, payerMessage, payeeNote } = fields
  const isAmount = typeof amount === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(amount)
  const amountHundredths = isAmount ? Math.round(Number(amount) * 100) : 0
  if (amountHundredths === 0 || typeof externalId !== 'string' || externalId === '') return respond(400, null)
  if (party['partyIdType'] !== 'MSISDN' || typeof party['partyId'] !== 'string') return respond(400, null)
  const isMessage = (text: unknown): boolean =>
    text === undefined ||
    (typeof text === 'string' && text.length <= MAX_MESSAGE_LENGTH && MESSAGE_CHARACTERS.test(text))
  if (!isMessage(payerMessage) || !isMessage(payeeNote)) return respond(400, null)
  if (currency !== 'UGX') return refuse(500, 'INVALID_CURRENCY', 'Currency not supported.')
  const msisdn = /^256\d{9}$/.test(party['partyId']) ? readMsisdn(party['partyId']) : null
  if (msisdn === null || networkOf(msisdn) !== 'mtn') return UNKNOWN_NUMBER[kind]
  return { amountHundredths, externalId, msisdn, message: typeof payerMessage === 'string' ? payerMessage : null }
}

function isRegistered(callbackUrl: string, host: string | null): boolean {
  if (!URL.canParse(callbackUrl)) return false
  return host === null || new URL(callbackUrl).host === host
}

/** The status of an order. A failed order also returns HTTP 200. An order of the other product counts as unknown. */
function statusOf(shared: SharedState, product: Product, id: string): Answer {
  const order = shared.orders.byReference('mtn', id.toLowerCase())
  return order === undefined || order.kind !== kindOf(product) ? NOT_FOUND : respond(200, presentOrder(order))
}

function accountHolder(number: string, resource: string): Answer {
  const msisdn = readMsisdn(number)
  const isKnown = msisdn !== null && networkOf(msisdn) === 'mtn'
  if (resource === 'active') return respond(200, { result: isKnown })
  if (resource !== 'basicuserinfo' || !isKnown) return NOT_FOUND
  const person = { given_name: 'Sand', family_name: 'Box', birthdate: '1976-08-13' }
  return respond(200, { ...person, locale: 'en_UG', status: 'ACTIVE' })
}
