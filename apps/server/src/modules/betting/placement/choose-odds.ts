import { oddsToNumber, totalOdds, totalOddsToNumber } from '@mupiira/domain/odds/odds.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { GameOffer, SlipGame } from './evaluate-slip.ts'
import { shownHundredths } from './evaluate-slip.ts'

export type SeenOdds = {
  /** Total odds that the player saw; when absent, only the single odds are compared. */
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
 * Chooses the offer for each game (D17, SLIP-49 to SLIP-52): the current one if it is no worse than the odds seen,
 * otherwise the previous step's within its grace period. Worse odds are refused, unless the player accepts changes.
 * The request never sets a price; it only selects one of ours.
 */
export function chooseOdds(games: readonly SlipGame[], seen: SeenOdds): Result<readonly GameOffer[], OddsChanged> {
  const now = games.map((game) => game.now)
  if (games.every((game) => isAsSeen(game, game.now)) && isTotalAsSeen(now, seen.totalOdds)) return ok(now)
  const candidates = games.map(offersAsSeen)
  if (candidates.every((offers) => offers.length > 0)) {
    const first = candidates.flatMap((offers) => offers.slice(0, 1))
    if (isTotalAsSeen(first, seen.totalOdds)) return ok(first)
    const best = candidates.flatMap((offers) =>
      offers.toSorted((a, b) => b.oddsHundredths - a.oddsHundredths).slice(0, 1),
    )
    if (isTotalAsSeen(best, seen.totalOdds)) return ok(best)
  }
  return seen.acceptChanges ? ok(now) : err(oddsNow(games))
}

/** Offers of a game at which no single price is below what the player saw, the current one first. */
function offersAsSeen(game: SlipGame): readonly GameOffer[] {
  const previous = game.previous()
  return (previous === null ? [game.now] : [game.now, previous]).filter((offer) => isAsSeen(game, offer))
}

const isAsSeen = (game: SlipGame, offer: GameOffer): boolean =>
  offer.legOdds.every((odds, at) => odds >= (game.legs[at]?.seenHundredths ?? 0))

function isTotalAsSeen(offers: readonly GameOffer[], seen: number | undefined): boolean {
  if (seen === undefined) return true
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
