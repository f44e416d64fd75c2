import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isStored, keepSocket } from './keep-socket.ts'

const patience = { timeout: 30_000, interval: 2 }
const NOW_MS = Date.parse('2026-03-01T10:00:00.900Z')
const HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }

let server: Server
const kept: (Socket | null)[] = []
const finished: ServerResponse[] = []
const clients: Socket[] = []
let plainly: boolean

beforeEach(async () => {
  plainly = false
  server = createServer({ keepAliveTimeout: 20, optimizeEmptyRequests: true }, (request, response) => {
    if (isStored(request.socket)) return void request.socket.destroy()
    response.on('finish', () => finished.push(response))
    if (plainly) {
      response.useChunkedEncodingByDefault = false
      response.writeHead(200, { ...HEADERS, Date: new Date(NOW_MS).toUTCString() }).end('data: 1\n\n')
      return
    }
    const socket = keepSocket(response, HEADERS, NOW_MS)
    socket?.write('data: 1\n\n')
    kept.push(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  for (const socket of [...clients.splice(0), ...kept.splice(0)]) socket?.destroy()
  finished.length = 0
  server.close()
})

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
function ask(request = REQUEST) {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  clients.push(socket)
  let text = ''
  let hasEnded = false
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => (text += part))
  socket.on('close', () => (hasEnded = true))
  socket.on('error', () => {})
  socket.write(request)
  return { socket, text: () => text, hasEnded: () => hasEnded }
}

it('[OPS-01] an answer that goes on begins like any that ends with its connection, and leaves nothing of its exchange', async () => {
  const client = ask()
  await expect.poll(client.text, patience).toContain('data: 1\n\n')
  await expect.poll(() => finished.length, patience).toBe(1)
  expect(finished[0]?.socket).toBe(null)
  // Longer than a connection may wait for its next request.
  const socket = kept[0]
  for (let beat = 0; beat < 8; beat++) {
    await new Promise((resolve) => socket?.write(': still here\n\n', resolve))
    await expect.poll(() => client.text().split('still here').length, patience).toBe(beat + 2)
  }
  expect(socket?.timeout).toBe(0)
  expect(client.hasEnded()).toBe(false)
  socket?.destroySoon()
  await expect.poll(client.hasEnded, patience).toBe(true)

  plainly = true
  const usual = ask()
  await expect.poll(usual.hasEnded, patience).toBe(true)
  expect(client.text().replaceAll(': still here\n\n', '')).toBe(usual.text())
})

it('[OPS-01] whoever leaves is noticed, and whoever asks for more over it is cut off', async () => {
  const [leaver, asker] = [ask(), ask()]
  await expect.poll(() => kept.length, patience).toBe(2)
  for (const { text } of [leaver, asker]) await expect.poll(text, patience).toContain('data: 1')
  leaver.socket.end()
  await expect.poll(() => kept.filter((socket) => socket?.destroyed).length, patience).toBe(1)
  asker.socket.write(REQUEST)
  await expect.poll(asker.hasEnded, patience).toBe(true)
  expect(asker.text().match(/HTTP\/1.1/g)).toHaveLength(1)
})

it('[OPS-07] a server that closes does not wait for it', async () => {
  const client = ask()
  await expect.poll(client.text, patience).toContain('data: 1')
  const closed = once(server, 'close')
  server.close()
  await closed
  await expect.poll(client.hasEnded, patience).toBe(true)
})
