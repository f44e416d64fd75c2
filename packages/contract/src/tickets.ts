import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, Instant, Limit, literals, Money, nullable, Odds, page, strict } from './schemas.ts'

export const TicketStatus = literals(['pending', 'won', 'lost', 'cancelled', 'void', 'cashout'])
const Outcome = literals(['won', 'lost', 'void', 'half-won', 'half-lost'])

export const TicketSelection = Type.Object({
  selectionId: Type.String(),
  gameId: Id,
  match: Type.String(),
  homeTeam: Type.String(),
  awayTeam: Type.String(),
  league: Type.String(),
  country: nullable(Type.String()),
  sport: Type.String(),
  market: Type.String(),
  marketName: Type.String(),
  marketCategory: Type.String(),
  selection: Type.String(),
  selectionLabel: Type.String(),
  odds: Odds,
  stake: Money,
  gameTime: Instant,
  gameStatus: Type.String(),
  /** Match clock label while live, else null. */
  clock: nullable(Type.String()),
  homeScore: nullable(Type.Integer()),
  awayScore: nullable(Type.Integer()),
  outcome: nullable(Outcome),
  /** NOT START, LIVE, FINISHED, POSTPONED, ABANDONED, WON, LOST, VOID, CANCELLED (TICK-21 to TICK-25). */
  label: Type.String(),
  /** True where the leg belongs to a same-game combination priced together (D27). */
  sameGame: Type.Boolean(),
})
export type TicketSelection = Static<typeof TicketSelection>

export const JointOdds = Type.Array(Type.Object({ gameId: Id, odds: Odds }))

export const Ticket = Type.Object({
  id: Id,
  bookingCode: Type.String(),
  userId: Id,
  totalStake: Money,
  /** The stake that partial cashouts have ended, and what they have paid (COUT-01). */
  cashedStake: Money,
  cashedOut: Money,
  totalOdds: Odds,
  bonusPercentage: Type.Number(),
  /** The bonus promised at placement. After a partial cashout, bonus and potential win are those of the stake left. */
  bonus: Money,
  /** The bonus in the payout, recomputed after a void (SETL-43); zero until the ticket wins. */
  bonusPaid: Money,
  potentialWin: Money,
  /** What the end of the ticket paid for the stake left. */
  payout: nullable(Money),
  status: TicketStatus,
  rulebook: literals(['house', 'industry']),
  createdAt: Instant,
  updatedAt: Instant,
  settledAt: nullable(Instant),
  selections: Type.Array(TicketSelection),
  /** The joint odds of each game with several selections (D27). */
  jointOdds: JointOdds,
})
export type Ticket = Static<typeof Ticket>

/**
 * A settled result. Each correction has a higher version (D21). Version 0 is a rescheduling that voids earlier bets.
 * Scores are null if all bets are void.
 */
export const SettledResult = Type.Object({
  version: Type.Integer({ minimum: 0 }),
  /** The reason if all bets are void, else null. */
  voidReason: nullable(literals(['CANCELLED', 'NO_RESULT_IN_TIME', 'MOVED', 'RETIRED'])),
  homeScore: nullable(Type.Integer()),
  awayScore: nullable(Type.Integer()),
  halfTimeHomeScore: nullable(Type.Integer()),
  halfTimeAwayScore: nullable(Type.Integer()),
  firstToScore: nullable(literals(['home', 'away', 'none'])),
  qualifier: nullable(literals(['home', 'away', 'nobody'])),
  decidedBy: literals(['feed', 'clock', 'operator']),
  decidedAt: Instant,
})
export type SettledResult = Static<typeof SettledResult>

/**
 * One decision of a leg. `before` is null for the first decision. A null `outcome` reopens the leg after a correction.
 */
export const LegDecision = Type.Object({
  selectionId: Type.String(),
  gameId: Id,
  at: Instant,
  before: nullable(Outcome),
  outcome: nullable(Outcome),
  /** Void because the bet was placed after the actual kick-off (SETL-46). */
  placedAfterStart: Type.Boolean(),
  result: SettledResult,
})
export type LegDecision = Static<typeof LegDecision>

/** One status change of the ticket. A correction reverses `payoutBefore` and pays `payout`. */
export const TicketStatusChange = Type.Object({
  at: Instant,
  cause: literals(['settled', 'corrected', 'cashout', 'cancelled']),
  /** The game with the corrected result. */
  gameId: nullable(Id),
  statusBefore: TicketStatus,
  status: TicketStatus,
  payoutBefore: nullable(Money),
  payout: nullable(Money),
})
export type TicketStatusChange = Static<typeof TicketStatusChange>

/**
 * The settlement history of a ticket, oldest first: the result behind each leg's decision, and each change of the
 * ticket.
 */
export const SettlementTrail = Type.Object({
  legs: Type.Array(LegDecision),
  moves: Type.Array(TicketStatusChange),
  /** The partial cashouts: the stake that each ended, and its payment. */
  parts: Type.Array(Type.Object({ at: Instant, stake: Money, paid: Money })),
})
export type SettlementTrail = Static<typeof SettlementTrail>

/** A ticket in detail. Lists and stream events omit the settlement history. */
export const TicketDetail = Type.Object({ ...Ticket.properties, trail: SettlementTrail })
export type TicketDetail = Static<typeof TicketDetail>

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/bets',
  summary: "The player's tickets, newest first",
  access: 'player',
  query: Type.Object(
    {
      tab: Type.Optional(literals(['open', 'settled'])),
      /** Only tickets with a selection of this game. */
      gameId: Type.Optional(Id),
      status: Type.Optional(TicketStatus),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    },
    strict,
  ),
  responses: { 200: page(Ticket) },
  errors: [],
})

export const countTickets = endpoint({
  method: 'GET',
  path: '/api/bets/counts',
  summary: 'Counts of open and settled tickets',
  access: 'player',
  responses: { 200: Type.Object({ open: Type.Integer(), settled: Type.Integer() }) },
  errors: [],
})

export const getTicket = endpoint({
  method: 'GET',
  path: '/api/bets/{id}',
  loginText: 'Authentication required. Please log in to view bet details.',
  summary: 'One own ticket',
  access: 'player',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: TicketDetail },
  errors: ['TICKET_ID_MALFORMED', 'TICKET_NOT_FOUND'],
})
