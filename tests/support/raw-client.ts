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

export type RawClient = {
  /** Rejects if the response is incomplete or missing. */
  readonly send: (rawRequest: RawRequest) => Promise<RawResponse>
  readonly close: () => void
}

const MAX_RESPONSE_MS = 60_000
/** Idle connections close long before the server closes them, so that no request uses a connection that is closing. */
const MAX_IDLE_MS = 20_000

/** Connections of one client to one server. */
export function openRawClient(baseUrl: string, maxConnections = 4): RawClient {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections, timeout: MAX_IDLE_MS })
  const { hostname, port } = new URL(baseUrl)
  return {
    send: (rawRequest) =>
      new Promise<RawResponse>((resolve, reject) => {
        const call = request(
          { agent, hostname, port, method: rawRequest.method, path: rawRequest.target, timeout: MAX_RESPONSE_MS },
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
              else reject(new Error(`the answer to ${rawRequest.method} ${rawRequest.target} broke off`))
            })
          },
        )
        call.on('timeout', () => call.destroy(new Error(`no answer to ${rawRequest.method} ${rawRequest.target}`)))
        call.on('error', reject)
        for (const [name, value] of Object.entries(rawRequest.headers ?? {})) call.setHeader(name, value)
        if (rawRequest.body !== undefined) call.setHeader('content-length', Buffer.byteLength(rawRequest.body))
        call.end(rawRequest.body)
      }),
    close: () => agent.destroy(),
  }
}
