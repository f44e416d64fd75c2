import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../create-kernel.ts'
import { testClock, testKernel } from '../test-kernel.ts'
import { readyJson } from './ready-bytes.ts'
import { type ReadyBytes, route } from './route.ts'
import { serveRoutes } from './server.ts'

const list = {
  method: 'GET',
  path: '/api/list',
  summary: 'A list that stands',
  access: 'public',
  query: Type.Object({ limit: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
  responses: { 200: Type.Object({ text: Type.String() }) },
  errors: [],
} as const satisfies Endpoint
const limited = { ...list, path: '/api/limited', perMinute: 5 } as const satisfies Endpoint

let database: TestDatabase
let running: RunningKernel
let app: FastifyInstance
/** How often the long way was gone. */
let asked = 0
let version = 1
let made: { of: number; ready: ReadyBytes } | null = null

function readyList(): ReadyBytes {
  const of = version
  if (made?.of !== of) made = { of, ready: readyJson({ text: `${of} `.repeat(2_000) }, () => version === of) }
  return made.ready
}

beforeAll(async () => {
  database = await testDatabase()
  const dist = await mkdtemp(join(tmpdir(), 'web-'))
  await mkdir(join(dist, 'server'))
  await mkdir(join(dist, 'client'))
  await writeFile(join(dist, 'server/package.json'), '{"type":"module"}')
  const entry = `export const render = (url, data) =>
    ({ head: '<title>' + data.settings.loaded + '</title>', html: 'x'.repeat(2000), status: url === '/lost' ? 404 : 200 })
    export const pageAddress = (url) => url`
  await writeFile(join(dist, 'server/entry.js'), entry)
  await writeFile(join(dist, 'client/shell.html'), '')
  running = testKernel(database.url, {
    clock: testClock(),
    variables: { WEB_DIST: dist, PUBLIC_ORIGIN: 'https://bets.example', CLOCK_FILE: join(dist, 'clock.json') },
  })
  const load = async () => ({ settings: { loaded: ++asked } as never })
  app = await serveRoutes(running.kernel, {
    routes: [
      route(list, async () => {
        asked++
        return { ready: readyList() }
      }),
      route(limited, async () => ({ ready: readyList() })),
    ],
    sessions: { find: async () => null },
    pageLoaders: { '/': load, '*': load },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await running.stop()
  await database.drop()
})

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }

function send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo
    const asking = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** Past the door at which standing answers are given. */
async function theLongWay(method: 'GET' | 'HEAD', url: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await app.inject({ method, url, headers })
  return { status: answer.statusCode, headers: answer.headers as IncomingHttpHeaders, body: answer.rawPayload }
}

/** Each request has its own id; how a connection is kept is between the two who hold it. */
function comparable({ status, headers, body }: Answer): object {
  const { 'x-request-id': id, connection: _connection, 'keep-alive': _keepAlive, ...rest } = headers
  expect(id).toMatch(/^\w+-\w+-\w+$/)
  return { status, headers: rest, body: body.toString('base64') }
}

it.each([
  ['GET', {}],
  ['GET', { 'accept-encoding': 'gzip, deflate, br' }],
  ['GET', { 'accept-encoding': 'gzip' }],
  ['GET', { 'accept-encoding': 'br;q=0, gzip;q=0' }],
  ['GET', { 'if-none-match': 'THE TAG' }],
  ['GET', { 'if-none-match': '"another", W/THE TAG', 'accept-encoding': 'br' }],
  ['GET', { 'if-none-match': '*' }],
  ['GET', { 'if-none-match': '"another"' }],
  ['HEAD', { 'accept-encoding': 'br' }],
  ['HEAD', { 'if-none-match': '"another"' }],
  ['GET', { cookie: 'theme=dark' }],
] as const)('an answer that stands is the same as by the long way: %s %o', async (method, wanted) => {
  for (const path of ['/api/list?limit=30', '/']) {
    const first = await theLongWay('GET', path, wanted as Record<string, string>)
    const headers = Object.fromEntries(
      Object.entries(wanted).map(([name, text]) => [name, text.replace('THE TAG', String(first.headers['etag']))]),
    )
    // A page stands for a moment only: until both ways were gone within the same.
    await expect
      .poll(
        async () => {
          const long = await theLongWay(method, path, headers)
          const before = asked
          const short = await send(method, path, headers)
          if (asked !== before) return 'made anew meanwhile'
          expect(comparable(short)).toEqual(comparable(long))
          return short.status
        },
        { timeout: 20_000 },
      )
      .toBe(headers['if-none-match'] === undefined || headers['if-none-match'] === '"another"' ? 200 : 304)
  }
})

it('what stands is sent again unasked, until it stands no more; another address is another answer', async () => {
  await send('GET', '/api/list')
  const before = asked
  const first = await send('GET', '/api/list')
  expect(asked).toBe(before)
  version++
  const next = await send('GET', '/api/list')
  expect(asked).toBe(before + 1)
  expect(next.headers['etag']).not.toBe(first.headers['etag'])
  expect(next.body.toString()).toContain(`${version} ${version}`)
  await send('GET', '/api/list?limit=7')
  expect(asked).toBe(before + 2)
  expect((await send('GET', '/api/list?limit=many')).status).toBe(400)
})

it.each([
  ['a session', { cookie: 'theme=dark; __Host-mupiira_session=abc' }, undefined],
  ['a body', { 'content-type': 'application/json', 'content-length': '2' }, '{}'],
])('%s goes the long way', async (_what, headers: Record<string, string>, body) => {
  await send('GET', '/api/list')
  const before = asked
  expect((await send('GET', '/api/list', headers, body)).status).toBe(200)
  expect(asked).toBe(before + 1)
})

it('[AUTH-14] a cookie of a session that is not read over https does not make the way longer', async () => {
  await send('GET', '/api/list')
  const before = asked
  expect((await send('GET', '/api/list', { cookie: 'mupiira_session=abc' })).status).toBe(200)
  expect(asked).toBe(before)
})

it('a page that is none is not kept, and what has a limit may not stand', async () => {
  const before = asked
  expect((await send('GET', '/lost')).status).toBe(404)
  expect((await send('GET', '/lost')).status).toBe(404)
  expect(asked).toBe(before + 1)
  expect((await send('GET', '/api/limited')).status).toBe(500)
})

it('[OPS-06] every answer is counted, whichever way it went; a server that stops gives none of them', async () => {
  const count = async (): Promise<number> => {
    const { body } = await send('GET', '/metrics')
    const line = /http_request_seconds_count\{method="GET",route="\/api\/list",status="200"\} (\d+)/
    return Number(line.exec(body.toString())?.[1] ?? 0)
  }
  await send('GET', '/api/list')
  const before = await count()
  for (let each = 0; each < 3; each++) await send('GET', '/api/list')
  expect(await count()).toBe(before + 3)
  running.beginStop()
  expect((await send('GET', '/api/list')).status).toBe(503)
})
