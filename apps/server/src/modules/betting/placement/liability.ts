import { addUgx, minUgx, type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { type LiabilityLimits, largestStake, liabilityOf, selectionLimit } from '@mupiira/domain/risk/liability.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { openLiabilities, type PlayerLiabilities } from '../exposure/liability.repository.ts'
import type { BetGame } from './evaluate-slip.ts'

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
  /** The liability of a game by its id, or of a selection by its key. */
  amount(key: string): Ugx
  /** Counts accepted bets. Call it after their commit. */
  add(amounts: ReadonlyMap<string, Ugx>): void
}

const selectionKey = (gameId: string, market: string, selection: string): string => `${gameId} ${market} ${selection}`

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
        raise(sums, gameId, gameUgx)
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

function raise(amounts: Map<string, Ugx>, key: string, by: Ugx): void {
  amounts.set(key, addUgx(amounts.get(key) ?? ZERO, by))
}

type Bet = { readonly userId: string; readonly stakeUgx: Ugx }
type PossibleBet = Bet & {
  /** The highest odds of each game, by its id. */
  readonly highestOdds: ReadonlyMap<string, OddsHundredths>
}

/**
 * The players whose open bets must be read: those with a bet on a game on which all players together, this batch included,
 * could have more than this part of a player's limit. The book of this node does not know the latest bets on other nodes:
 * each further node can accept this part above the limit until its book is refreshed.
 */
const UNREAD_PARTS = 10n

export function playersNearLimit(book: Pick<LiabilityBook, 'amount'>, bets: readonly PossibleBet[], limitUgx: Ugx) {
  const inBatch = new Map<string, Ugx>()
  for (const { stakeUgx, highestOdds } of bets) {
    // Negative stakes are refused later.
    if (stakeUgx <= 0n) continue
    for (const [gameId, odds] of highestOdds) raise(inBatch, gameId, liabilityOf(stakeUgx, odds))
  }
  const isNear = (gameId: string): boolean =>
    book.amount(gameId) + (inBatch.get(gameId) ?? ZERO) > limitUgx / UNREAD_PARTS
  return [
    ...new Set(bets.filter(({ highestOdds }) => [...highestOdds.keys()].some(isNear)).map(({ userId }) => userId)),
  ]
}

export type LiabilityCheck = ReturnType<typeof liabilityCheck>

/**
 * Applies the liability limits to the bets of a batch, in order. `players` has the open bets of the players near their
 * limit; those of others count as zero.
 */
export function liabilityCheck(
  book: Pick<LiabilityBook, 'amount'>,
  limits: LiabilityLimits,
  players: PlayerLiabilities,
) {
  const added = new Map<string, Ugx>()
  const addedByPlayer = new Map<string, Ugx>()

  const headroom = (limitUgx: Ugx, key: string): Ugx => ugx(limitUgx - book.amount(key) - (added.get(key) ?? ZERO))
  const headroomOfPlayer = (userId: string, gameId: string): Ugx =>
    players
      .accountsOf(userId)
      .map((account) => players.amount(account, gameId) + (addedByPlayer.get(`${account} ${gameId}`) ?? ZERO))
      .reduce<Ugx>((left, each) => ugx(left - each), limits.playerUgx)

  return {
    /** The liability of the added bets, for the book. */
    added,
    /** The largest stake within the limits, when the stake is above it; otherwise null. */
    exceeded({ userId, stakeUgx }: Bet, games: readonly BetGame[]): Ugx | null {
      let most = stakeUgx
      for (const game of games) {
        const odds = game.offer.oddsHundredths
        const possible = largestStake([
          { odds, headroomUgx: headroom(limits.gameUgx, game.gameId) },
          { odds, headroomUgx: headroomOfPlayer(userId, game.gameId) },
          ...selectionsOf(game).map((each) => ({
            odds: each.odds,
            headroomUgx: headroom(selectionLimit(limits, each.market), each.key),
          })),
        ])
        most = minUgx(most, possible)
      }
      return most < stakeUgx ? most : null
    },
    add({ userId, stakeUgx }: Bet, games: readonly BetGame[]): void {
      for (const game of games) {
        const ofGame = liabilityOf(stakeUgx, game.offer.oddsHundredths)
        raise(added, game.gameId, ofGame)
        raise(addedByPlayer, `${userId} ${game.gameId}`, ofGame)
        for (const { key, odds } of selectionsOf(game)) raise(added, key, liabilityOf(stakeUgx, odds))
      }
    },
  }
}

const selectionsOf = ({ gameId, legs, offer }: BetGame) =>
  legs.map(({ market, selectionId, oddsHundredths }, at) => ({
    market,
    key: selectionKey(gameId, market, selectionId),
    odds: offer.legOdds[at] ?? oddsHundredths,
  }))
