import type { Leadership } from '../leadership.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { pause } from '../pause.ts'
import { type CronJob, createCronRunner } from './cron.ts'

export type Work = (stopping: AbortSignal) => Promise<void>

export type Jobs = {
  /**
   * Runs `work` on one worker at the times of a crontab pattern (UTC), with retries and never twice at once. It must
   * be safe to repeat: a run whose process died starts again on another node. `catchUpWithinMs`: the
   * maximum delay of a run that was missed while no worker was running.
   *
   * @example jobs.cron('prune-outbox', '17 * * * *', () => pruneOutbox(workerDb))
   */
  cron(name: string, pattern: string, work: Work, options?: { readonly catchUpWithinMs: number }): void
  /**
   * Runs `work` every `intervalMs` (± 10 %), for intervals that are too short for a crontab (decision 0011). A failed
   * run is logged and `work` runs again after the next interval. `leaderOnly`: runs on the leading worker, otherwise on
   * every node.
   */
  every(name: string, intervalMs: number, work: Work, options: { readonly leaderOnly: boolean }): void
  /** Calls the listener after each run of a cron job, and of a loop on the leading worker. */
  onRun(listener: RunListener): void
  /** Whether this node is the leader, which runs the leader-only loops. */
  leads(): boolean
  start(): void
  /** Resolves when the runs in progress have ended. */
  stop(): Promise<void>
}

export type RunListener = (run: { readonly name: string; readonly isFailed: boolean }) => void

type Job = { readonly name: string; readonly work: Work }
type Loop = Job & { readonly intervalMs: number; readonly leaderOnly: boolean }

export type JobsOptions = {
  readonly url: string
  readonly leadership: Leadership
  readonly log: Log
  readonly metrics: Metrics
  /** Only workers run cron jobs and leader loops. */
  readonly isWorker: boolean
}

const LEADER = 'jobs'
/**
 * How often a node checks whether it has become the leader. The interval is short, so that a new leader starts its
 * loops soon.
 */
const LEADER_CHECK_MS = 500

export function createJobs({ url, leadership, log, metrics, isWorker }: JobsOptions): Jobs {
  const names = new Set<string>()
  const loops: Loop[] = []
  const runListeners: RunListener[] = []
  const cronJobs: CronJob[] = []
  const stopping = new AbortController()
  const cronRunner = createCronRunner({ url, leadership, log })
  let running: Promise<void>[] = []

  function claimName(name: string): void {
    if (names.has(name)) throw new Error(`two jobs are named ${name}`)
    names.add(name)
  }

  /** Measures and reports a run of a job. Rethrows its error. */
  async function measured({ name, work }: Job, signal: AbortSignal, isReported: boolean): Promise<void> {
    const stopTimer = metrics.jobSeconds.startTimer({ job: name })
    try {
      await work(signal)
      stopTimer({ outcome: 'done' })
      if (isReported) for (const listener of runListeners) listener({ name, isFailed: false })
    } catch (error) {
      stopTimer({ outcome: 'failed' })
      // A run that the shutdown interrupts has not failed.
      if (isReported && !signal.aborted) for (const listener of runListeners) listener({ name, isFailed: true })
      throw error
    }
  }

  async function runLoop(loop: Loop): Promise<void> {
    while (!stopping.signal.aborted) {
      const runsHere = !loop.leaderOnly || leadership.leads(LEADER)
      if (runsHere) {
        // Other nodes may run the same loop, so only the leader reports it.
        await measured(loop, stopping.signal, leadership.leads(LEADER)).catch((error: unknown) => {
          if (!stopping.signal.aborted) log.error({ err: error, job: loop.name }, 'job failed')
        })
      }
      const intervalMs = runsHere ? loop.intervalMs : Math.min(loop.intervalMs, LEADER_CHECK_MS)
      await pause(intervalMs * (0.9 + Math.random() * 0.2), stopping.signal)
    }
  }

  return {
    cron(name, pattern, work, { catchUpWithinMs } = { catchUpWithinMs: 0 }) {
      claimName(name)
      cronJobs.push({ name, pattern, work, catchUpWithinMs })
    },
    every(name, intervalMs, work, { leaderOnly }) {
      claimName(name)
      loops.push({ name, intervalMs, work, leaderOnly })
    },
    onRun: (listener) => void runListeners.push(listener),
    leads: () => leadership.leads(LEADER),
    start() {
      const ours = loops.filter((loop) => isWorker || !loop.leaderOnly)
      if (ours.some((loop) => loop.leaderOnly)) leadership.contend(LEADER)
      running = ours.map(runLoop)
      if (isWorker)
        cronRunner.start(
          cronJobs.map((job) => ({ ...job, work: (signal: AbortSignal) => measured(job, signal, true) })),
        )
    },
    async stop() {
      stopping.abort()
      await Promise.all([...running, cronRunner.stop()])
    },
  }
}
