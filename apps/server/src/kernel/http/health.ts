import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Kernel } from '../kernel.ts'
import { sendRefusal } from './reply.ts'

const PING_MS = 1_000
const RELAY_MS = 5_000
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Liveness, readiness and metrics (OPS-06). */
export function serveHealth(app: FastifyInstance, kernel: Kernel): void {
  const { db, outbox, stopping, metrics, config } = kernel

  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const isReady = !stopping.aborted && (await isAnswered(db.query('select 1')))
    if (!isReady || !outbox.receivedWithin(RELAY_MS)) return sendRefusal(reply, { error: 'UNAVAILABLE' })
    return { status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config)) return sendRefusal(reply, { error: 'NOT_FOUND' })
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
}

async function isAnswered(ping: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), PING_MS)
  const outcome = await Promise.race([
    ping.then(
      () => true,
      () => false,
    ),
    late,
  ])
  clearTimeout(timer)
  return outcome
}

/**
 * Whether the request has the token or comes from this machine. Behind proxies the token is required, because a local
 * proxy may forward outside requests without its headers.
 */
function mayReadMetrics(request: FastifyRequest, { metricsToken: token, trustProxyHops }: Config): boolean {
  const isLocal = trustProxyHops === 0 && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
  if (isLocal && PROXY_HEADERS.every((name) => request.headers[name] === undefined)) return true
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token ?? ''}`)
  return token !== null && given.length === expected.length && timingSafeEqual(given, expected)
}
