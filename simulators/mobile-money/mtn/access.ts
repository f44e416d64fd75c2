import { derivedKey, derivedUuid } from '../core/derived-key.ts'
import type { Tokens } from '../core/tokens.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Answer, refuse, say } from './answer.ts'

export type Product = 'collection' | 'disbursement'

export const TARGET_ENVIRONMENT = 'mtnuganda'
export const TOKEN_SECONDS = 3_600

/** Credentials of one product from the partner portal. */
export type Credentials = { readonly subscriptionKey: string; readonly apiUser: string; readonly apiKey: string }

export const credentialsOf = (secret: string, product: Product): Credentials => ({
  subscriptionKey: derivedKey(secret, `mtn ${product} subscription`),
  apiUser: derivedUuid(secret, `mtn ${product} user`),
  apiKey: derivedKey(secret, `mtn ${product} key`),
})

function refuseSubscription(exchange: Exchange, credentials: Credentials): Answer | null {
  return exchange.request.headers['ocp-apim-subscription-key'] === credentials.subscriptionKey
    ? null
    : say(401, { statusCode: 401, message: 'Access denied due to invalid subscription key.' })
}

/** POST /{product}/token/: Basic authentication, and no body at all. */
export function issueToken(exchange: Exchange, product: Product, credentials: Credentials, tokens: Tokens): Answer {
  const { headers } = exchange.request
  const denied = refuseSubscription(exchange, credentials)
  if (denied !== null) return denied
  const basic = Buffer.from(`${credentials.apiUser}:${credentials.apiKey}`).toString('base64')
  if (headers.authorization !== `Basic ${basic}`) return say(401, { error: 'invalid_client' })
  if (Number(headers['content-length'] ?? 0) > 0) return say(400, { error: 'invalid_request' })
  return say(200, { access_token: tokens.issue(product), token_type: 'access_token', expires_in: TOKEN_SECONDS })
}

/** Why a call may not be made, in the order in which the gateway looks. */
export function refuseAccess(
  exchange: Exchange,
  product: Product,
  credentials: Credentials,
  tokens: Tokens,
): Answer | null {
  const { headers } = exchange.request
  const denied = refuseSubscription(exchange, credentials)
  if (denied !== null) return denied
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined || !tokens.isGood(token, product)) {
    return say(401, { error: 'login_required', error_description: 'The access token is missing or has expired.' })
  }
  return headers['x-target-environment'] === TARGET_ENVIRONMENT
    ? null
    : refuse(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'Access to target environment is forbidden.')
}
