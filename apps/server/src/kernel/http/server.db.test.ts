import { connect } from 'node:net'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../create-kernel.ts'
import { testKernel } from '../test-kernel.ts'
import { cachedJson } from './files/cached-body.ts'
import { route, streamRoute } from './route.ts'
import { buildServer, serveRoutes } from './server.ts'
import { type CuttableConnection, cuttableConnectionTo } from './test-proxy.ts'

const strict = { additionalProperties: false } as const
const echo = {
  method: 'POST',
  path: '/api/echo/{name}',
  summary: 'Echoes',
  access: 'public',
  params: Type.Object({ name: Type.String({ maxLength: 20 }) }),
  query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })) }, strict),
  body: Type.Object(
    { text: Type.String({ maxLength: 50 }), items: Type.Array(Type.Object({ n: Type.Number() }, strict)) },
    strict,
  ),
  responses: { 200: Type.Object({ name: Type.String(), limit: Type.Integer(), text: Type.String() }) },
  errors: [],
} as const satisfies Endpoint
const bare = {
  method: 'POST',
  path: '/api/bare',
  summary: 'Takes nothing',
  access: 'public',
  responses: { 200: Type.Object({ ok: Type.Boolean() }) },
  errors: [],
} as const satisfies Endpoint
const count = {
  method: 'GET',
  path: '/api/count',
  summary: 'Asks the database',
  access: 'public',
  perMinute: 200,
  responses: { 200: Type.Object({ one: Type.Integer() }) },
  errors: [],
} as const satisfies Endpoint
const rare = { ...count, path: '/api/rare', perMinute: 2 } as const satisfies Endpoint
const networkLimited = { ...rare, path: '/api/crowded', perMinuteOfNetwork: 4 } as const satisfies Endpoint
const own = { ...rare, path: '/api/own', access: 'player' } as const satisfies Endpoint
const list = { ...count, path: '/api/list' } as const satisfies Endpoint
const alike = { ...list, path: '/api/alike', sameForAll: true } as const satisfies Endpoint
const mine = { ...count, path: '/api/mine', access: 'player' } as const satisfies Endpoint
const staff = { ...count, path: '/api/staff', access: 'admin' } as const satisfies Endpoint
const broken = { ...count, path: '/api/broken' } as const satisfies Endpoint
const enter = { ...bare, path: '/api/enter' } as const satisfies Endpoint
const callback = {
  ...bare,
  path: '/api/webhooks/{provider}',
  isCallback: true,
  params: Type.Object({ provider: Type.Literal('relworx') }),
  body: Type.Object({}, { additionalProperties: true }),
  responses: { 200: Type.Object({ text: Type.String(), has: Type.Array(Type.String()) }) },
} as const satisfies Endpoint
const live = {
  ...count,
  path: '/api/live',
  responses: { 200: Type.String() },
  errors: ['NOT_AUTHENTICATED'],
} as const satisfies Endpoint

let database: TestDatabase
let connection: CuttableConnection
let running: RunningKernel
let app: FastifyInstance
let address: string

beforeAll(async () => {
  database = await testDatabase()
  connection = await cuttableConnectionTo(database.url)
  running = testKernel(connection.url, { variables: { METRICS_TOKEN: 'a-token-for-metrics' } })
  const { db } = running.kernel
  const cached = cachedJson({ one: 1, text: 'x'.repeat(2_000) })
  const one = async () =>
    ({ status: 200, body: (await db.query<{ one: number }>('select 1 as one'))[0] ?? { one: 0 } }) as const
  app = await serveRoutes(running.kernel, {
    pageLoaders: {},
    sessions: {
      find: async () => ({
        sessionId: 's',
        userId: 'u',
        role: 'user',
        accountStatus: 'active',
        expiresAt: new Date('2100-01-01'),
      }),
    },
    routes: [
      route(echo, async ({ params, query, body }) => ({
        status: 200,
        body: { name: params.name, limit: query.limit ?? 0, text: body.text, hidden: 'x' },
      })),
      route(bare, async () => ({ status: 200, body: { ok: true } })),
      route(count, one),
      route(rare, one),
      route(networkLimited, one),
      route(alike, one),
      route(mine, one),
      route(own, one),
      route(staff, one),
      route(list, async () => ({ cached })),
      route(broken, async () => {
        throw new Error('select secret from vault')
      }),
      route(enter, async () => ({
        status: 200,
        body: { ok: true },
        cookies: [{ name: 'mupiira_session', value: 'abc', maxAgeSeconds: 60 }],
      })),
      streamRoute(live, async ({ headers }) => {
        if (headers['last-event-id'] === undefined) return { error: 'NOT_AUTHENTICATED' }
        return async (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          response.end('data: []\n\n')
        }
      }),
      route(callback, async ({ body, rawBody }) => ({ status: 200, body: { text: rawBody, has: Object.keys(body) } })),
    ],
  })
  await running.start()
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  running.beginStop()
  await app.close()
  await running.stop()
  await connection.close()
  await database.drop()
})

