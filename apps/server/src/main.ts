import { setTimeout as sleep } from 'node:timers/promises'
import { compose } from './compose.ts'
import { ConfigurationFault, readConfig, type Config } from './kernel/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { isDatabaseAway } from './kernel/db/failures.ts'
import { migrate } from './kernel/db/migrate.ts'
import { buildServer } from './kernel/http/server.ts'
import { createLog, type Log } from './kernel/log.ts'
import { onShutdown } from './kernel/shutdown.ts'

const OPEN_CONNECTIONS_MS = 7_000

async function main(): Promise<void> {
  const config = configOrLeave()
  const log = createLog(config.logLevel)
  await migrateWhenReachable(config, log)

  const running = createKernel(config, log)
  const house = compose(running.kernel)
  const app = config.roles.has('http') ? await buildServer(running.kernel, house) : null

  onShutdown(log, config.exitWithParent, async () => {
    running.beginStop()
    // Streams end themselves on `stopping`; a client that does not let go is cut off.
    const cut = setTimeout(() => app?.server.closeAllConnections(), OPEN_CONNECTIONS_MS)
    await app?.close()
    clearTimeout(cut)
    await running.stop()
  })

  await running.start()
  await app?.listen({ port: config.port, host: config.host })
  log.info({ port: config.port, roles: [...config.roles] }, 'serving')
}

function configOrLeave(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigurationFault)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

async function migrateWhenReachable(config: Config, log: Log): Promise<void> {
  for (;;) {
    try {
      return await migrate(config.databaseAdminUrl)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log.warn({ err: error }, 'waiting for the database')
      await sleep(1_000)
    }
  }
}

await main()
