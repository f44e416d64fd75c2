import { createPublicKey } from 'node:crypto'
import { Type } from 'typebox'

const text = Type.String({ minLength: 1 })
const url = Type.String({ pattern: '^https?://.+' })

/** MTN and Airtel without anybody between. Each is used when its address is given, and then needs all of its own. */
export const directProviders = {
  MTN_BASE_URL: Type.Optional(url),
  MTN_TARGET_ENVIRONMENT: Type.String({ minLength: 1, default: 'mtnuganda' }),
  MTN_COLLECTION_SUBSCRIPTION_KEY: Type.Optional(text),
  MTN_COLLECTION_USER: Type.Optional(text),
  MTN_COLLECTION_KEY: Type.Optional(text),
  MTN_DISBURSEMENT_SUBSCRIPTION_KEY: Type.Optional(text),
  MTN_DISBURSEMENT_USER: Type.Optional(text),
  MTN_DISBURSEMENT_KEY: Type.Optional(text),
  MTN_CALLBACK_KEY: Type.Optional(Type.String({ minLength: 16 })),
  MTN_CALLBACK_URL: Type.Optional(url),
  AIRTEL_BASE_URL: Type.Optional(url),
  AIRTEL_CLIENT_ID: Type.Optional(text),
  AIRTEL_CLIENT_SECRET: Type.Optional(text),
  AIRTEL_CALLBACK_KEY: Type.Optional(text),
  AIRTEL_PIN: Type.Optional(text),
  AIRTEL_PUBLIC_KEY: Type.Optional(text),
} as const

type Given = { readonly [name: string]: string | undefined }

const NEEDED = {
  MTN_BASE_URL: [
    'MTN_COLLECTION_SUBSCRIPTION_KEY',
    'MTN_COLLECTION_USER',
    'MTN_COLLECTION_KEY',
    'MTN_DISBURSEMENT_SUBSCRIPTION_KEY',
    'MTN_DISBURSEMENT_USER',
    'MTN_DISBURSEMENT_KEY',
    'MTN_CALLBACK_KEY',
  ],
  AIRTEL_BASE_URL: [
    'AIRTEL_CLIENT_ID',
    'AIRTEL_CLIENT_SECRET',
    'AIRTEL_CALLBACK_KEY',
    'AIRTEL_PIN',
    'AIRTEL_PUBLIC_KEY',
  ],
} as const

/** What a direct provider lacks; nothing where it is not used at all. */
export function directProviderFaults(given: Given): string[] {
  const missing = Object.entries(NEEDED).flatMap(([address, names]) =>
    given[address] === undefined
      ? []
      : names.flatMap((name) => (given[name] === undefined ? [`${name} is missing: ${address} needs it`] : [])),
  )
  const { AIRTEL_BASE_URL: airtel, AIRTEL_PUBLIC_KEY: key } = given
  const isUnreadable = airtel !== undefined && key !== undefined && !isPublicKey(key)
  return isUnreadable ? [...missing, 'AIRTEL_PUBLIC_KEY is no public key in base64'] : missing
}

function isPublicKey(base64: string): boolean {
  try {
    createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return true
  } catch {
    return false
  }
}

/** Each product has its own subscription, user and key. */
export type MtnProduct = { readonly subscriptionKey: string; readonly apiUser: string; readonly apiKey: string }

export type MtnConfig = {
  readonly baseUrl: string
  readonly targetEnvironment: string
  readonly collection: MtnProduct
  readonly disbursement: MtnProduct
  /** Ours: each order's callback goes to an address under it that nobody can guess, since bodies are not signed. */
  readonly callbackUrl: string
  readonly callbackKey: string
}

export type AirtelConfig = {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Of the application's callback authentication. */
  readonly callbackKey: string
  /** The merchant's PIN for payouts, and Airtel's public key (base64 of its DER form) under which it travels. */
  readonly pin: string
  readonly publicKey: string
}

export function mtnConfigOf(env: Given, origin: string): MtnConfig | null {
  const { MTN_BASE_URL: baseUrl } = env
  if (baseUrl === undefined) return null
  const product = (name: string) => ({
    subscriptionKey: needed(env, `MTN_${name}_SUBSCRIPTION_KEY`),
    apiUser: needed(env, `MTN_${name}_USER`),
    apiKey: needed(env, `MTN_${name}_KEY`),
  })
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    targetEnvironment: needed(env, 'MTN_TARGET_ENVIRONMENT'),
    collection: product('COLLECTION'),
    disbursement: product('DISBURSEMENT'),
    callbackUrl: env['MTN_CALLBACK_URL'] ?? `${origin}/api/webhooks/mtn`,
    callbackKey: needed(env, 'MTN_CALLBACK_KEY'),
  }
}

export function airtelConfigOf(env: Given): AirtelConfig | null {
  const { AIRTEL_BASE_URL: baseUrl } = env
  if (baseUrl === undefined) return null
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    clientId: needed(env, 'AIRTEL_CLIENT_ID'),
    clientSecret: needed(env, 'AIRTEL_CLIENT_SECRET'),
    callbackKey: needed(env, 'AIRTEL_CALLBACK_KEY'),
    pin: needed(env, 'AIRTEL_PIN'),
    publicKey: needed(env, 'AIRTEL_PUBLIC_KEY'),
  }
}

/** The faults were told before. */
function needed(env: Given, name: string): string {
  const value = env[name]
  if (value === undefined) throw new Error(`${name} was not checked`)
  return value
}
