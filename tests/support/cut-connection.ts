import { type DatabaseWay, openDatabaseWay } from './database-way.ts'

/** A database address with a connection that can be cut at the worst moment. */
export type Cuttable = DatabaseWay & {
  /** Forwards the next packet that contains this text, and cuts the connection when the server confirms its commit. */
  readonly cutAnswerTo: (wantedText: string) => void
}

export async function cuttable(databaseUrl: string): Promise<Cuttable> {
  let wantedText: string | null = null
  const way = await openDatabaseWay(databaseUrl, (client, database) => {
    let isToBeCut = false
    client.on('data', (bytes) => {
      if (wantedText !== null && bytes.includes(wantedText)) [isToBeCut, wantedText] = [true, null]
      database.write(bytes)
    })
    database.on(
      'data',
      (bytes) => void (isToBeCut && bytes.includes('COMMIT') ? client.destroy() : client.write(bytes)),
    )
  })
  return { ...way, cutAnswerTo: (text) => void (wantedText = text) }
}
