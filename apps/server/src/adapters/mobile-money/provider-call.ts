import type { Clock } from '../../kernel/clock.ts'
import type { Exchange } from '../../modules/payments/ports.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { maskNumbers, storable } from './masking.ts'
import type { RawReply } from './reply-fields.ts'

/** How a provider is called, whichever it is. */
export type CallOptions = {
  readonly clock: Clock
  readonly timeoutMs?: number
  /** Failures in a row after which calls are not tried for 30 s. */
  readonly failuresToOpen?: number
}

/** One request. `kept` is what is written down of it: no header, no key. */
export type Asked = {
  readonly operation: Exchange['operation']
  readonly kept: object
  readonly url: string | URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type CallResult = { readonly exchange: Exchange } & (
  | { readonly kind: 'reply'; readonly reply: RawReply }
  /** Nothing was sent: no connection could be made, or none is tried at present. */
  | { readonly kind: 'never-sent' }
  /** Time-out, or a connection that broke: it may have been read. */
  | { readonly kind: 'lost' }
)

const TIMEOUT_MS = 10_000
const LARGEST_REPLY = 4 * 1024 * 1024
export const LONGEST_STORED = 4_096
/** Failures before a byte of the request has left. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO\w+|UNABLE_TO_\w+|SELF_SIGNED\w+)$/

/** The wire: one call, bounded in time and size, watched by a circuit breaker, told in a form that may be kept. */
export function createProviderCall(options: CallOptions, isDown: (reply: RawReply) => boolean = isServerError) {
  const breaker = createCircuitBreaker(
    options.clock,
    options.failuresToOpen === undefined ? {} : { failuresToOpen: options.failuresToOpen },
  )

  async function call(asked: Asked): Promise<CallResult> {
    const startedMs = performance.now()
    const told = (rest: Pick<Exchange, 'httpStatus' | 'response' | 'failure'>): Exchange => ({
      operation: asked.operation,
      request: JSON.parse(maskNumbers(JSON.stringify(asked.kept))) as object,
      durationMs: Math.round(performance.now() - startedMs),
      ...rest,
    })
    if (!breaker.admits()) {
      return { kind: 'never-sent', exchange: told({ httpStatus: null, response: null, failure: 'circuit open' }) }
    }
    try {
      const response = await fetch(asked.url, {
        method: asked.method,
        headers: asked.headers,
        // An order must not be carried on to another address.
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
        ...(asked.body === undefined ? {} : { body: asked.body }),
      })
      const reply = { httpStatus: response.status, text: storable(await boundedText(response)) }
      if (isDown(reply)) breaker.failed()
      else breaker.succeeded()
      const kept = maskNumbers(reply.text).slice(0, LONGEST_STORED).toWellFormed()
      return { kind: 'reply', reply, exchange: told({ httpStatus: response.status, response: kept, failure: null }) }
    } catch (error) {
      breaker.failed()
      const failure = failureOf(error)
      const kind = NO_CONNECTION.test(failure) ? 'never-sent' : 'lost'
      return { kind, exchange: told({ httpStatus: null, response: null, failure }) }
    }
  }

  return { call, isAvailable: () => breaker.wouldAdmit() }
}

const isServerError = ({ httpStatus }: RawReply): boolean => httpStatus >= 500

/** What is longer than any answer of a provider is cut, and then does not read as JSON. */
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

/** A short name of what went wrong, never a text that could carry a number or a key. */
function failureOf(error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code
    if (each.name === 'TimeoutError') return 'TIMEOUT'
  }
  return 'FAILED'
}
