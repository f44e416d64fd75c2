import type { Leadership } from '../leadership.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { pause } from '../pause.ts'

export type JobOptions = {
  /** Runs only on the node that leads, so once in the whole installation. */
  readonly leaderOnly: boolean
}

export type Jobs = {
  /** Runs `work` every `intervalMs` (± 10 %), never twice at once; an error is logged and the next turn tries again. */
  every(name: string, intervalMs: number, work: (stopping: AbortSignal) => Promise<void>, options: JobOptions): void
  /** Whether what runs only once in the whole installation runs here. */
  leads(): boolean
  start(): void
  /** Ends the loops; resolves when the runs in flight are over. */
  stop(): Promise<void>
}

type Job = {
  readonly name: string
  readonly intervalMs: number
  readonly work: (stopping: AbortSignal) => Promise<void>
  readonly leaderOnly: boolean
}

const LEADER = 'jobs'
// A new leader takes the jobs up at once: what runs each minute must not wait a minute after every election.
const LOOK_FOR_LEAD_MS = 500

/** `mayLead`: only workers run what is run once in the whole installation; other jobs run on every node. */
export function createJobs(
  leadership: Leadership,
  log: Log,
  metrics: Metrics,
  { mayLead }: { readonly mayLead: boolean },
): Jobs {
  const jobs: Job[] = []
  const stopping = new AbortController()
  let loops: Promise<void>[] = []

  async function runOnce(job: Job): Promise<void> {
    const ended = metrics.jobSeconds.startTimer({ job: job.name })
    try {
      await job.work(stopping.signal)
      ended({ outcome: 'done' })
    } catch (error) {
      ended({ outcome: 'failed' })
      if (!stopping.signal.aborted) log.error({ err: error, job: job.name }, 'job failed')
    }
  }

  async function loop(job: Job): Promise<void> {
    while (!stopping.signal.aborted) {
      const isOurs = !job.leaderOnly || leadership.leads(LEADER)
      if (isOurs) await runOnce(job)
      const intervalMs = isOurs ? job.intervalMs : Math.min(job.intervalMs, LOOK_FOR_LEAD_MS)
      const pauseMs = intervalMs * (0.9 + Math.random() * 0.2)
      await pause(pauseMs, stopping.signal)
    }
  }

  return {
    every(name, intervalMs, work, { leaderOnly }) {
      if (jobs.some((job) => job.name === name)) throw new Error(`two jobs are named ${name}`)
      jobs.push({ name, intervalMs, work, leaderOnly })
    },
    leads: () => leadership.leads(LEADER),
    start() {
      const mine = jobs.filter((job) => mayLead || !job.leaderOnly)
      if (mine.some((job) => job.leaderOnly)) leadership.contend(LEADER)
      loops = mine.map((job) => loop(job))
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
