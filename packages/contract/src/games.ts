import { type Static, Type } from 'typebox'
import { MARKET_GROUPS } from '@mupiira/domain/markets/types.ts'
import { SUSPENSION_CAUSES } from '@mupiira/domain/in-play/suspension.ts'
import { MAX_GOAL_PRICES } from '@mupiira/domain/pricing/goal-prices.ts'
import { START_RANGE_PATTERN } from '@mupiira/domain/time/start-range.ts'
import { GAME_STATUSES } from '@mupiira/domain/ticket/states.ts'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, Instant, Limit, Odds, literals, nullable, page, strict } from './schemas.ts'

export const GameStatus = literals([...GAME_STATUSES, 'held'])

export const GoalEvent = Type.Object({
  team: literals(['home', 'away']),
  minute: Type.Integer(),
  scorer: nullable(Type.String()),
})

/** The match clock (LIVE-17 to LIVE-28). */
export const Clock = Type.Object({ minute: Type.Integer(), label: Type.String() })

const Trend = literals(['up', 'down', 'stable'])

const MatchPrices = Type.Object({ '1': nullable(Odds), X: nullable(Odds), '2': nullable(Odds) })

export const Game = Type.Object({
  id: Id,
  shortId: Type.String(),
  name: Type.String(),
  homeTeam: Type.String(),
  awayTeam: Type.String(),
  league: Type.String(),
  country: nullable(Type.String()),
  sport: Type.String(),
  startTime: Instant,
  status: GameStatus,
  /** True if the game accepts bets (D15). */
  open: Type.Boolean(),
  /** The feed sends no reports, so the data is old and all prices are locked. */
  delayed: Type.Boolean(),
  clock: nullable(Clock),
  /** The feed's period and score text, for sports without the football clock (D53). */
  period: nullable(Type.String()),
  homeScore: nullable(Type.Integer()),
  awayScore: nullable(Type.Integer()),
  halfTimeHomeScore: nullable(Type.Integer()),
  halfTimeAwayScore: nullable(Type.Integer()),
  /** 1X2 prices by selection id; null is locked. A game without odds shows the fallback prices, locked (D14). */
  prices: MatchPrices,
  /** Present while bets on live games are possible. The causes are those of a suspension in the domain (INP-08). */
  inPlay: Type.Optional(
    Type.Object({ suspendedBy: nullable(literals(SUSPENSION_CAUSES)), reopensAt: nullable(Instant) }),
  ),
  /** The last prices before a live game closed, shown as locked. */
  closing: Type.Optional(MatchPrices),
  /** True if the game has odds. Without them, screens show 1.71, 4.20 and 5.50, locked (D14). */
  priced: Type.Boolean(),
  trends: Type.Object({
    '1': Trend,
    X: Trend,
    '2': Trend,
  }),
  moreMarkets: Type.Integer(),
})
export type Game = Static<typeof Game>

export const GameDetail = Type.Intersect([
  Game,
  Type.Object({
    goalEvents: Type.Array(GoalEvent),
    /** The goals by half (DATA-13). A goal in minute 45 belongs to the first half. */
    firstHalfGoals: Type.Array(GoalEvent),
    secondHalfGoals: Type.Array(GoalEvent),
  }),
])
export type GameDetail = Static<typeof GameDetail>

export const GameCounts = Type.Object({
  total: Type.Integer(),
  live: Type.Integer(),
  popular: Type.Integer(),
  upcoming: Type.Integer(),
  /** The start ranges (see `when`) that contain games, in order. The other filters apply to the counts. */
  starts: Type.Array(Type.Object({ when: Type.String(), games: Type.Integer() })),
})

/** How a text search was interpreted. */
const GameSearch = Type.Object({
  /** True if the games match only a part of the text, or names of similar spelling. */
  isNear: Type.Boolean(),
  /** The clubs and leagues that the text names and that have no game. Clubs have no country. */
  absent: Type.Array(Type.Object({ name: Type.String(), country: Type.String() })),
  /** The number of games that match the text, but not the other filters. */
  elsewhere: Type.Integer(),
})
export type GameSearch = Static<typeof GameSearch>

