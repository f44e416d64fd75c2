import { hash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { HEARTBEAT_MS } from '@mupiira/domain/time/stream-times.ts'
import { type TestDatabase, testDatabase } from '../../../../../tests/support/database.ts'
import type { RunningKernel } from '../../kernel/create-kernel.ts'
import { SESSION_COOKIE, type StaffProof } from '../../kernel/http/actor.ts'
import { serveRoutes } from '../../kernel/http/server.ts'
import { newId } from '../../kernel/ids.ts'
import { testKernel } from '../../kernel/test-kernel.ts'
import { createRealtime } from './index.ts'

const patience = { timeout: 5_000, interval: 5 }
let database: TestDatabase
let running: RunningKernel
let app: FastifyInstance
let address: string
/** The state of the operator's second factor; null after the session expired. */
let proof: StaffProof['secondFactor'] | null = 'passed'
const checks: (string | undefined)[] = []
/** Games that were read from the cache. */
const cacheReads: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  running = testKernel(database.url)
  const realtime = createRealtime(
    running.kernel,
    {
      aviator: { live: () => Promise.resolve(null) },
      pricing: {
        onChange: () => {},
        present: async () => [],
        cached: (ids) => (cacheReads.push(...ids), []),
        markets: async () => null,
      },
      settings: { publicSettings: () => ({}) as PublicSettings, refresh: async () => undefined },
      notices: { present: async () => [], markShown: async () => undefined },
      present: {
        tickets: async () => [],
        transactions: async () => [],
        notifications: async () => [],
        messages: async () => [],
        conversations: async () => [],
      },
    },
    { checkedEveryMs: 20, visitorsOfNetwork: 30 },
  )
  await running.start()
  app = await serveRoutes(running.kernel, {
    routes: realtime.routes,
    pageLoaders: {},
    sessions: {
      find: async (tokenHash, how) => {
        const row = { accountStatus: 'active', expiresAt: new Date('2100-01-01T00:00:00Z') } as const
        if (tokenHash.toString('hex') === hash('sha256', 'suspended'))
          return { ...row, accountStatus: 'suspended', sessionId: 's3', userId: 'u3', role: 'user' }
        if (tokenHash.toString('hex') === hash('sha256', 'often'))
          return { ...row, sessionId: 's4', userId: 'u4', role: 'user' }
        if (tokenHash.toString('hex') !== hash('sha256', 'operator'))
          return { ...row, sessionId: 's1', userId: 'u1', role: 'user' }
        checks.push(how)
        const staff = proof && { secondFactor: proof, confirmedAt: null }
        return staff && { ...row, sessionId: 's2', userId: 'u2', role: 'admin', staff }
      },
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  running.beginStop()
  await app.close()
  await running.stop()
  await database.drop()
})

async function open(query: string, headers: Record<string, string> = {}) {
  const request = get(`${address}/api/stream${query}`, { headers })
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  let hasEnded = false
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => (text += chunk))
  response.on('end', () => (hasEnded = true))
  response.on('error', () => {})
  return { response, text: () => text, hasEnded: () => hasEnded, leave: () => request.destroy() }
}

const openStreams = async (): Promise<number> =>
  Number(/^streams_open (\d+)/m.exec(await running.kernel.metrics.text())?.[1])
const signedIn = { cookie: `${SESSION_COOKIE}=token` }

it('[OPS-01] counts only while its client is connected', async () => {
  const stream = await open('?topics=me,games', signedIn)
  expect(stream.response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  await expect.poll(stream.text, patience).toMatch(/id: \d+\.\w+\ndata: \[\]/)
  await running.kernel.db.transaction((tx) =>
    running.kernel.outbox.appendEvents(tx, [{ type: 'balance-changed', userId: 'u1', data: { balance: 5, held: 0 } }]),
  )
  await expect.poll(stream.text, patience).toContain('"balance":5')
  expect(await openStreams()).toBe(1)
  stream.leave()
  await expect.poll(openStreams, patience).toBe(0)
})

it('[DATA-40] that resumes from an unknown id receives a reset', async () => {
  const firstFrame = async (headers: Record<string, string>): Promise<string> => {
    const stream = await open('?topics=settings', headers)
    await expect.poll(stream.text, patience).toContain('data: ')
    stream.leave()
    return stream.text()
  }
  expect(await firstFrame({})).toContain('data: []')
  expect(await firstFrame({ 'last-event-id': '' })).toContain('data: []')
  for (const id of ['garbage', '7.', '-1', '1'.repeat(16)])
    expect(await firstFrame({ 'last-event-id': id })).toContain('data: [{"type":"reset"}]')
  const stream = await open('?topics=settings&lastEventId=2026-11-23')
  await expect.poll(stream.text, patience).toContain('data: [{"type":"reset"}]')
  stream.leave()
})

it('[OPS-02] with the topic `me` needs a session', async () => {
  const stream = await open('?topics=me')
  expect(stream.response.statusCode).toBe(401)
  await expect.poll(stream.text, patience).toContain('"code":"NOT_AUTHENTICATED"')
  expect(await openStreams()).toBe(0)
})

it('[AUTH-77] for one player does not open with the session of another', async () => {
  const [own, others] = await Promise.all(['u1', 'u9'].map((id) => open(`?topics=me,me:${id},settings`, signedIn)))
  expect([own?.response.statusCode, others?.response.statusCode]).toEqual([200, 401])
  own?.leave()
  await expect.poll(openStreams, patience).toBe(0)
})

it.each(['me', 'operators'])('[AUTH-73] of a suspended account (%s) is refused with the reason', async (topic) => {
  const stream = await open(`?topics=${topic}`, { cookie: `${SESSION_COOKIE}=suspended` })
  expect(stream.response.statusCode).toBe(403)
  await expect.poll(stream.text, patience).toContain('"code":"ACCOUNT_SUSPENDED"')
  expect(await openStreams()).toBe(0)
})

it('[AUTH-73] a suspended account follows public topics as a visitor', async () => {
  const stream = await open('?topics=games', { cookie: `${SESSION_COOKIE}=suspended` })
  expect(stream.response.statusCode).toBe(200)
  stream.leave()
  await expect.poll(openStreams, patience).toBe(0)
})

it.each(['owed', null] as const)(
  '[CHAT-19] of an operator ends when the session has expired or lost its second factor: %s',
  async (later) => {
    proof = 'passed'
    const stream = await open('?topics=operators', { cookie: `${SESSION_COOKIE}=operator` })
    await expect.poll(stream.text, patience).toContain('data: []')
    checks.length = 0
    await expect.poll(() => checks.length, patience).toBeGreaterThan(2)
    // A check does not extend the session.
    expect(new Set(checks)).toEqual(new Set(['watch']))
    expect(stream.hasEnded()).toBe(false)
    proof = later
    await expect.poll(stream.hasEnded, patience).toBe(true)
    await expect.poll(openStreams, patience).toBe(0)
  },
)

it('[AUTH-75] ends once with a reason when session and account end together', async () => {
  const streams = await Promise.all([open('?topics=me,games', signedIn), open('?topics=me', signedIn)])
  for (const { text } of streams) await expect.poll(text, patience).toContain('data: []')
  await running.kernel.db.transaction((tx) =>
    running.kernel.outbox.appendEvents(tx, [
      { type: 'account-status-changed', userId: 'u1', data: { status: 'suspended' } },
      { type: 'session-ended', userId: 'u1', data: { reason: 'suspended' } },
    ]),
  )
  for (const { hasEnded, text } of streams) {
    await expect.poll(hasEnded, patience).toBe(true)
    expect(text().match(/"session-ended","reason":"suspended"/g)).toHaveLength(1)
  }
  await expect.poll(openStreams, patience).toBe(0)
})

it('[DATA-40] follows games by id and ignores invalid ids', async () => {
  const id = newId()
  const stream = await open(`?topics=game:${id},game:,game:unknown,game:%27,game:${id}`)
  await expect.poll(() => stream.text(), patience).toContain('id: ')
  expect(cacheReads).toEqual([id])
  stream.leave()
})

it('[OPS-01] limits visitors per network, but not signed-in players', async () => {
  const streams = await Promise.all(Array.from({ length: 30 }, () => open('?topics=lists')))
  expect(streams.map(({ response }) => response.statusCode)).toEqual(streams.map(() => 200))
  const refused = await open('?topics=lists')
  expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([429, '30'])
  const own = await open('?topics=me', signedIn)
  expect(own.response.statusCode).toBe(200)
  for (const each of [...streams, refused, own]) each.leave()
  const again = async () => {
    const { response, leave } = await open('?topics=lists')
    leave()
    return response.statusCode
  }
  await expect.poll(again, patience).toBe(200)
})

it('[OPS-01] limits how often one player opens streams, without effect on others', async () => {
  const statusOf = async (headers: Record<string, string> = {}) => {
    const { response, leave } = await open('?topics=settings', headers)
    leave()
    return [response.statusCode, response.headers['retry-after'] === undefined] as const
  }
  const often = { cookie: `${SESSION_COOKIE}=often` }
  for (let opened = 0; opened < 120; opened++) expect(await statusOf(often)).toEqual([200, true])
  expect(await statusOf(often)).toEqual([429, false])
  expect([await statusOf(signedIn), await statusOf()].flat()).toEqual([200, true, 200, true])
})

it('[DATA-40] sends a heartbeat event every two seconds', async () => {
  const stream = await open('?topics=lists')
  const beats = () => stream.text().match(/event: heartbeat\ndata: \[\]\n\n/g)?.length ?? 0
  await expect.poll(beats, { timeout: 3 * HEARTBEAT_MS, interval: 50 }).toBeGreaterThanOrEqual(2)
  stream.leave()
})

it('[OPS-07] ends when the server stops', async () => {
  const stream = await open('?topics=games')
  await expect.poll(openStreams, patience).toBe(1)
  running.beginStop()
  await expect.poll(stream.hasEnded, patience).toBe(true)
  await expect.poll(openStreams, patience).toBe(0)
})
