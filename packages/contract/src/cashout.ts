import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Money, literals, nullable, strict } from './schemas.ts'

/** The reason why there is no offer (D22). */
export const CashoutReason = literals([
  'NOT_PENDING',
  'LEG_LOST',
  'NOT_PRICED',
  'SUSPENDED',
  'GOAL',
  'INCIDENT',
  'POSSIBLE_GOAL',
  'NO_NEWS',
  'BEING_DECIDED',
  'WAITS_FOR_RESULT',
])
export type CashoutReason = Static<typeof CashoutReason>

/** The reason why an accepted offer was not paid. */
export const CashoutRefusal = Type.Object({
  /** The accepted offer. */
  offer: Money,
  why: literals(['OFFER_CHANGED', 'CASHOUT_UNAVAILABLE']),
  at: Instant,
})

export const Cashout = Type.Object({
  ticketId: Id,
  /**
   * `checking`: an accepted offer is decided at `decidesAt`. `paid`: the amount was credited, for a part only in the
   * response to its acceptance.
   */
  state: literals(['offered', 'unavailable', 'checking', 'paid']),
  /** The amount that is offered for all of the stake left, checked or paid. */
  offer: nullable(Money),
  reason: nullable(CashoutReason),
  decidesAt: nullable(Instant),
  /** The stake of a part that is checked or was just paid; null for all of the stake left. */
  stake: nullable(Money),
  /** The stake that the offer is for. */
  stakeLeft: Money,
  /** The limits of a partial cashout (COUT-01). */
  parts: Type.Object({
    /** The minimum payment. */
    minimum: Type.Integer(),
    /** The minimum stake that stays on the ticket. */
    minimumLeft: Type.Integer(),
    stepPercent: Type.Integer(),
  }),
  /** The automatic cashout: it accepts the offer for a percentage of the stake left once it reaches the target. */
  automatic: nullable(Type.Object({ target: Money, percent: Type.Integer(), createdAt: Instant })),
  /** The last accepted offer that was not paid. */
  refused: nullable(CashoutRefusal),
  /** When the offer was computed. */
  updatedAt: Instant,
})
export type Cashout = Static<typeof Cashout>

const ticket = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const getCashout = endpoint({
  method: 'GET',
  path: '/api/bets/{id}/cashout',
  summary: 'The cashout offer of a ticket, and the outcome of an accepted offer',
  access: 'player',
  perMinute: 240,
  params: ticket,
  responses: { 200: Cashout },
  errors: ['TICKET_ID_MALFORMED', 'TICKET_NOT_FOUND'],
})

export const CashoutHistory = Type.Object({
  ticketId: Id,
  /** The stake that the offers are for: what is left now. */
  stakeLeft: Money,
  /** Oldest first. The offer is null while there was none. */
  points: Type.Array(Type.Object({ at: Instant, offer: nullable(Money) })),
})
export type CashoutHistory = Static<typeof CashoutHistory>

export const getCashoutHistory = endpoint({
  method: 'GET',
  path: '/api/bets/{id}/cashout/history',
  summary: 'The cashout offers of a ticket since its placement, at most 40 points',
  access: 'player',
  perMinute: 30,
  params: ticket,
  responses: { 200: CashoutHistory },
  errors: ['TICKET_ID_MALFORMED', 'TICKET_NOT_FOUND'],
})

/** The number of tickets on a page of My Bets. */
export const MAX_CASHOUTS = 20

export const listCashouts = endpoint({
  method: 'GET',
  path: '/api/cashouts',
  summary: 'The cashout offers of several tickets',
  access: 'player',
  perMinute: 120,
  /** Ids of tickets, separated by commas. The response omits unknown tickets. */
  query: Type.Object({ ids: Type.String({ maxLength: 37 * MAX_CASHOUTS }) }, strict),
  responses: { 200: Type.Object({ items: Type.Array(Cashout) }) },
  errors: [],
})

export const acceptCashout = endpoint({
  method: 'POST',
  path: '/api/bets/{id}/cashout',
  summary:
    'Accept a cashout offer for the stake left or a part of it. If a game of the ticket is live, the acceptance is checked first (202)',
  access: 'player',
  idempotent: true,
  perMinute: 60,
  params: ticket,
  body: Type.Object(
    {
      /** The offer for all of the stake left that the player saw. */
      offer: Type.Number({ minimum: 0.01, maximum: 1e13, description: 'UGX, at most two decimals' }),
      /**
       * The stake left that the player saw with the offer. If another cashout has changed it, the request is refused
       * with OFFER_CHANGED. Apps of earlier releases do not send it.
       */
      stakeLeft: Type.Optional(Type.Number({ minimum: 0.01, maximum: 1e13, description: 'UGX, at most two decimals' })),
      /** The stake to cash out. Absent: all of the stake left. A part pays its share of the offer. */
      stake: Type.Optional(Type.Number({ minimum: 0.01, maximum: 1e13, description: 'UGX, at most two decimals' })),
    },
    strict,
  ),
  responses: { 200: Cashout, 202: Cashout },
  errors: [
    'TICKET_ID_MALFORMED',
    'TICKET_NOT_FOUND',
    'AMOUNT_TOO_PRECISE',
    'OFFER_CHANGED',
    'CASHOUT_IN_PROGRESS',
    'CASHOUT_UNAVAILABLE',
    'CASHOUT_PART_TOO_SMALL',
    'STAKE_LEFT_TOO_SMALL',
  ],
})

export const setAutomaticCashout = endpoint({
  method: 'PUT',
  path: '/api/bets/{id}/cashout/automatic',
  summary: 'Cash out automatically once the offer reaches a target, in place of an earlier target',
  access: 'player',
  perMinute: 60,
  params: ticket,
  body: Type.Object(
    {
      /** The lowest offer for all of the stake left. */
      target: Type.Number({ minimum: 0.01, maximum: 1e13, description: 'UGX, at most two decimals' }),
      /** The percentage of the stake left to cash out; 100 ends the ticket. */
      percent: Type.Integer({ minimum: 1, maximum: 100 }),
    },
    strict,
  ),
  responses: { 200: Cashout },
  errors: [
    'TICKET_ID_MALFORMED',
    'TICKET_NOT_FOUND',
    'AMOUNT_TOO_PRECISE',
    'CASHOUT_UNAVAILABLE',
    'CASHOUT_PART_TOO_SMALL',
    'CASHOUT_TARGET_LIMIT',
    'CASHOUT_TARGET_TOO_HIGH',
    'STAKE_LEFT_TOO_SMALL',
  ],
})

export const removeAutomaticCashout = endpoint({
  method: 'DELETE',
  path: '/api/bets/{id}/cashout/automatic',
  summary: 'Remove the automatic cashout of a ticket',
  access: 'player',
  perMinute: 60,
  params: ticket,
  responses: { 200: Cashout },
  errors: ['TICKET_ID_MALFORMED', 'TICKET_NOT_FOUND'],
})
