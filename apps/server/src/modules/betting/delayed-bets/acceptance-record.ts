import type { GameMoment } from '@mupiira/domain/in-play/delayed-bet.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { labelOf } from '@mupiira/domain/markets/catalogue.ts'
import { isSuspended } from '../../catalogue/index.ts'
import { fingerprintOf, type GamePrices, startedGame } from '../../pricing/index.ts'
import type { BetGame } from '../placement/bet-game.ts'
import { isInPlay } from '../placement/in-play.ts'
import type { AcceptanceRecord } from './delayed-bets.repository.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** What the server knows at `now` of a game and of the markets that a bet selects. */
export function momentOf(
  { game, inPlay, priceVersion }: GamePrices,
  markets: readonly MarketId[],
  now: Date,
): GameMoment {
  const { minute, score, redCards, lastGoalAt, lastIncidentAt } = startedGame(game, now)
  return {
    phase: phaseOf(game, now),
    startsAt: game.startTime.toISOString(),
    fingerprint: fingerprintOf(game, now, markets),
    isSuspended: isSuspended(game) || (inPlay !== null && inPlay.suspension !== null),
    priceVersion,
    minute,
    score,
    redCards,
    lastGoalAt: iso(lastGoalAt),
    lastIncidentAt: iso(lastIncidentAt),
    reportedAt: iso(game.feedReportedAt),
    requestedAt: iso(game.feedRequestedAt),
  }
}

function phaseOf({ status, startTime }: GamePrices['game'], now: Date): GameMoment['phase'] {
  if (status === 'upcoming') return startTime > now ? 'upcoming' : 'live'
  return status === 'live' ? 'live' : 'over'
}

/** The acceptance record of priced games (INP-16). */
export const recordOf = (games: readonly BetGame[], now: Date): AcceptanceRecord => ({
  games: Object.fromEntries(
    games.flatMap(({ gameId, legs, oddsHundredths }) =>
      legs.slice(0, 1).map(({ prices }) => {
        const markets = legs.map(({ market }) => market)
        return [gameId, { ...momentOf(prices, markets, now), odds: oddsHundredths }]
      }),
    ),
  ),
  legs: games
    .flatMap(({ legs }) => legs)
    .toSorted((a, b) => a.at - b.at)
    .map(({ game, market, selectionId, oddsHundredths, prices }) => ({
      gameId: game.id,
      match: game.name,
      market,
      selection: selectionId,
      label: labelOf(market, selectionId, game),
      odds: oddsHundredths,
      priceVersion: prices.priceVersion,
      inPlay: isInPlay(prices),
    })),
})

/** The markets that a recorded bet selects in a game. */
export const marketsOf = ({ legs }: AcceptanceRecord, gameId: string): MarketId[] =>
  legs.flatMap((leg) => (leg.gameId === gameId ? [leg.market] : []))

/** The record of a rejected bet: its games as they are now. Games that no longer exist are absent. */
export const recordOfRejected = (atRequest: AcceptanceRecord, prices: ReadonlyMap<string, GamePrices>, now: Date) =>
  ({
    games: Object.fromEntries(
      Object.keys(atRequest.games).flatMap((id) => {
        const of = prices.get(id)
        return of === undefined ? [] : [[id, { ...momentOf(of, marketsOf(atRequest, id), now), odds: null }]]
      }),
    ),
    legs: [],
  }) satisfies AcceptanceRecord
