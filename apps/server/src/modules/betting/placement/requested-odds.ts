import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { paysRequestedOdds } from '@mupiira/domain/odds/odds-policy.ts'
import type { BetGame } from './bet-game.ts'

/** The odds of each game of a delayed bet at its request, by game id. */
export type RequestedOdds = ReadonlyMap<string, OddsHundredths>

/**
 * The games at the requested odds if these are better and not above the fair odds, otherwise at the current ones
 * (INP-07, INP-04). All games of a bet have the odds of one moment.
 */
export function atRequestedOdds(games: readonly BetGame[], requested: RequestedOdds): readonly BetGame[] {
  const offers = games.map((game) => ({
    requested: requested.get(game.gameId) ?? game.oddsHundredths,
    current: game.oddsHundredths,
    fairHundredths: fairOddsOf(game),
  }))
  if (!paysRequestedOdds(offers)) return games
  return games.map((game, at) => withOdds(game, offers[at]?.requested ?? game.oddsHundredths))
}

/** The fair odds of a single selection. Unknown for a combination, whose odds contain several margins. */
function fairOddsOf({ legs }: BetGame): number | null {
  const [leg, ...others] = legs
  if (leg === undefined || others.length > 0) return null
  const market = leg.prices.markets.find(({ id }) => id === leg.market)
  const probability = market?.selections.find(({ id }) => id === leg.selectionId)?.probability ?? null
  return probability === null ? null : 100 / probability
}

const withOdds = (game: BetGame, oddsHundredths: OddsHundredths): BetGame => ({
  ...game,
  oddsHundredths,
  ...(game.sameGame === null
    ? { legs: game.legs.map((leg) => ({ ...leg, oddsHundredths })) }
    : { sameGame: { ...game.sameGame, oddsHundredths } }),
})
