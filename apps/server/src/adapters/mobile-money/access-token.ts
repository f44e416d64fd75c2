import type { Clock } from '../../kernel/clock.ts'
import type { Asked, CallResult } from './provider-call.ts'
import { fieldsOf, wordOf } from './reply-fields.ts'

type Token = { readonly text: string; readonly renewAtMs: number }
type Call = (asked: Asked) => Promise<CallResult>

/** A token is renewed when four fifths of its life are over: calls under way outlive it seldom. */
const FRESH_SHARE = 0.8

/**
 * Calls under an access token that is asked for once for all, renewed before it ends, and asked for anew when the
 * provider says that it does not know it: a 401 took nothing, so that call is made once more.
 */
export function createAuthorisedCall(clock: Clock, call: Call, tokenRequest: () => Asked) {
  let held: Token | null = null
  let asking: Promise<Token | CallResult> | null = null

  async function ask(): Promise<Token | CallResult> {
    const result = await call(tokenRequest())
    if (result.kind !== 'reply') return result
    const fields = fieldsOf(result.reply.text)
    const text = wordOf(fields?.['access_token'])
    const lifeSeconds = Number(wordOf(fields?.['expires_in']) ?? Number.NaN)
    if (result.reply.httpStatus !== 200 || text === null || !(lifeSeconds > 0)) return result
    held = { text, renewAtMs: clock.now().getTime() + lifeSeconds * 1_000 * FRESH_SHARE }
    return held
  }

  async function token(): Promise<Token | CallResult> {
    if (held !== null && held.renewAtMs > clock.now().getTime()) return held
    asking ??= ask().finally(() => (asking = null))
    return asking
  }

  return async (
    asked: Omit<Asked, 'headers'>,
    headersFor: (token: string) => Asked['headers'],
  ): Promise<CallResult> => {
    for (let attempt = 1; ; attempt++) {
      const found = await token()
      // Without a token nothing of the order has left.
      if ('exchange' in found) return neverSent(found, asked)
      const result = await call({ ...asked, headers: headersFor(found.text) })
      if (result.kind !== 'reply' || result.reply.httpStatus !== 401 || attempt > 1) return result
      if (held === found) held = null
    }
  }
}

/** What is kept of it: never the token, nor anything else that the token's address said. */
function neverSent({ exchange }: CallResult, asked: Pick<Asked, 'operation' | 'kept'>): CallResult {
  const failure = exchange.failure === null ? 'no access token' : `no access token: ${exchange.failure}`
  return {
    kind: 'never-sent',
    exchange: { ...exchange, operation: asked.operation, request: asked.kept, response: null, failure },
  }
}
