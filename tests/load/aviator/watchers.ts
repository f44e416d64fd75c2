import { connect } from 'node:net'
import type { PlayersTask } from './task.ts'

/**
 * Reads the streams of all players but the first, in a separate process: real players read their streams on separate
 * devices, so reading one stream must not delay another player's cash-out. Plain TCP costs little CPU, and the same for
 * both servers.
 */
process.on('message', (task: PlayersTask) => {
  void openAll(task).then(() => process.send?.('open'))
})
process.on('disconnect', () => process.exit(0))

/** Ends the benchmark, because with fewer streams the server would have less work. */
function fail(): void {
  console.error('a stream ended')
  process.exit(1)
}

async function openAll(task: PlayersTask): Promise<void> {
  const { hostname, port } = new URL(task.url)
  const requests = task.kind === 'ours' ? task.tokens.map(streamRequest) : Array(task.players).fill(socketRequest)
  for (const request of requests.slice(1)) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(`${request}\r\nHost: ${hostname}\r\n\r\n`))
      socket.on('error', () => {})
      socket.on('close', fail)
      socket.once('data', () => {
        if (task.kind === 'naive') socket.write(JOIN)
        resolve()
      })
      socket.resume()
    })
  }
}

const streamRequest = (token: string): string =>
  `GET /api/stream?topics=me,aviator HTTP/1.1\r\nCookie: mupiira_session=${token}`
const socketRequest =
  'GET /socket.io/?EIO=4&transport=websocket&watches=1 HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: d2F0Y2hlcndhdGNoZXJ3YQ=='
/** Socket.io's message "40" in a WebSocket frame with a zero mask. */
const JOIN = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30])
