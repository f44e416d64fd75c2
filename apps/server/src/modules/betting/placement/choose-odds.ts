import type { BetInput, SelectionInput } from '@mupiira/contract/bets.ts'
import { oddsToNumber, totalOdds, totalOddsToNumber } from '@mupiira/domain/odds/odds.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import { type GameOffer, jointOddsOf, shownHundredths, type SlipGame } from './evaluate-slip.ts'

/** Current odds, returned with the refusal. */
export type OddsChanged = {
  readonly totalOdds: number
  readonly selections: readonly Required<Pick<SelectionInput, 'gameId' | 'market' | 'selection' | 'odds'>>[]
  readonly jointOdds: ReturnType<typeof jointOddsOf>
}

/**
 * Chooses the offers of a ticket (D17a, D17b, SLIP-49 to SLIP-52). The total decides: an unchanged or better total is
 * accepted, whatever single legs did. One step counts for the whole ticket: the current one, otherwise the last completed
 * one within its grace period. A worse total is refused unless the player accepts changes. The request never sets a price.
 */
export function chooseOdds(
  games: readonly SlipGame[],
  { totalOdds: seen, acceptOddsChanges }: Pick<BetInput, 'totalOdds' | 'acceptOddsChanges'>,
): Result<readonly GameOffer[], OddsChanged> {
  const now = games.map((game) => game.now)
  if (areAsSeen(games, now, seen)) return ok(now)
  const previous = games.flatMap((game) => game.previous() ?? [])
  if (previous.length === games.length && areAsSeen(games, previous, seen)) return ok(previous)
  return acceptOddsChanges === true ? ok(now) : err(oddsNow(games))
}

/** Compares the total, or without one the single odds that the player saw. */
function areAsSeen(games: readonly SlipGame[], offers: readonly GameOffer[], seenTotal: number | undefined): boolean {
  if (seenTotal === undefined) {
    const isAsSeen = (odds: number, game: number, leg: number) => odds >= (games[game]?.legs[leg]?.seenHundredths ?? 0)
    return offers.every(({ legOdds }, game) => legOdds.every((odds, leg) => isAsSeen(odds, game, leg)))
  }
  const total = Number(totalOdds(offers.map((offer) => offer.oddsHundredths)))
  // Totals above 2^53 hundredths are compared within the precision of a JSON number.
  return total >= shownHundredths(seenTotal) * (1 - Number.EPSILON * 4)
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
