import { connect, type Socket } from 'node:net'

export type LightAnswer = { readonly status: number; readonly text: () => string }

/** One connection that sends requests in sequence. */
export type LightClient = {
  /** Rejects if the response is incomplete or missing; the next call reconnects. */
  readonly get: (target: string, headers?: Readonly<Record<string, string>>) => Promise<LightAnswer>
  readonly close: () => void
}

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** Uses a plain socket: for responses under a millisecond, Node's client would be a third of the measured time. */
export function openLightClient(baseUrl: string): LightClient {
  const { hostname, port } = new URL(baseUrl)
  let socket: Socket | null = null
  let waiting: PromiseWithResolvers<LightAnswer> | null = null
  let received: Buffer = Buffer.alloc(0)

  function fail(error: Error): void {
    socket?.destroy()
    socket = null
    waiting?.reject(error)
    waiting = null
  }

  function open(): Socket {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true })
    opened.on('error', fail)
    opened.on('close', () => void (socket === opened && fail(new Error('the server closed the connection'))))
    opened.on('data', (piece: Buffer) => {
      received = received.length === 0 ? piece : Buffer.concat([received, piece])
      const answer = completeResponse(received)
      if (answer === null) return
      received = Buffer.alloc(0)
      waiting?.resolve(answer)
      waiting = null
    })
    return opened
  }

  return {
    get(target, headers = {}) {
      waiting = Promise.withResolvers()
      received = Buffer.alloc(0)
      socket ??= open()
      const fields = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`GET ${target} HTTP/1.1\r\n${fields.join('')}\r\n`)
      return waiting.promise
    },
    close() {
      const closing = socket
      socket = null
      closing?.destroy()
    },
  }
}

/** Null until the response is complete. */
function completeResponse(bytes: Buffer): LightAnswer | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase()
  const bodyAt = headEnd + HEAD_END.length
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1]
  const isComplete =
    length === undefined
      ? bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
      : bytes.length >= bodyAt + Number(length)
  return isComplete ? { status: Number(head.slice(9, 12)), text: () => bytes.toString('utf8', bodyAt) } : null
}
