import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/player.ts'

export type StallingProxy = Awaited<ReturnType<typeof openProxy>>

/** A proxy whose connections can be slow, or stop delivering without closing, like those of mobile carriers do. */
export async function openProxy(port: number) {
  const sockets = new Set<Socket>()
  const streams = new Set<Socket>()
  const delivering = new Set<Socket>()
  const stalled = new Set<Socket>()
  let isStalled = false
  let stallsStreams = false
  let delayMs = (): number => 0
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    sockets.add(upstream)
    client.on('data', (chunk: Buffer) => {
      if (chunk.includes('GET /api/stream')) {
        streams.add(upstream)
        if (stallsStreams) stalled.add(upstream)
      }
      upstream.write(chunk)
    })
    let delivered = Promise.resolve()
    upstream.on('data', (chunk) => {
      if (stalled.has(upstream)) return
      if (streams.has(upstream)) delivering.add(upstream)
      const delay = delayMs()
      if (delay === 0) return void client.write(chunk)
      // Bytes of a connection arrive in order.
      const arrival = sleep(delay)
      delivered = delivered.then(() => arrival).then(() => void client.write(chunk))
    })
    if (isStalled) upstream.pause()
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    upstream.on('close', () => {
      sockets.delete(upstream)
      delivering.delete(upstream)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Forgets the open streams, so that `streamDelivers` waits for a new stream. */
    forgetStreams(): void {
      streams.clear()
      delivering.clear()
    },
    streamDelivers: () => until('the stream delivers', async () => delivering.size > 0),
    /** Everything that the server sends arrives this much later. Each chunk has its own delay. */
    slowDown: (delayOf: () => number) => void (delayMs = delayOf),
    /** The open streams deliver nothing; every other connection works. */
    stallStreams: () => streams.forEach((stream) => stalled.add(stream)),
    /** No stream ever delivers anything. */
    stallEveryStream: () => void (stallsStreams = true),
    /** No connection delivers anything for a while. */
    stallAll(stalls: boolean): void {
      isStalled = stalls
      for (const socket of sockets)
        if (stalls) socket.pause()
        else socket.resume()
    },
    close(): void {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
