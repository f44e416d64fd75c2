import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be cut at the worst moment. */
export type Cuttable = {
  readonly url: string
  /** Lets the next packet with these words through and cuts the connection when its answer comes. */
  cutAnswerTo(words: string): void
  close(): Promise<void>
}

export async function cuttable(databaseUrl: string): Promise<Cuttable> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let words: string | null = null
  const door = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    let isDoomed = false
    const cut = (): void => void (client.destroy(), server.destroy())
    for (const socket of [client, server]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', cut)
      socket.on('close', () => (cut(), open.delete(socket)))
    }
    client.on('data', (bytes) => {
      if (words !== null && bytes.includes(words)) [isDoomed, words] = [true, null]
      server.write(bytes)
    })
    server.on('data', (bytes) => (isDoomed ? cut() : void client.write(bytes)))
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((door.address() as AddressInfo).port)
  return {
    url: url.href,
    cutAnswerTo: (text) => void (words = text),
    close() {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => void door.close(() => resolve()))
    },
  }
}
