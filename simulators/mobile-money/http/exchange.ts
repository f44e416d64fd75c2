import type { IncomingMessage, ServerResponse } from 'node:http'

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: 'not-json' | 'malformed' | 'too-large' }

/** One request and its response. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readJson(): Promise<JsonBody>
  reply(status: number, body: unknown): void
  send(status: number, headers: Readonly<Record<string, string>>, body: string | Buffer): void
  /** Resets the connection instead of answering. */
  cut(): void
}

const MAX_BODY_BYTES = 256 * 1_024

function readText(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      // A body that is too large is read to its end and discarded, so that the client receives the refusal.
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
    })
    request.on('end', () => resolve(bytes > MAX_BODY_BYTES ? null : Buffer.concat(chunks).toString('utf8')))
    request.on('error', reject)
  })
}

export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const target = request.url ?? '/'
  const questionMark = target.indexOf('?')
  return {
    request,
    response,
    method: request.method ?? 'GET',
    path: questionMark === -1 ? target : target.slice(0, questionMark),
    query: new URLSearchParams(questionMark === -1 ? '' : target.slice(questionMark + 1)),
    async readJson() {
      // JSON is required everywhere, because a web page of another origin cannot post JSON without a preflight request.
      const isJson = (request.headers['content-type'] ?? '').toLowerCase().startsWith('application/json')
      const text = await readText(request)
      if (!isJson) return { ok: false, error: 'not-json' }
      if (text === null) return { ok: false, error: 'too-large' }
      try {
        return { ok: true, value: JSON.parse(text) as unknown }
      } catch {
        return { ok: false, error: 'malformed' }
      }
    },
    reply(status, body) {
      const bytes = Buffer.from(JSON.stringify(body))
      this.send(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }, bytes)
    },
    send(status, headers, body) {
      if (response.headersSent || response.destroyed) return
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
      response.end(request.method === 'HEAD' ? undefined : body)
    },
    cut() {
      request.socket.resetAndDestroy()
    },
  }
}

/** The fields of a JSON object, or null if the value is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
