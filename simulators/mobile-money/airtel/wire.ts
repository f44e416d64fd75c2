import { constants, createHmac, generateKeyPairSync, type KeyObject, privateDecrypt } from 'node:crypto'
import { type Answer, answerUnderFaults, hundredthsOf, respond, acceptedWith } from '../core/answer.ts'
import { BEHAVIOURS } from '../core/behaviours.ts'
import { createTokens, derivedKey, derivedUuid, type Tokens } from '../core/credentials.ts'
import { networkOf } from '../core/networks.ts'
import type { OrderKind } from '../core/order.ts'
import type { WireFormat } from '../core/wire-format.ts'
import type { SharedState } from '../core/shared-state.ts'
import { type Exchange, fieldsOf } from '../http/exchange.ts'
import {
  BROKEN,
  callbackBody,
  invalid,
  INVALID_AMOUNT,
  NOT_FOUND,
  orderAnswer,
  refuse,
  REFUSALS,
  reply,
  UNAVAILABLE,
  UNKNOWN_NUMBER,
} from './scenarios.ts'

const PREFIX = '/airtel'
export const addresses = [{ api: 'Airtel Money Africa Open API', path: PREFIX }]
const TOKEN_SECONDS = 180
const TOKEN_PURPOSE = 'airtel'
const MAX_HUNDREDTHS = 10_000_000_00
const NOT_FOUND_HERE = respond(404, { error: 'not_found' })
const WALLETS = { COLL: 'airtel-collection', DISB: 'airtel-disbursement' } as const
const walletOf = (kind: OrderKind): string => (kind === 'collection' ? WALLETS.COLL : WALLETS.DISB)

const credentialsOf = (secret: string) => ({
  clientId: derivedUuid(secret, 'airtel client'),
  clientSecret: derivedKey(secret, 'airtel secret'),
  /** Signs callbacks. */
  callbackKey: derivedKey(secret, 'airtel callbacks'),
  pin: String(Number.parseInt(derivedKey(secret, 'airtel pin').slice(0, 8), 16) % 10_000).padStart(4, '0'),
})
type Credentials = ReturnType<typeof credentialsOf>

let pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } | null = null
/** The key pair is created when it is first needed, because most runs have no Airtel payouts. */
const keys = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2_048 }))

