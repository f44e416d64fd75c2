import cookie from '@fastify/cookie'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import type { Kernel } from '../kernel.ts'
import type { SessionStore } from '../access/sessions.ts'
import { parseBodies } from './input/bodies.ts'
import { answerClientError, hasOneHost } from './client-errors.ts'
import { refusalOf } from './errors.ts'
import { serveHealth } from './health.ts'
import { handleNotFound } from './not-found.ts'
import { operationFaults } from './operation-faults.ts'
import { serveOpenApi } from './openapi.ts'
import { createPages, type PageLoaders } from './files/pages.ts'
import { registerRoutes } from './register-routes.ts'
import { sendRefusal, tagAndCompress } from './reply.ts'
import { logRequests, nextRequestId } from './request-log.ts'
import type { Route } from './route.ts'
import { createRunOnce } from '../idempotency/run-once.ts'
import { RAW_RESPONSE_HEADERS, setSecurityHeaders } from './security-headers.ts'
import { createSessionGuard } from './access/session-guard.ts'
import { serveStatic } from './files/static-files.ts'
import { createUploads } from './input/uploads.ts'

export type ServedParts = {
  readonly routes: readonly Route[]
  readonly sessions: SessionStore
  readonly pageLoaders: PageLoaders
  /** Runs before the server accepts requests. */
  start?(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The public origin is https, so cookies are `Secure` even if the last proxy uses http. */
    servesHttps: boolean
  }
}

/** The HTTP server, ready to listen. Fails if the contract and the routes are not the same set. */
export function buildServer(kernel: Kernel, served: ServedParts): Promise<FastifyInstance> {
  requireEveryOperation(served.routes)
  return serveRoutes(kernel, served)
}

/** A server with only some of the routes, for tests of one module. */
export async function serveRoutes(kernel: Kernel, served: ServedParts): Promise<FastifyInstance> {
  const { config, log, clock } = kernel
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // request-log.ts writes one line for each request.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    genReqId: nextRequestId,
    requestIdHeader: false,
    // Trusts only our own proxies, so that a client cannot forge forwarding headers.
    trustProxy: (_address, hop) => hop < config.trustProxyHops,
    // Our own problem document answers requests that arrive while stopping, without a host, with a bad URL or in
    // another protocol.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      void sendRefusal(reply.headers(RAW_RESPONSE_HEADERS), refusalOf(error, request.log)),
    clientErrorHandler: answerClientError,
  })
  // Node answers an unknown `Expect` with an empty 417; we ignore the header.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))

  app.decorate('servesHttps', config.publicOrigin?.startsWith('https://') ?? false)
  logRequests(app, kernel)
  setSecurityHeaders(app)
  await app.register(cookie)
  refuseUnservable(app, kernel)
  if (config.clockFile !== null) sendBusinessTime(app, kernel)
  parseBodies(app)
  tagAndCompress(app)

  await registerRoutes(app, served.routes, {
    config,
    clock,
    guard: createSessionGuard(served.sessions, kernel.outbox, clock),
    rateLimits: kernel.rateLimits,
    runOnce: createRunOnce(kernel.idempotency, kernel.db),
    uploads: createUploads(),
  })
  serveHealth(app, kernel)
  await serveOpenApi(app)
  const pages = config.webDist === null ? null : await createPages(config.webDist, served.pageLoaders, kernel)
  if (config.webDist !== null) await serveStatic(app, config.webDist)
  handleNotFound(app, pages)
  return app
}

function refuseUnservable(app: FastifyInstance, { stopping }: Pick<Kernel, 'stopping'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isStopping = stopping.aborted && request.url !== '/healthz'
    if (!isStopping && hasOneHost(request.raw)) return done()
    void sendRefusal(reply.header('connection', 'close'), { error: isStopping ? 'UNAVAILABLE' : 'MALFORMED_REQUEST' })
  })
}

/** The app reads the server time from `Date`, so a clock file also moves this header. */
function sendBusinessTime(app: FastifyInstance, { clock }: Pick<Kernel, 'clock'>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', clock.now().toUTCString())
    done()
  })
}

function requireEveryOperation(routes: readonly Route[]): void {
  const faults = operationFaults(
    OPERATIONS,
    routes.map(({ endpoint }) => endpoint),
  )
  if (faults.length > 0)
    throw new Error(`the routes do not match the contract:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
}
