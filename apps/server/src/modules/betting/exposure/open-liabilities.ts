import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '../../../kernel/kernel.ts'
import { liabilitiesOnGames, type OpenLiability, openLiabilities } from './liability.repository.ts'

/** Receives the rows of a read; null if it failed. */
export type OnReadEnd = (rows: readonly OpenLiability[] | null) => void

/** The liability of open bets in the database. The node shares each read, because a read can take seconds. */
export type LiabilityReader = {
  /** The liability of all open bets, read at most `maxAgeMs` ago. It may be older if a read takes seconds. */
  all(maxAgeMs: number): Promise<readonly OpenLiability[]>
  /** Reads the liability of open bets on some games now. */
  onGames(gameIds: readonly string[], end: OnReadEnd): Promise<void>
  /** How often the liability of all open bets should be read. */
  intervalMs(): number
  /**
   * Starts a read of all open bets, unless one was started within the interval. Resolves when no read is in progress,
   * or after a second: then a bet continues without it.
   */
  refresh(): Promise<void>
  /** Calls `begin` when a read of all open bets begins, and the returned function with the rows when the read ends. */
  follow(begin: () => OnReadEnd): void
}

const INTERVAL_MS = 30_000
/** With very many open bets a read takes seconds. The interval between reads is at least 20 times that duration. */
const INTERVAL_PER_READ = 20
/** After a failure, the interval is at least three times the duration of the failed read. */
const INTERVAL_PER_FAILURE = 3
const MAX_WAIT_MS = 1_000

type ReaderKernel = Pick<Kernel, 'clock' | 'db' | 'log' | 'metrics' | 'scanDb'>

export function createLiabilityReader(
  { clock, db, log, metrics, scanDb }: ReaderKernel,
  maxWaitMs = MAX_WAIT_MS,
): LiabilityReader {
  const failures = metrics.counter('liability_refresh_failures', 'Failed reads of open-bet liability')
  let failed = 0
  metrics.gauge('liability_refresh_failed', 'Consecutive failed reads of open-bet liability', () => failed)
  const followers: (() => OnReadEnd)[] = []
  let last: { readonly atMs: number; readonly rows: readonly OpenLiability[] } | null = null
  let startedAtMs = Number.NEGATIVE_INFINITY
  /** The duration of the last read, and of the last successful read. */
  let attemptMs = 0
  let durationMs = 0
  let running: Promise<readonly OpenLiability[]> | null = null

  const ageOf = (atMs: number): number => Math.abs(clock.now().getTime() - atMs)

  async function read(): Promise<readonly OpenLiability[]> {
    const [beganMs, atMs] = [performance.now(), clock.now().getTime()]
    startedAtMs = atMs
    const ends = followers.map((begin) => begin())
    try {
      const rows = await openLiabilities(scanDb)
      for (const end of ends) end(rows)
      last = { atMs, rows }
      durationMs = performance.now() - beganMs
      failed = 0
      return rows
    } catch (error) {
      for (const end of ends) end(null)
      failures.inc()
      failed += 1
      // Until a read succeeds, the limits miss the latest bets of other nodes.
      log.error({ err: error, failed }, 'the liability of open bets could not be read')
      throw error
    } finally {
      attemptMs = performance.now() - beganMs
    }
  }

  const shared = (): Promise<readonly OpenLiability[]> => (running ??= read().finally(() => (running = null)))
  const intervalMs = (): number => Math.max(INTERVAL_MS, INTERVAL_PER_READ * durationMs)

  return {
    async all(maxAgeMs) {
      const isFresh = last !== null && ageOf(last.atMs) <= Math.max(maxAgeMs, INTERVAL_PER_READ * durationMs)
      return isFresh && last !== null ? last.rows : shared()
    },
    async onGames(gameIds, end) {
      try {
        end(await liabilitiesOnGames(db, gameIds))
      } catch (error) {
        end(null)
        throw error
      }
    },
    intervalMs,
    async refresh() {
      if (running !== null || ageOf(startedAtMs) >= Math.max(intervalMs(), INTERVAL_PER_FAILURE * attemptMs))
        await Promise.race([shared().catch(() => {}), sleep(maxWaitMs, undefined, { ref: false })])
    },
    follow: (begin) => void followers.push(begin),
  }
}
