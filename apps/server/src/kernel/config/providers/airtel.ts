import { createPublicKey } from 'node:crypto'
import {
  checked,
  type RawEnvironment,
  httpUrl,
  issuedSecret,
  missingWith,
  optional,
  text,
  type Values,
  withoutTrailingSlash,
} from '../variable.ts'

const variables = {
  AIRTEL_BASE_URL: optional(httpUrl, {
    about:
      'Direct connection to Airtel Money: `https://openapi.airtel.africa`. When set, the other `AIRTEL_` variables are required',
    address: 'provider',
  }),
  AIRTEL_CLIENT_ID: optional(text(), {
    about:
      "Client ID of the application in Airtel's portal. Turn callback authentication on and message signing off there, and enter `{PUBLIC_ORIGIN}/api/webhooks/airtel` as the callback",
  }),
  AIRTEL_CLIENT_SECRET: issuedSecret('Client secret of the same application'),
  AIRTEL_CALLBACK_KEY: optional(text(), {
    about: 'Callback authentication key of the same application: at least 16 characters',
    secret: 'callback',
  }),
  AIRTEL_PIN: optional(text(), { about: "The merchant's PIN for payouts", secret: 'pin' }),
  AIRTEL_PUBLIC_KEY: optional(text(), { about: "Airtel's public key (base64 of DER) that encrypts the PIN" }),
} as const

export type AirtelConfig = {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly callbackKey: string
  readonly pin: string
  readonly publicKey: string
}

/** The provider is used if AIRTEL_BASE_URL is set. */
export const airtel = {
  variables,
  faults(given: RawEnvironment): string[] {
    const { AIRTEL_BASE_URL: baseUrl, AIRTEL_PUBLIC_KEY: publicKey } = given
    const isUnreadable = baseUrl !== undefined && publicKey !== undefined && !isPublicKey(publicKey)
    return [
      ...missingWith(given, 'AIRTEL_BASE_URL', [
        'AIRTEL_CLIENT_ID',
        'AIRTEL_CLIENT_SECRET',
        'AIRTEL_CALLBACK_KEY',
        'AIRTEL_PIN',
        'AIRTEL_PUBLIC_KEY',
      ]),
      ...(isUnreadable ? ['AIRTEL_PUBLIC_KEY is not a public key in base64'] : []),
    ]
  },
  config(env: Values<typeof variables>): AirtelConfig | null {
    if (env.AIRTEL_BASE_URL === null) return null
    return {
      baseUrl: withoutTrailingSlash(env.AIRTEL_BASE_URL),
      clientId: checked(env.AIRTEL_CLIENT_ID),
      clientSecret: checked(env.AIRTEL_CLIENT_SECRET),
      callbackKey: checked(env.AIRTEL_CALLBACK_KEY),
      pin: checked(env.AIRTEL_PIN),
      publicKey: checked(env.AIRTEL_PUBLIC_KEY),
    }
  },
}

function isPublicKey(base64: string): boolean {
  try {
    createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return true
  } catch {
    return false
  }
}
