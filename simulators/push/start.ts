import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { realClock, type Clock } from '../shared/clock.ts'
import { pushPage } from './page.ts'
import { createSubscriptions, formOf, type SubscriptionForm } from './subscriptions.ts'
import { type Fault, FAULTS, MAX_BYTES, type PushedMessage, receiveMessage } from './receive-message.ts'
import { createHttpServer } from '../shared/http-server.ts'

export type PushServiceOptions = {
  /** 0, the default, uses any free port. */
  readonly port?: number
  readonly host?: string
  readonly clock?: Clock
}

export type PushServiceSimulator = {
  readonly url: string
  /** Subscribes a browser. With `senderKey`, only the sender with this key is accepted. */
  subscribe(senderKey?: string): SubscriptionForm
  /** Withdraws a subscription; later messages to it return 410. */
  withdraw(endpoint: string): void
  /** Accepted messages, newest first. */
  messages(): readonly PushedMessage[]
  /** Reasons of rejected messages, newest first. */
  refusals(): readonly string[]
  /** The next messages fail with this fault. */
  failNext(fault: Fault, times: number): void
  close(): Promise<void>
}

const MAX_STORED = 50_000
const SHOWN = 200

/** A browser's push service. It checks the sender of a message, and decrypts the message as a browser does. */
export async function startPushService(options: PushServiceOptions = {}): Promise<PushServiceSimulator> {
  const { port = 0, host = '127.0.0.1', clock = realClock } = options
  const subscriptions = createSubscriptions()
  const messages: PushedMessage[] = []
  const refusals: string[] = []
  let pending: { fault: Fault; times: number } = { fault: 'error', times: 0 }
  const failNext = (fault: Fault, times: number): void => void (pending = { fault, times })

  const server = createHttpServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token] = /^\/push\/([\w-]+)$/.exec(request.url ?? '') ?? []
    const target = `${request.method} ${request.url}`
    if (request.method === 'POST' && token !== undefined) return take(token, request, response)
    if (target === 'POST /subscriptions') return sendJson(response, 201, formOf(url, subscriptions.subscribe(null)))
    if (target === 'POST /control') return control(await readBody(request), response)
    if (target === 'GET /messages') return sendJson(response, 200, { items: messages.slice(0, SHOWN) })
    if (target !== 'GET /') return sendJson(response, 404, { reason: 'not found' })
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(pushPage(messages.slice(0, SHOWN)))
  }

  async function take(token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const subscription = subscriptions.find(token)
    const fault = pending.times > 0 ? pending.fault : null
    if (fault !== null) pending.times -= 1
    if (fault === 'gone' && subscription !== undefined) subscription.isGone = true
    // Never answers, so the sender times out and retries.
    if (fault === 'slow') return void request.socket.once('close', () => response.destroy())
    if (fault === 'too-many') return sendJson(response, 429, { reason: 'too many' }, { 'retry-after': '20' })
    if (fault === 'error') return sendJson(response, 500, { reason: 'internal error' })
    if (fault === 'forbidden') return sendJson(response, 403, { reason: 'BadJwtToken' })
    const outcome = receiveMessage(subscription, { headers: request.headers, body }, { origin: url, clock })
    if (outcome.message === null) {
      refusals.unshift(`${outcome.status} ${outcome.reason}`)
      return sendJson(response, outcome.status, { reason: outcome.reason })
    }
    messages.unshift(outcome.message)
    messages.length = Math.min(messages.length, MAX_STORED)
    response.writeHead(201, { location: `${url}/message/${messages.length}` }).end()
  }

  function control(body: Buffer, response: ServerResponse): void {
    const { fault, times } = JSON.parse(body.toString()) as { fault: Fault; times: number }
    if (!FAULTS.includes(fault) || !Number.isInteger(times)) return sendJson(response, 400, { faults: FAULTS })
    failNext(fault, times)
    return sendJson(response, 200, { fault, times })
  }

  return {
    url,
    subscribe: (senderKey) => formOf(url, subscriptions.subscribe(senderKey ?? null)),
    withdraw(endpoint) {
      const subscription = subscriptions.find(endpoint.split('/').at(-1) ?? '')
      if (subscription !== undefined) subscription.isGone = true
    },
    messages: () => [...messages],
    refusals: () => [...refusals],
    failNext,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function sendJson(response: ServerResponse, status: number, content: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content))
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > 4 * MAX_BYTES) throw new Error('too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
