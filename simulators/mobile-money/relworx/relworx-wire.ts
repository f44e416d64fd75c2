import type { Telling, WireFormat } from '../core/wire-format.ts'
import { answerUnderFaults } from '../core/trouble.ts'
import type { World } from '../core/world.ts'
import { type Answer, evaluateCall } from './evaluate-call.ts'
import { DIRECT_PREFIX, PROXY_PATH, readCall, RELWORX } from './endpoints.ts'
import { presentWebhook } from './present.ts'
import { signatureHeader } from './signature.ts'

const STALE_BY_MS = 3_600_000
const UNAVAILABLE: Answer = {
  status: 503,
  body: { success: false, message: 'Service temporarily unavailable' },
  isTaken: false,
}
const BROKEN: Answer = { status: 500, body: { success: false, message: 'Internal server error' }, isTaken: false }
const UNKNOWN: Answer = { status: 404, body: { success: false, message: 'Not found' }, isTaken: false }

/** The specification's proxy adds `error`, `retry_after`, `status` and `reference` to what the vendor says. */
function asProxy(answer: Answer): Record<string, unknown> {
  if (answer.body['success'] !== true) {
    return { ...answer.body, error: answer.body['message'], ...(answer.status === 503 ? { retry_after: 300 } : {}) }
  }
  return answer.isTaken ? { ...answer.body, status: 'pending', reference: answer.reference } : answer.body
}

export function createRelworx(world: World): WireFormat {
  const { options } = world

  return {
    name: RELWORX,
    wallets: [RELWORX],
    retries: options.callbackRetries,
    firstRetryMs: options.callbackRetryMs,
    serves: (path) => path.startsWith(DIRECT_PREFIX) || path === PROXY_PATH,
    async answer(exchange) {
      const call = readCall(exchange)
      if (call === null) return exchange.reply(UNKNOWN.status, UNKNOWN.body)
      await answerUnderFaults(world, RELWORX, exchange, {
        unavailable: UNAVAILABLE,
        broken: BROKEN,
        evaluate: () => evaluateCall(world, exchange, call),
        present: (answer) => (call.via === 'proxy' ? asProxy(answer) : answer.body),
      })
    },
    write(order, telling: Telling) {
      const { webhookUrl } = world.settings
      if (webhookUrl === null) return null
      const signedAtMs = world.now() - (telling.seal === 'stale' ? STALE_BY_MS : 0)
      const signature = signatureHeader({
        webhookUrl,
        webhookKey: telling.seal === 'forged' ? `not ${options.webhookKey}` : options.webhookKey,
        unixSeconds: Math.floor(signedAtMs / 1_000),
        status: telling.status,
        customerReference: order.reference,
        internalReference: order.internalReference,
      })
      return {
        method: 'POST',
        url: webhookUrl,
        headers: {
          'content-type': 'application/json',
          ...(telling.seal === 'missing' ? {} : { 'relworx-signature': signature }),
        },
        body: JSON.stringify(presentWebhook(order, telling, world.now())),
      }
    },
  }
}
