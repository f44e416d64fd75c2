import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/sql.ts'
import type { Idempotency } from './idempotency.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Leadership } from './leadership.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Outbox } from './outbox/event.ts'

/** Everything that modules get from the house, in one argument. It knows no business word. */
export type Kernel = {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** For requests. */
  readonly db: Db
  /** A small pool of its own for jobs and sinks, so that they never take a request's connection. */
  readonly workerDb: Db
  readonly outbox: Outbox
  readonly idempotency: Idempotency
  readonly jobs: Jobs
  readonly leadership: Leadership
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal
  /** Runs on shutdown after requests have ended and before the database closes: lanes drain here. */
  onStop(name: string, close: () => Promise<void>): void
}