const good = { text: 'hello', items: [{ n: 1 }] }
async function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, code: /"code":"(\w+)"/.exec(text)?.[1] }
}

it('a response is sent without fields that the contract does not list', async () => {
  const answer = await send('POST', '/api/echo/bob?limit=7', JSON.stringify(good))
  expect(answer).toMatchObject({ status: 200, text: '{"name":"bob","limit":7,"text":"hello"}' })
  expect((await send('POST', '/api/echo/bob', JSON.stringify(good))).text).toContain('"limit":20')
})

it.each([
  ['broken JSON', '{"text": "a', 400, 'MALFORMED_REQUEST'],
  ['a prototype', '{"__proto__": {"x": 1}, "text": "a", "items": []}', 400, 'MALFORMED_REQUEST'],
  ['a missing field', '{"items": []}', 400, 'INVALID_FIELDS'],
  ['an unknown field', '{"text": "a", "items": [], "admin": true}', 400, 'INVALID_FIELDS'],
  ['an unknown inner field', '{"text": "a", "items": [{"n": 1, "m": 2}]}', 400, 'INVALID_FIELDS'],
  ['a number as text', '{"text": "a", "items": [{"n": "1"}]}', 400, 'INVALID_FIELDS'],
  ['a text as number', '{"text": 5, "items": []}', 400, 'INVALID_FIELDS'],
  ['null', 'null', 400, 'INVALID_FIELDS'],
  ['a list', '[]', 400, 'INVALID_FIELDS'],
  ['nothing', '', 400, 'INVALID_FIELDS'],
  ['a text too long', JSON.stringify({ ...good, text: 'x'.repeat(51) }), 400, 'INVALID_FIELDS'],
  ['NUL, which no text can store', '{"text": "a\\u0000b", "items": []}', 400, 'INVALID_FIELDS'],
  ['an unpaired surrogate', '{"text": "\\ud800", "items": []}', 400, 'INVALID_FIELDS'],
  ['a body too large', JSON.stringify({ ...good, text: 'x'.repeat(70_000) }), 413, 'PAYLOAD_TOO_LARGE'],
])('a request with invalid input is refused: %s', async (_title, body, status, code) => {
  const answer = await send('POST', '/api/echo/bob', body)
  expect(answer).toMatchObject({ status, code })
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
})

it.each([
  ['text/plain', 'hello'],
  ['application/x-www-form-urlencoded', 'text=a'],
  ['application/xml', '<a/>'],
  ['application/jsonx', JSON.stringify(good)],
])('a request with the content type %s is refused with 415', async (type, body) => {
  expect(await send('POST', '/api/echo/bob', body, { 'content-type': type })).toMatchObject({
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  })
})

it.each([
  ['application/json; charset=utf-8'],
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['application/octet-stream'],
  ['multipart/form-data; boundary=x'],
  ['nonsense'],
  [undefined],
])('a provider callback is accepted with the content type %s', async (type) => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/webhooks/relworx',
    payload: '{"status":"success"}',
    headers: type === undefined ? {} : { 'content-type': type },
  })
  expect(response.json()).toEqual({ text: '{"status":"success"}', has: ['status'] })
})

