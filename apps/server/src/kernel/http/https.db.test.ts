import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../create-kernel.ts'
import { testKernel } from '../test-kernel.ts'
import { route } from './route.ts'
import { serveRoutes } from './server.ts'

const responses = { 200: Type.Object({ name: Type.String() }) }
const enter = { method: 'POST', path: '/api/enter', summary: 'Enter', access: 'public', responses, errors: [] } as const
const leave = { ...enter, path: '/api/leave', summary: 'Leave' } as const satisfies Endpoint
const own = { ...enter, method: 'GET', path: '/api/own', summary: 'Own', access: 'player' } as const satisfies Endpoint

let database: TestDatabase
let running: RunningKernel
let app: FastifyInstance

beforeAll(async () => {
  database = await testDatabase()
  running = testKernel(database.url, { variables: { NODE_ENV: 'test', PUBLIC_ORIGIN: 'https://bets.example' } })
  const session = { sessionId: 's', userId: 'u', role: 'user', accountStatus: 'active' } as const
  const answer = (value: string | null) => async () =>
    ({ status: 200, body: { name: 'x' }, cookies: [{ name: 'mupiira_session', value }] }) as const
  app = await serveRoutes(running.kernel, {
    pageLoaders: {},
    sessions: { find: async () => ({ ...session, expiresAt: new Date('2100-01-01') }) },
    routes: [
      route(enter, answer('abc')),
      route(leave, answer(null)),
      route(own, async ({ cookies }) => ({ status: 200, body: { name: Object.keys(cookies).join() } })),
    ],
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await running.stop()
  await database.drop()
})

it('[AUTH-14] over https the session cookie has the __Host- prefix, so other hosts of the domain cannot set this cookie', async () => {
  const entered = await app.inject({ method: 'POST', url: '/api/enter' })
  expect(entered.headers['set-cookie']).toBe('__Host-mupiira_session=abc; Path=/; HttpOnly; Secure; SameSite=Lax')
  const left = await app.inject({ method: 'POST', url: '/api/leave' })
  expect(left.headers['set-cookie']).toMatch(/^__Host-mupiira_session=; .*Path=\/;.* Secure/)
})

it('[OPS-01] the OpenAPI document of an https server names the __Host- session cookie', async () => {
  const { json } = await app.inject('/api/openapi.json')
  expect(json().components.securitySchemes.session.name).toBe('__Host-mupiira_session')
})

it.each([
  ['mupiira_session=planted', 401, 'NOT_AUTHENTICATED'],
  ['__Host-mupiira_session=abc; mupiira_device=planted', 200, '{"name":"mupiira_session"}'],
  [
    'mupiira_session=planted; __Host-mupiira_session=abc; __Host-mupiira_device=d',
    200,
    'mupiira_session,mupiira_device',
  ],
])('[AUTH-14] an https request with the cookies %s returns HTTP %i', async (cookie, status, text) => {
  const answer = await app.inject({ url: '/api/own', headers: { cookie } })
  expect(answer.statusCode).toBe(status)
  expect(answer.body).toContain(text)
})

it.each(['GET /% HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', 'nonsense\r\n\r\n'])(
  'the malformed request %j is refused with the same security headers as other responses',
  async (request) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(request)
    const answer = (await text(socket)).toLowerCase()
    expect(answer).toMatch(/^http\/1\.1 400 /)
    for (const name of ['content-security-policy', 'x-content-type-options', 'cache-control'])
      expect(answer).toContain(`\r\n${name}: `)
  },
)
