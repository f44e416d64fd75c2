import { oddsToNumber, totalOdds, totalOddsToNumber } from '@mupiira/domain/odds/odds.ts'
import { type Result, err, ok } from '@mupiira/domain/result.ts'
import type { GameOffer, SlipGame } from './evaluate-slip.ts'
import { shownHundredths } from './odds-shown.ts'

export type SeenOdds = {
  /** The total odds that the player saw; without them only the single odds are compared. */
  readonly totalOdds: number | undefined
  readonly acceptChanges: boolean
}

/** The odds of now, for the player to look at again. */
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
 * The offer that each game is taken at (D17, SLIP-49 to SLIP-52): that of now where it is no worse than the odds seen,
 * else that of the last completed step while it is granted. Worse single or total odds are refused, or taken as they
 * are now where the player accepts changes. A figure of the request never raises a price: it only chooses between ours.
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

/** The game's offers at which no single price is below what the player saw, that of now first. */
function offersAsSeen(game: SlipGame): readonly GameOffer[] {
  const previous = game.previous()
  return (previous === null ? [game.now] : [game.now, previous]).filter((offer) => isAsSeen(game, offer))
}

const isAsSeen = (game: SlipGame, offer: GameOffer): boolean =>
  offer.legOdds.every((odds, at) => odds >= (game.legs[at]?.seenHundredths ?? 0))

function isTotalAsSeen(offers: readonly GameOffer[], seen: number | undefined): boolean {
  if (seen === undefined) return true
  const total = Number(totalOdds(offers.map((offer) => offer.oddsHundredths)))
  // Totals beyond 2^53 hundredths are compared as closely as a JSON number tells them apart.
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

/** The joint odds of the games that have several selections. */
export const jointOddsOf = (games: readonly SlipGame[]): readonly { gameId: string; odds: number }[] =>
  games
    .filter((game) => game.legs.length > 1)
    .map((game) => ({ gameId: game.gameId, odds: oddsToNumber(game.now.oddsHundredths) }))
