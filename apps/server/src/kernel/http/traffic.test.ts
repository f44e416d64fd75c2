import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Kernel } from '../kernel.ts'
import { answerUnparsable, observeAnswers } from './traffic.ts'

/** The paths that the log gets of answers on a route. */
function loggedPath(route: string, url: string): unknown {
  const lines: { path?: string }[] = []
  const log = { isLevelEnabled: () => true, info: (line: object) => void lines.push(line) }
  const metrics = { requestSeconds: { of: () => () => {} } }
  const observerOf = observeAnswers({ log, metrics } as unknown as Kernel)
  observerOf('POST', route, 200)('id', url, 1)
  return lines[0]?.path
}

it('[OPS-10] the log gets no seal of a callback and no query', () => {
  expect(loggedPath('/api/webhooks/:provider/:seal', '/api/webhooks/mtn/ref.0123456789abcdef')).toBe(
    '/api/webhooks/:provider/:seal',
  )
  expect(loggedPath('/api/games/:id', '/api/games/7?q=name')).toBe('/api/games/7')
})

describe('a connection that sends no whole request', () => {
  const server = createServer({ connectionsCheckingInterval: 20, headersTimeout: 100, requestTimeout: 100 })
  server.on('clientError', answerUnparsable)
  beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
  afterAll(() => void server.close())

  /** What is read there until it is closed. */
  async function received(entered: string): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(entered))
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString()))
    await once(socket, 'close')
    return received
  }

  it('is closed without a word where nothing was asked on it: a browser opens one ahead', async () => {
    expect(await received('')).toBe('')
  })

  it('is told that it took too long where a request had begun', async () => {
    const answer = await received('POST /api/bets HTTP/1.1\r\nhost: x\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(answer).toContain('"code":"REQUEST_TIMEOUT"')
  })
})
