import { type Static, Type } from 'typebox'
import { TRADING_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { MAIN_MARKETS } from '@mupiira/domain/markets/main-markets.ts'
import { SPORTS } from '@mupiira/domain/markets/types.ts'
import { GAME_STATUSES } from '@mupiira/domain/ticket/states.ts'
import { AdminGame } from './admin-games.ts'
import { AdminSearch } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { literals, Money, nullable, numberedPage, Odds, PageNumber, PageSize, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'

/** A selection of a main market. */
export const TradingSelection = Type.Object({
  id: Type.String(),
  label: Type.String(),
  /** The odds of players, or the odds with which betting would reopen; null if the selection has no price. */
  odds: nullable(Odds),
  /** Whether players can bet at these odds now. */
  isOffered: Type.Boolean(),
  /** Manual odds as entered, which may be above the offered odds. */
  own: nullable(Odds),
})
export type TradingSelection = Static<typeof TradingSelection>

/** A game of the trading grid, with its main markets as players see them and its worst result. */
export const TradingGame = Type.Object({
  ...AdminGame.properties,
  /** `closed`: players cannot bet for another reason than a suspension. */
  betting: literals(['open', 'suspended', 'closed']),
  /** The main markets that the game offers. */
  markets: Type.Array(
    Type.Object({
      id: literals(MAIN_MARKETS),
      suspended: Type.Boolean(),
      selections: Type.Array(TradingSelection),
    }),
  ),
  /** The stakes of its open tickets. */
  openStakes: Money,
  /**
   * The operator's result if the game ends in the worst way that is still possible: open stakes less payouts. The score
   * is null in sports without a list of final scores. Null without open tickets.
   */
  worst: nullable(
    Type.Object({
      score: nullable(Type.Object({ home: Type.Integer(), away: Type.Integer() })),
      amount: Money,
    }),
  ),
})
export type TradingGame = Static<typeof TradingGame>

export const listTradingGames = endpoint({
  method: 'GET',
  path: '/api/admin/trading',
  summary: 'Upcoming and live games with their main markets and worst results: live games first, then by kick-off',
  access: 'admin',
  capability: 'admin:games:read',
  query: Type.Object(
    {
      q: Type.Optional(AdminSearch),
      /** A day in Kampala: 2026-11-21. */
      day: Type.Optional(Type.String({ maxLength: 10 })),
      /** `country/league`. */
      league: Type.Optional(Type.String({ minLength: 1, maxLength: 160 })),
      sport: Type.Optional(literals(SPORTS)),
      /** A status, or `suspended` for upcoming and live games closed to bets. By default upcoming and live games. */
      state: Type.Optional(literals([...GAME_STATUSES, 'suspended'])),
      /** `hand`: staff runs the game. */
      source: Type.Optional(literals(['feed', 'hand'])),
      sort: sortBy(TRADING_SORTS),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(PageSize),
    },
    strict,
  ),
  responses: {
    200: Type.Object({
      ...numberedPage(TradingGame).properties,
      /** Leagues with upcoming or live games, as `country/league`. */
      leagues: Type.Array(Type.String()),
    }),
  },
  errors: [],
})
