import {
  type LiabilityHeadroom,
  type LiabilityLimits,
  liabilityOf,
  selectionLimit,
} from '@mupiira/domain/limits/stake-rules.ts'
import { addUgx, type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { PlayerLiabilities } from '../exposure/liability.repository.ts'
import type { OnReadEnd, LiabilityReader } from '../exposure/open-liabilities.ts'
import type { BetGame, SlipLeg } from './bet-game.ts'

/**
 * The liability of open bets by selection and game, in memory: the sums of the last read of the database, plus the bets
 * that this node has accepted since that read. Counters in the database would make bets on a popular game wait for each
 * other.
 */
export type LiabilityBook = {
  /** Refreshes the sums. While those of all games are unknown or outdated, reads those of the given games. */
  ready(gameIds: readonly string[]): Promise<void>
  /** The liability of a game by its id, or of a selection by its key. */
  amount(key: string): Ugx
  /** Counts accepted bets. Call it after their commit. */
  add(amounts: ReadonlyMap<string, Ugx>): void
}

const selectionKey = (gameId: string, market: string, selection: string): string => `${gameId} ${market} ${selection}`
const gameOf = (key: string): string => key.split(' ', 1)[0] ?? key

export function createLiabilityBook({ clock }: Pick<Kernel, 'clock'>, reader: LiabilityReader): LiabilityBook {
  const sums = new Map<string, Map<string, Ugx>>()
  const readAtMs = new Map<string, number>()
  let allReadAtMs = Number.NEGATIVE_INFINITY
  /** For each running read, the bets that were accepted since it began and that it may have missed. */
  const sinceRead = new Set<Map<string, Ugx>>()

  const ageOf = (atMs = Number.NEGATIVE_INFINITY): number => Math.abs(clock.now().getTime() - atMs)
  const isKnown = (id: string): boolean =>
    ageOf(allReadAtMs) < 2 * reader.intervalMs() || ageOf(readAtMs.get(id)) < reader.intervalMs()

  const count = (key: string, amount: Ugx): void =>
    void sums.set(gameOf(key), raise(sums.get(gameOf(key)) ?? new Map(), key, amount))

  /** `gameIds` null: all games. */
  function beginRead(gameIds: readonly string[] | null): OnReadEnd {
    const [atMs, added] = [clock.now().getTime(), new Map<string, Ugx>()]
    sinceRead.add(added)
    return (rows) => {
      sinceRead.delete(added)
      if (rows === null) return
      for (const id of gameIds ?? [...sums.keys()]) sums.delete(id)
      for (const { gameId, market, selection, selectionUgx, gameUgx } of rows) {
        count(selectionKey(gameId, market, selection), selectionUgx)
        count(gameId, gameUgx)
      }
      for (const [key, amount] of added) if (gameIds?.includes(gameOf(key)) !== false) count(key, amount)
      if (gameIds === null) allReadAtMs = atMs
      else for (const id of gameIds) readAtMs.set(id, atMs)
    }
  }
  reader.follow(() => beginRead(null))

  return {
    async ready(gameIds) {
      const refreshed = reader.refresh()
      if (gameIds.every(isKnown)) return
      await refreshed
      const unknown = gameIds.filter((id) => !isKnown(id))
      if (unknown.length > 0) await reader.onGames(unknown, beginRead(unknown))
    },
    amount: (key) => sums.get(gameOf(key))?.get(key) ?? ZERO,
    add(amounts) {
      for (const [key, amount] of amounts) {
        count(key, amount)
        for (const added of sinceRead) raise(added, key, amount)
      }
    },
  }
}

const raise = (amounts: Map<string, Ugx>, key: string, by: Ugx): Map<string, Ugx> =>
  amounts.set(key, addUgx(amounts.get(key) ?? ZERO, by))

type Bet = { readonly userId: string; readonly stakeUgx: Ugx }
type PossibleBet = Bet & {
  /** The highest odds of each game, by its id. */
  readonly highestOdds: ReadonlyMap<string, OddsHundredths>
}

const UNREAD_PARTS = 10n

/**
 * The players whose open bets must be read from the database. A bet needs this read if all players together, this batch
 * included, could have more than a tenth of a player's limit on one of its games. This node does not have the latest
 * bets of other nodes. Each other node can therefore accept up to a tenth above the limit until the next refresh.
 */
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
