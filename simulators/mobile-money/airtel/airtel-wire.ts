import { createHmac } from 'node:crypto'
import { createTokens } from '../core/tokens.ts'
import { answerUnderFaults } from '../core/trouble.ts'
import type { WireFormat } from '../core/wire-format.ts'
import type { World } from '../core/world.ts'
import { credentialsOf, TOKEN_SECONDS } from './access.ts'
import { say } from './answer.ts'
import { BROKEN, evaluateCall, walletOf } from './evaluate-call.ts'
import { presentCallback } from './present.ts'

export const AIRTEL_PREFIX = '/airtel'

const UNAVAILABLE = say(503, {
  status: { code: '503', message: 'Service unavailable', result_code: 'ESB000001', success: false },
})

/** Airtel Money Africa Open API. */
export function createAirtel(world: World): WireFormat {
  const tokens = createTokens(world.now, TOKEN_SECONDS * 1_000)
  const { callbackKey } = credentialsOf(world.options.apiKey)
  return {
    name: 'airtel',
    wallets: [walletOf('collection'), walletOf('payout')],
    // No repetition is documented.
    retries: 0,
    firstRetryMs: 0,
    serves: (path) => path.startsWith(`${AIRTEL_PREFIX}/`),
    answer: (exchange) =>
      answerUnderFaults(world, 'airtel', exchange, {
        unavailable: UNAVAILABLE,
        broken: BROKEN,
        evaluate: () => evaluateCall(world, tokens, exchange),
      }),
    write(order, { status, amountHundredths, seal }) {
      const url = world.settings.airtelCallbackUrl
      if (url === null) return null
      const body = presentCallback(order, { status, amountHundredths })
      const key = seal === 'forged' ? `not ${callbackKey}` : callbackKey
      const hash = createHmac('sha256', key).update(JSON.stringify(body)).digest('base64')
      return {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(seal === 'missing' ? body : { ...body, hash }),
      }
    },
  }
}
