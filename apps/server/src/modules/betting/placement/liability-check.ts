import { type Ugx, ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import {
  largestStake,
  type LiabilityLimits,
  liabilityOf,
  type LiabilityHeadroom,
} from '@mupiira/domain/risk/liability.ts'
import { gameKey, type LiabilityBook, raise, selectionKey } from '../exposure/liability-book.ts'
import type { PlayerLiabilities } from '../exposure/liability.repository.ts'
import type { GameOffer, SlipGame } from './evaluate-slip.ts'

/** The games of a bet at the odds of the bet. */
export type BetGames = readonly (Pick<SlipGame, 'legs'> & { readonly offer: GameOffer })[]

type Bettor = { readonly userId: string; readonly stakeUgx: Ugx }

/** Applies the liability limits to the bets of a batch, in order. */
export type LiabilityCheck = {
  /** The largest stake within the limits, when the stake is above it; otherwise null. */
  exceeded(bet: Bettor, games: BetGames): Ugx | null
  add(bet: Bettor, games: BetGames): void
  /** The players of bets that were refused while their own open bets were unknown. Read those and evaluate again. */
  readonly unread: ReadonlySet<string>
  /** The liability of the added bets, for the book. */
  readonly added: ReadonlyMap<string, Ugx>
}

/**
 * A player cannot have more open on a game than all players together. While that is at most this part of the player's
 * limit, the player's own bets are not read, which spares bets on quiet games a statement. The book of this node does not
 * know the latest bets on other nodes: each further node can accept this part above the limit until its book is refreshed.
 */
const UNREAD_PARTS = 10n

/** `players` has those whose open bets were read; null before the first read. */
export function liabilityCheck(
  book: Pick<LiabilityBook, 'amount'>,
  limits: LiabilityLimits,
  players: PlayerLiabilities | null,
): LiabilityCheck {
  const added = new Map<string, Ugx>()
  const addedByPlayer = new Map<string, Ugx>()
  const unread = new Set<string>()

  const open = (key: string): Ugx => ugx(book.amount(key) + (added.get(key) ?? ZERO))
  function headroomOfPlayer(userId: string, gameId: string): Ugx {
    if (!players?.has(userId)) return ugx(limits.playerUgx / UNREAD_PARTS - open(gameKey(gameId)))
    const amounts = players
      .accountsOf(userId)
      .map((account) => players.amount(account, gameId) + (addedByPlayer.get(`${account} ${gameId}`) ?? ZERO))
    return ugx(amounts.reduce((headroom, each) => headroom - each, limits.playerUgx))
  }

  function headroomsOf(userId: string, { legs, offer }: BetGames[number]): LiabilityHeadroom[] {
    const gameId = idOf(legs)
    const gameHeadroom = ugx(limits.gameUgx - open(gameKey(gameId)))
    const playerHeadroom = headroomOfPlayer(userId, gameId)
    return [
      { odds: offer.oddsHundredths, headroomUgx: gameHeadroom < playerHeadroom ? gameHeadroom : playerHeadroom },
      ...selectionsOf(legs, offer).map(({ key, odds }) => ({
        odds,
        headroomUgx: ugx(limits.selectionUgx - open(key)),
      })),
    ]
  }

  return {
    added,
    unread,
    exceeded({ userId, stakeUgx }, games) {
      const [first, ...others] = games.flatMap((game) => headroomsOf(userId, game))
      if (first === undefined) return null
      const most = largestStake([first, ...others])
      if (stakeUgx <= most) return null
      if (!players?.has(userId)) unread.add(userId)
      return most
    },
    add({ userId, stakeUgx }, games) {
      for (const { legs, offer } of games) {
        const gameId = idOf(legs)
        const ofGame = liabilityOf(stakeUgx, offer.oddsHundredths)
        raise(added, gameKey(gameId), ofGame)
        raise(addedByPlayer, `${userId} ${gameId}`, ofGame)
        for (const { key, odds } of selectionsOf(legs, offer)) raise(added, key, liabilityOf(stakeUgx, odds))
      }
    },
  }
}

function idOf(legs: BetGames[number]['legs']): string {
  const [first] = legs
  if (first === undefined) throw new Error('a game of the bet has no leg')
  return first.game.id
}

const selectionsOf = (legs: BetGames[number]['legs'], { legOdds }: GameOffer) =>
  legs.map(({ game, market, selectionId, oddsHundredths }, at) => ({
    key: selectionKey(game.id, market, selectionId),
    odds: legOdds[at] ?? oddsHundredths,
  }))
