import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel.ts'

const PROCESS = `${Date.now().toString(36)}-${process.pid.toString(36)}`
let requests = 0

/** A request id that is unique across restarts and processes. Ids from clients are ignored. */
export const nextRequestId = (): string => `${PROCESS}-${(++requests).toString(36)}`

/** Measures and logs each request once (OPS-06, OPS-10). */
export function logRequests(app: FastifyInstance, { log, metrics }: Pick<Kernel, 'log' | 'metrics'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const { method, routeOptions } = request
    const { url: route = 'none', config } = routeOptions
    metrics.requestSeconds.observe({ method, route, status }, elapsedTime / 1000)
    const isRefusedCallback = config.endpoint?.isCallback === true && status >= 400
    if (isRefusedCallback) metrics.callbacksRefused.inc({ route, status })
    const isRead = method === 'GET' || method === 'HEAD'
    const level = status >= 500 || isRefusedCallback ? 'warn' : isRead ? 'debug' : 'info'
    const ms = Math.round(elapsedTime * 10) / 10
    log[level]({ reqId: request.id, method, route, path: loggedPath(request), status, ms }, 'request completed')
    done()
  })
}

/**
 * The path without its query, because searches contain names. For a callback with a secret in its path only the
 * route is logged.
 */
export function loggedPath({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string | undefined {
  return routeOptions.url?.endsWith('/:seal') === true ? routeOptions.url : url.split('?', 1)[0]
}
