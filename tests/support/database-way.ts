import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Where both ends of each connection to a database are in a test's hands. */
export type DatabaseWay = { readonly url: string; readonly close: () => Promise<void> }

/** Opens another address for the database; `join` ties the two ends of a new connection together. When one ends, so does the other. */
export async function openDatabaseWay(
  databaseUrl: string,
  join: (client: Socket, database: Socket) => void,
): Promise<DatabaseWay> {
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
