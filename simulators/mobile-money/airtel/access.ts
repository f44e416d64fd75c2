import { constants, generateKeyPairSync, privateDecrypt, type KeyObject } from 'node:crypto'
import { derivedKey, derivedUuid } from '../core/derived-key.ts'
import type { Tokens } from '../core/tokens.ts'
import { type Exchange, fieldsOf } from '../http/exchange.ts'
import { type Answer, refuse, say } from './answer.ts'

export const TOKEN_SECONDS = 180
const PURPOSE = 'airtel'

/** Credentials from the developer portal. */
export type Credentials = {
  readonly clientId: string
  readonly clientSecret: string
  /** Signs callbacks. */
  readonly callbackKey: string
  readonly pin: string
}

export const credentialsOf = (secret: string): Credentials => ({
  clientId: derivedUuid(secret, 'airtel client'),
  clientSecret: derivedKey(secret, 'airtel secret'),
  callbackKey: derivedKey(secret, 'airtel callbacks'),
  pin: String(Number.parseInt(derivedKey(secret, 'airtel pin').slice(0, 8), 16) % 10_000).padStart(4, '0'),
})

let pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } | null = null
/** Made when it is first asked for: most runs never pay out by this wire. */
const keys = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2_048 }))

/** The key that PINs are encrypted with, base64 as the portal shows it. */
export const publicKey = (): string => keys().publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

/** RSA PKCS#1 v1.5, base64. */
export function refusePin(encrypted: unknown, pin: string): Answer | null {
  if (typeof encrypted !== 'string' || encrypted === '') return refuse('ROUTER116', 'PIN could not be decrypted.')
  try {
    const bytes = Buffer.from(encrypted, 'base64')
    const decrypted = privateDecrypt({ key: keys().privateKey, padding: constants.RSA_PKCS1_PADDING }, bytes).toString()
    if (decrypted === pin) return null
    return /^\d{4}$/.test(decrypted)
      ? refuse('ROUTER115', 'Invalid PIN.')
      : refuse('ROUTER116', 'PIN could not be decrypted.')
  } catch {
    return refuse('ROUTER116', 'PIN could not be decrypted.')
  }
}

/** `expires_in` is a text. */
export function issueToken(json: unknown, credentials: Credentials, tokens: Tokens): Answer {
  const fields = fieldsOf(json)
  if (fields?.['grant_type'] !== 'client_credentials') return say(400, { error: 'unsupported_grant_type' })
  if (fields['client_id'] !== credentials.clientId || fields['client_secret'] !== credentials.clientSecret) {
    return say(401, { error: 'invalid_client', error_description: 'Invalid client authentication' })
  }
  return say(200, { access_token: tokens.issue(PURPOSE), expires_in: String(TOKEN_SECONDS), token_type: 'bearer' })
}

export function refuseAccess({ request: { headers } }: Exchange, tokens: Tokens): Answer | null {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined || !tokens.isGood(token, PURPOSE)) {
    return say(401, { error: 'invalid_token', error_description: 'The access token is invalid or has expired.' })
  }
  if (headers['x-country'] !== 'UG') return refuse('ROUTER001', 'X-Country header is missing or not valid.')
  return headers['x-currency'] === 'UGX' ? null : refuse('ROUTER001', 'X-Currency header is missing or not valid.')
}
