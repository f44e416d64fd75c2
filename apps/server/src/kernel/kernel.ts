import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/sql.ts'
import type { RateLimits } from './access/rate-limits.ts'
import type { Idempotency } from './idempotency/idempotency.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Leadership } from './leadership.ts'
import type { Log } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Outbox } from './outbox/event.ts'
import type { Rollups } from './rollups.ts'

/** The infrastructure that every module receives as its first argument. It contains no domain terms. */
export type Kernel = {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** The connection pool of requests. */
  readonly db: Db
  /** A small pool for jobs and durable readers, so that they never take a request's connection. */
  readonly workerDb: Db
  /** One connection with a timeout of a minute, for statements that read all open bets. */
  readonly scanDb: Db
  readonly outbox: Outbox
  readonly idempotency: Idempotency
  readonly rateLimits: RateLimits
  readonly rollups: Rollups
  readonly jobs: Jobs
  readonly leadership: Leadership
  /** An abort signal that fires when shutdown begins. */
  readonly stopping: AbortSignal
  /** Runs on shutdown, after the last request and before the database closes, for example to drain a batcher. */
  onStop(name: string, close: () => Promise<void>): void
}
