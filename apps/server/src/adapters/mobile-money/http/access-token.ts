import type { Clock } from '../../../kernel/clock.ts'
import type { ProviderRequest, CallResult } from './provider-call.ts'
import { fieldsOf, shortTextOf } from './reply-fields.ts'

type Token = { readonly text: string; readonly renewAtMs: number }
type Call = (request: ProviderRequest) => Promise<CallResult>

/** Renew a token after 80 % of its life, so that calls in progress rarely outlive it. */
const FRESH_SHARE = 0.8

/**
 * Sends requests with a shared access token, which it renews before the token expires. A 401 means that the provider
 * did not accept the order, so the request is repeated once with a new token.
 */
export function createAuthorisedCall(clock: Clock, call: Call, tokenRequest: () => ProviderRequest) {
  let held: Token | null = null
  let requesting: Promise<Token | CallResult> | null = null

  async function requestToken(): Promise<Token | CallResult> {
    const result = await call(tokenRequest())
    if (result.kind !== 'reply') return result
    const fields = fieldsOf(result.reply.text)
    const text = shortTextOf(fields?.['access_token'])
    const lifeSeconds = Number(shortTextOf(fields?.['expires_in']) ?? Number.NaN)
    if (result.reply.httpStatus !== 200 || text === null || !(lifeSeconds > 0)) return result
    held = { text, renewAtMs: clock.now().getTime() + lifeSeconds * 1_000 * FRESH_SHARE }
    return held
  }

  async function token(): Promise<Token | CallResult> {
    if (held !== null && held.renewAtMs > clock.now().getTime()) return held
    requesting ??= requestToken().finally(() => (requesting = null))
    return requesting
  }

  return async (
    request: Omit<ProviderRequest, 'headers'>,
    headersFor: (token: string) => ProviderRequest['headers'],
  ): Promise<CallResult> => {
    for (let attempt = 1; ; attempt++) {
      const found = await token()
      // The token request failed, so the order is not sent.
      if ('exchange' in found) return neverSent(found, request)
      const result = await call({ ...request, headers: headersFor(found.text) })
      if (result.kind !== 'reply' || result.reply.httpStatus !== 401 || attempt > 1) return result
      if (held === found) held = null
    }
  }
}

/** The stored exchange contains neither the token nor the reply of the token endpoint. */
function neverSent({ exchange }: CallResult, request: Pick<ProviderRequest, 'operation' | 'stored'>): CallResult {
  const failure = exchange.failure === null ? 'no access token' : `no access token: ${exchange.failure}`
  return {
    kind: 'never-sent',
    exchange: { ...exchange, operation: request.operation, request: request.stored, response: null, failure },
  }
}
