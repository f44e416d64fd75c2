import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel.ts'
import { PROBLEM_TYPE, problemOf } from './problem.ts'
import { secureHeadersOf } from './secure-headers.ts'
import { sendRefusal } from './send.ts'

const OF_PROCESS = `${Date.now().toString(36)}-${process.pid.toString(36)}-`
let requests = 0

/** Enough for a century of the busiest process; the same for every request, so that one may be written over another. */
const DIGITS = 8

/** Unique over restarts, short, and never taken from the client. */
export function nextRequestId(): string {
  return OF_PROCESS + (++requests).toString(36).padStart(DIGITS, '0')
}

const SEALED = '/:seal'

const HEADERS_OF_UNPARSABLE = Object.entries({ ...secureHeadersOf(false), 'cache-control': 'no-store' })
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** What Node calls a request that is not whole in its time. */
const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Told of one answer: the id and the address of its request, and how long it took. */
export type Observe = (id: string, url: string, tookMs: number) => void
/** Who is told of answers of one kind; the route is as the contract has it. */
export type ObserverOf = (method: string, route: string | undefined, status: number) => Observe

/** One measurement and one line of the log for each request, whichever way it was answered. */
export function observeAnswers({ log, metrics }: Pick<Kernel, 'log' | 'metrics'>): ObserverOf {
  const observers = new Map<string, Map<string, Observe>>()

  function observerOf(method: string, route: string, status: number): Observe {
    const count = metrics.requestSeconds.of(method, route, status)
    const level = status >= 500 ? 'warn' : method === 'GET' || method === 'HEAD' ? 'debug' : 'info'
    return (id, url, tookMs) => {
      count(tookMs / 1000)
      if (!log.isLevelEnabled(level)) return
      // The path without its query: searches name people. A seal is the whole proof of a callback.
      const path = route.endsWith(SEALED) ? route : url.split('?', 1)[0]
      log[level]({ reqId: id, method, route, path, status, ms: Math.round(tookMs * 10) / 10 }, 'answered')
    }
  }

  return (method, route = 'none', status) => {
    let ofRoute = observers.get(route)
    if (ofRoute === undefined) observers.set(route, (ofRoute = new Map()))
    const kind = `${method} ${status}`
    let observe = ofRoute.get(kind)
    if (observe === undefined) ofRoute.set(kind, (observe = observerOf(method, route, status)))
    return observe
  }
}

/** Request ids and an observer for every request; while stopping, 503 for whatever still comes. */
export function observeRequests(app: FastifyInstance, { stopping }: Kernel, observerOf: ObserverOf): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (!stopping.aborted || request.url === '/healthz') return done()
    reply.header('connection', 'close')
    void sendRefusal(reply, { error: 'UNAVAILABLE' })
  })
  app.addHook('onResponse', ({ id, method, routeOptions, url }, { statusCode: status, elapsedTime: tookMs }, done) => {
    observerOf(method, routeOptions.url, status)(id, url, tookMs)
    done()
  })
}

/**
 * What is not even HTTP is answered in the same form. A connection on which nothing was ever asked is closed without a
 * word: browsers open one ahead, and would take what they read there for the answer to what they ask in that moment.
 */
export function answerUnparsable(error: NodeJS.ErrnoException | null, socket: Socket): void {
  if (!socket.writable || socket.destroyed) return
  if (socket.bytesRead === 0) return void socket.destroy()
  const problem = problemOf({ error: error?.code === TIMED_OUT ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST' }, false)
  const body = JSON.stringify(problem)
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.title}\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n${HEADERS_OF_UNPARSABLE}\r\n${body}`,
  )
}

/** From HTTP/1.1 on every request names the host that it is for. */
export const lacksHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion !== '1.0'
