import { Agent, request } from 'node:http'

/** One HTTP request exactly as sent on the wire; only `host` and lengths are added. */
export type RawRequest = {
  readonly method: string
  /** Path and query, unmodified. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export type RawResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: readonly string[]
  readonly text: string
}

export type Exchange = {
  /** Rejects without a complete response. */
  readonly send: (ask: RawRequest) => Promise<RawResponse>
  readonly close: () => void
}

const MAX_ANSWER_MS = 60_000
/** Idle connections close long before the server closes them, so that no request meets a connection that is closing. */
const MAX_IDLE_MS = 20_000

/** Connections of one client to one server. */
export function openExchange(baseUrl: string, mostConnections = 4): Exchange {
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections, timeout: MAX_IDLE_MS })
  const { hostname, port } = new URL(baseUrl)
  return {
    send: (ask) =>
      new Promise<RawResponse>((resolve, reject) => {
        const call = request(
          { agent, hostname, port, method: ask.method, path: ask.target, timeout: MAX_ANSWER_MS },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('error', reject)
            answer.on('end', () => {
              const headers: Record<string, string | undefined> = {}
              for (const [name, value] of Object.entries(answer.headers)) {
                headers[name] = Array.isArray(value) ? value.join(', ') : value
              }
              const text = Buffer.concat(chunks).toString()
              if (answer.complete)
                resolve({ status: answer.statusCode ?? 0, headers, cookies: answer.headers['set-cookie'] ?? [], text })
              else reject(new Error(`the answer to ${ask.method} ${ask.target} broke off`))
            })
          },
        )
        call.on('timeout', () => call.destroy(new Error(`no answer to ${ask.method} ${ask.target}`)))
        call.on('error', reject)
        for (const [name, value] of Object.entries(ask.headers ?? {})) call.setHeader(name, value)
        if (ask.body !== undefined) call.setHeader('content-length', Buffer.byteLength(ask.body))
        call.end(ask.body)
      }),
    close: () => agent.destroy(),
  }
}
