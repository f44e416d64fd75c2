import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type WholeAnswer, wholeAnswer } from './whole-answer.ts'

const patience = { timeout: 30_000, interval: 2 }
const KEEP_ALIVE_MS = 5_000
const NOW_MS = Date.parse('2026-03-01T10:00:00.900Z')
const HEADERS = ['etag', '"tag"', 'vary', 'accept-encoding', 'content-type', 'text/plain']
const BODY = Buffer.from('[€ and more] '.repeat(4_000))
const withLength = [...HEADERS, 'content-length', String(BODY.length)]

let server: Server
let answer: WholeAnswer
let asked: number
let nowMs: number
/** How many answers a socket could not take at once. */
let held: number
/** Sends by `writeHead` and `end` alone: what every answer must be like. */
let plainly: { readonly status: 200 | 304; readonly headers: readonly string[]; readonly body: Buffer | null } | null
const sockets: Socket[] = []

beforeEach(async () => {
  ;[asked, nowMs, held, plainly] = [0, NOW_MS, 0, null]
  server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, optimizeEmptyRequests: true }, (_request, response) => {
    const id = `id-${String(++asked).padStart(5, '0')}`
    const { socket } = response
    if (plainly === null) answer.sendTo(response, id, nowMs)
    else {
      const headers = [...plainly.headers, 'x-request-id', id, 'Date', new Date(nowMs).toUTCString()]
      response.writeHead(plainly.status, headers).end(plainly.body)
    }
    if ((socket?.writableLength ?? 0) > 0) held++
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

function dial() {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  sockets.push(socket)
  const parts: Buffer[] = []
  let hasEnded = false
  socket.on('error', () => {})
  socket.on('end', () => (hasEnded = true))
  const listen = () => socket.on('data', (part: Buffer) => parts.push(part))
  return { socket, listen, bytes: () => Buffer.concat(parts), hasEnded: () => hasEnded }
}

const get = (more = '', method = 'GET', version = '1.1') => `${method} / HTTP/${version}\r\nhost: x\r\n${more}\r\n`

const withoutIds = (bytes: Buffer): string => bytes.toString('latin1').replace(/id-\d{5}/g, 'id')

/** All that is answered to requests that were written at once, the last of which has the connection close. */
async function received(requests: string): Promise<string> {
  const { socket, listen, bytes, hasEnded } = dial()
  listen()
  socket.write(requests)
  await expect.poll(hasEnded, patience).toBe(true)
  return withoutIds(bytes())
}

const last = get('connection: close\r\n')
const full = { status: 200, headers: withLength, body: BODY } as const
const unchanged = { status: 304, headers: HEADERS, body: null } as const
it.each([
  ['one after another', get() + last, full],
  ['of a crowd on one connection', get().repeat(20) + last, full],
  ['of the head alone', get('', 'HEAD').repeat(2) + get('connection: close\r\n', 'HEAD'), { ...full, body: null }],
  ['where nothing has changed', get().repeat(3) + last, unchanged],
  ['on a connection that ends with it', last, full],
  ['to an old program', get('', 'GET', '1.0'), full],
  ['to an old program that stays', get('connection: keep-alive\r\n', 'GET', '1.0') + last, full],
  ['to an old program, of no length', get('connection: keep-alive\r\n', 'GET', '1.0'), unchanged],
  ['to who waits for leave', get('expect: 100-continue\r\n') + last, full],
  ['too long for one piece', get() + last, { ...full, body: Buffer.alloc(100_000, 'long ') }],
] as const)('an answer %s is the same as by `writeHead` and `end`, byte for byte', async (_when, requests, parts) => {
  answer = wholeAnswer({ ...parts, keepAliveTimeoutMs: KEEP_ALIVE_MS })
  const full = await received(requests)
  plainly = parts
  expect(await received(requests)).toBe(full)
  expect(full).toContain(`x-request-id: id\r\nDate: Sun, 01 Mar 2026 10:00:00 GMT\r\n`)
})

it('each answer has the date of its moment and the id of its request', async () => {
  answer = wholeAnswer({ ...unchanged, keepAliveTimeoutMs: KEEP_ALIVE_MS })
  const { socket, listen, bytes } = dial()
  listen()
  for (const [after, seconds] of [99, 100, 1_100, 1_099, 61_000].entries()) {
    nowMs = NOW_MS + seconds
    socket.write(get())
    await expect
      .poll(
        () =>
          bytes()
            .toString()
            .match(/\r\n\r\n/g)?.length,
        patience,
      )
      .toBe(after + 1)
  }
  expect(
    bytes()
      .toString()
      .match(/\d\d:\d\d:\d\d/g),
  ).toEqual(['10:00:00', '10:00:01', '10:00:02', '10:00:01', '10:01:01'])
  expect(
    bytes()
      .toString()
      .match(/id-\d+/g),
  ).toEqual(['id-00001', 'id-00002', 'id-00003', 'id-00004', 'id-00005'])
})

it('who reads slowly gets what he was answered, whoever is answered meanwhile', async () => {
  answer = wholeAnswer({ ...full, keepAliveTimeoutMs: KEEP_ALIVE_MS })
  const slow = dial()
  await fillUp(slow.socket)
  const ofSlow = asked
  nowMs += 60_000
  const hurried = await received(get().repeat(3) + last)
  expect(hurried.match(/10:01:00 GMT/g)).toHaveLength(4)

  slow.socket.write(last)
  slow.listen()
  await expect.poll(slow.hasEnded, patience).toBe(true)
  const text = slow.bytes().toString('latin1')
  expect(text.split(BODY.toString('latin1'))).toHaveLength(ofSlow + 2)
  expect(text.match(/10:00:00 GMT/g)).toHaveLength(ofSlow)
  const ids = text.match(/(?<=id-)\d{5}/g)?.map(Number)
  expect(ids).toEqual([...Array.from({ length: ofSlow }, (_, at) => at + 1), ofSlow + 5])
})

it('who leaves before all is sent harms nobody', async () => {
  answer = wholeAnswer({ ...full, keepAliveTimeoutMs: KEEP_ALIVE_MS })
  const gone = dial()
  await fillUp(gone.socket)
  gone.socket.destroy()
  await expect.poll(connections, patience).toBe(0)
  const before = await received(get() + last)
  plainly = full
  expect(await received(get() + last)).toBe(before)
})

/** Asks without reading until the socket of the server has had to keep what it was given. */
async function fillUp(socket: Socket): Promise<void> {
  while (held === 0) {
    const before = asked
    socket.write(get())
    await expect.poll(() => asked, patience).toBe(before + 1)
  }
}

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))))
