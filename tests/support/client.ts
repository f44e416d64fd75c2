import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import type { Problem } from '@mupiira/contract/errors.ts'
import { OPERATIONS, type OperationKey, type Operations } from '@mupiira/contract/operations.ts'
import { type RawClient, openRawClient, type RawResponse } from './raw-client.ts'
import { type OpenApi, requireDocumented } from './openapi-check.ts'

export type Reply<K extends OperationKey> =
  | {
      readonly ok: true
      readonly status: number
      readonly body: AnswerOf<Operations[K]>
      readonly response: RawResponse
    }
  | { readonly ok: false; readonly status: number; readonly problem: Problem; readonly response: RawResponse }

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : undefined extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value }

export type RequestInput<K extends OperationKey> = Part<'params', ParamsOf<Operations[K]>> &
  Part<'body', BodyOf<Operations[K]>> & {
    readonly query?: QueryOf<Operations[K]>
    /** For requests that move money; a new key by default. */
    readonly idempotencyKey?: string
  }

/** A browser: cookies, one address, requests from our origin. */
export type Client = {
  /** Sends a request and checks the response against the contract and the served OpenAPI document. */
  readonly call: <K extends OperationKey>(key: K, request: RequestInput<K>) => Promise<Reply<K>>
  /** Like `call`, but throws unless the response is a success. */
  readonly must: <K extends OperationKey>(key: K, request: RequestInput<K>) => Promise<AnswerOf<Operations[K]>>
  /** The headers of a browser, for requests that break the rules. */
  readonly headers: () => Record<string, string>
  /** Sends requests that the contract does not allow, such as malformed ones. */
  readonly raw: RawClient
  readonly cookie: (name: string) => string | undefined
}

export const SESSION_COOKIE = 'mupiira_session'

const byKey: ReadonlyMap<string, Endpoint> = new Map(
  OPERATIONS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

/** The operation of a key, `'POST /api/bets'`. */
export function operation(key: OperationKey): Endpoint {
  const endpoint = byKey.get(key)
  if (endpoint === undefined) throw new Error(`the contract has no operation ${key}`)
  return endpoint
}

/** `address` is the client address in the proxy's header, so rate limits distinguish players. */
export function createClient(
  baseUrl: string,
  document: OpenApi,
  address: string,
  connections = 4,
  session?: string,
): Client {
  const raw = openRawClient(baseUrl, connections)
  const jar = new Map<string, string>(session === undefined ? [] : [[SESSION_COOKIE, session]])

  const headers = (): Record<string, string> => ({
    accept: 'application/json',
    origin: baseUrl,
    'x-forwarded-for': address,
    ...(jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
  })

  function keepCookies({ cookies }: RawResponse): void {
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
  }

  async function call<K extends OperationKey>(key: K, request: RequestInput<K>): Promise<Reply<K>> {
    const endpoint = operation(key)
    const { params, query, body, idempotencyKey } = request as {
      params?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
      idempotencyKey?: string
    }
    const response = await raw.send({
      method: endpoint.method,
      target: targetOf(endpoint.path, params, query),
      headers: {
        ...headers(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(endpoint.idempotent === true ? { 'idempotency-key': idempotencyKey ?? randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    keepCookies(response)
    const answer = requireDocumented(document, endpoint, response)
    return response.status < 400
      ? { ok: true, status: response.status, body: answer as AnswerOf<Operations[K]>, response }
      : { ok: false, status: response.status, problem: answer as Problem, response }
  }

  async function must<K extends OperationKey>(key: K, request: RequestInput<K>): Promise<AnswerOf<Operations[K]>> {
    const reply = await call(key, request)
    if (!reply.ok) throw new Error(`${key} was refused: ${reply.response.text}`)
    return reply.body
  }

  return { call, must, headers, raw, cookie: (name) => jar.get(name) }
}

/** The address of an operation with its parameters in it. */
export function targetOf(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Retries with the same key while the server is too busy, as the app does. */
export async function requestUntilServed<K extends OperationKey>(
  client: Client,
  key: K,
  input: RequestInput<K>,
): Promise<Reply<K>> {
  for (;;) {
    const reply = await client.call(key, input)
    if (reply.ok || reply.problem.code !== 'UNAVAILABLE') return reply
    await sleep(100)
  }
}
