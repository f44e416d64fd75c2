import { createHash } from 'node:crypto'
import { connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientsCommand, type ClientsReport, gameId, gamesOf } from '../../support/fanout-task.ts'

/**
 * All clients of the fan-out benchmark in one process. They use plain TCP, so that the server dominates the
 * measurement. Each client finds the markers in its input and stores the last version of each of its games.
 */
type Client = {
  readonly number: number
  readonly games: readonly number[]
  readonly versions: Map<number, number>
  socket: Socket | null
  lastEventId: string
  rest: string
  hasStoppedReading: boolean
}

const MARK = '"mark":"'
const MAX_SAMPLES = 4_000_000
let port = 0
let of: 'ours' | 'socketIo' = 'ours'
let clients: Client[] = []
let isMeasuring = false
let delivered = 0
let ages: number[] = []

process.on('message', (order: ClientsCommand) => {
  execute(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))

async function execute(order: ClientsCommand): Promise<ClientsReport> {
  switch (order.kind) {
    case 'connect':
      ;[of, port] = [order.of, order.port]
      await connectAll(order.clients)
      return { kind: 'done' }
    case 'measure':
      ;[isMeasuring, delivered, ages] = [true, 0, []]
      return { kind: 'done' }
    case 'stick':
      for (const client of clients) {
        if (client.number % order.every !== 0) continue
        client.hasStoppedReading = true
        client.socket?.pause()
      }
      return { kind: 'done' }
    case 'cut':
      await cut(order.cuts)
      return { kind: 'done' }
    case 'report': {
      isMeasuring = false
      const sorted = Float64Array.from(ages).sort()
      const staleMs = { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
      return {
        kind: 'report',
        delivered,
        staleMs,
        states: clients.map((client) => (client.hasStoppedReading ? null : stateOf(client))),
      }
    }
  }
}

const AT_ONCE = 100

async function connectAll(count: number): Promise<void> {
  for (const { socket } of clients) socket?.destroy()
  clients = Array.from({ length: count }, (_, number) => ({
    number,
    games: gamesOf(number),
    versions: new Map<number, number>(),
    socket: null,
    lastEventId: '',
    rest: '',
    hasStoppedReading: false,
  }))
  for (let at = 0; at < count; at += AT_ONCE) await Promise.all(clients.slice(at, at + AT_ONCE).map(connect))
}

/** Resolves with the server's first message after the handshake. */
function connect(client: Client): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = dial(port, '127.0.0.1')
    client.socket = socket
    client.rest = ''
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => reject(new Error('a connection was refused')))
    socket.once('connect', () => socket.write(of === 'ours' ? streamRequest(client) : socketRequest(client)))
    if (of === 'ours') receiveStream(client, socket, resolve)
    else receiveSocket(client, socket, resolve)
  })
}

const streamRequest = (client: Client): string => {
  const topics = client.games.map((game) => `game:${gameId(game)}`).join(',')
  const resume = client.lastEventId === '' ? '' : `Last-Event-ID: ${client.lastEventId}\r\n`
  return `GET /api/stream?topics=${topics} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n${resume}\r\n`
}

function receiveStream(client: Client, socket: Socket, isThere: () => void): void {
  socket.setEncoding('latin1')
  let hasBegun = false
  socket.on('data', (chunk: string) => {
    if (client.socket !== socket) return
    client.rest += chunk
    for (let end = client.rest.indexOf('\n\n'); end >= 0; end = client.rest.indexOf('\n\n')) {
      const frame = client.rest.slice(0, end)
      client.rest = client.rest.slice(end + 2)
      const id = /(?:^|\n)id: ([\d.a-z]+)\n/.exec(frame.slice(0, 400))?.[1]
      if (id === undefined) continue
      client.lastEventId = id
      if (frame.includes('"type":"reset"')) throw new Error('a client had to reload everything')
      read(client, frame)
      if (!hasBegun) isThere()
      hasBegun = true
    }
  })
}

const socketRequest = ({ number }: Client): string =>
  `GET /socket.io/?EIO=4&transport=websocket&client=${number} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.from(String(number).padStart(16, '0')).toString('base64')}\r\n\r\n`

/** The part of Engine.IO and Socket.IO that a listener needs: join, pings and events. */
function receiveSocket(client: Client, socket: Socket, isThere: () => void): void {
  let buffered: Buffer = Buffer.alloc(0)
  let isUpgraded = false
  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    if (!isUpgraded) {
      const end = buffered.indexOf('\r\n\r\n')
      if (end < 0) return
      isUpgraded = true
      buffered = buffered.subarray(end + 4)
      socket.write(masked('40'))
    }
    for (;;) {
      const message = firstMessage(buffered)
      if (message === null) return
      buffered = buffered.subarray(message.bytes)
      if (message.text === '2') socket.write(masked('3'))
      else if (message.text.startsWith('40')) isThere()
      else if (message.text.startsWith('42')) read(client, message.text)
    }
  })
}

function firstMessage(buffer: Buffer): { readonly text: string; readonly bytes: number } | null {
  if (buffer.length < 2) return null
  const short = (buffer[1] ?? 0) & 0x7f
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (buffer.length < head) return null
  const length = short < 126 ? short : short === 126 ? buffer.readUInt16BE(2) : Number(buffer.readBigUInt64BE(2))
  if (buffer.length < head + length) return null
  return { text: buffer.toString('latin1', head, head + length), bytes: head + length }
}

/** A short masked text frame. With a zero mask the bytes are unchanged. */
const masked = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

function read(client: Client, text: string): void {
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at)) {
    at += MARK.length
    const [game = '', version = '', atMs = ''] = text.slice(at, text.indexOf('"', at)).split('.')
    client.versions.set(Number(game), Number(version))
    if (!isMeasuring) continue
    delivered += 1
    if (ages.length < MAX_SAMPLES) ages.push(Date.now() - Number(atMs))
  }
}

/** Drops random connections one after another, and resumes each at its last position. */
async function cut(cuts: number): Promise<void> {
  let drawn = 12_345
  for (let left = cuts; left > 0; left -= 1) {
    drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648
    const client = clients[drawn % clients.length]
    if (client === undefined || client.hasStoppedReading) continue
    client.socket?.removeAllListeners('close')
    client.socket?.destroy()
    client.socket = null
    if (left % 3 === 0) await sleep(drawn % 40)
    await connect(client)
  }
}

const stateOf = (client: Client): string =>
  createHash('sha256')
    .update(client.games.map((game) => `${game}:${client.versions.get(game) ?? 0}`).join())
    .digest('hex')

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
