import type { Clock } from '../../../kernel/clock.ts'
import type { Exchange, QueryReply, SendReply } from '../../../modules/payments/ports.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { maskNumbers, storableText } from './masking.ts'
import type { RawReply } from './reply-fields.ts'

/** Options of every provider adapter. */
export type CallOptions = {
  readonly clock: Clock
  readonly timeoutMs?: number
  /** Consecutive failures that open the circuit breaker for 30 s. */
  readonly failuresToOpen?: number
}

type WithoutExchange<T> = T extends unknown ? Omit<T, 'exchange'> : never
export type ParsedSendReply = WithoutExchange<SendReply>
export type ParsedQueryReply = WithoutExchange<QueryReply>

/** One request. `stored` is the part that is stored with the exchange, without headers and keys. */
export type ProviderRequest = {
  readonly operation: Exchange['operation']
  readonly stored: object
  readonly url: string | URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type CallResult = { readonly exchange: Exchange } & (
  | { readonly kind: 'reply'; readonly reply: RawReply }
  /** Nothing was sent, because there was no connection or the circuit breaker is open. */
  | { readonly kind: 'never-sent' }
  /** The request timed out or the connection broke: the provider may have received the request. */
  | { readonly kind: 'lost' }
)

const TIMEOUT_MS = 10_000
const LARGEST_REPLY = 4 * 1024 * 1024
export const MAX_STORED = 4_096
/** Error codes of failures that happen before any byte of the request is sent. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO\w+|UNABLE_TO_\w+|SELF_SIGNED\w+)$/

/** Calls a provider with time and size limits and a circuit breaker, and records the exchange without secrets. */
export function createProviderCall(options: CallOptions, isDown: (reply: RawReply) => boolean = isServerError) {
  const breaker = createCircuitBreaker(
    options.clock,
    options.failuresToOpen === undefined ? {} : { failuresToOpen: options.failuresToOpen },
  )

  async function call(request: ProviderRequest): Promise<CallResult> {
    const startedMs = performance.now()
    const exchangeOf = (rest: Pick<Exchange, 'httpStatus' | 'response' | 'failure'>): Exchange => ({
      operation: request.operation,
      request: JSON.parse(maskNumbers(JSON.stringify(request.stored))) as object,
      durationMs: Math.round(performance.now() - startedMs),
      ...rest,
    })
    if (!breaker.admits()) {
      return { kind: 'never-sent', exchange: exchangeOf({ httpStatus: null, response: null, failure: 'circuit open' }) }
    }
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        // An order must not follow a redirect to another address.
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
        ...(request.body === undefined ? {} : { body: request.body }),
      })
      const reply = { httpStatus: response.status, text: storableText(await boundedText(response)) }
      if (isDown(reply)) breaker.failed()
      else breaker.succeeded()
      const stored = maskNumbers(reply.text).slice(0, MAX_STORED).toWellFormed()
      return {
        kind: 'reply',
        reply,
        exchange: exchangeOf({ httpStatus: response.status, response: stored, failure: null }),
      }
    } catch (error) {
      breaker.failed()
      const failure = failureOf(error)
      const kind = NO_CONNECTION.test(failure) ? 'never-sent' : 'lost'
      return { kind, exchange: exchangeOf({ httpStatus: null, response: null, failure }) }
    }
  }

  return { call, isAvailable: () => breaker.wouldAdmit() }
}

const isServerError = ({ httpStatus }: RawReply): boolean => httpStatus >= 500

/** Truncates replies that are longer than any valid one. A truncated reply is not valid JSON. */
async function boundedText(response: Response): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LARGEST_REPLY) return text.slice(0, LARGEST_REPLY)
  }
  return text + decoder.decode()
}

/** A short error name. Error messages could contain a number or a key. */
function failureOf(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
    if (cause.name === 'TimeoutError') return 'TIMEOUT'
  }
  return 'FAILED'
}
