import { createPublicKey } from 'node:crypto'
import {
  type Given,
  httpUrl,
  integer,
  missingWith,
  optional,
  text,
  type Values,
  withDefault,
  withoutTrailingSlash,
} from './variable.ts'

const issued = (about: string) => optional(text(), { about, secret: 'issued' })

export const mobileMoneyVariables = {
  RELWORX_BASE_URL: withDefault(httpUrl, 'http://127.0.0.1:4010/api', {
    about: 'The mobile-money aggregator: `https://payments.relworx.com/api`',
    address: 'provider',
    requiredInProduction: true,
  }),
  RELWORX_PROXY_URL: optional(httpUrl, {
    about: 'A proxy of our own that holds the key: `{url}?endpoint=request-payment`',
    address: 'internal',
  }),
  RELWORX_API_KEY: withDefault(text(), 'development-relworx-key', {
    about: 'From the provider',
    secret: 'issued',
    requiredInProduction: true,
  }),
  RELWORX_ACCOUNT_NO: withDefault(text(), 'RELDEVELOPMENT', { about: 'From the provider', requiredInProduction: true }),
  RELWORX_WEBHOOK_KEY: withDefault(text(), 'development-webhook-key', {
    about: 'Signs the callbacks of the provider: at least 16 characters',
    secret: 'callback',
    requiredInProduction: true,
  }),
  RELWORX_WEBHOOK_URL: optional(httpUrl, {
    about: 'The callback address exactly as registered with the provider: it is part of the signature',
    address: 'public',
    requiredInProduction: true,
  }),
  RELWORX_REQUESTS_PER_NUMBER: withDefault(integer(0, 1000), 5, {
    about: 'Requests for one number in 10 minutes that the provider accepts; 0 for a merchant without that limit',
  }),
  MTN_BASE_URL: optional(httpUrl, {
    about: 'MTN MoMo directly: `https://proxy.momoapi.mtn.com`. When set, the other `MTN_` variables are required',
    address: 'provider',
  }),
  MTN_TARGET_ENVIRONMENT: withDefault(text(), 'mtnuganda', { about: 'From the partner portal' }),
  MTN_COLLECTION_SUBSCRIPTION_KEY: issued('Of the product Collections, from the partner portal'),
  MTN_COLLECTION_USER: optional(text(), { about: 'API user of Collections' }),
  MTN_COLLECTION_KEY: issued('API key of Collections'),
  MTN_DISBURSEMENT_SUBSCRIPTION_KEY: issued('Of the product Disbursements, from the partner portal'),
  MTN_DISBURSEMENT_USER: optional(text(), { about: 'API user of Disbursements' }),
  MTN_DISBURSEMENT_KEY: issued('API key of Disbursements'),
  MTN_CALLBACK_KEY: optional(text(16), {
    about: "Our own: each order's callback address is derived from it, because MTN does not sign bodies",
    secret: 'own',
  }),
  MTN_CALLBACK_URL: optional(httpUrl, {
    about: 'Default `{PUBLIC_ORIGIN}/api/webhooks/mtn`; its host must be the one registered with MTN',
    address: 'public',
  }),
  AIRTEL_BASE_URL: optional(httpUrl, {
    about:
      'Airtel Money directly: `https://openapi.airtel.africa`. When set, the other `AIRTEL_` variables are required',
    address: 'provider',
  }),
  AIRTEL_CLIENT_ID: optional(text(), {
    about:
      'Of the application in the portal, with callback authentication on, message signing off, and `{PUBLIC_ORIGIN}/api/webhooks/airtel` as its callback',
  }),
  AIRTEL_CLIENT_SECRET: issued('Of the application in the portal'),
  AIRTEL_CALLBACK_KEY: optional(text(), {
    about: "Of the application's callback authentication: at least 16 characters",
    secret: 'callback',
  }),
  AIRTEL_PIN: optional(text(), { about: "The merchant's PIN for payouts", secret: 'pin' }),
  AIRTEL_PUBLIC_KEY: optional(text(), { about: "Airtel's public key (base64 of DER) that encrypts the PIN" }),
  HANDSET_URL: optional(httpUrl, {
    about: 'Page of the simulated phone',
    refusedInProduction: 'the handset belongs to a simulator',
  }),
} as const

type Environment = Values<typeof mobileMoneyVariables>

