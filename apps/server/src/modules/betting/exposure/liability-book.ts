import { addUgx, type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { openLiabilities } from './liability.repository.ts'

/**
 * The liability of all open bets by selection and game, in memory: the sums of the database as of the last refresh, and
 * what this node has accepted since. Counter rows would make the bets on a popular game wait for each other.
 */
export type LiabilityBook = {
  /** Refreshes old figures. Waits only for figures that are older than two intervals. */
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

export function createLiabilityBook({ clock, db, log }: Pick<Kernel, 'clock' | 'db' | 'log'>): LiabilityBook {
  let stored = new Map<string, Ugx>()
  /** Bets since the last refresh began, and those before it until it ends. */
  let added = new Map<string, Ugx>()
  let carried = new Map<string, Ugx>()
  let loadedAtMs = -Infinity
  let intervalMs = REFRESH_MS
  let refreshing: Promise<void> | null = null

  async function refresh(): Promise<void> {
    const atMs = clock.now().getTime()
    const beganMs = performance.now()
    carried = added
    added = new Map()
    try {
      const sums = new Map<string, Ugx>()
      for (const { gameId, market, selection, selectionUgx, gameUgx } of await openLiabilities(db)) {
        sums.set(selectionKey(gameId, market, selection), selectionUgx)
        raise(sums, gameKey(gameId), gameUgx)
      }
      stored = sums
      loadedAtMs = atMs
      intervalMs = Math.max(REFRESH_MS, REST_PER_REFRESH * (performance.now() - beganMs))
    } catch (error) {
      for (const [key, amount] of carried) raise(added, key, amount)
      throw error
    } finally {
      carried = new Map()
    }
  }

  return {
    async ready() {
      const ageMs = Math.abs(clock.now().getTime() - loadedAtMs)
      if (ageMs < intervalMs) return
      refreshing ??= refresh().finally(() => (refreshing = null))
      if (ageMs >= 2 * intervalMs) await refreshing
      else refreshing.catch((error: unknown) => log.warn({ err: error }, 'the liability could not be refreshed'))
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
