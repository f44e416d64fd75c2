import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerClientError } from './client-errors.ts'

describe('a connection that sends no complete request', () => {
  const server = createServer({ connectionsCheckingInterval: 20, headersTimeout: 100, requestTimeout: 100 })
  server.on('clientError', (error, socket) => answerClientError(error, socket as Socket, 50))
  beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
  afterAll(() => void server.close())

  /** The bytes that the client receives until the server closes the connection. The client never closes it. */
  async function received(sent: string): Promise<string> {
    const port = (server.address() as AddressInfo).port
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(sent))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    await once(socket, 'end')
    return text
  }
  const open = (): Promise<number> => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

  it('a connection that sends nothing is closed without a response, because browsers open connections in advance', async () => {
    expect(await received('')).toBe('')
  })

  it('a connection that sends part of a request receives 408', async () => {
    const answer = await received('POST /api/bets HTTP/1.1\r\nhost: x\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(answer).toContain('"code":"REQUEST_TIMEOUT"')
  })

  it.each(['POST /api/bets HTTP/1.1\r\nhost: x\r\n', 'NONSENSE\r\n\r\n'])(
    'a connection that sends no complete request is closed after sending %j, even if the client does not close it',
    async (sent) => {
      await received(sent)
      await expect.poll(open).toBe(0)
    },
  )
})
