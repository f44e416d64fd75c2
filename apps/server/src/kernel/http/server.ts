import './fastify-types.ts'
import { createServer, type RequestListener } from 'node:http'
import cookie from '@fastify/cookie'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import type { Kernel } from '../kernel.ts'
import type { SessionStore } from './actor.ts'
import { createAnswerOnce } from './answer-once.ts'
import { parseBodies } from './bodies.ts'
import { documentApi } from './documents.ts'
import { refusalOf } from './faults.ts'
import { serveHealth } from './health.ts'
import { isStored } from './keep-socket.ts'
import { createPages, type PageLoaders } from './pages.ts'
import { createRateLimit } from './rate-limit.ts'
import { implement } from './register.ts'
import { logOf } from './request-log.ts'
import type { Route } from './route.ts'
import { secureHeaders, secureHeadersOf } from './secure-headers.ts'
import { sendRefusal } from './send.ts'
import { createSessionGuard } from './session-guard.ts'
import { createStandingAnswers } from './standing-answers.ts'
import { serveStatic } from './static-files.ts'
import { answerUnparsable, lacksHost, nextRequestId, observeAnswers, observeRequests } from './traffic.ts'
import { answerUnknown } from './unknown-addresses.ts'
import { createUploads } from './uploads.ts'

export type Served = {
  readonly routes: readonly Route[]
  readonly sessions: SessionStore
  readonly pageLoaders: PageLoaders
  /** What must be read or written before the first request. */
  start?(): Promise<void>
}

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const CONNECTIONS = {
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  // Refused in our own form (traffic.ts); Node's has no body.
  requireHostHeader: false,
  // What has no body, as nearly every reading, makes no events of one: a tenth of what a ready answer costs.
  optimizeEmptyRequests: true,
}

/** The HTTP server, ready to listen. Fails when the contract and the routes are not the same set. */
export function buildServer(kernel: Kernel, served: Served): Promise<FastifyInstance> {
  requireEveryOperation(served.routes)
  return serveRoutes(kernel, served)
}

/** A server of some routes: a module's tests have only its own. */
export async function serveRoutes(kernel: Kernel, served: Served): Promise<FastifyInstance> {
  const { config, log } = kernel
  const servesHttps = config.publicOrigin?.startsWith('https://') ?? false
  const observerOf = observeAnswers(kernel)
  const standing = createStandingAnswers(kernel, { servesHttps, keepAliveTimeoutMs: KEEP_ALIVE_TIMEOUT_MS }, observerOf)
  const app = fastify({
    serverFactory(goTheLongWay) {
      const take: RequestListener = (request, response) => {
        if (isStored(request.socket)) request.socket.destroy()
        else if (lacksHost(request)) answerUnparsable(null, request.socket)
        else if (!standing.answer(request, response)) goTheLongWay(request, response)
      }
      // An expectation that we do not know is no reason to refuse; Node would, without a word.
      return createServer(CONNECTIONS, take).on('checkExpectation', take)
    },
    loggerInstance: log as FastifyBaseLogger,
    // One line per request is written by traffic.ts.
    logController: new LogController({ disableRequestLogging: true }),
    // A log of its own for each request would cost more than its one line: see request-log.ts.
    childLoggerFactory: (root) => root,
    // Exactly the proxies that stand before us: who sends more headers than that is not believed.
    trustProxy: (_address, hop) => hop < config.trustProxyHops,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 200 },
    genReqId: nextRequestId,
    requestIdHeader: false,
    // Requests that come while closing get our own 503 (traffic.ts).
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnparsable,
    frameworkErrors: (error, request, reply) =>
      void sendRefusal(reply.headers(secureHeadersOf(servesHttps)), refusalOf(error, logOf(request))),
  })
  app.decorate('servesHttps', servesHttps)
  app.decorate('standing', standing)
  app.setErrorHandler((error, request, reply) =>
    sendRefusal(reply, refusalOf(error, logOf(request)), request.routeOptions.config.withError ?? false),
  )
  secureHeaders(app)
  if (config.clockFile !== null) tellBusinessTime(app, kernel)
  observeRequests(app, kernel, observerOf)
  parseBodies(app)
  // Cookies are read by the operations (register.ts): its own hook would prepare every request for setting some, too.
  await app.register(cookie, { hook: false })

  const house = {
    config,
    clock: kernel.clock,
    guard: createSessionGuard(served.sessions, kernel.outbox, kernel.clock),
    rateLimit: createRateLimit(),
    answerOnce: createAnswerOnce(kernel.idempotency, kernel.db),
    uploads: createUploads(),
  }
  for (const route of served.routes) implement(app, route, house)
  serveHealth(app, kernel)
  await documentApi(app)
  const pages = config.webDist === null ? null : await createPages(config.webDist, served.pageLoaders, kernel, house)
  if (config.webDist !== null) await serveStatic(app, config.webDist)
  // The pages that most people ask for are found at once; all others are what no operation has.
  for (const path of pages === null ? [] : Object.keys(served.pageLoaders))
    if (path.startsWith('/')) app.get(path, (request, reply) => pages?.serve(request, reply))
  answerUnknown(app, pages)
  return app
}

/** The app learns the time from `Date`: where a file moves the clock, the header moves with it. */
function tellBusinessTime(app: FastifyInstance, { clock }: Pick<Kernel, 'clock'>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', clock.now().toUTCString())
    done()
  })
}

function requireEveryOperation(routes: readonly Route[]): void {
  const keyOf = (endpoint: { method: string; path: string }) => `${endpoint.method} ${endpoint.path}`
  const served = routes.map((route) => keyOf(route.endpoint))
  const missing = OPERATIONS.map(keyOf).filter((key) => !served.includes(key))
  const repeated = served.filter((key, at) => served.indexOf(key) !== at)
  const foreign = served.filter((key) => !OPERATIONS.some((endpoint) => keyOf(endpoint) === key))
  const faults = [
    ...missing.map((key) => `${key} is in the contract, but not served`),
    ...repeated.map((key) => `${key} is served twice`),
    ...foreign.map((key) => `${key} is served, but not in the contract`),
  ]
  if (faults.length > 0)
    throw new Error(`the routes do not fit the contract:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
}