export function environment(url: string, secret: string): Readonly<Record<string, string>> {
  const { clientId, clientSecret, callbackKey, pin } = credentialsOf(secret)
  return {
    AIRTEL_BASE_URL: `${url}${PREFIX}`,
    AIRTEL_CLIENT_ID: clientId,
    AIRTEL_CLIENT_SECRET: clientSecret,
    AIRTEL_CALLBACK_KEY: callbackKey,
    AIRTEL_PIN: pin,
    // The key that encrypts PINs, in base64 as the portal shows it.
    AIRTEL_PUBLIC_KEY: keys().publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

/** Airtel Money Africa Open API. */
export function create(shared: SharedState): WireFormat {
  const tokens = createTokens(shared.now, TOKEN_SECONDS * 1_000)
  const { callbackKey } = credentialsOf(shared.options.apiKey)
  return {
    name: 'airtel',
    wallets: Object.values(WALLETS),
    // Airtel documents no retries.
    retries: 0,
    firstRetryMs: 0,
    serves: (path) => path.startsWith(`${PREFIX}/`),
    answer: (exchange) =>
      answerUnderFaults(shared, 'airtel', exchange, {
        unavailable: UNAVAILABLE,
        broken: BROKEN,
        answer: () => answerCall(shared, tokens, exchange),
      }),
    write(order, content) {
      const url = shared.callbackUrlOf('airtel')
      if (url === null) return null
      const body = callbackBody(order, content)
      const key = content.seal === 'forged' ? `not ${callbackKey}` : callbackKey
      const hash = createHmac('sha256', key).update(JSON.stringify(body)).digest('base64')
      return {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(content.seal === 'missing' ? body : { ...body, hash }),
      }
    },
  }
}

async function answerCall(shared: SharedState, tokens: Tokens, exchange: Exchange): Promise<Answer> {
  const { method, query } = exchange
  const path = exchange.path.slice(PREFIX.length)
  const body = method === 'POST' ? await exchange.readJson() : null
  if (body !== null && !body.ok) return respond(400, { error: 'invalid_request' })
  const json = body?.value
  const credentials = credentialsOf(shared.options.apiKey)
  if (method === 'POST' && path === '/auth/oauth2/token') return issueToken(json, credentials, tokens)
  const denied = checkAccess(exchange, tokens)
  if (denied !== null) return denied

  if (method === 'POST') {
    if (/^\/merchant\/v[12]\/payments\/$/.test(path)) return takeOrder(shared, 'collection', json, credentials)
    if (path === '/standard/v2/disbursements/') return takeOrder(shared, 'payout', json, credentials)
    return path === '/standard/v2/payments/refund' ? refuseRefund(json) : NOT_FOUND_HERE
  }
  if (method !== 'GET') return NOT_FOUND_HERE
  const [, resource, id = ''] = /^\/standard\/(v1\/payments|v2\/disbursements|v2\/users)\/(.+)$/.exec(path) ?? []
  if (resource === 'v1/payments') return statusOf(shared, 'collection', id)
  if (resource === 'v2/disbursements' && query.get('transactionType') === 'B2C') return statusOf(shared, 'payout', id)
  return resource === 'v2/users' && id === 'balance' ? balanceOf(shared, query.get('walletType')) : NOT_FOUND_HERE
}

/** `expires_in` is a string in this API. */
function issueToken(json: unknown, { clientId, clientSecret }: Credentials, tokens: Tokens): Answer {
  const fields = fieldsOf(json)
  if (fields?.['grant_type'] !== 'client_credentials') return respond(400, { error: 'unsupported_grant_type' })
  if (fields['client_id'] !== clientId || fields['client_secret'] !== clientSecret)
    return respond(401, { error: 'invalid_client', error_description: 'Invalid client authentication' })
  const token = tokens.issue(TOKEN_PURPOSE)
  return respond(200, { access_token: token, expires_in: String(TOKEN_SECONDS), token_type: 'bearer' })
}

function checkAccess({ request: { headers } }: Exchange, tokens: Tokens): Answer | null {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined || !tokens.isValid(token, TOKEN_PURPOSE))
    return respond(401, { error: 'invalid_token', error_description: 'The access token is invalid or has expired.' })
  if (headers['x-country'] !== 'UG') return refuse('ROUTER001', 'X-Country header is missing or not valid.')
  return headers['x-currency'] === 'UGX' ? null : refuse('ROUTER001', 'X-Currency header is missing or not valid.')
}

/** PINs are encrypted with RSA PKCS#1 v1.5 and encoded as base64. */
function checkPin(encrypted: unknown, pin: string): Answer | null {
  const unreadable = refuse('ROUTER116', 'PIN could not be decrypted.')
  if (typeof encrypted !== 'string' || encrypted === '') return unreadable
  try {
    const key = { key: keys().privateKey, padding: constants.RSA_PKCS1_PADDING }
    const decrypted = privateDecrypt(key, Buffer.from(encrypted, 'base64')).toString()
    if (decrypted === pin) return null
    return /^\d{4}$/.test(decrypted) ? refuse('ROUTER115', 'Invalid PIN.') : unreadable
  } catch {
    return unreadable
  }
}

function takeOrder(shared: SharedState, kind: OrderKind, json: unknown, { pin }: Credentials): Answer {
  const read = readOrder(json, kind)
  if ('status' in read) return read
  const badPin = kind === 'payout' ? checkPin(read.pin, pin) : null
  if (badPin !== null) return badPin
  const accepted = shared.processor.accept({
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
  if (!accepted.ok) return REFUSALS[kind][accepted.error]
  return acceptedWith(
    BEHAVIOURS[accepted.value.behaviour].reply === 'error-though-taken' ? BROKEN : orderAnswer(accepted.value),
  )
}

type OrderFields = {
  readonly id: string
  readonly msisdn: string
  readonly amountHundredths: number
  readonly description: string
  readonly pin: unknown
}

/** The merchant's order, or the error response. Numbers have nine digits and no country code. */
function readOrder(json: unknown, kind: OrderKind): OrderFields | Answer {
  const fields = fieldsOf(json)
  const transaction = fieldsOf(fields?.['transaction'])
  const party = fieldsOf(fields?.[kind === 'collection' ? 'subscriber' : 'payee'])
  if (fields === null || transaction === null || party === null) return invalid('body')
  const { reference } = fields
  const { id, amount, type } = transaction
  const { msisdn, currency, country } = party
  if (typeof id !== 'string' || id === '' || id.length > 64) return invalid('transaction.id')
  if (typeof msisdn !== 'string' || !/^\d{9}$/.test(msisdn)) return invalid('msisdn')
  if (currency !== 'UGX') return invalid('currency')
  if (kind === 'payout' && (typeof party['name'] !== 'string' || party['name'].trim() === ''))
    return invalid('payee.name')
  if (kind === 'collection') {
    if (typeof reference !== 'string' || reference === '') return invalid('reference')
    if (country !== 'UG' || transaction['country'] !== 'UG' || transaction['currency'] !== 'UGX')
      return invalid('country')
  } else if (typeof reference !== 'string' || !/^[0-9a-zA-Z]{4,64}$/.test(reference)) return invalid('reference')
  if (kind === 'payout' && type !== 'B2C') return invalid('transaction.type')
  const amountHundredths = hundredthsOf(amount)
  if (amountHundredths === null || amountHundredths <= 0 || amountHundredths > MAX_HUNDREDTHS)
    return INVALID_AMOUNT[kind]
  if (networkOf(`256${msisdn}`) !== 'airtel') return UNKNOWN_NUMBER[kind]
  return { id, msisdn: `256${msisdn}`, amountHundredths, description: reference, pin: fields['pin'] }
}

function statusOf(shared: SharedState, kind: OrderKind, id: string): Answer {
  const order = shared.orders.byReference('airtel', decodeURIComponent(id))
  return order === undefined || order.kind !== kind ? NOT_FOUND[kind] : orderAnswer(order)
}

/** This simulator refunds nothing. */
const refuseRefund = (json: unknown): Answer =>
  typeof fieldsOf(fieldsOf(json)?.['transaction'])?.['airtel_money_id'] === 'string'
    ? refuse('DP00800001010', 'The transaction cannot be refunded.')
    : invalid('transaction.airtel_money_id')

function balanceOf(shared: SharedState, type: string | null): Answer {
  if (type !== 'COLL' && type !== 'DISB') return invalid('walletType')
  const balance = String(shared.processor.floatHundredths(WALLETS[type]) / 100)
  const outcome = { success: true, code: 'DP02200001001', message: 'SUCCESS' }
  return reply(outcome, { balance, currency: 'UGX', account_status: 'Active' })
}
