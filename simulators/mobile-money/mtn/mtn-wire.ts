import { createTokens } from '../core/tokens.ts'
import { answerUnderFaults } from '../core/trouble.ts'
import type { Order } from '../core/order.ts'
import type { Seal, WireFormat } from '../core/wire-format.ts'
import type { World } from '../core/world.ts'
import { TOKEN_SECONDS } from './access.ts'
import { refuse } from './answer.ts'
import { evaluateCall, walletOf } from './evaluate-call.ts'
import { presentOrder } from './present.ts'

export const MTN_PREFIX = '/mtn'

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

/** MTN MoMo Open API: collection and disbursement. */
export function createMtn(world: World): WireFormat {
  const tokens = createTokens(world.now, TOKEN_SECONDS * 1_000)
  return {
    name: 'mtn',
    wallets: [walletOf('collection'), walletOf('disbursement')],
    // Sent once.
    retries: 0,
    firstRetryMs: 0,
    serves: (path) => path.startsWith(`${MTN_PREFIX}/`),
    answer: (exchange) =>
      answerUnderFaults(world, 'mtn', exchange, {
        unavailable: UNAVAILABLE,
        broken: BROKEN,
        evaluate: () => evaluateCall(world, tokens, exchange),
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