it('[OPS-06] a refused provider callback is counted and logged as a warning', async () => {
  const refused = async () => {
    const metrics = await running.kernel.metrics.text()
    return Number(
      /^callbacks_refused\{route="\/api\/webhooks\/:provider",status="400"\} (\d+)/m.exec(metrics)?.[1] ?? 0,
    )
  }
  const warn = vi.spyOn(running.kernel.log, 'warn')
  const before = await refused()
  expect(await send('POST', '/api/webhooks/relworx', 'status=success')).toMatchObject({ status: 400 })
  await expect.poll(refused).toBe(before + 1)
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ status: 400 }), 'request completed')
  warn.mockRestore()
})

it('a refused request names every invalid field of path, query and body', async () => {
  const { text } = await send('POST', '/api/echo/bob?limit=0&x=1', '{"items": [{"n": "1", "q": 1}], "z": 1}')
  const { errors } = JSON.parse(text) as { errors: { path: string }[] }
  expect(errors.map((error) => error.path)).toEqual(
    expect.arrayContaining(['limit', 'x', 'text', 'z', 'items.0.n', 'items.0.q']),
  )
})

it.each([
  ['GET', '/api/nothing', 404, 'NOT_FOUND'],
  ['GET', '/nowhere', 404, 'NOT_FOUND'],
  ['GET', '/api/games/%zz', 400, 'MALFORMED_REQUEST'],
  ['POST', '/api/settings', 405, 'METHOD_NOT_ALLOWED'],
  ['DELETE', '/api/bets', 405, 'METHOD_NOT_ALLOWED'],
  ['POST', '/api/echo/%00', 400, 'INVALID_FIELDS'],
  ['POST', `/api/echo/${'n'.repeat(21)}`, 400, 'INVALID_FIELDS'],
  ['POST', '/api/echo/bob?limit=many', 400, 'INVALID_FIELDS'],
  ['POST', '/api/echo/bob?limit=1&limit=2', 400, 'INVALID_FIELDS'],
])('the request %s %s returns HTTP %i', async (method, path, status, code) => {
  expect(
    await send(method, path, method === 'POST' && path.includes('echo') ? JSON.stringify(good) : undefined),
  ).toMatchObject({ status, code })
})

it.each([[undefined], ['{}'], ['']])('an operation without a request body accepts the body %s', async (body) => {
  expect(await send('POST', '/api/bare', body)).toMatchObject({ status: 200 })
  expect(await send('POST', '/api/bare', '{"x":1}')).toMatchObject({ status: 400, code: 'INVALID_FIELDS' })
})

const sendRaw = (rawRequest: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(rawRequest))
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('close', () => resolve(received))
  })

