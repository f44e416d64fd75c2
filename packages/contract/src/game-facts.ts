import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Empty, Id, Instant, literals, nullable } from './schemas.ts'

const Side = literals(['home', 'away'])
const params = Type.Object({ id: Id })
/** The time of the feed's report; null for our own, current data. */
const toldAt = nullable(Instant)
const shared = { access: 'public', sameForAll: true, params, perMinute: 120, errors: ['GAME_NOT_FOUND'] } as const

/** The statistics in display order (LIVE-37). */
export const STATISTICS = ['possession', 'shots', 'corners', 'fouls', 'yellowCards', 'redCards'] as const

export const GameStatistics = Type.Object({
  /** True if the statistics are simulated, because no feed reports them (LIVE-41). */
  simulated: Type.Boolean(),
  toldAt,
  /** Empty before the first report. */
  items: Type.Array(
    Type.Object({ id: literals(['goals', ...STATISTICS]), home: Type.Integer(), away: Type.Integer() }),
  ),
})
export type GameStatistics = Static<typeof GameStatistics>

export const getGameStatistics = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/games/{id}/statistics',
  summary: 'Possession, shots, corners, fouls and cards of both sides so far',
  responses: { 200: GameStatistics },
})

export const PlayedGame = Type.Object({
  startTime: Instant,
  league: Type.String(),
  homeTeam: Type.String(),
  awayTeam: Type.String(),
  homeScore: Type.Integer(),
  awayScore: Type.Integer(),
})
export type PlayedGame = Static<typeof PlayedGame>

export const getHeadToHead = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/games/{id}/head-to-head',
  summary: 'Earlier games between the two teams, and the last games of each team, newest first',
  responses: {
    200: Type.Object({
      toldAt,
      meetings: Type.Array(PlayedGame),
      home: Type.Array(PlayedGame),
      away: Type.Array(PlayedGame),
    }),
  },
})

export const getStandings = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/games/{id}/standings',
  summary: "The table of the game's league; empty in sports without tables",
  responses: {
    200: Type.Object({
      toldAt,
      items: Type.Array(
        Type.Object({
          position: Type.Integer(),
          team: Type.String(),
          played: Type.Integer(),
          won: Type.Integer(),
          /** Null in basketball, which has no draws. */
          drawn: nullable(Type.Integer()),
          lost: Type.Integer(),
          /** Goals, or the points scored in basketball. */
          goalsFor: Type.Integer(),
          goalsAgainst: Type.Integer(),
          /** null in basketball, whose table ranks by the percentage of games won. */
          points: nullable(Type.Integer()),
          /** The last known games, at most five, latest last. */
          form: Type.Array(literals(['W', 'D', 'L'])),
        }),
      ),
    }),
  },
})

export const TimelineEvent = Type.Object({
  kind: literals(['kick-off', 'goal', 'own-goal', 'half-time', 'full-time']),
  minute: Type.Integer(),
  /** The side that receives the goal. */
  team: nullable(Side),
  scorer: nullable(Type.String()),
  homeScore: Type.Integer(),
  awayScore: Type.Integer(),
})
export type TimelineEvent = Static<typeof TimelineEvent>

export const getTimeline = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/games/{id}/timeline',
  summary: 'Events of the game so far',
  responses: { 200: Type.Object({ items: Type.Array(TimelineEvent) }) },
})

const Lineup = Type.Object({
  starting: Type.Array(Type.Object({ number: nullable(Type.Integer()), name: Type.String() })),
  substitutes: Type.Array(Type.Object({ number: nullable(Type.Integer()), name: Type.String() })),
  coach: nullable(Type.String()),
})

export const getLineups = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/games/{id}/lineups',
  summary: 'The line-ups; null for a side with an unknown line-up',
  responses: { 200: Type.Object({ toldAt, home: nullable(Lineup), away: nullable(Lineup) }) },
})

/** The specification's `update-live-scores` (LIVE-09). */
export const refreshScores = endpoint({
  method: 'POST',
  path: '/api/games/refresh-scores',
  summary: 'Request the scores of live games from the feed now',
  access: 'public',
  perMinute: 30,
  body: Type.Optional(Empty),
  responses: { 200: Type.Object({ success: Type.Boolean(), message: Type.String() }) },
  errors: [],
})
