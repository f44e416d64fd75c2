import { type Static, Type } from 'typebox'
import { AdminTicket } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, literals, Money, nullable, Odds, strict, Reason } from './schemas.ts'

/** A game and the exposure of its open tickets. */
export const GameRisk = Type.Object({
  gameId: Id,
  name: Type.String(),
  league: Type.String(),
  country: nullable(Type.String()),
  startTime: Instant,
  suspended: Type.Boolean(),
  bets: Type.Integer(),
  stake: Money,
  /** The total payout of its open tickets if all their legs win. */
  payout: Money,
  /**
   * The operator's result if the selection with the largest payout wins: stakes less that payout. Below zero: a loss.
   */
  worstCase: Money,
  /** The selection with the largest payout. */
  worst: Type.Object({ market: Type.String(), selection: Type.String(), payout: Money }),
  /** The share of the game's liability limit that open bets use, in percent. */
  limitUse: Type.Number(),
  /** The selection that uses most of its liability limit. */
  fullest: Type.Object({
    market: Type.String(),
    selection: Type.String(),
    limitUse: Type.Number(),
    /** The reduction of its price in percent. */
    lowered: Type.Number(),
  }),
})
export type GameRisk = Static<typeof GameRisk>

/** A suspension of a league or of all betting. */
export const Suspension = Type.Object({
  /** `all`, or `country/league`. */
  scope: Type.String(),
  by: Type.String(),
  reason: Type.String(),
  since: Instant,
  /**
   * How the caller can reopen betting. `now`: alone. `wait`: after the approval of a second member of staff. `alone`:
   * there is no second one, so the caller types a word to confirm.
   */
  reopening: literals(['now', 'alone', 'wait']),
})
export type Suspension = Static<typeof Suspension>

export const getRisk = endpoint({
  method: 'GET',
  path: '/api/admin/risk',
  summary: 'Exposure of open tickets, the largest tickets, and current suspensions',
  access: 'admin',
  capability: 'admin:games:read',
  responses: {
    200: Type.Object({
      /** The time of the calculation, at most a few seconds ago. */
      asOf: Instant,
      games: Type.Array(GameRisk),
      largest: Type.Array(AdminTicket),
      suspensions: Type.Array(Suspension),
      /** Leagues with upcoming or live games, as `country/league`. */
      leagues: Type.Array(Type.String()),
    }),
  },
  errors: [],
})

/** A price whose implied probability differs from the model's by more than `model_difference`. */
export const PriceOffModel = Type.Object({
  gameId: Id,
  name: Type.String(),
  league: Type.String(),
  country: nullable(Type.String()),
  startTime: Instant,
  /** `own`: manual odds of a selection. `base`: base odds of the game. */
  source: literals(['own', 'base']),
  market: Type.String(),
  selection: Type.String(),
  odds: Odds,
  /** The probability implied by the odds, in percent. */
  implied: Type.Number(),
  model: Type.Number(),
})
export type PriceOffModel = Static<typeof PriceOffModel>

export const listPricesOffModel = endpoint({
  method: 'GET',
  path: '/api/admin/risk/prices',
  summary: 'Offered prices that differ from the model by more than the setting, largest difference first',
  access: 'admin',
  capability: 'admin:games:read',
  responses: { 200: Type.Object({ mostPoints: Type.Number(), items: Type.Array(PriceOffModel) }) },
  errors: [],
})

export const getGameScores = endpoint({
  method: 'GET',
  path: '/api/admin/games/{id}/scores',
  summary: 'Maximum payout of a game’s open tickets for each final score that is still possible',
  access: 'admin',
  capability: 'admin:games:read',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: {
    200: Type.Object({
      /** The total stake of the open tickets with this game. */
      stake: Money,
      scores: Type.Array(Type.Object({ home: Type.Integer(), away: Type.Integer(), payout: Money })),
    }),
  },
  errors: ['GAME_NOT_FOUND'],
})

/** Open tickets with an undecided selection on some games. */
export const OpenBets = Type.Object({
  tickets: Type.Integer(),
  players: Type.Integer(),
  stake: Money,
  /** The maximum payout of these tickets. */
  payout: Money,
  /** The maximum payout of one of them. */
  largest: Money,
})
export type OpenBets = Static<typeof OpenBets>

export const getOpenBets = endpoint({
  method: 'GET',
  path: '/api/admin/risk/open-bets',
  summary: 'The open bets on a game, on the upcoming and live games of a league, or on all games',
  access: 'admin',
  capability: 'admin:games:read',
  query: Type.Object(
    {
      game: Type.Optional(Type.String({ maxLength: 64 })),
      /** A market of the game. */
      market: Type.Optional(Type.String({ maxLength: 64 })),
      /** `country/league`. Without game and league: all open bets. */
      league: Type.Optional(Type.String({ minLength: 1, maxLength: 160 })),
    },
    strict,
  ),
  responses: { 200: OpenBets },
  errors: ['GAME_NOT_FOUND'],
})

export const setSuspension = endpoint({
  method: 'POST',
  path: '/api/admin/risk/suspensions',
  summary: 'Suspend or resume a league or all betting',
  access: 'admin',
  capability: 'admin:games:suspend',
  body: Type.Object(
    {
      scope: Type.String({ minLength: 1, maxLength: 160 }),
      suspended: Type.Boolean(),
      reason: Reason,
      /** Typed by staff without a second approver who reopen what a colleague stopped. */
      typed: Type.Optional(Type.String({ maxLength: 20 })),
    },
    strict,
  ),
  /** 202: reopening what a colleague stopped waits for a second member of staff. */
  responses: { 200: Type.Object({ games: Type.Integer() }), 202: Type.Object({ approvalId: Id }) },
  errors: ['REOPENING_NOT_CONFIRMED'],
})

export const setStakeLimit = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}/stake-limit',
  summary: 'Set or remove a player’s own maximum stake',
  access: 'admin',
  capability: 'admin:users:limit',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object(
    {
      mostStake: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      /** The displayed limit; null without one. */
      seen: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }))),
      reason: Reason,
    },
    strict,
  ),
  responses: { 200: Type.Object({ mostStake: nullable(Money) }) },
  errors: ['USER_NOT_FOUND', 'STAKE_LIMIT_CHANGED'],
})
