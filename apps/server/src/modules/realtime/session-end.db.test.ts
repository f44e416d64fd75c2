import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call, Route } from '../../kernel/http/route.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await createTestApp({ background: true })))
afterAll(() => app?.close())

/** Opens a stream whose session ends after the request was authorised and before the stream starts. */
async function openWhileEnding(player: TestAccount, endSession: () => Promise<unknown>) {
  const [route] = app.modules.realtime.routes as [Route & { kind: 'stream' }]
  const actor = { kind: 'user', userId: player.id, sessionId: player.sessionId, role: 'user', status: 'active' }
  const request = { query: { topics: 'me' }, actor, headers: {}, address: '10.0.0.9', now: app.clock.now() }
  const start = await route.handler({ ...request, asStaff: async () => false } as unknown as Call)
  if (typeof start !== 'function') throw new Error('the stream was refused')
  await endSession()
  const server = createServer((_, response) => void start(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const [response] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [
    IncomingMessage,
  ]
  let [text, hasEnded] = ['', false]
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  response.on('end', () => (hasEnded = true)).on('error', () => undefined)
  return {
    text: () => text,
    hasEnded: () => hasEnded,
    close: () => (server.closeAllConnections(), server.close()),
  }
}

it('[AUTH-75] a stream that opens while its session ends is closed with the reason', async () => {
  const player = await app.player()
  const stream = await openWhileEnding(player, () => player.post('/api/auth/logout', {}))
  await expect.poll(stream.hasEnded).toBe(true)
  expect(stream.text()).toContain('"type":"session-ended"')
  stream.close()
})

it('[AUTH-73] a stream that opens while its account is being suspended is closed, and a stream of a later session stays open', async () => {
  const player = await app.player()
  const setStatus = (status: 'suspended' | 'active') =>
    app.kernel.db.transaction((tx) => app.modules.identity.accounts.setStatus(tx, player.id, status, app.clock.now()))
  const stream = await openWhileEnding(player, () => setStatus('suspended'))
  await expect.poll(stream.hasEnded).toBe(true)
  stream.close()
  await setStatus('active')
  app.clock.forward(1_000)
  await player.signIn()
  const later = await openWhileEnding(player, async () => undefined)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(later.hasEnded()).toBe(false)
  later.close()
})
