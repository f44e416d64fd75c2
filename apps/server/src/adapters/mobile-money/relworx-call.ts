import type { Clock } from '../../kernel/clock.ts'
import type { Exchange } from '../../modules/payments/ports.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { maskNumbers, storable } from './masking.ts'
import type { RawReply } from './relworx-answers.ts'

export type RelworxOptions = {
  readonly baseUrl: string
  /** The specification's proxy, which holds the key: `{proxyUrl}?endpoint=request-payment` (DEP-13). */
  readonly proxyUrl: string | null
  readonly apiKey: string
  readonly accountNo: string
  readonly webhookKey: string
  readonly webhookUrl: string
  readonly clock: Clock
  readonly timeoutMs?: number
  /** Failures in a row after which calls are not tried for 30 s. */
  readonly failuresToOpen?: number
}

/** Endpoints by the last part of their path: the name that the proxy knows them by. */
const PATHS = {
  'request-payment': '/mobile-money/request-payment',
  'send-payment': '/mobile-money/send-payment',
  'check-request-status': '/mobile-money/check-request-status',
  transactions: '/payment-requests/transactions',
} as const

export type RelworxEndpoint = keyof typeof PATHS

export type CallResult = { readonly exchange: Exchange } & (
  | { readonly kind: 'reply'; readonly reply: RawReply }
  /** Nothing was sent: no connection could be made, or none is tried at present. */
  | { readonly kind: 'never-sent' }
  /** Time-out, or a connection that broke: it may have been read. */
  | { readonly kind: 'lost' }
)

const TIMEOUT_MS = 10_000
const LARGEST_REPLY = 4 * 1024 * 1024
const LONGEST_KEPT = 4_096
/** Failures before a byte of the request has left. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO\w+|UNABLE_TO_\w+|SELF_SIGNED\w+)$/

/** The wire: one call, bounded in time and size, watched by a circuit breaker, told in a form that may be kept. */
export function createRelworxCall(options: RelworxOptions) {
  const breaker = createCircuitBreaker(
    options.clock,
    options.failuresToOpen === undefined ? {} : { failuresToOpen: options.failuresToOpen },
  )

  async function call(
    operation: Exchange['operation'],
    endpoint: RelworxEndpoint,
    fields: Readonly<Record<string, string | number>>,
  ): Promise<CallResult> {
    const given = { account_no: options.accountNo, ...fields }
    const startedMs = performance.now()
    const told = (rest: Pick<Exchange, 'httpStatus' | 'response' | 'failure'>): Exchange => ({
      operation,
      request: { endpoint, ...(JSON.parse(maskNumbers(JSON.stringify(fields))) as object) },
      durationMs: Math.round(performance.now() - startedMs),
      ...rest,
    })
    if (!breaker.admits()) {
      return { kind: 'never-sent', exchange: told({ httpStatus: null, response: null, failure: 'circuit open' }) }
    }
    try {
      const response = await fetch(...requestOf(endpoint, given))
      const text = storable(await boundedText(response))
      if (response.status >= 500) breaker.failed()
      else breaker.succeeded()
      const kept = maskNumbers(text).slice(0, LONGEST_KEPT)
      return {
        kind: 'reply',
        reply: { httpStatus: response.status, text },
        exchange: told({ httpStatus: response.status, response: kept, failure: null }),
      }
    } catch (error) {
      breaker.failed()
      const failure = failureOf(error)
      const kind = NO_CONNECTION.test(failure) ? 'never-sent' : 'lost'
      return { kind, exchange: told({ httpStatus: null, response: null, failure }) }
    }
  }

  function requestOf(endpoint: RelworxEndpoint, given: Record<string, string | number>): [URL, RequestInit] {
    const { proxyUrl, baseUrl, apiKey } = options
    const url = new URL(proxyUrl ?? `${baseUrl}${PATHS[endpoint]}`)
    if (proxyUrl !== null) url.searchParams.set('endpoint', endpoint)
    const isPost = endpoint === 'request-payment' || endpoint === 'send-payment'
    if (!isPost) for (const [name, value] of Object.entries(given)) url.searchParams.set(name, String(value))
    const headers = {
      accept: 'application/vnd.relworx.v2',
      'content-type': 'application/json',
      ...(proxyUrl === null ? { authorization: `Bearer ${apiKey}` } : {}),
    }
    const init: RequestInit = {
      method: isPost ? 'POST' : 'GET',
      headers,
      // An order must not be carried on to another address.
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      ...(isPost ? { body: JSON.stringify(given) } : {}),
    }
    return [url, init]
  }

  return { call, isAvailable: () => breaker.wouldAdmit() }
}

/** What is longer than any answer of this provider is cut, and then does not read as JSON. */
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
