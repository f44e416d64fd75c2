import { type Static, Type } from 'typebox'
import { TicketStatus } from './tickets.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Money, Odds, literals, nullable, strict } from './schemas.ts'

export const BookedSelection = Type.Object({
  gameId: Id,
  match: Type.String(),
  homeTeam: Type.String(),
  awayTeam: Type.String(),
  league: Type.String(),
  sport: Type.String(),
  gameTime: Instant,
  gameStatus: Type.String(),
  market: Type.String(),
  marketName: Type.String(),
  marketCategory: Type.String(),
  selection: Type.String(),
  selectionLabel: Type.String(),
  /** The current odds; null if the selection is not available. */
  odds: nullable(Odds),
  /** The reason if the selection is not available. Loading the code skips the selection (CODE-19). */
  problem: nullable(literals(['GAME_MISSING', 'GAME_CLOSED', 'MARKET_UNAVAILABLE'])),
})
export type BookedSelection = Static<typeof BookedSelection>

export const BookedSlip = Type.Object({
  bookingCode: Type.String(),
  /** True if the code or its ticket belongs to the caller. */
  own: Type.Boolean(),
  /** The error code if the code cannot be loaded into the slip (CODE-11), else null. */
  refusal: nullable(Type.String()),
  selections: Type.Array(BookedSelection),
  /** Only for the owner (D25); null before placement. */
  ticket: nullable(
    Type.Object({
      id: Id,
      status: TicketStatus,
      totalStake: Money,
      /** As on the ticket (COUT-01): bonus and potential win are those of the stake left. */
      cashedStake: Money,
      cashedOut: Money,
      totalOdds: Odds,
      bonusPercentage: Type.Number(),
      bonus: Money,
      /** Includes the bonus, as on the ticket (D45). */
      potentialWin: Money,
      createdAt: Instant,
    }),
  ),
})
export type BookedSlip = Static<typeof BookedSlip>

export const issueBookingCode = endpoint({
  method: 'POST',
  path: '/api/booking-codes',
  summary: 'Issue a booking code for a betslip. It belongs to the player, or to the visitor’s browser',
  access: 'public',
  perMinute: 60,
  body: Type.Object(
    {
      selections: Type.Array(
        Type.Object(
          {
            gameId: Type.String({ maxLength: 64 }),
            market: Type.Optional(Type.String({ maxLength: 64 })),
            selection: Type.String({ maxLength: 120 }),
          },
          strict,
        ),
        { maxItems: 60 },
      ),
    },
    strict,
  ),
  responses: { 201: Type.Object({ bookingCode: Type.String() }) },
  errors: ['NO_SELECTIONS', 'TOO_MANY_SELECTIONS', 'GAME_MISSING', 'GAME_CLOSED', 'MARKET_UNAVAILABLE'],
})

export const getBookingCode = endpoint({
  method: 'GET',
  path: '/api/booking-codes/{code}',
  summary: 'The selections of a booking code',
  access: 'public',
  perMinute: 60,
  params: Type.Object({ code: Type.String({ maxLength: 64 }) }),
  responses: { 200: BookedSlip },
  errors: ['EMPTY_BOOKING_CODE', 'INVALID_BOOKING_CODE', 'BOOKING_CODE_NOT_FOUND', 'BOOKING_CODE_OF_ANOTHER'],
})
