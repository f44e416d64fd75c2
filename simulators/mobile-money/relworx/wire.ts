import { type Answer, answerUnderFaults, hundredthsOf, acceptedWith } from '../core/answer.ts'
import { BEHAVIOURS } from '../core/behaviours.ts'
import { type Network, networkOf, readMsisdn } from '../core/networks.ts'
import type { OrderKind } from '../core/order.ts'
import type { WireFormat, WireName } from '../core/wire-format.ts'
import type { SharedState } from '../core/shared-state.ts'
import { type Exchange, fieldsOf } from '../http/exchange.ts'
import {
  BROKEN,
  chargeOf,
  customerName,
  presentAccepted,
  presentStatus,
  presentTransaction,
  presentWebhook,
  refuse,
  REFUSALS,
  signatureHeader,
  succeed,
  UNAVAILABLE,
} from './scenarios.ts'

const RELWORX = 'relworx' satisfies WireName
const PROXY_PATH = '/proxy'
const DIRECT_PREFIX = '/api/'
export const addresses = [
  { api: 'Relworx Payments API v2', path: '/api' },
  { api: 'Relworx through the proxy of the specification', path: `${PROXY_PATH}?endpoint=request-payment` },
]
const ACCEPT = 'application/vnd.relworx.v2'
const LISTED_DAYS_MS = 30 * 86_400_000
const MAX_LISTED = 1_000
const STALE_BY_MS = 3_600_000
const MIN_HUNDREDTHS = 500_00
const MAX_HUNDREDTHS = 5_000_000_00

const ENDPOINTS = {
  'request-payment': { method: 'POST', path: '/api/mobile-money/request-payment' },
  'send-payment': { method: 'POST', path: '/api/mobile-money/send-payment' },
  'check-request-status': { method: 'GET', path: '/api/mobile-money/check-request-status' },
  validate: { method: 'POST', path: '/api/mobile-money/validate' },
  'check-wallet-balance': { method: 'GET', path: '/api/mobile-money/check-wallet-balance' },
  transactions: { method: 'GET', path: '/api/payment-requests/transactions' },
} as const
type EndpointName = keyof typeof ENDPOINTS

/** `proxy`: the specification's form, with one address, the endpoint in the query, and the key stored in the proxy. */
type Call = { readonly endpoint: EndpointName; readonly via: 'direct' | 'proxy' }

const ENDPOINT_OF_PATH = new Map(Object.entries(ENDPOINTS).map(([name, { path }]) => [path as string, name]))

/** Null for an unknown address or method; both return 404. */
function readCall({ path, method, query }: Exchange): Call | null {
  const via = path === PROXY_PATH ? 'proxy' : 'direct'
  const name = via === 'proxy' ? query.get('endpoint') : ENDPOINT_OF_PATH.get(path)
  if (name == null || !Object.hasOwn(ENDPOINTS, name)) return null
  const endpoint = name as EndpointName
  return ENDPOINTS[endpoint].method === method ? { endpoint, via } : null
}

/** Empty: the product always uses Relworx, so its keys come from the simulator's own options. */
export const environment = (): Readonly<Record<string, string>> => ({})

/** Relworx Payments API v2. */
export function create(shared: SharedState): WireFormat {
  const { options } = shared
  return {
    name: RELWORX,
    wallets: [RELWORX],
    retries: options.callbackRetries,
    firstRetryMs: options.callbackRetryMs,
    serves: (path) => path.startsWith(DIRECT_PREFIX) || path === PROXY_PATH,
    async answer(exchange) {
      const call = readCall(exchange)
      if (call === null) return exchange.reply(404, { success: false, message: 'Not found' })
      await answerUnderFaults(shared, RELWORX, exchange, {
        unavailable: UNAVAILABLE,
        broken: BROKEN,
        answer: () => answerCall(shared, exchange, call),
        present: (answer) => (call.via === 'proxy' ? asProxy(shared, answer) : answer.body),
      })
    },
    write(order, content) {
      const { webhookUrl } = shared.settings
      if (webhookUrl === null) return null
      const signedAtMs = shared.now() - (content.seal === 'stale' ? STALE_BY_MS : 0)
      const signature = signatureHeader({
        webhookUrl,
        webhookKey: content.seal === 'forged' ? `not ${options.webhookKey}` : options.webhookKey,
        unixSeconds: Math.floor(signedAtMs / 1_000),
        status: content.status,
        customerReference: order.reference,
        internalReference: order.internalReference,
      })
      return {
        method: 'POST',
        url: webhookUrl,
        headers: {
          'content-type': 'application/json',
          ...(content.seal === 'missing' ? {} : { 'relworx-signature': signature }),
        },
        body: JSON.stringify(presentWebhook(order, content, shared.now())),
      }
    },
  }
}

