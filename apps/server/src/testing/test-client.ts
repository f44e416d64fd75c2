import type { FastifyInstance } from 'fastify'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@mupiira/contract/endpoint.ts'
import { newId } from '../kernel/ids.ts'

/** A JSON body whose type the test does not state. */
type Json = Fields & Refusal & { readonly items: readonly (Fields & { readonly id: string })[] }
type Fields = Readonly<Record<string, unknown>>
/** Body of an error response. */
type Refusal = {
  readonly code?: string
  readonly detail?: string
  readonly details?: Readonly<Record<string, unknown>>
}

export type TestResponse<Body = Json> = {
  readonly status: number
  /** The parsed body; empty if the response has no JSON. */
  readonly body: Body & Refusal
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly cookies: readonly { readonly name: string; readonly value: string; readonly maxAge?: number }[]
  readonly bytes: () => Buffer
}

export type RequestOptions = {
  /** The idempotency key. Absent: a new one; null: no header. */
  readonly key?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>>
}

type Method = Endpoint['method']
type CallParts<E extends Endpoint> = RequestOptions & {
  readonly params?: ParamsOf<E>
  readonly query?: QueryOf<E>
  readonly body?: BodyOf<E>
}

/** A browser with its own cookies and address that sends requests to the application. */
export type TestClient = {
  get<Body = Json>(url: string, options?: RequestOptions): Promise<TestResponse<Body>>
  post<Body = Json>(url: string, body?: object | string, options?: RequestOptions): Promise<TestResponse<Body>>
  put<Body = Json>(url: string, body?: object, options?: RequestOptions): Promise<TestResponse<Body>>
  delete<Body = Json>(url: string, options?: RequestOptions): Promise<TestResponse<Body>>
  /** Sends a request to an endpoint of the contract. The response type follows from the endpoint. */
  call<E extends Endpoint>(endpoint: E, parts?: CallParts<E>): Promise<TestResponse<AnswerOf<E>>>
  /** Posts a form, which may contain files. */
  upload<Body = Json>(url: string, form: FormData, options?: RequestOptions): Promise<TestResponse<Body>>
  readonly cookies: Map<string, string>
  /** Closes the browser, which deletes cookies without an expiry. */
  restart(): void
}

export type ClientOptions = {
  readonly address?: string
  /** Runs before each request. */
  readonly beforeRequest?: (cookies: Map<string, string>) => Promise<void>
}

let addresses = 0

export function createTestClient(server: () => Promise<FastifyInstance>, options: ClientOptions = {}): TestClient {
  addresses += 1
  const { address = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`, beforeRequest } = options
  const cookies = new Map<string, string>()
  const lasting = new Set<string>()

  async function send<Body>(
    method: Method,
    url: string,
    payload: object | string | undefined,
    { key = newId(), headers = {} }: RequestOptions = {},
  ): Promise<TestResponse<Body>> {
    await beforeRequest?.(cookies)
    const response = await (
      await server()
    ).inject({
      method,
      url,
      remoteAddress: address,
      cookies: Object.fromEntries(cookies),
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' || key === null ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
      if (maxAge === undefined) lasting.delete(name)
      else lasting.add(name)
    }
    const isJson = String(response.headers['content-type']).includes('json') && response.body !== ''
    return {
      status: response.statusCode,
      body: (isJson ? JSON.parse(response.body) : {}) as TestResponse<Body>['body'],
      text: response.body,
      headers: response.headers,
      cookies: response.cookies,
      bytes: () => response.rawPayload,
    }
  }

  return {
    get: (url, with_) => send('GET', url, undefined, with_),
    post: (url, body, with_) => send('POST', url, body, with_),
    put: (url, body, with_) => send('PUT', url, body, with_),
    delete: (url, with_) => send('DELETE', url, undefined, with_),
    call: (endpoint, { params, query, body, ...rest } = {}) =>
      send(endpoint.method, urlOf(endpoint.path, params, query), body as object | undefined, rest),
    async upload(url, form, rest) {
      const encoded = new Response(form)
      const headers = { ...rest?.headers, 'content-type': encoded.headers.get('content-type') ?? '' }
      return send('POST', url, Buffer.from(await encoded.arrayBuffer()), { ...rest, headers })
    },
    cookies,
    restart() {
      for (const name of cookies.keys()) if (!lasting.has(name)) cookies.delete(name)
    },
  }
}

function urlOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Readonly<Record<string, unknown>>
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const pairs = Object.entries((query ?? {}) as Readonly<Record<string, unknown>>)
  const search = new URLSearchParams()
  for (const [name, value] of pairs) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}
