import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { realClock, type Clock } from '../shared/clock.ts'
import { createHttpServer } from '../shared/http-server.ts'
import { sentPage } from '../shared/sent-page.ts'

export type WebhooksOptions = {
  /** 0, the default, uses any free port. */
  readonly port?: number
  readonly host?: string
  readonly clock?: Clock
  /** The key of the signatures. */
  readonly secret: string
}

/** A received webhook. `fault`: why it was refused; null if its signature is right. */
type ReceivedWebhook = {
  readonly path: string
  readonly at: string
  readonly body: string
  readonly fault: string | null
}

export type WebhooksSimulator = { readonly url: string; close(): Promise<void> }

const MAX_STORED = 200
const MAX_BYTES = 64_000
const MAX_AGE_SECONDS = 300

/** A receiver of alerts: checks the signature of each webhook, and shows what it received. */
export async function startWebhooks(options: WebhooksOptions): Promise<WebhooksSimulator> {
  const { port = 0, host = '127.0.0.1', clock = realClock, secret } = options
  const received: ReceivedWebhook[] = []
  const server = createHttpServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path = '/' } = request
    if (method === 'POST') return receive(path, request, response)
    if (path === '/webhooks') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items: received }))
      return
    }
    if (path !== '/') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(webhooksPage(received))
  }

  async function receive(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const nowMs = clock.now()
    const fault = faultOf(String(request.headers['mupiira-signature'] ?? ''), body, secret, nowMs)
    received.unshift({ path, at: new Date(nowMs).toISOString(), body: body.toString(), fault })
    received.length = Math.min(received.length, MAX_STORED)
    response.writeHead(fault === null ? 204 : 400).end()
  }

  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Why the signature `t=<seconds>,v1=<hex>` does not prove the sender; null if it does. */
function faultOf(signature: string, body: Buffer, secret: string, nowMs: number): string | null {
  const [, seconds, hash] = /^t=(\d+),v1=([\da-f]{64})$/.exec(signature) ?? []
  if (seconds === undefined || hash === undefined) return 'no signature'
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
  if (!timingSafeEqual(expected, Buffer.from(hash, 'hex'))) return 'wrong signature'
  return Math.abs(nowMs / 1000 - Number(seconds)) > MAX_AGE_SECONDS ? 'signature too old' : null
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new Error('too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const webhooksPage = (received: readonly ReceivedWebhook[]): string =>
  sentPage(
    'Webhooks of alerts',
    'Alerts that the product sent to the webhook in its settings, with checked signatures.',
    received.map(({ path, at, body, fault }) => ({
      kind: 'Webhook',
      to: path,
      at,
      title: fault === null ? 'Signature valid' : `Refused: ${fault}`,
      text: body,
    })),
  )
