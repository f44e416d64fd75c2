import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Faults } from '../control/faults.ts'
import type { Feed, MatchState } from '../feed.ts'
import { eventRow } from './rows.ts'
import { timezoneNamed, type Timezone } from './local-time.ts'
import { NO_EVENT } from './scenarios.ts'
import { refusal } from './wire.ts'

export interface Push {
  close(): void
}

const PATH = '/livescore'
const CHECK_EVERY_MS = 200
const HOURS_BACK_MS = 12 * 3_600_000
/** RFC 6455: appended to the client's key to confirm the protocol. */
const ACCEPTANCE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 0x1
const CLOSE = 0x8

interface Listener {
  readonly socket: Duplex
  readonly timezone: Timezone
  /** The last published state of each live match. */
  readonly published: Map<string, string>
}

/**
 * The web socket of live scores. It sends all live matches first, then matches that changed, and an ended match once
 * more. `faults` with `only: "livescore"` affects the messages; `http-500` closes the connection.
 */
export const pushLiveScores = (server: Server, feed: Feed, faults: Faults, apiKey: string): Push => {
  const listeners = new Set<Listener>()

  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const url = new URL(request.url ?? '/', 'http://feed')
    const timezone = timezoneNamed(url.searchParams.get('timezone'))
    const key = request.headers['sec-websocket-key']
    socket.on('error', () => socket.destroy())
    if (
      url.pathname !== PATH ||
      key === undefined ||
      timezone === undefined ||
      url.searchParams.get('APIkey') !== apiKey
    )
      return void socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
    const accepted = createHash('sha1').update(`${key}${ACCEPTANCE}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
    )
    const listener: Listener = { socket, timezone, published: new Map() }
    listeners.add(listener)
    socket.on('close', () => listeners.delete(listener))
    socket.on('data', (chunk: Buffer) => {
      // Clients send only a close frame on this connection.
      if (((chunk[0] ?? 0) & 0xf) === CLOSE) socket.end(frame(CLOSE, ''))
    })
  })

  const timer = setInterval(() => {
    if (listeners.size === 0) return
    const nowMs = feed.now()
    const seen = feed.list({ fromMs: nowMs - HOURS_BACK_MS, toMs: nowMs }, 'push')
    for (const listener of listeners) publish(listener, seen, faults, nowMs)
  }, CHECK_EVERY_MS)
  timer.unref()

  return {
    close: () => {
      clearInterval(timer)
      for (const { socket } of listeners) socket.destroy()
    },
  }
}

const publish = (
  { socket, timezone, published }: Listener,
  seen: readonly MatchState[],
  faults: Faults,
  nowMs: number,
): void => {
  const rows: string[] = []
  for (const each of seen) {
    const { id } = each.match
    if (!each.play.live && !published.has(id)) continue
    const row = JSON.stringify(eventRow(each, timezone, true, nowMs))
    if (published.get(id) !== row) rows.push(row)
    if (each.play.live) published.set(id, row)
    else published.delete(id)
  }
  if (rows.length === 0) return
  const message = `[${rows.join(',')}]`
  const { mode } = faults.next('livescore')
  switch (mode) {
    case undefined:
      return void socket.write(frame(TEXT, message))
    case 'html':
      return void socket.write(frame(TEXT, '<html><body>Too many requests</body></html>'))
    case 'error-object':
      return void socket.write(frame(TEXT, JSON.stringify(refusal(NO_EVENT))))
    case 'truncated':
      return void socket.write(frame(TEXT, message.slice(0, message.length >> 1)))
    case 'http-500':
      return void socket.destroy()
    case 'silence':
      return
  }
}

/** A server frame: complete and unmasked. */
const frame = (opcode: number, text: string): Buffer => {
  const payload = Buffer.from(text)
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10)
  head[0] = 0x80 | opcode
  if (head.length === 2) head[1] = payload.length
  else if (head.length === 4) {
    head[1] = 126
    head.writeUInt16BE(payload.length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(payload.length), 2)
  }
  return Buffer.concat([head, payload])
}
