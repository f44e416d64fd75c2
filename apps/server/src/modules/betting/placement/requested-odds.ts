import type { OddsHundredths } from '@mupiira/domain/odds/odds.ts'
import { canPayRequestedOdds } from '@mupiira/domain/odds/odds-policy.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { bonusRule } from '@mupiira/domain/ticket/totals.ts'
import type { BetGame } from './bet-game.ts'

/** The odds of each game of a delayed bet at its request, by game id. */
export type RequestedOdds = ReadonlyMap<string, OddsHundredths>

/**
 * The games at the odds of the request, or null if the bet may not get them (INP-07, INP-04). All games of a bet have
 * the odds of one moment.
 */
export function atRequestedOdds(
  games: readonly BetGame[],
  requested: RequestedOdds,
  { bonus_min_odds }: Pick<Settings, 'bonus_min_odds'>,
): readonly BetGame[] | null {
  const offers = games.flatMap((game) => {
    const odds = requested.get(game.gameId)
    const fairHundredths = fairOddsOf(game)
    return odds === undefined ? [] : [{ game, requested: odds, current: game.oddsHundredths, fairHundredths }]
  })
  if (offers.length < games.length || !canPayRequestedOdds(offers, bonusRule(bonus_min_odds))) return null
  return offers.map(({ game, requested: odds }) => withOdds(game, odds))
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
