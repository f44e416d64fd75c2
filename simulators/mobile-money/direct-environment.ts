import { AIRTEL_PREFIX } from './airtel/airtel-wire.ts'
import { credentialsOf as airtelCredentials, publicKey } from './airtel/access.ts'
import { derivedKey } from './core/derived-key.ts'
import { credentialsOf as mtnCredentials, TARGET_ENVIRONMENT } from './mtn/access.ts'
import { MTN_PREFIX } from './mtn/mtn-wire.ts'

/** The server's variables for the direct providers of a simulator, as their portals would tell them to a merchant. */
export function directEnvironment(url: string, secret: string): Readonly<Record<string, string>> {
  const collection = mtnCredentials(secret, 'collection')
  const disbursement = mtnCredentials(secret, 'disbursement')
  const airtel = airtelCredentials(secret)
  return {
    MTN_BASE_URL: `${url}${MTN_PREFIX}`,
    MTN_TARGET_ENVIRONMENT: TARGET_ENVIRONMENT,
    MTN_COLLECTION_SUBSCRIPTION_KEY: collection.subscriptionKey,
    MTN_COLLECTION_USER: collection.apiUser,
    MTN_COLLECTION_KEY: collection.apiKey,
    MTN_DISBURSEMENT_SUBSCRIPTION_KEY: disbursement.subscriptionKey,
    MTN_DISBURSEMENT_USER: disbursement.apiUser,
    MTN_DISBURSEMENT_KEY: disbursement.apiKey,
    // The merchant's own.
    MTN_CALLBACK_KEY: derivedKey(secret, 'callback addresses'),
    AIRTEL_BASE_URL: `${url}${AIRTEL_PREFIX}`,
    AIRTEL_CLIENT_ID: airtel.clientId,
    AIRTEL_CLIENT_SECRET: airtel.clientSecret,
    AIRTEL_CALLBACK_KEY: airtel.callbackKey,
    AIRTEL_PIN: airtel.pin,
    AIRTEL_PUBLIC_KEY: publicKey(),
  }
}
