import { derivedKey } from '../core/derived-key.ts'
import { createTokens } from '../core/tokens.ts'
import { answerUnderFaults } from '../core/answer-under-faults.ts'
import type { Order } from '../core/order.ts'
import type { Seal, WireFormat } from '../core/wire-format.ts'
import type { World } from '../core/world.ts'
import { credentialsOf, TARGET_ENVIRONMENT, TOKEN_SECONDS } from './access.ts'
import { refuse } from './answer.ts'
import { answerCall, walletOf } from './answer-call.ts'
import { presentOrder } from './present.ts'

const PREFIX = '/mtn'

const UNAVAILABLE = refuse(503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable, try again later.')
const BROKEN = refuse(500, 'INTERNAL_PROCESSING_ERROR', 'An internal error occurred while processing.')

/** Bodies are not signed: a stranger would guess at the address, and one who forgets it would write to its folder. */
function addressOf(callbackUrl: string, seal: Seal): string {
  if (seal === 'forged') return `${callbackUrl.slice(0, -1)}${callbackUrl.endsWith('0') ? '1' : '0'}`
  return seal === 'missing' ? callbackUrl.slice(0, callbackUrl.lastIndexOf('/') + 1) : callbackUrl
}

/** PUT or POST: the documents name both. */
const methodOf = (order: Order): 'PUT' | 'POST' =>
  Number.parseInt(order.internalReference.slice(0, 1), 16) % 2 === 0 ? 'PUT' : 'POST'

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
    // The merchant's own.
    MTN_CALLBACK_KEY: derivedKey(secret, 'callback addresses'),
  }
}

/** MTN MoMo Open API: collection and disbursement. */
export function create(world: World): WireFormat {
  const tokens = createTokens(world.now, TOKEN_SECONDS * 1_000)
  return {
    name: 'mtn',
    wallets: [walletOf('collection'), walletOf('disbursement')],
    // Sent once.
    retries: 0,
    firstRetryMs: 0,
    serves: (path) => path.startsWith(`${PREFIX}/`),
    answer: (exchange) =>
      answerUnderFaults(world, 'mtn', exchange, {
        unavailable: UNAVAILABLE,
        broken: BROKEN,
        answer: () => answerCall(world, tokens, exchange),
      }),
    write(order, { status, amountHundredths, seal }) {
      if (order.callbackUrl === null) return null
      return {
        method: methodOf(order),
        url: addressOf(order.callbackUrl, seal),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(presentOrder(order, { status, amountHundredths })),
      }
    },
  }
}
