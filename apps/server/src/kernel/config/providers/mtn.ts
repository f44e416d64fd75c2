import {
  checked,
  type RawEnvironment,
  httpUrl,
  issuedSecret,
  missingWith,
  optional,
  text,
  type Values,
  withDefault,
  withoutTrailingSlash,
} from '../variable.ts'

const variables = {
  MTN_BASE_URL: optional(httpUrl, {
    about:
      'Direct connection to MTN MoMo: `https://proxy.momoapi.mtn.com`. When set, the other `MTN_` variables are required',
    address: 'provider',
  }),
  MTN_TARGET_ENVIRONMENT: withDefault(text(), 'mtnuganda', {
    about: 'Name of the target environment in the partner portal',
  }),
  MTN_COLLECTION_SUBSCRIPTION_KEY: issuedSecret('Subscription key of the product Collections in the partner portal'),
  MTN_COLLECTION_USER: optional(text(), { about: 'API user of Collections' }),
  MTN_COLLECTION_KEY: issuedSecret('API key of Collections'),
  MTN_DISBURSEMENT_SUBSCRIPTION_KEY: issuedSecret(
    'Subscription key of the product Disbursements in the partner portal',
  ),
  MTN_DISBURSEMENT_USER: optional(text(), { about: 'API user of Disbursements' }),
  MTN_DISBURSEMENT_KEY: issuedSecret('API key of Disbursements'),
  MTN_CALLBACK_KEY: optional(text(16), {
    about: 'Your own secret: the callback address of each order is derived from it, because MTN does not sign bodies',
    secret: 'own',
  }),
  MTN_CALLBACK_URL: optional(httpUrl, {
    about: 'Default `{PUBLIC_ORIGIN}/api/webhooks/mtn`; its host must be registered with MTN',
    address: 'public',
  }),
} as const

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

/** The provider is used if MTN_BASE_URL is set. */
export const mtn = {
  variables,
  faults: (given: RawEnvironment) =>
    missingWith(given, 'MTN_BASE_URL', [
      'MTN_COLLECTION_SUBSCRIPTION_KEY',
      'MTN_COLLECTION_USER',
      'MTN_COLLECTION_KEY',
      'MTN_DISBURSEMENT_SUBSCRIPTION_KEY',
      'MTN_DISBURSEMENT_USER',
      'MTN_DISBURSEMENT_KEY',
      'MTN_CALLBACK_KEY',
    ]),
  config(env: Values<typeof variables>, origin: string): MtnConfig | null {
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
  },
}
