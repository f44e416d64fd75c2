import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '../../../kernel/kernel.ts'
import { liabilitiesOnGames, type OpenLiability, openLiabilities } from './liability.repository.ts'

/** Takes the rows of a reading; null if it failed. */
export type EndReading = (rows: readonly OpenLiability[] | null) => void

/** The liability of open bets in the database. All users in a node share its readings, because one can take seconds. */
export type LiabilityReader = {
  /** The liability of all open bets, read at most this long ago, or longer where a reading takes seconds. */
  all(maxAgeMs: number): Promise<readonly OpenLiability[]>
  /** Reads the liability of open bets on some games now. */
  onGames(gameIds: readonly string[], end: EndReading): Promise<void>
  /** How often the liability of all open bets should be read. */
  intervalMs(): number
  /**
   * Starts a reading of all open bets, unless one was started within the interval. Resolves when no reading runs, or after
   * a second: then a bet continues without it.
   */
  refresh(): Promise<void>
  /** `begin` is called when a reading of all open bets begins, and its result when the reading ends. */
  follow(begin: () => EndReading): void
}

const INTERVAL_MS = 30_000
/** With very many open bets a reading takes seconds. Readings start at least 20 times as far apart. */
const REST_PER_READING = 20
/** Slow failures are retried at least three times their duration apart. */
const REST_PER_FAILURE = 3
const MAX_WAIT_MS = 1_000

type ReaderKernel = Pick<Kernel, 'clock' | 'db' | 'log' | 'metrics' | 'scanDb'>

export function createLiabilityReader(
  { clock, db, log, metrics, scanDb }: ReaderKernel,
  maxWaitMs = MAX_WAIT_MS,
): LiabilityReader {
  const failures = metrics.counter('liability_refresh_failures', 'Failed reads of open-bet liability')
  let failed = 0
  metrics.gauge('liability_refresh_failed', 'Consecutive failed reads of open-bet liability', () => failed)
  const followers: (() => EndReading)[] = []
  let last: { readonly atMs: number; readonly rows: readonly OpenLiability[] } | null = null
  let startedAtMs = Number.NEGATIVE_INFINITY
  /** The duration of the last reading, and of the last successful reading. */
  let attemptMs = 0
  let durationMs = 0
  let reading: Promise<readonly OpenLiability[]> | null = null

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
      // Limits of other nodes' bets are outdated until a reading succeeds.
      log.error({ err: error, failed }, 'the liability of open bets could not be read')
      throw error
    } finally {
      attemptMs = performance.now() - beganMs
    }
  }

  const shared = (): Promise<readonly OpenLiability[]> => (reading ??= read().finally(() => (reading = null)))
  const intervalMs = (): number => Math.max(INTERVAL_MS, REST_PER_READING * durationMs)

  return {
    async all(maxAgeMs) {
      const isFresh = last !== null && ageOf(last.atMs) <= Math.max(maxAgeMs, REST_PER_READING * durationMs)
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
      if (reading !== null || ageOf(startedAtMs) >= Math.max(intervalMs(), REST_PER_FAILURE * attemptMs))
        await Promise.race([shared().catch(() => {}), sleep(maxWaitMs, undefined, { ref: false })])
    },
    follow: (begin) => void followers.push(begin),
  }
}
