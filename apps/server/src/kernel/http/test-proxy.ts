import { createServer, connect, type Socket } from 'node:net'

/** A connection to the database that a test can cut and restore. */
export type CuttableConnection = {
  readonly url: string
  /** Breaks open connections and refuses new connections. */
  cut(): Promise<void>
  repair(): Promise<void>
  close(): Promise<void>
}

export async function cuttableConnectionTo(databaseUrl: string): Promise<CuttableConnection> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const near = new URL(databaseUrl)
  near.hostname = '127.0.0.1'
  near.port = String(port)

  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return {
    url: near.href,
    cut,
    repair: () => listen(port),
    close: () => (server.listening ? cut() : Promise.resolve()),
  }
}
