import { readFileSync } from 'node:fs'
import { networkOf, readMsisdn } from '../core/networks.ts'
import type { SharedState } from '../core/shared-state.ts'
import type { ApiAddress } from '../core/wire-format.ts'
import { type Exchange, fieldsOf } from '../http/exchange.ts'
import { viewHandset } from './handset-view.ts'
import { indexPage } from './index-page.ts'

export type Pages = {
  /** Returns true if the request was for a page. */
  answer(exchange: Exchange): Promise<boolean>
  close(): void
}

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const MAX_STREAMS = 500
const MAX_UNSENT_BYTES = 64 * 1_024
const KEEP_ALIVE_MS = 15_000

function file(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url))
}

const FILES: ReadonlyMap<string, { readonly type: string; readonly bytes: Buffer }> = new Map([
  ['/handset', { type: 'text/html; charset=utf-8', bytes: file('handset.html') }],
  ['/pages/handset.js', { type: 'text/javascript; charset=utf-8', bytes: file('handset.js') }],
  ['/pages/pages.css', { type: 'text/css; charset=utf-8', bytes: file('../../shared/pages.css') }],
  ['/pages/handset.css', { type: 'text/css; charset=utf-8', bytes: file('handset.css') }],
  ['/favicon.ico', { type: 'image/svg+xml', bytes: file('icon.svg') }],
])

export function createPages(shared: SharedState, addresses: readonly ApiAddress[]): Pages {
  const streams = new Set<() => void>()

  function openStream(exchange: Exchange, msisdn: string): void {
    const { request, response } = exchange
    let isDue = false
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'text/event-stream; charset=utf-8' })
    response.write('retry: 1000\n\n')

    // Several changes in one turn of the event loop are sent as one event.
    function show(): void {
      if (isDue) return
      isDue = true
      setImmediate(() => {
        isDue = false
        if (response.destroyed) return
        if (response.writableLength > MAX_UNSENT_BYTES) response.destroy()
        else response.write(`data: ${JSON.stringify(viewHandset(shared, msisdn, networkOf(msisdn)))}\n\n`)
      })
    }

    const leave = shared.handsets.open(msisdn, show)
    const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS)
    const end = (): void => {
      clearInterval(keepAlive)
      streams.delete(end)
      leave()
      response.end()
    }
    streams.add(end)
    request.on('close', end)
    show()
  }

  async function decide(exchange: Exchange): Promise<void> {
    const body = await exchange.readJson()
    const fields = body.ok ? fieldsOf(body.value) : null
    const { msisdn, id, decision, pin } = fields ?? {}
    if (typeof msisdn !== 'string' || typeof id !== 'string' || (decision !== 'approve' && decision !== 'decline')) {
      return exchange.reply(422, { error: 'The request must contain the prompt and the decision: approve or decline.' })
    }
    if (decision === 'approve' && (typeof pin !== 'string' || !/^\d{4,5}$/.test(pin))) {
      return exchange.reply(422, { error: 'Enter your PIN of 4 or 5 digits.' })
    }
    const order = shared.orders.byInternalReference(id)
    if (order === undefined || order.msisdn !== msisdn)
      return exchange.reply(404, { error: 'This phone has no such prompt.' })
    if (!shared.processor.decideManually(order, decision))
      return exchange.reply(409, { error: 'This prompt is no longer open.' })
    exchange.reply(200, { status: order.status })
  }

  return {
    async answer(exchange) {
      const { method, path, query } = exchange
      if (path === '/handset/decide' && method === 'POST') {
        await decide(exchange)
        return true
      }
      if (method !== 'GET' && method !== 'HEAD') return false
      if (path === '/') {
        exchange.send(
          200,
          { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' },
          indexPage(shared, exchange.request.headers.host ?? '', addresses),
        )
        return true
      }
      if (path === '/handset/stream' && method === 'GET') {
        const msisdn = readMsisdn(query.get('msisdn') ?? '')
        if (msisdn === null) exchange.reply(422, { error: 'Enter a Ugandan phone number.' })
        else if (streams.size >= MAX_STREAMS) exchange.reply(503, { error: 'Too many handsets are open.' })
        else openStream(exchange, msisdn)
        return true
      }
      if (path === '/handset/numbers') {
        exchange.reply(200, { numbers: shared.orders.recentNumbers(6) })
        return true
      }
      const page = FILES.get(path)
      if (page === undefined) return false
      exchange.send(200, { ...PAGE_HEADERS, 'content-type': page.type }, page.bytes)
      return true
    },
    close() {
      for (const end of [...streams]) end()
    },
  }
}
