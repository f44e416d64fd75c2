import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts'

/** A database address with a connection that can be cut at the worst moment. */
export type CuttableDatabase = DatabaseProxy & {
  /** Forwards the next packet that contains this text, and cuts the connection when the server confirms its commit. */
  readonly cutAnswerTo: (wantedText: string) => void
}

export async function cuttableDatabase(databaseUrl: string): Promise<CuttableDatabase> {
  let wantedText: string | null = null
  const proxy = await openDatabaseProxy(databaseUrl, (client, database) => {
    let shouldCut = false
    client.on('data', (bytes) => {
      if (wantedText !== null && bytes.includes(wantedText)) [shouldCut, wantedText] = [true, null]
      database.write(bytes)
    })
    database.on(
      'data',
      (bytes) => void (shouldCut && bytes.includes('COMMIT') ? client.destroy() : client.write(bytes)),
    )
  })
  return { ...proxy, cutAnswerTo: (text) => void (wantedText = text) }
}