export function mobileMoneyFaults(given: Given): string[] {
  const { AIRTEL_BASE_URL: airtel, AIRTEL_PUBLIC_KEY: publicKey } = given
  const isUnreadable = airtel !== undefined && publicKey !== undefined && !isPublicKey(publicKey)
  return [
    ...missingWith(given, 'MTN_BASE_URL', [
      'MTN_COLLECTION_SUBSCRIPTION_KEY',
      'MTN_COLLECTION_USER',
      'MTN_COLLECTION_KEY',
      'MTN_DISBURSEMENT_SUBSCRIPTION_KEY',
      'MTN_DISBURSEMENT_USER',
      'MTN_DISBURSEMENT_KEY',
      'MTN_CALLBACK_KEY',
    ]),
    ...missingWith(given, 'AIRTEL_BASE_URL', [
      'AIRTEL_CLIENT_ID',
      'AIRTEL_CLIENT_SECRET',
      'AIRTEL_CALLBACK_KEY',
      'AIRTEL_PIN',
      'AIRTEL_PUBLIC_KEY',
    ]),
    ...(isUnreadable ? ['AIRTEL_PUBLIC_KEY is not a public key in base64'] : []),
  ]
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
  readonly callbackUrl: string
  readonly callbackKey: string
}

export type AirtelConfig = {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly callbackKey: string
  readonly pin: string
  readonly publicKey: string
}

export type RelworxConfig = {
  readonly baseUrl: string
  readonly proxyUrl: string | null
  readonly apiKey: string
  readonly accountNo: string
  readonly webhookKey: string
  readonly webhookUrl: string
  readonly requestsPerNumber: number
}

/** `origin`: where providers reach us. */
export function mobileMoneyConfig(env: Environment, origin: string) {
  return {
    relworx: {
      baseUrl: withoutTrailingSlash(env.RELWORX_BASE_URL),
      proxyUrl: env.RELWORX_PROXY_URL,
      apiKey: env.RELWORX_API_KEY,
      accountNo: env.RELWORX_ACCOUNT_NO,
      webhookKey: env.RELWORX_WEBHOOK_KEY,
      webhookUrl: env.RELWORX_WEBHOOK_URL ?? `${origin}/api/webhooks/relworx`,
      requestsPerNumber: env.RELWORX_REQUESTS_PER_NUMBER,
    },
    /** null: not used. */
    mtn: mtnConfig(env, origin),
    airtel: airtelConfig(env),
    handsetUrl: env.HANDSET_URL,
  }
}

function mtnConfig(env: Environment, origin: string): MtnConfig | null {
  if (env.MTN_BASE_URL === null) return null
  return {
    baseUrl: withoutTrailingSlash(env.MTN_BASE_URL),
    targetEnvironment: env.MTN_TARGET_ENVIRONMENT,
    collection: {
      subscriptionKey: checked(env.MTN_COLLECTION_SUBSCRIPTION_KEY),
      apiUser: checked(env.MTN_COLLECTION_USER),
      apiKey: checked(env.MTN_COLLECTION_KEY),
    },
    disbursement: {
      subscriptionKey: checked(env.MTN_DISBURSEMENT_SUBSCRIPTION_KEY),
      apiUser: checked(env.MTN_DISBURSEMENT_USER),
      apiKey: checked(env.MTN_DISBURSEMENT_KEY),
    },
    callbackUrl: env.MTN_CALLBACK_URL ?? `${origin}/api/webhooks/mtn`,
    callbackKey: checked(env.MTN_CALLBACK_KEY),
  }
}

function airtelConfig(env: Environment): AirtelConfig | null {
  if (env.AIRTEL_BASE_URL === null) return null
  return {
    baseUrl: withoutTrailingSlash(env.AIRTEL_BASE_URL),
    clientId: checked(env.AIRTEL_CLIENT_ID),
    clientSecret: checked(env.AIRTEL_CLIENT_SECRET),
    callbackKey: checked(env.AIRTEL_CALLBACK_KEY),
    pin: checked(env.AIRTEL_PIN),
    publicKey: checked(env.AIRTEL_PUBLIC_KEY),
  }
}

/** `mobileMoneyFaults` has reported every missing one. */
function checked(value: string | null): string {
  if (value === null) throw new Error('a variable of a mobile-money provider was not checked')
  return value
}