it.each([
  ['a request that is not HTTP', 'NONSENSE\r\n\r\n'],
  ['a request without a host', 'GET /api/list HTTP/1.1\r\n\r\n'],
  ['a request with two hosts', 'GET /api/list HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
])('%s returns 400 with a problem document', async (_, rawRequest) => {
  const text = await sendRaw(rawRequest)
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(text).toContain('content-type: application/problem+json')
  expect(text).toContain('"code":"MALFORMED_REQUEST"')
})

it.each([
  ['from an HTTP/1.0 client without a Host header', 'GET /api/count HTTP/1.0\r\n\r\n'],
  ['with an unknown Expect header', 'GET /api/count HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: x\r\n\r\n'],
])('a request %s is accepted', async (_, rawRequest) => {
  expect(await sendRaw(rawRequest)).toMatch(/^HTTP\/1\.1 200 /)
})

it('an unexpected exception returns 500 without details', async () => {
  const answer = await send('GET', '/api/broken')
  expect(answer).toMatchObject({ status: 500, code: 'INTERNAL' })
  expect(answer.text).not.toMatch(/vault|at /)
})

it('the server checks session, role and origin before the handler runs', async () => {
  expect(await send('GET', '/api/mine')).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
  expect(await send('GET', '/api/staff')).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
  const cookie = { cookie: 'mupiira_session=abc' }
  expect(await send('GET', '/api/mine', undefined, cookie)).toMatchObject({ status: 200 })
  expect(await send('GET', '/api/staff', undefined, cookie)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  const foreign = { ...cookie, origin: 'https://evil.example' }
  expect(await send('POST', '/api/bare', undefined, foreign)).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' })
  expect(await send('POST', '/api/bare', undefined, { ...cookie, origin: address })).toMatchObject({ status: 200 })
})

it('the session cookie is not readable by scripts or sent by other sites', async () => {
  const { headers } = await send('POST', '/api/enter')
  expect(headers.get('set-cookie')).toBe('mupiira_session=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-request-id')).toMatch(/^\w+-\w+-\w+$/)
})

it.each([
  ['that is open', 200, { 'last-event-id': '1' }],
  ['that was refused', 401, {}],
])('an event stream %s has the same security headers as other responses', async (_, status, given) => {
  const answer = await send('GET', '/api/live', undefined, given as Record<string, string>)
  expect(answer.status).toBe(status)
  const ordinary = await send('GET', '/api/count')
  for (const name of [
    'content-security-policy',
    'cross-origin-resource-policy',
    'referrer-policy',
    'x-content-type-options',
    'x-frame-options',
  ])
    expect([name, answer.headers.get(name)]).toEqual([name, ordinary.headers.get(name)])
  expect(answer.headers.get('x-request-id')).toMatch(/^\w+-\w+-\w+$/)
})

it('a request above the rate limit returns 429 with the time to wait', async () => {
  expect((await send('GET', '/api/rare')).status).toBe(200)
  expect((await send('GET', '/api/rare')).status).toBe(200)
  const answer = await send('GET', '/api/rare')
  expect(answer).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('an operation can have a higher rate limit per network of visitors than per account', async () => {
  const cookie = { cookie: 'mupiira_session=abc' }
  const statuses = async (times: number, headers?: Record<string, string>) => {
    const all: number[] = []
    for (let attempt = 0; attempt < times; attempt++)
      all.push((await send('GET', '/api/crowded', undefined, headers)).status)
    return all
  }
  expect(await statuses(3, cookie)).toEqual([200, 200, 429])
  expect(await statuses(5)).toEqual([200, 200, 200, 200, 429])
})

it('requests of players are limited per account, not per network', async () => {
  for (let attempt = 0; attempt < 5; attempt++) expect((await send('GET', '/api/own')).status).toBe(401)
  const cookie = { cookie: 'mupiira_session=abc' }
  expect((await send('GET', '/api/own', undefined, cookie)).status).toBe(200)
  expect((await send('GET', '/api/own', undefined, cookie)).status).toBe(200)
  expect(await send('GET', '/api/own', undefined, cookie)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  expect((await send('GET', '/api/own')).status).toBe(401)
})

it('a cached body is compressed, and returns 304 if the client has the current version', async () => {
  const first = await send('GET', '/api/list', undefined, { 'accept-encoding': 'gzip' })
  expect(first.headers.get('content-encoding')).toBe('gzip')
  expect(JSON.parse(first.text)).toMatchObject({ one: 1 })
  const again = await send('GET', '/api/list', undefined, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again).toMatchObject({ status: 304, text: '' })
})

it('[DATA-45] a response that is the same for every client returns 304 until its content changes', async () => {
  const first = await send('GET', '/api/alike')
  expect(first).toMatchObject({ status: 200, text: '{"one":1}' })
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const tag = first.headers.get('etag') ?? ''
  expect(await send('GET', '/api/alike', undefined, { 'if-none-match': `"other", ${tag}` })).toMatchObject({
    status: 304,
    text: '',
  })
  expect((await send('GET', '/api/alike', undefined, { 'if-none-match': '"other"' })).text).toBe('{"one":1}')
  const single = await send('GET', '/api/count')
  expect([single.headers.get('etag'), single.headers.get('cache-control')]).toEqual([null, 'no-store'])
})

it('a stream operation writes its response itself, and a refused stream request gets a problem document', async () => {
  expect(await send('GET', '/api/live')).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
  expect(await send('GET', '/api/live', undefined, { 'last-event-id': '1' })).toMatchObject({
    status: 200,
    text: 'data: []\n\n',
  })
})

it('[OPS-01] the server serves the OpenAPI document and a readable version of it', async () => {
  expect(JSON.parse((await send('GET', '/api/openapi.json')).text)).toMatchObject({ openapi: '3.1.0' })
  expect((await send('GET', '/api/docs/')).status).toBe(200)
})

it('[OPS-01] the readable version of the OpenAPI document is served in production as well', async () => {
  const kernel = { ...running.kernel, config: { ...running.kernel.config, production: true } }
  const served = { routes: [], pageLoaders: {}, sessions: { find: async () => null } }
  const inProduction = await serveRoutes(kernel, served)
  expect((await inProduction.inject('/api/docs/')).statusCode).toBe(200)
  await inProduction.close()
})

it('[OPS-01] the server does not start if a contract entry has no implementation', () => {
  expect(() =>
    buildServer(running.kernel, { routes: [], sessions: { find: async () => null }, pageLoaders: {} }),
  ).toThrow('POST /api/bets is in the contract, but has no handler')
})

it.each([
  [{}, 200],
  [{ 'x-forwarded-for': '1.2.3.4' }, 404],
  [{ 'x-forwarded-for': '1.2.3.4', authorization: 'Bearer a-token-for-metrics' }, 200],
  [{ 'x-forwarded-for': '1.2.3.4', authorization: 'Bearer a-token-for-something' }, 404],
])('a metrics request with the headers %o returns %i: remote requests need the token', async (headers, status) => {
  const answer = await send('GET', '/metrics', undefined, headers as Record<string, string>)
  expect(answer.status).toBe(status)
  expect(answer.text.includes('http_request_seconds')).toBe(status === 200)
})

it('[OPS-06] behind a proxy every metrics request needs the token, because a local proxy may add no forwarding headers', async () => {
  const behind = testKernel(connection.url, { variables: { METRICS_TOKEN: 'a-token-for-metrics', TRUST_PROXY: '1' } })
  const server = await serveRoutes(behind.kernel, { pageLoaders: {}, sessions: { find: async () => null }, routes: [] })
  const statusOf = async (headers: Record<string, string>) =>
    (await server.inject({ url: '/metrics', headers })).statusCode
  expect([await statusOf({}), await statusOf({ authorization: 'Bearer a-token-for-metrics' })]).toEqual([404, 200])
  await server.close()
  await behind.stop()
})

it('[OPS-06] a request that finds every connection in use waits for DATABASE_WAIT_MS, then gets 503', async () => {
  const busy = testKernel(database.url, { variables: { DATABASE_CONNECTIONS: '2', DATABASE_WAIT_MS: '300' } })
  const { db } = busy.kernel
  const one = async () => {
    const [row] = await db.query<{ one: number }>('select 1 as one')
    return { status: 200, body: row ?? { one: 0 } } as const
  }
  const sessions = { find: async () => null }
  const server = await serveRoutes(busy.kernel, { pageLoaders: {}, sessions, routes: [route(count, one)] })
  const request = () => server.inject({ url: '/api/count' })
  const finish = Promise.withResolvers<void>()
  // On a busy machine, opening a connection can take longer than the limit.
  const connected = () => Promise.allSettled([one(), one()]).then((both) => both.map(({ status }) => status))
  await expect.poll(connected).toEqual(['fulfilled', 'fulfilled'])
  const working = [1, 2].map(() => {
    const isOpen = Promise.withResolvers<void>()
    const done = db.transaction(async (tx) => {
      await tx.query('select 1')
      isOpen.resolve()
      await finish.promise
    })
    return { isOpen: isOpen.promise, done }
  })
  await Promise.all(working.map(({ isOpen }) => isOpen))
  const refused = await request()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  finish.resolve()
  await Promise.all(working.map(({ done }) => done))
  expect((await request()).statusCode).toBe(200)
  await server.close()
  await busy.stop()
})

it('[OPS-06] without the database the readiness check and all requests return 503, and both recover automatically', async () => {
  expect((await send('GET', '/readyz')).status).toBe(200)
  await connection.cut()
  expect((await send('GET', '/healthz')).status).toBe(200)
  expect(await send('GET', '/readyz')).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  for (let request = 0; request < 10; request++) {
    const answer = await send('GET', '/api/count')
    expect(answer).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  expect((await send('GET', '/metrics')).status).toBe(200)
  expect((await send('GET', '/api/list')).status).toBe(200)
  await connection.repair()
  await expect.poll(async () => (await send('GET', '/readyz')).status).toBe(200)
  expect((await send('GET', '/api/count')).status).toBe(200)
})
