import { createHmac } from 'node:crypto'
import { createTokens } from '../core/tokens.ts'
import { answerUnderFaults } from '../core/answer-under-faults.ts'
import type { WireFormat } from '../core/wire-format.ts'
import type { World } from '../core/world.ts'
import { credentialsOf, publicKey, TOKEN_SECONDS } from './access.ts'
import { say } from './answer.ts'
import { BROKEN, answerCall, walletOf } from './answer-call.ts'
import { presentCallback } from './present.ts'

const PREFIX = '/airtel'

const UNAVAILABLE = say(503, {
  status: { code: '503', message: 'Service unavailable', result_code: 'ESB000001', success: false },
})

export function environment(url: string, secret: string): Readonly<Record<string, string>> {
  const credentials = credentialsOf(secret)
  return {
    AIRTEL_BASE_URL: `${url}${PREFIX}`,
    AIRTEL_CLIENT_ID: credentials.clientId,
    AIRTEL_CLIENT_SECRET: credentials.clientSecret,
    AIRTEL_CALLBACK_KEY: credentials.callbackKey,
    AIRTEL_PIN: credentials.pin,
    AIRTEL_PUBLIC_KEY: publicKey(),
  }
}

/** Airtel Money Africa Open API. */
export function create(world: World): WireFormat {
  const tokens = createTokens(world.now, TOKEN_SECONDS * 1_000)
  const { callbackKey } = credentialsOf(world.options.apiKey)
  return {
    name: 'airtel',
    wallets: [walletOf('collection'), walletOf('payout')],
    // No repetition is documented.
    retries: 0,
    firstRetryMs: 0,
    serves: (path) => path.startsWith(`${PREFIX}/`),
    answer: (exchange) =>
      answerUnderFaults(world, 'airtel', exchange, {
        unavailable: UNAVAILABLE,
        broken: BROKEN,
        answer: () => answerCall(world, tokens, exchange),
      }),
    write(order, { status, amountHundredths, seal }) {
      const url = world.callbackUrlOf('airtel')
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