/**
 * The response of the specification's proxy: Relworx's response with `error` and `retry_after`, or with `status` and
 * the internal reference.
 */
function asProxy(shared: SharedState, { status, body, isTaken }: Answer): Record<string, unknown> {
  const fields = fieldsOf(body) ?? {}
  if (fields['success'] !== true)
    return { ...fields, error: fields['message'], ...(status === 503 ? { retry_after: 300 } : {}) }
  if (!isTaken) return fields
  const order = shared.orders.byInternalReference(String(fields['internal_reference']))
  return { ...fields, status: 'pending', reference: order?.reference }
}

async function answerCall(shared: SharedState, exchange: Exchange, call: Call): Promise<Answer> {
  const body = exchange.method === 'POST' ? await exchange.readJson() : null
  const denied = checkAccess(exchange, call, shared.options.apiKey)
  if (denied !== null) return denied
  if (body !== null) {
    if (!body.ok) return refuse(400, 'The request body must be JSON, with the content type application/json.')
    if (call.endpoint === 'request-payment') return takePayment(shared, 'collection', body.value)
    if (call.endpoint === 'send-payment') return takePayment(shared, 'payout', body.value)
    return validateNumber(body.value)
  }
  const deniedAccount = checkAccount(shared, exchange.query.get('account_no'))
  if (deniedAccount !== null) return deniedAccount
  if (call.endpoint === 'check-request-status') return statusOf(shared, exchange.query)
  if (call.endpoint === 'check-wallet-balance') return balanceOf(shared, exchange.query)
  return listTransactions(shared)
}

function checkAccess({ request: { headers } }: Exchange, call: Call, apiKey: string): Answer | null {
  // The proxy adds the key itself. A key that the caller sends anyway must be correct.
  if (call.via === 'proxy' && headers.authorization === undefined) return null
  if (headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'Invalid or expired API key')
  if (call.via === 'direct' && headers.accept !== ACCEPT) return refuse(400, `The Accept header must be ${ACCEPT}`)
  return null
}

function checkAccount(shared: SharedState, accountNo: string | null): Answer | null {
  if (accountNo === null || accountNo === '') return refuse(400, 'account_no is missing')
  return accountNo === shared.options.accountNo
    ? null
    : refuse(403, 'API key not authorized to access this business account')
}

function takePayment(shared: SharedState, kind: OrderKind, json: unknown): Answer {
  const payment = readPayment(json)
  if ('status' in payment) return payment
  const denied = checkAccount(shared, payment.accountNo)
  if (denied !== null) return denied
  const { msisdn, network, amountHundredths } = payment
  if (network === null) return refuse(200, 'Mobile network is not supported.')
  if (shared.settings.limitRequests && !shared.limit.admits(msisdn, shared.now()))
    return refuse(429, 'Too many requests for this msisdn. Please try again after 10 minutes.')
  const accepted = shared.processor.accept({
    wire: RELWORX,
    wallet: RELWORX,
    kind,
    reference: payment.reference,
    externalId: null,
    callbackUrl: null,
    msisdn,
    network,
    amountHundredths,
    chargeHundredths: chargeOf(kind, amountHundredths, network),
    description: payment.description,
  })
  if (!accepted.ok) return REFUSALS[accepted.error]
  const order = accepted.value
  return acceptedWith(
    BEHAVIOURS[order.behaviour].reply === 'error-though-taken' ? BROKEN : succeed(presentAccepted(order)),
  )
}

