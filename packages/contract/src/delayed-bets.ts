import { type Static, Type } from 'typebox'
import { DELAYED_BET_REJECTIONS } from '@mupiira/domain/in-play/delayed-bet.ts'
import { ODDS_POLICIES } from '@mupiira/domain/odds/odds-policy.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, literals, Money, nullable, Odds } from './schemas.ts'

export const OddsPolicyInput = literals(ODDS_POLICIES)

/** A bet with a live game. It waits with its stake reserved, and then becomes a ticket or is rejected (INP-05). */
export const DelayedBet = Type.Object({
  id: Id,
  state: literals(['waiting', 'accepted', 'rejected']),
  stake: Money,
  oddsPolicy: OddsPolicyInput,
  /** The total odds at the request. */
  requestedOdds: Odds,
  /** The total odds of the ticket; null unless accepted. */
  acceptedOdds: nullable(Odds),
  selections: Type.Array(
    Type.Object({
      gameId: Id,
      match: Type.String(),
      market: Type.String(),
      marketName: Type.String(),
      selection: Type.String(),
      selectionLabel: Type.String(),
      /** The odds at the request. */
      odds: Odds,
      inPlay: Type.Boolean(),
    }),
  ),
  ticketId: nullable(Id),
  rejectedBecause: nullable(literals(DELAYED_BET_REJECTIONS)),
  createdAt: Instant,
  /** The end of the delay. The decision can follow a few seconds later, when the feed has reported again. */
  decidesAt: Instant,
  decidedAt: nullable(Instant),
  /** The time until `decidesAt` when the response was made, for a countdown that does not need a correct clock. */
  remainingMs: Type.Integer({ minimum: 0 }),
})
export type DelayedBet = Static<typeof DelayedBet>

export const listDelayedBets = endpoint({
  method: 'GET',
  path: '/api/delayed-bets',
  summary: 'Own bets on live games: the waiting ones and the last decided ones, newest first',
  access: 'player',
  perMinute: 240,
  responses: { 200: Type.Object({ items: Type.Array(DelayedBet) }) },
  errors: [],
})

export const getDelayedBet = endpoint({
  method: 'GET',
  path: '/api/delayed-bets/{id}',
  summary: 'One own bet on a live game, waiting or decided',
  access: 'player',
  perMinute: 240,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: DelayedBet },
  errors: ['TICKET_ID_MALFORMED', 'TICKET_NOT_FOUND'],
})
