import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'
import { refuseSuperusers } from './config/superuser.ts'
import { createKernel } from './create-kernel.ts'
import { isDatabaseUnavailable } from './db/failures.ts'
import { migrate } from './db/migrate.ts'
import { buildServer, type ServedParts } from './http/server.ts'
import type { Kernel } from './kernel.ts'
import { createLog, type Log } from './telemetry/log.ts'
import { onShutdown } from './shutdown.ts'

const CUT_CONNECTIONS_MS = 7_000
const CLOSE_IDLE_EVERY_MS = 50
/**
 * Maximum number of connections that wait to be accepted. With Node's default of 511, the system drops connections when
 * all streams reconnect after a deploy, and clients retry a dropped connection only after a second or more. Linux
 * allows 4,096 by default.
 */
const CONNECTION_BACKLOG = 4_096

/** Runs one node: migrates, composes the modules, serves its roles, and shuts down gracefully on SIGTERM. */
export async function run(
  config: Config,
  compose: (kernel: Kernel) => ServedParts,
  build: (kernel: Kernel, served: ServedParts) => Promise<FastifyInstance> = buildServer,
): Promise<void> {
  const log = createLog(config.logLevel)
  await whenDatabaseIsReachable(log, async () => {
    if (config.production) await refuseSuperusers(config)
    await migrate(config.databaseAdminUrl)
  })

  const running = createKernel(config, log)
  const served = compose(running.kernel)
  const app = config.roles.has('http') ? await build(running.kernel, served) : null

  onShutdown(log, config.exitWithParent, async () => {
    running.beginStop()
    if (app !== null) await closeServer(app)
    await running.stop()
  })

  await running.start()
  await served.start?.()
  const address = await app?.listen({ port: config.port, host: config.host, backlog: CONNECTION_BACKLOG })
  log.info({ address, roles: [...config.roles] }, 'serving')
}

/** Streams end on `stopping`. Other connections close after their last reply, and are cut after a time limit. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  const cutTimer = setTimeout(() => app.server.closeAllConnections(), CUT_CONNECTIONS_MS)
  await app.close()
  clearInterval(sweep)
  clearTimeout(cutTimer)
}

async function whenDatabaseIsReachable(log: Log, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      log.warn({ err: error }, 'waiting for the database')
      await sleep(1_000)
    }
  }
}
