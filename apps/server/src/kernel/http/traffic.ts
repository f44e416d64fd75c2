import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel.ts'
import { PROBLEM_TYPE, problemOf } from './problem.ts'
import { sendRefusal } from './send.ts'

const startedAt = Date.now().toString(36)
let requests = 0

/** Unique over restarts, short, and never taken from the client. */
export function nextRequestId(): string {
  return `${startedAt}-${process.pid.toString(36)}-${(++requests).toString(36)}`
}

/** Request ids, one log line and one measurement per request; while stopping, 503 for whatever still comes. */
export function observeRequests(app: FastifyInstance, { log, metrics, stopping }: Kernel): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (!stopping.aborted || request.url === '/healthz') return done()
    reply.header('connection', 'close')
    void sendRefusal(reply, { error: 'UNAVAILABLE' })
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    metrics.requestSeconds.observe({ method: request.method, route, status: String(status) }, reply.elapsedTime / 1000)
    const level = status >= 500 ? 'warn' : request.method === 'GET' || request.method === 'HEAD' ? 'debug' : 'info'
    // The path without its query: searches name people.
    if (log.isLevelEnabled(level)) {
      request.log[level](
        {
          reqId: request.id,
          method: request.method,
          route,
          path: request.url.split('?', 1)[0],
          status,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'answered',
      )
    }
    done()
  })
}

/** What is not even HTTP is answered in the same form. */
export function answerUnparsable(_error: Error, socket: Socket): void {
  if (!socket.writable || socket.destroyed) return
  const body = JSON.stringify(problemOf({ error: 'MALFORMED_REQUEST' }, false))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
