import { addUgx, type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { openLiabilities } from './liability.repository.ts'

/**
 * The liability of all open bets by selection and game, in memory: the sums of the database as of the last refresh, and
 * what this node has accepted since. Counter rows would make the bets on a popular game wait for each other.
 */
export type LiabilityBook = {
  /**
   * Refreshes old figures, and waits only when they are older than two intervals. After a failure the last figures stay
   * in use and the next try comes an interval later, in the background. Rejects only when there are no figures yet.
   */
  ready(): Promise<void>
  amount(key: string): Ugx
  /** Counts accepted bets. Call it after their commit. */
  add(amounts: ReadonlyMap<string, Ugx>): void
}

export const gameKey = (gameId: string): string => gameId
export const selectionKey = (gameId: string, market: string, selection: string): string =>
  `${gameId} ${market} ${selection}`

const REFRESH_MS = 30_000
/** With very many open bets a refresh takes seconds; then it uses a twentieth of the time at most. */
const REST_PER_REFRESH = 20

type BookKernel = Pick<Kernel, 'clock' | 'log' | 'metrics' | 'workerDb'>

export function createLiabilityBook({ clock, log, metrics, workerDb }: BookKernel): LiabilityBook {
  const failures = metrics.counter('liability_refresh_failures', 'Refreshes of the liability of open bets that failed')
  let stored = new Map<string, Ugx>()
  /** Bets since the last refresh began, and those before it until it ends. */
  let added = new Map<string, Ugx>()
  let carried = new Map<string, Ugx>()
  let loadedAtMs: number | null = null
  let failedAtMs: number | null = null
  let intervalMs = REFRESH_MS
  let refreshing: Promise<void> | null = null

  const ageOf = (ms: number | null): number => (ms === null ? Infinity : Math.abs(clock.now().getTime() - ms))

  async function refresh(): Promise<void> {
    const atMs = clock.now().getTime()
    const beganMs = performance.now()
    carried = added
    added = new Map()
    try {
      const sums = new Map<string, Ugx>()
      for (const { gameId, market, selection, selectionUgx, gameUgx } of await openLiabilities(workerDb)) {
        sums.set(selectionKey(gameId, market, selection), selectionUgx)
        raise(sums, gameKey(gameId), gameUgx)
      }
      stored = sums
      loadedAtMs = atMs
      failedAtMs = null
      intervalMs = Math.max(REFRESH_MS, REST_PER_REFRESH * (performance.now() - beganMs))
    } catch (error) {
      for (const [key, amount] of carried) raise(added, key, amount)
      failedAtMs = clock.now().getTime()
      failures.inc()
      log.warn({ err: error }, 'the liability could not be refreshed')
      if (loadedAtMs === null) throw error
    } finally {
      carried = new Map()
    }
  }

  return {
    async ready() {
      const isLoaded = loadedAtMs !== null
      const ageMs = ageOf(loadedAtMs)
      if (isLoaded && (ageMs < intervalMs || ageOf(failedAtMs) < intervalMs)) return
      refreshing ??= refresh().finally(() => (refreshing = null))
      const isFailing = failedAtMs !== null
      if (!isLoaded || (ageMs >= 2 * intervalMs && !isFailing)) await refreshing
    },
    amount: (key) => ugx((stored.get(key) ?? ZERO) + (carried.get(key) ?? ZERO) + (added.get(key) ?? ZERO)),
    add(amounts) {
      for (const [key, amount] of amounts) raise(added, key, amount)
    },
  }
}

export function raise(amounts: Map<string, Ugx>, key: string, by: Ugx): void {
  amounts.set(key, addUgx(amounts.get(key) ?? ZERO, by))
}
