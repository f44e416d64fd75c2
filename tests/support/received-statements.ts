import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts'

/** A received statement with its parameters as text. `name` is set for prepared statements. */
export type ReceivedStatement = {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | Buffer | null)[]
}

/** Address of the recording proxy. */
export type StatementListener = DatabaseProxy & {
  /** The statements since the last call. */
  readonly take: () => ReceivedStatement[]
}

/** A proxy between the product and its database that records every statement. */
export async function listenToStatements(databaseUrl: string): Promise<StatementListener> {
  let received: ReceivedStatement[] = []
  const proxy = await openDatabaseProxy(databaseUrl, (client, database) => {
    client.on(
      'data',
      readMessages((statement) => received.push(statement)),
    )
    client.pipe(database)
    database.pipe(client)
  })
  return {
    ...proxy,
    take() {
      const statements = received
      received = []
      return statements
    },
  }
}

/** Parses client messages of the extended protocol: Parse contains the text, Bind the parameters. */
function readMessages(onStatement: (statement: ReceivedStatement) => void): (piece: Buffer) => void {
  const texts = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (piece) => {
    rest = Buffer.concat([rest, piece])
    for (;;) {
      // The startup message has no type byte.
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const body = rest.subarray(head + 4, length)
      const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : ''
      rest = rest.subarray(length)
      isStarted = true
      const [first, second] = twoTexts(body)
      if (type === 'Q') onStatement({ name: '', text: first.text, values: [] })
      if (type === 'P') texts.set(first.text, second.text)
      if (type === 'B') {
        const values = boundValues(body.subarray(second.end))
        onStatement({ name: second.text, text: texts.get(second.text) ?? '', values })
      }
    }
  }
}

function twoTexts(body: Buffer) {
  const read = (from: number): { text: string; end: number } => {
    const zero = body.indexOf(0, from)
    const until = zero === -1 ? body.length : zero
    return { text: body.toString('utf8', from, until), end: until + 1 }
  }
  const first = read(0)
  return [first, read(first.end)] as const
}

function boundValues(body: Buffer): (string | Buffer | null)[] {
  const formats = body.readInt16BE(0)
  const isBinary = (at: number): boolean => formats > 0 && body.readInt16BE(2 + 2 * (formats === 1 ? 0 : at)) === 1
  let at = 2 + 2 * formats
  const count = body.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, (_, no) => {
    const length = body.readInt32BE(at)
    at += 4
    if (length === -1) return null
    const value = body.subarray(at, at + length)
    at += length
    return isBinary(no) ? Buffer.from(value) : value.toString('utf8')
  })
}