type Payment = {
  readonly accountNo: string
  readonly reference: string
  readonly msisdn: string
  readonly network: Network | null
  readonly amountHundredths: number
  readonly description: string | null
}

/**
 * The payment, or the error response: 400 for missing fields, 422 for invalid fields, in the order of the vendor's
 * checks.
 */
function readPayment(body: unknown): Payment | Answer {
  const fields = fieldsOf(body)
  if (fields === null) return refuse(400, 'The request body must be a JSON object.')
  const missing = ['account_no', 'reference', 'msisdn', 'currency', 'amount'].find(
    (name) => fields[name] === undefined || fields[name] === null || fields[name] === '',
  )
  if (missing !== undefined) return refuse(400, `${missing} is missing`)
  const { account_no: accountNo, reference, msisdn, currency, amount, description } = fields
  if (typeof accountNo !== 'string') return refuse(422, 'account_no is invalid')
  if (typeof reference !== 'string' || reference.length < 8 || reference.length > 36)
    return refuse(422, 'reference must be between 8 and 36 characters')
  if (typeof msisdn !== 'string' || !/^\+256\d{9}$/.test(msisdn))
    return refuse(422, 'msisdn must be in international format, such as +256701234567')
  if (currency === 'KES' || currency === 'TZS') return refuse(422, 'currency does not match the msisdn')
  if (currency !== 'UGX') return refuse(422, 'currency does not have a valid value')
  const amountHundredths = hundredthsOf(amount)
  if (amountHundredths === null) return refuse(422, 'amount is invalid')
  if (amountHundredths < MIN_HUNDREDTHS || amountHundredths > MAX_HUNDREDTHS)
    return refuse(422, 'amount must be between 500 and 5000000')
  if (description !== undefined && description !== null && typeof description !== 'string')
    return refuse(422, 'description is invalid')
  const digits = msisdn.slice(1)
  const network = networkOf(digits)
  return { accountNo, reference, msisdn: digits, network, amountHundredths, description: description ?? null }
}

function statusOf(shared: SharedState, query: URLSearchParams): Answer {
  const internalReference = query.get('internal_reference') ?? ''
  if (internalReference === '') return refuse(400, 'internal_reference is missing')
  const order = shared.orders.byInternalReference(internalReference)
  return order === undefined || order.wire !== RELWORX
    ? refuse(404, 'Request not found')
    : succeed(presentStatus(order))
}

function balanceOf(shared: SharedState, query: URLSearchParams): Answer {
  const currency = query.get('currency') ?? ''
  if (currency === '') return refuse(400, 'currency is missing')
  if (currency !== 'UGX') return refuse(422, 'currency does not have a valid value')
  return succeed({ balance: shared.processor.floatHundredths(RELWORX) / 100 })
}

function listTransactions(shared: SharedState): Answer {
  const oldestMs = shared.now() - LISTED_DAYS_MS
  const orders = shared.orders.newest(MAX_LISTED, (order) => order.wire === RELWORX && order.createdAtMs >= oldestMs)
  return succeed({ transactions: orders.map(presentTransaction) })
}

function validateNumber(json: unknown): Answer {
  const written = fieldsOf(json)?.['msisdn']
  if (written === undefined || written === null || written === '') return refuse(400, 'msisdn is missing')
  const msisdn = typeof written === 'string' && written.startsWith('+') ? readMsisdn(written) : null
  if (msisdn === null) return refuse(422, 'msisdn must be in international format, such as +256701234567')
  const name = customerName(msisdn)
  if (name === null) return refuse(200, 'Mobile network is not supported.')
  return succeed({ message: `Msisdn +${msisdn} successfully validated.`, customer_name: name })
}
