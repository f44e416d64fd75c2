import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between the server and its database, with both ends of each connection under the test's control. */
export type DatabaseProxy = { readonly url: string; readonly close: () => Promise<void> }

/**
 * Opens a proxy address for the database; `join` connects both ends of a new connection. When one end closes, so does
 * the other.
 */
export async function openDatabaseProxy(
  databaseUrl: string,
  join: (client: Socket, database: Socket) => void,
): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const api = createServer({ noDelay: true }, (client) => {
    const database = connect({ port: Number(target.port || 5432), host: target.hostname, noDelay: true })
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => (client.destroy(), database.destroy()))
      socket.on('close', () => (sockets.delete(socket), client.destroy(), database.destroy()))
    }
    join(client, database)
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((api.address() as AddressInfo).port)
  return {
    url: url.href,
    async close() {
      const closed = new Promise<void>((resolve) => api.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
