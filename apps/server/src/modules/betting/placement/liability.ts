import {
  type LiabilityHeadroom,
  type LiabilityLimits,
  liabilityOf,
  selectionLimit,
} from '@mupiira/domain/limits/stake-rules.ts'
import { addUgx, type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { openLiabilities, type PlayerLiabilities } from '../exposure/liability.repository.ts'
import type { BetGame, SlipLeg } from './evaluate-slip.ts'

/**
 * The liability of all open bets by selection and game, in memory: the sums of the database as of the last refresh, plus
 * the bets that this node has accepted since. Counter rows would make the bets on a popular game wait for each other.
 */
export type LiabilityBook = {
  /** Refreshes old figures, and waits if they are older than two intervals. Rejects only when there are none yet. */
  ready(): Promise<void>
  /** The liability of a game by its id, or of a selection by its key. */
  amount(key: string): Ugx
  /** Counts accepted bets. Call it after their commit. */
  add(amounts: ReadonlyMap<string, Ugx>): void
}

const selectionKey = (gameId: string, market: string, selection: string): string => `${gameId} ${market} ${selection}`

const REFRESH_MS = 30_000
/** With very many open bets a refresh takes seconds. The interval between refreshes is at least 20 times as long. */
const REST_PER_REFRESH = 20

type BookKernel = Pick<Kernel, 'clock' | 'log' | 'metrics' | 'workerDb'>

export function createLiabilityBook({ clock, log, metrics, workerDb }: BookKernel): LiabilityBook {
  const failures = metrics.counter('liability_refresh_failures', 'Refreshes of the liability of open bets that failed')
  /** The sums by key; null before the first refresh. */
  let sums: Map<string, Ugx> | null = null
  /** Bets accepted since the last refresh began. Its read may not include them. */
  let sinceRefresh = new Map<string, Ugx>()
  let triedAtMs = Number.NEGATIVE_INFINITY
  /** When the last refresh began. A failed one counts too, so that not every batch waits for a retry. */
  let knownAtMs = Number.NEGATIVE_INFINITY
  let intervalMs = REFRESH_MS
  let refreshing: Promise<void> | null = null

  async function refresh(): Promise<void> {
    const beganMs = performance.now()
    sinceRefresh = new Map()
    triedAtMs = clock.now().getTime()
    try {
      const read = new Map<string, Ugx>()
      for (const { gameId, market, selection, selectionUgx, gameUgx } of await openLiabilities(workerDb)) {
        read.set(selectionKey(gameId, market, selection), selectionUgx)
        raise(read, gameId, gameUgx)
      }
      for (const [key, amount] of sinceRefresh) raise(read, key, amount)
      sums = read
      intervalMs = Math.max(REFRESH_MS, REST_PER_REFRESH * (performance.now() - beganMs))
    } catch (error) {
      failures.inc()
      log.warn({ err: error }, 'the liability could not be refreshed')
      if (sums === null) throw error
    }
    knownAtMs = triedAtMs
  }

  return {
    async ready() {
      const since = (atMs: number): number => (sums === null ? Infinity : Math.abs(clock.now().getTime() - atMs))
      if (since(triedAtMs) >= intervalMs) refreshing ??= refresh().finally(() => (refreshing = null))
      if (since(knownAtMs) >= 2 * intervalMs) await refreshing
    },
    amount: (key) => sums?.get(key) ?? ZERO,
    add(amounts) {
      for (const [key, amount] of amounts) {
        if (sums !== null) raise(sums, key, amount)
        raise(sinceRefresh, key, amount)
      }
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
 * The players whose open bets must be read from the database. A bet needs this read if all players together, this batch
 * included, could have more than a tenth of a player's limit on one of its games. This node does not have the latest
 * bets of other nodes. Each other node can therefore accept up to a tenth above the limit until the next refresh.
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
  const near = bets.filter(({ highestOdds }) => [...highestOdds.keys()].some(isNear))
  return [...new Set(near.map(({ userId }) => userId))]
}

/** Checks what the liability limits still allow for a bet, counting the bets accepted before it in its batch. */
export type LiabilityCheck = ReturnType<typeof liabilityCheck>

/** `players`: the open bets of the players near their limit. For other players, open bets count as zero. */
export function liabilityCheck(
  book: Pick<LiabilityBook, 'amount'>,
  limits: LiabilityLimits,
  players: PlayerLiabilities,
) {
  const added = new Map<string, Ugx>()
  const addedByPlayer = new Map<string, Ugx>()

  const left = (limitUgx: Ugx, key: string): Ugx => ugx(limitUgx - book.amount(key) - (added.get(key) ?? ZERO))
  const leftToPlayer = (userId: string, gameId: string): Ugx =>
    players.accountsOf(userId).reduce((rest, account) => {
      const inBatch = addedByPlayer.get(`${account} ${gameId}`) ?? ZERO
      return ugx(rest - players.amount(account, gameId) - inBatch)
    }, limits.playerUgx)

  const leftOnSelection = (leg: SlipLeg): Ugx => left(selectionLimit(limits, leg.market), keyOf(leg))

  return {
    /** The liability of the added bets, for the book. */
    added,
    headrooms: (userId: string, games: readonly BetGame[]): LiabilityHeadroom[] =>
      games.flatMap(({ gameId, oddsHundredths: odds, legs }) => [
        { odds, headroomUgx: left(limits.gameUgx, gameId) },
        { odds, headroomUgx: leftToPlayer(userId, gameId) },
        ...legs.map((leg) => ({ odds: leg.oddsHundredths, headroomUgx: leftOnSelection(leg) })),
      ]),
    add({ userId, stakeUgx }: Bet, games: readonly BetGame[]): void {
      for (const { gameId, oddsHundredths, legs } of games) {
        const ofGame = liabilityOf(stakeUgx, oddsHundredths)
        raise(added, gameId, ofGame)
        raise(addedByPlayer, `${userId} ${gameId}`, ofGame)
        for (const leg of legs) raise(added, keyOf(leg), liabilityOf(stakeUgx, leg.oddsHundredths))
      }
    },
  }
}

const keyOf = ({ game, market, selectionId }: SlipLeg): string => selectionKey(game.id, market, selectionId)
