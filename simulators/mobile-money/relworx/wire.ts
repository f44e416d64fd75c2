import type { CallbackClaim, WireFormat } from '../core/wire-format.ts'
import { answerUnderFaults } from '../core/answer-under-faults.ts'
import type { World } from '../core/world.ts'
import { type Answer, answerCall } from './answer-call.ts'
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

/** Empty: the product always uses Relworx, so its keys come from the simulator's own options. */
export const environment = (): Readonly<Record<string, string>> => ({})

export function create(world: World): WireFormat {
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
        answer: () => answerCall(world, exchange, call),
        present: (answer) => (call.via === 'proxy' ? asProxy(answer) : answer.body),
      })
    },
    write(order, claim: CallbackClaim) {
      const { webhookUrl } = world.settings
      if (webhookUrl === null) return null
      const signedAtMs = world.now() - (claim.seal === 'stale' ? STALE_BY_MS : 0)
      const signature = signatureHeader({
        webhookUrl,
        webhookKey: claim.seal === 'forged' ? `not ${options.webhookKey}` : options.webhookKey,
        unixSeconds: Math.floor(signedAtMs / 1_000),
        status: claim.status,
        customerReference: order.reference,
        internalReference: order.internalReference,
      })
      return {
        method: 'POST',
        url: webhookUrl,
        headers: {
          'content-type': 'application/json',
          ...(claim.seal === 'missing' ? {} : { 'relworx-signature': signature }),
        },
        body: JSON.stringify(presentWebhook(order, claim, world.now())),
      }
    },
  }
}
