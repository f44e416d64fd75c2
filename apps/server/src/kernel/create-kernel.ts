import { type Clock, fileClock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createDb } from './db/pool.ts'
import type { Db } from './db/sql.ts'
import { APP_ROLE } from './db/session.ts'
import { createIdempotency } from './idempotency.ts'
import { createJobs } from './jobs/jobs.ts'
import type { Kernel } from './kernel.ts'
import { createLeadership } from './leadership.ts'
import type { Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { EventBus } from './outbox/bus.ts'
import { createOutbox } from './outbox/outbox.ts'
import { pruneOutbox } from './outbox/prune.ts'

export type RunningKernel = {
  readonly kernel: Kernel
  /** Resolves when the database was reached and the relay is heard. */
  start(): Promise<void>
  /** New requests are refused from here on. */
  beginStop(): void
  stop(): Promise<void>
}

const WORKER_CONNECTIONS = 4
const PRUNE_EVERY_MS = 600_000

export function createKernel(
  config: Config,
  log: Log,
  clock: Clock = clockOf(config),
  bus: EventBus | null = null,
): RunningKernel {
  const metrics = createMetrics()
  const url = config.databaseUrl
  const db = createDb({ url, role: APP_ROLE, name: 'requests', maxConnections: config.databaseConnections, log })
  const workerDb = createDb({ url, role: APP_ROLE, name: 'work', maxConnections: WORKER_CONNECTIONS, log })
  const leadership = createLeadership(url, log)
  const isWorker = config.roles.has('worker')
  const jobs = createJobs(leadership, log, metrics, { mayLead: isWorker })
  const outbox = createOutbox({ url, db: workerDb, log, runsSinks: isWorker, bus })
  const idempotency = createIdempotency(db, clock)
  const stopping = new AbortController()
  let stopped: Promise<void> | undefined
  const closers: { readonly name: string; readonly close: () => Promise<void> }[] = []

  measure(metrics, db, workerDb)
  metrics.gauge('outbox_batches_over_bus', 'Batches of events handed over by another node', () => outbox.takenOverBus())
  jobs.every('prune-outbox', PRUNE_EVERY_MS, async () => void (await pruneOutbox(workerDb)), { leaderOnly: true })
  jobs.every('prune-idempotency', PRUNE_EVERY_MS, async () => void (await idempotency.prune(workerDb)), {
    leaderOnly: true,
  })

  return {
    kernel: {
      config,
      clock,
      log,
      metrics,
      db,
      workerDb,
      outbox,
      idempotency,
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

  async function stop(): Promise<void> {
    stopping.abort()
    await jobs.stop()
    for (const { name, close } of closers.reverse()) {
      await close().catch((error: unknown) => log.error({ err: error, part: name }, 'a part did not close'))
    }
    await outbox.stop()
    await leadership.stop()
    await Promise.all([db.close(), workerDb.close()])
  }
}

function clockOf({ clockFile }: Config): Clock {
  return clockFile === null ? systemClock() : fileClock(clockFile)
}

function measure(metrics: Metrics, db: Db, workerDb: Db): void {
  metrics.gauge('database_connections', 'Open connections for requests', () => db.connections().total)
  metrics.gauge('database_waiting', 'Requests that wait for a connection', () => db.connections().waiting)
  metrics.gauge('worker_connections', 'Open connections for jobs and sinks', () => workerDb.connections().total)
}
