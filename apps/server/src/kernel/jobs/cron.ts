import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import { advisoryKey } from '../db/locks.ts'
import { APP_ROLE, connectionSettings } from '../db/session.ts'
import type { Leadership } from '../leadership.ts'
import type { Log } from '../telemetry/log.ts'
import { pause } from '../pause.ts'
import { JOBS_SCHEMA } from './schema.ts'

const CONCURRENCY = 2
/** Each running job, LISTEN and the scheduler need a connection. */
const MAX_CONNECTIONS = CONCURRENCY + 2
/** Retries are spread over half an hour; the next tick of the crontab starts a new series. */
const MAX_ATTEMPTS = 8
/** NOTIFY starts due jobs; the poll finds retries and missed notifications. */
const POLL_MS = 5_000
/** After this time the abort signal of a run in progress fires; the whole shutdown has 9.5 s. */
const ABORT_AFTER_MS = 5_000
const RESTART_MS = 1_000
const UNLOCK_EVERY_MS = 5_000
/**
 * A new runner takes the lock of its name within a second. Younger job locks may belong to a runner that is starting.
 */
const UNLOCK_AFTER_SECONDS = 10

export type CronJob = {
  readonly name: string
  /** Crontab pattern in UTC. */
  readonly pattern: string
  readonly catchUpWithinMs: number
  readonly work: (stopping: AbortSignal) => Promise<void>
}

type Options = { readonly url: string; readonly leadership: Leadership; readonly log: Log }

/** Runs cron jobs with Graphile Worker: on one node each, over restarts and crashes. */
export function createCronRunner({ url, leadership, log }: Options) {
  const stopping = new AbortController()
  let pool: pg.Pool | null = null
  let runner: Runner | null = null
  let loops: Promise<void>[] = []

  async function supervise(jobs: readonly CronJob[], connections: pg.Pool): Promise<void> {
    while (!stopping.signal.aborted) {
      const events: WorkerEvents = new EventEmitter()
      let lock: string | null = null
      // The lock is held while this runner works; see unlockCrashed.
      events.on('pool:create', ({ workerPool }) => leadership.contend((lock = runnerLock(workerPool.id))))
      try {
        runner = await run({
          pgPool: connections,
          schema: JOBS_SCHEMA,
          concurrency: CONCURRENCY,
          pollInterval: POLL_MS,
          gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
          noHandleSignals: true,
          // On shutdown the library waits only for batched completions, so enable batching without a delay.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
          events,
          logger: graphileLogger(log),
          taskList: Object.fromEntries(
            jobs.map(({ name, work }) => [name, (_payload, { abortSignal }) => work(abortSignal ?? stopping.signal)]),
          ),
          parsedCronItems: parseCronItems(jobs.map(cronItem)),
        })
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'the job runner stopped')
      }
      runner = null
      if (lock !== null) await leadership.resign(lock)
      await pause(RESTART_MS, stopping.signal)
    }
  }

  async function unlockCrashedWorkers(connections: pg.Pool): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(UNLOCK_EVERY_MS, stopping.signal)
      await unlockCrashed(connections, log).catch((error: unknown) =>
        log.debug({ err: error }, 'could not search for crashed job runners'),
      )
    }
  }

  return {
    start(jobs: readonly CronJob[]): void {
      if (jobs.length === 0) return
      pool = new pg.Pool({
        ...connectionSettings({ url, role: APP_ROLE }),
        // Graphile Worker expects the driver's own types.
        types: pg.types,
        max: MAX_CONNECTIONS,
        connectionTimeoutMillis: 3_000,
      })
      pool.on('error', (error) => log.warn({ err: error, pool: 'jobs' }, 'database connection lost'))
      pool.on('connect', (client) => client.on('error', () => {}))
      loops = [supervise(jobs, pool), unlockCrashedWorkers(pool)]
    },
    /** Waits for runs in progress. */
    async stop(): Promise<void> {
      stopping.abort()
      await runner?.stop().catch(() => {})
      await Promise.all(loops)
      await pool?.end()
    },
  }
}

const runnerLock = (workerId: string): string => `job-runner ${workerId}`

/** Each job has its own queue, so its runs never overlap. The key keeps one row per job. */
const cronItem = ({ name, pattern, catchUpWithinMs }: CronJob) => ({
  task: name,
  match: pattern,
  identifier: name,
  options: { queueName: name, jobKey: name, maxAttempts: MAX_ATTEMPTS, backfillPeriod: catchUpWithinMs },
})

/**
 * Frees the jobs of runners that died. Graphile Worker would free them only after four hours. PostgreSQL releases the
 * lock of a runner's name when its process or connection dies. If the lock can be taken, the runner is dead.
 */
async function unlockCrashed(connections: pg.Pool, log: Log): Promise<void> {
  const { rows } = await connections.query<{ id: string }>(
    `select distinct locked_by as id from ${JOBS_SCHEMA}._private_jobs
      where locked_at < now() - make_interval(secs => ${UNLOCK_AFTER_SECONDS})`,
  )
  for (const { id } of rows) {
    const { rows: unlocked } = await connections.query(
      `select ${JOBS_SCHEMA}.force_unlock_workers(array[$1]) from pg_try_advisory_xact_lock($2) as gone where gone`,
      [id, advisoryKey(runnerLock(id))],
    )
    if (unlocked.length > 0) log.warn({ runner: id }, 'released the jobs of a crashed runner')
  }
}

function graphileLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    // Graphile Worker logs every finished job as info. The metrics count jobs already, so this goes to debug.
    if (level === 'error') log.error({ err: meta?.['error'] }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}
