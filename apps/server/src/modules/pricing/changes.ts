import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isOpen } from '../catalogue/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Board } from './board.ts'
import type { PriceCache } from './price-cache.ts'

/**
 * The extent of a change: prices of open games; anything shown; or the lists too (a game appeared, started or left).
 */
export type PriceChange = 'prices' | 'games' | 'lists'

const STEP_CHECK_MS = 250

/** Announces changes of games and prices: new data of games, closing by time, price steps and changed settings. */
export function createChanges(
  { clock, jobs }: Pick<Kernel, 'clock' | 'jobs'>,
  {
    board,
    cache,
    settings,
  }: { readonly board: Board; readonly cache: PriceCache; readonly settings: SettingsApi['reads'] },
) {
  const listeners: ((gameIds: readonly string[], changed: PriceChange) => void)[] = []
  let version = 1
  let step = 0
  let pricedUnder = settings.current()
  let open: ReadonlySet<string> = new Set()
  let pricedInPlay: ReadonlyMap<string, unknown> = new Map()

  function announce(ids: readonly string[], changed: PriceChange): void {
    version++
    for (const listener of listeners) listener(ids, changed)
  }
  board.onChange((ids, affectsLists) => announce(ids, affectsLists ? 'lists' : 'games'))

  /** Games also close by time alone. Responses cached while they were open are then stale. */
  function closeStarted(now: Date): void {
    const nowOpen = new Set(board.games().flatMap((game) => (isOpen(game, now) ? [game.id] : [])))
    const closed = [...open].filter((id) => !nowOpen.has(id))
    open = nowOpen
    if (closed.length > 0) announce(closed, 'games')
  }

  /** Live games close and reopen by time alone, and their prices follow the time between two reports (INP-03). */
  function followLiveGames(now: Date): void {
    const live = board.games().filter(({ status }) => status === 'live')
    const priced = new Map(
      live.map((game) => [game.id, cache.of(game, now)] as const).filter(([, { inPlay }]) => inPlay),
    )
    const markets = new Map([...priced].map(([id, prices]) => [id, prices.open ? prices.markets : null]))
    // A game also changes when bets on live games are switched on or off.
    const ids = new Set([...pricedInPlay.keys(), ...markets.keys()])
    const changed = [...ids].filter((id) => pricedInPlay.get(id) !== markets.get(id))
    pricedInPlay = markets
    if (changed.length > 0) announce(changed, 'games')
  }

  /**
   * A new step or new settings change all prices. Recompute them game by game, so that no request waits for all of
   * them.
   */
  async function followSteps(): Promise<void> {
    const now = clock.now()
    closeStarted(now)
    followLiveGames(now)
    const hasSameSettings = settings.current() === pricedUnder
    if (stepNumber(now) === step && hasSameSettings) return
    step = stepNumber(now)
    pricedUnder = settings.current()
    // Lists built from now on use the new prices.
    version++
    const changed: string[] = []
    for (const game of board.games()) {
      // Settings also open and close live games.
      if (!isOpen(game, now) && (hasSameSettings || game.status !== 'live')) continue
      cache.of(game, now).price('1x2', '1')
      changed.push(game.id)
      await new Promise((resolve) => setImmediate(resolve))
    }
    cache.forget((id) => board.find(id) !== undefined)
    if (changed.length > 0) announce(changed, hasSameSettings ? 'prices' : 'games')
  }
  jobs.every('follow-price-steps', STEP_CHECK_MS, followSteps, { leaderOnly: false })

  return {
    /** Ids of games whose presentation changed: score, minute, status, or prices of a new step. */
    onChange: (listener: (gameIds: readonly string[], changed: PriceChange) => void) => void listeners.push(listener),
    /** Increases with each change. Responses cached under an older version are stale. */
    version: () => version,
    /** Outdates cached lists when they change without a change of a game. */
    outdateLists: () => void version++,
  }
}
