import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { stepNumber } from '@mupiira/domain/pricing/movement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isOpen } from '../catalogue/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Board } from './board.ts'
import type { GamePrices } from './game-prices.ts'
import type { PriceCache } from './price-cache.ts'

/**
 * The extent of a change: prices of open games; anything shown; anything shown of live games that have just closed,
 * which is urgent; or the lists too (a game appeared, started or left).
 */
export type PriceChange = 'prices' | 'games' | 'suspensions' | 'lists'

const NOT_COMPARED = Symbol('not compared')

const STEP_CHECK_MS = 250
const GAMES_PER_TURN = 5

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
  /** The announced prices of live games; null while a game takes no bets. */
  const inPlay = new Map<string, GamePrices['markets'] | typeof NOT_COMPARED | null>()

  function announce(ids: readonly string[], changed: PriceChange): void {
    version++
    for (const listener of listeners) listener(ids, changed)
  }
  board.onChange((ids, affectsLists) => {
    const now = clock.now()
    const suspended = ids.filter((id) => isSuspendedNow(id, now))
    if (suspended.length > 0) announce(suspended, 'suspensions')
    if (affectsLists) announce(ids, 'lists')
    else if (suspended.length < ids.length) announce(ids, 'games')
  })

  /** The prices of a live game: null while it takes no bets, undefined if live games take none. */
  function pricesInPlay(id: string, now: Date): Pick<GamePrices, 'markets'> | null | undefined {
    const game = board.find(id)
    const prices = game?.status === 'live' ? cache.of(game, now) : null
    if (prices === null || prices.inPlay === null) return undefined
    return prices.open ? prices : null
  }

  /** Whether the game was open until this change. The prices of an open game are compared at the next check. */
  function isSuspendedNow(id: string, now: Date): boolean {
    const before = inPlay.get(id)
    const prices = pricesInPlay(id, now)
    if (prices === undefined || (prices !== null && before != null)) return false
    // A game that has just reopened may close again before the next check.
    inPlay.set(id, prices === null ? null : NOT_COMPARED)
    return prices === null && before != null
  }

  /** Games also close by time alone. Responses cached while they were open are then stale. */
  function closeStarted(now: Date): void {
    const nowOpen = new Set(board.games().flatMap((game) => (isOpen(game, now) ? [game.id] : [])))
    const closed = [...open].filter((id) => !nowOpen.has(id))
    open = nowOpen
    if (closed.length > 0) announce(closed, 'games')
  }

  /** Live games close and reopen by time alone, and their prices follow the time between two reports (INP-03). */
  async function followLiveGames(now: Date): Promise<void> {
    const live = board.games().flatMap(({ id, status }) => (status === 'live' ? id : []))
    const changed: string[] = []
    // A game also changes when bets on live games are switched on or off.
    for (const id of new Set([...inPlay.keys(), ...live])) {
      const prices = pricesInPlay(id, now)
      const markets = prices == null ? prices : prices.markets
      if (inPlay.get(id) === markets) continue
      changed.push(id)
      if (markets === undefined) inPlay.delete(id)
      else inPlay.set(id, markets)
      // The prices of many games can change at once.
      if (markets != null && changed.length % GAMES_PER_TURN === 0) await yieldToEventLoop()
    }
    if (changed.length > 0) announce(changed, 'games')
  }

  /**
   * A new step or new settings change all prices. Recompute them game by game, so that no request waits for all of
   * them.
   */
  async function followSteps(): Promise<void> {
    const now = clock.now()
    closeStarted(now)
    await followLiveGames(now)
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
      await yieldToEventLoop()
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
