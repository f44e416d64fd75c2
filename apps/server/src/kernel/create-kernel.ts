import { type Clock, fileClock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createDb } from './db/pool.ts'
import { APP_ROLE } from './db/session.ts'
import type { Db } from './db/sql.ts'
import { createRateLimits } from './access/rate-limits.ts'
import { createIdempotency } from './idempotency/idempotency.ts'
import { createJobs } from './jobs/jobs.ts'
import type { Kernel } from './kernel.ts'
import { createLeadership } from './leadership.ts'
import type { Log } from './telemetry/log.ts'
import { createMetrics, type Metrics } from './telemetry/metrics.ts'
import { createOutbox } from './outbox/outbox.ts'
import { pruneOutbox } from './outbox/rows.ts'
import { pruneIdempotency } from './idempotency/prune-idempotency.repository.ts'
import { createRollups } from './rollups.ts'

/** A kernel with its life cycle: start after the modules are composed, stop at the end. */
export type RunningKernel = {
  readonly kernel: Kernel
  /** Starts leadership, the outbox and the jobs. Resolves once the outbox is connected. */
  start(): Promise<void>
  /** Aborts `kernel.stopping`: new requests are refused from here on. */
  beginStop(): void
  /** Finishes jobs, runs the `onStop` callbacks, latest first, and closes all connections. */
  stop(): Promise<void>
}

const WORKER_CONNECTIONS = 4
const SCAN_TIMEOUT_MS = 60_000

export function createKernel(config: Config, log: Log, clock: Clock = clockOf(config)): RunningKernel {
  const { databaseUrl: url } = config
  const isWorker = config.roles.has('worker')
  const metrics = createMetrics()
  const pool = { url, role: APP_ROLE, waitMs: config.databaseWaitMs, log } as const
  const db = createDb({ ...pool, name: 'requests', maxConnections: config.databaseConnections })
  const workerDb = createDb({ ...pool, name: 'work', maxConnections: WORKER_CONNECTIONS })
  const scan = { maxConnections: 1, statementTimeoutMs: SCAN_TIMEOUT_MS }
  const scanDb = createDb({ ...pool, name: 'scans', ...scan })
  const leadership = createLeadership(url, log)
  const jobs = createJobs({ url, leadership, log, metrics, isWorker })
  const outbox = createOutbox({ url, db: workerDb, log, isWorker })
  const idempotency = createIdempotency(clock)
  const rateLimits = createRateLimits(config.redisUrl)
  const rollups = createRollups(workerDb, clock)
  const stopping = new AbortController()
  const closers: { readonly name: string; readonly close: () => Promise<void> }[] = []
  let stopped: Promise<void> | undefined

  measureConnections(metrics, db, workerDb)
  jobs.cron('prune-outbox', '*/10 * * * *', async () => void (await pruneOutbox(workerDb)))
  jobs.cron('fill-rollups', '6 * * * *', () => rollups.fill(), { catchUpWithinMs: 3_600_000 })
  jobs.cron('prune-idempotency', '*/10 * * * *', async () => void (await pruneIdempotency(workerDb, clock.now())))

  async function stop(): Promise<void> {
    stopping.abort()
    await jobs.stop()
    for (const { name, close } of closers.reverse()) {
      await close().catch((error: unknown) => log.error({ err: error, part: name }, 'a component did not close'))
    }
    rateLimits.close()
    await outbox.stop()
    await leadership.stop()
    await Promise.all([db.close(), workerDb.close(), scanDb.close()])
  }

  return {
    kernel: {
      config,
      clock,
      log,
      metrics,
      db,
      workerDb,
      scanDb,
      outbox,
      idempotency,
      rateLimits,
      rollups,
      jobs,
      leadership,
      stopping: stopping.signal,
      onStop: (name, close) => void closers.push({ name, close }),
    },
    async start() {
      leadership.start()
      await outbox.start()
      jobs.start()
    },
    beginStop: () => stopping.abort(),
    stop: () => (stopped ??= stop()),
  }
}

function clockOf({ clockFile }: Config): Clock {
  return clockFile === null ? systemClock() : fileClock(clockFile)
}

function measureConnections(metrics: Metrics, db: Db, workerDb: Db): void {
  metrics.gauge('database_connections', 'Open connections for requests', () => db.connections().total)
  metrics.gauge('database_waiting', 'Requests that wait for a connection', () => db.connections().waiting)
  metrics.gauge(
    'worker_connections',
    'Open connections for jobs and background reads',
    () => workerDb.connections().total,
  )
}