const GameQuery = Type.Object(
  {
    /**
     * `popular`: the five upcoming games with the most open bets, or the first five if no game has bets (D12), the most
     * important leagues first. `open`: upcoming and live games.
     */
    status: Type.Optional(literals(['upcoming', 'popular', 'live', 'finished', 'open'])),
    sport: Type.Optional(Type.String({ maxLength: 40 })),
    league: Type.Optional(Type.String({ maxLength: 80 })),
    country: Type.Optional(Type.String({ maxLength: 60 })),
    q: Type.Optional(Type.String({ maxLength: 80 })),
    /** Games that start in the next three hours ("3h") or on a day in Kampala ("2026-11-30"). */
    when: Type.Optional(Type.String({ pattern: START_RANGE_PATTERN })),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  strict,
)

export const listGames = endpoint({
  method: 'GET',
  path: '/api/games',
  summary: 'Games by day, sport, rank of the league and start time, with clock, score and 1X2 prices',
  access: 'public',
  sameForAll: true,
  query: GameQuery,
  responses: {
    200: Type.Intersect([
      page(Game),
      Type.Object({ counts: GameCounts, /** Present only with `q`. */ search: Type.Optional(GameSearch) }),
    ]),
  },
  errors: [],
})

/** The prices of two goals markets of a game, for lists with several markets per row. Null is locked. */
export const GoalPrices = Type.Object({
  gameId: Id,
  /** Over and under 2.5 goals. */
  over: nullable(Odds),
  under: nullable(Odds),
  /** Both teams to score. */
  yes: nullable(Odds),
  no: nullable(Odds),
})
export type GoalPrices = Static<typeof GoalPrices>

export const listGoalPrices = endpoint({
  method: 'GET',
  path: '/api/goal-prices',
  summary: 'Over/under 2.5 and both teams to score of football games',
  access: 'public',
  sameForAll: true,
  /** Ids of games, separated by commas. The response omits unknown games and games of other sports. */
  query: Type.Object({ ids: Type.String({ maxLength: 37 * MAX_GOAL_PRICES }) }, strict),
  responses: { 200: Type.Object({ items: Type.Array(GoalPrices) }) },
  errors: [],
})

export const getGame = endpoint({
  method: 'GET',
  path: '/api/games/{id}',
  summary: 'One game',
  access: 'public',
  sameForAll: true,
  params: Type.Object({ id: Id }),
  responses: { 200: GameDetail },
  errors: ['GAME_NOT_FOUND'],
})

export const Selection = Type.Object({
  id: Type.String(),
  label: Type.String(),
  /** Null is locked. */
  odds: nullable(Odds),
  trend: Trend,
})

export const Market = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The house rule if it differs from the market's usual meaning (MKT-44), else null. */
  heading: nullable(Type.String()),
  group: literals(MARKET_GROUPS),
  category: Type.String(),
  available: Type.Boolean(),
  selections: Type.Array(Selection),
})
export type Market = Static<typeof Market>

export const getGameMarkets = endpoint({
  method: 'GET',
  path: '/api/games/{id}/markets',
  summary: 'Every market of a game with its prices',
  access: 'public',
  sameForAll: true,
  params: Type.Object({ id: Id }),
  responses: { 200: Type.Object({ game: Game, items: Type.Array(Market) }) },
  errors: ['GAME_NOT_FOUND'],
})

export const listSports = endpoint({
  method: 'GET',
  path: '/api/sports',
  summary: 'Sports with their leagues and counts',
  access: 'public',
  sameForAll: true,
  responses: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          name: Type.String(),
          count: Type.Integer(),
          leagues: Type.Array(
            Type.Object({
              name: Type.String(),
              country: nullable(Type.String()),
              count: Type.Integer(),
            }),
          ),
        }),
      ),
    }),
  },
  errors: [],
})
export type Sport = Static<(typeof listSports.responses)[200]>['items'][number]
