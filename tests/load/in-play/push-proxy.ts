import { connect, createServer, type Server } from 'node:net'

type Row = Readonly<Record<string, unknown>>

/**
 * Forwards the feed's web socket, and reports the rows of each message with the time at which its last byte was passed
 * on: the arrival of an event, without the interval at which the simulator looks for changes.
 */
export async function startPushProxy(
  port: number,
  target: () => string,
  pushed: (rows: readonly Row[], atMs: number) => void,
): Promise<Server> {
  const server = createServer((client) => {
    const { hostname, port: targetPort } = new URL(target())
    const feed = connect(Number(targetPort), hostname)
    const read = messages((text) => {
      const rows: unknown = JSON.parse(text)
      if (Array.isArray(rows)) pushed(rows as readonly Row[], Date.now())
    })
    client.pipe(feed)
    feed.on('data', (bytes) => {
      client.write(bytes)
      read(bytes)
    })
    for (const [one, other] of [
      [client, feed],
      [feed, client],
    ] as const) {
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return server
}

/** Reads the unmasked text frames after the response to the upgrade. */
function messages(received: (text: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let isUpgraded = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      isUpgraded = true
      rest = rest.subarray(end + 4)
    }
    for (let frame = frameIn(rest); frame !== null; frame = frameIn(rest)) {
      if (frame.isText) received(frame.payload.toString())
      rest = rest.subarray(frame.length)
    }
  }
}

function frameIn(
  bytes: Buffer,
): { readonly isText: boolean; readonly payload: Buffer; readonly length: number } | null {
  if (bytes.length < 2) return null
  const short = bytes.readUInt8(1) & 0x7f
  const head = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < head) return null
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < head + size) return null
  return { isText: (bytes.readUInt8(0) & 0xf) === 1, payload: bytes.subarray(head, head + size), length: head + size }
}
