import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedWebhook = {
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
  readonly raw: string
  readonly method: string
  readonly path: string
}

export type WebhookListener = {
  readonly url: string
  readonly received: readonly ReceivedWebhook[]
  /** The statuses to respond with, one after another, and 200 afterwards. */
  answerWith(...statuses: number[]): void
  close(): Promise<void>
}

/** A real HTTP server that records the callbacks a merchant receives. */
export async function listenForWebhooks(): Promise<WebhookListener> {
  const received: ReceivedWebhook[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    let raw = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (raw += chunk))
    request.on('end', () => {
      received.push({
        headers: request.headers,
        raw,
        method: request.method ?? '',
        path: request.url ?? '',
        body: JSON.parse(raw) as Record<string, unknown>,
      })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // The address has a query and a trailing slash, because the signature covers both.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/relworx/?shop=7`,
    received,
    answerWith: (...next) => void statuses.push(...next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
