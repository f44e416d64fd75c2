import { type Static, Type } from 'typebox'
import { SUSPENSION_CAUSES } from '@mupiira/domain/in-play/suspension.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, literals, Money, nullable, Odds } from './schemas.ts'

/**
 * One outcome of 1X2: its odds now (null while suspended), its last odds while suspended, and what open bets can win on
 * it beyond their stakes.
 */
const Outcome = Type.Object({ odds: nullable(Odds), lastOdds: nullable(Odds), liability: Money })

/** A live game on the in-play board. */
export const InPlayGame = Type.Object({
  gameId: Id,
  name: Type.String(),
  league: Type.String(),
  country: nullable(Type.String()),
  clock: nullable(Type.String()),
  homeScore: nullable(Type.Integer()),
  awayScore: nullable(Type.Integer()),
  /** `open`; `suspended` until the cause ends; `closed`: the game takes no bets in play. */
  state: literals(['open', 'suspended', 'closed']),
  suspendedBy: nullable(literals(SUSPENSION_CAUSES)),
  /** False if the feed's last report does not list penalties and reviews; the game is then suspended. */
  reportsIncidents: Type.Boolean(),
  reopensAt: nullable(Instant),
  /** True if staff has suspended the game, its league or everything. */
  suspendedByStaff: Type.Boolean(),
  /** True if staff has suspended this game. */
  isSuspended: Type.Boolean(),
  /** The suspended scopes that contain the game: `all`, its league as `country/league`. */
  suspendedScopes: Type.Array(Type.String()),
  /** The markets of this game that staff has suspended. */
  suspendedMarkets: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  outcomes: Type.Object({ '1': Outcome, X: Outcome, '2': Outcome }),
  stake: Money,
  /** The stakes less the payout if the riskiest selection wins; below zero: a loss. */
  worstCase: Money,
  /** How long a bet on this game waits. */
  delaySeconds: Type.Integer(),
  lastEvent: nullable(Type.Object({ kind: literals(['goal', 'incident']), at: Instant })),
  /** When the feed last reported the game. */
  reportedAt: nullable(Instant),
})
export type InPlayGame = Static<typeof InPlayGame>

/** Why live odds are missing. `LATE`: a request has no response yet, and the last live odds are too old. */
const LIVE_ODDS_FAILURES = ['LATE', 'REFUSED', 'QUOTA', 'UNREACHABLE', 'NOT_JSON', 'MALFORMED'] as const

export const getInPlay = endpoint({
  method: 'GET',
  path: '/api/admin/in-play',
  summary: 'Live games with their state, prices and exposure',
  access: 'admin',
  capability: 'admin:games:read',
  responses: {
    200: Type.Object({
      /** The setting `in_play_betting`. */
      isOn: Type.Boolean(),
      delaySeconds: Type.Integer(),
      /** Why the feed's live odds are missing, without which its live games take no bets; null while they are not. */
      missingLiveOdds: nullable(Type.Object({ failure: literals(LIVE_ODDS_FAILURES), receivedAt: nullable(Instant) })),
      games: Type.Array(InPlayGame),
    }),
  },
  errors: [],
})

export const listInPlayLeagues = endpoint({
  method: 'GET',
  path: '/api/admin/in-play/leagues',
  summary: 'The football leagues that have games, to compare with the leagues that have their own rules',
  access: 'admin',
  capability: 'admin:settings:read',
  responses: {
    200: Type.Object({
      /** Leagues with upcoming or live games, as `country/league`. */
      listed: Type.Array(Type.String()),
      /** Other leagues with games in the last `days` days. */
      recent: Type.Array(Type.String()),
      days: Type.Integer(),
    }),
  },
  errors: [],
})
