import { oddsToNumber, totalOdds, totalOddsToNumber } from '@mupiira/domain/odds/odds.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { GameOffer, SlipGame } from './evaluate-slip.ts'
import { shownHundredths } from './evaluate-slip.ts'

export type SeenOdds = {
  /** The total odds that the player saw; without them the single odds are compared. */
  readonly totalOdds: number | undefined
  readonly acceptChanges: boolean
}

/** Current odds, returned with the refusal. */
export type OddsChanged = {
  readonly totalOdds: number
  readonly selections: readonly {
    readonly gameId: string
    readonly market: string
    readonly selection: string
    readonly odds: number
  }[]
  readonly jointOdds: readonly { readonly gameId: string; readonly odds: number }[]
}

/**
 * Chooses the offers of a ticket (D17a, D17b, SLIP-49 to SLIP-52). The total decides: an unchanged or better total is
 * accepted, whatever single legs did. One step counts for the whole ticket: the current one, otherwise the last completed
 * one within its grace period. A worse total is refused unless the player accepts changes. The request never sets a price.
 */
export function chooseOdds(games: readonly SlipGame[], seen: SeenOdds): Result<readonly GameOffer[], OddsChanged> {
  const now = games.map((game) => game.now)
  if (areAsSeen(games, now, seen)) return ok(now)
  const previous = games.flatMap((game) => game.previous() ?? [])
  if (previous.length === games.length && areAsSeen(games, previous, seen)) return ok(previous)
  return seen.acceptChanges ? ok(now) : err(oddsNow(games))
}

function areAsSeen(games: readonly SlipGame[], offers: readonly GameOffer[], { totalOdds: total }: SeenOdds): boolean {
  if (total !== undefined) return isTotalAsSeen(offers, total)
  return games.every((game, at) => {
    const offer = offers[at]
    return offer !== undefined && isAsSeen(game, offer)
  })
}

const isAsSeen = (game: SlipGame, offer: GameOffer): boolean =>
  offer.legOdds.every((odds, at) => odds >= (game.legs[at]?.seenHundredths ?? 0))

function isTotalAsSeen(offers: readonly GameOffer[], seen: number): boolean {
  const total = Number(totalOdds(offers.map((offer) => offer.oddsHundredths)))
  // Totals above 2^53 hundredths are compared within the precision of a JSON number.
  return total >= shownHundredths(seen) * (1 - Number.EPSILON * 4)
}

function oddsNow(games: readonly SlipGame[]): OddsChanged {
  const legs = games.flatMap((game) => game.legs).toSorted((a, b) => a.at - b.at)
  return {
    totalOdds: totalOddsToNumber(totalOdds(games.map((game) => game.now.oddsHundredths))),
    selections: legs.map((leg) => ({
      gameId: leg.game.id,
      market: leg.market,
      selection: leg.selectionId,
      odds: oddsToNumber(leg.oddsHundredths),
    })),
    jointOdds: jointOddsOf(games),
  }
}

/** The joint odds of each game with several selections. */
export const jointOddsOf = (games: readonly SlipGame[]): readonly { gameId: string; odds: number }[] =>
  games
    .filter((game) => game.legs.length > 1)
    .map((game) => ({ gameId: game.gameId, odds: oddsToNumber(game.now.oddsHundredths) }))
