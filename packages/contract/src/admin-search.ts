import { type Static, Type } from 'typebox'
import { ACCOUNT_STATUSES } from '@mupiira/domain/access/capabilities.ts'
import { GAME_STATUSES } from '@mupiira/domain/ticket/states.ts'
import { AdminPerson } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { Transaction } from './payments.ts'
import { Id, Instant, literals, Money, nullable, strict } from './schemas.ts'
import { TicketStatus } from './tickets.ts'

/** The results of the console's search: a few items of each kind. A kind is empty if the caller must not see it. */
export const SearchResults = Type.Object({
  /** Found by the start of a phone number in any notation, of the words of a name, or by a complete e-mail address. */
  players: Type.Array(Type.Object({ ...AdminPerson.properties, accountStatus: literals(ACCOUNT_STATUSES) })),
  /** Found by the start of the booking code. */
  tickets: Type.Array(
    Type.Object({
      id: Id,
      bookingCode: Type.String(),
      totalStake: Money,
      status: TicketStatus,
      user: nullable(AdminPerson),
    }),
  ),
  /** Found by the short reference, ours at the provider, or the provider's. */
  payments: Type.Array(
    Type.Object({
      id: Id,
      shortReference: Type.String(),
      type: Transaction.properties.type,
      amount: Money,
      status: Transaction.properties.status,
      user: nullable(AdminPerson),
    }),
  ),
  /** Found by team or league; live and upcoming games come first. */
  games: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      league: Type.String(),
      country: nullable(Type.String()),
      startTime: Instant,
      status: literals(GAME_STATUSES),
      /** True for a game that staff run, false for a game of the feed. */
      isManual: Type.Boolean(),
    }),
  ),
})
export type SearchResults = Static<typeof SearchResults>

export const searchConsole = endpoint({
  method: 'GET',
  path: '/api/admin/search',
  summary: 'Players, tickets, payments and games by phone, name, code, reference or team',
  access: 'admin',
  capability: 'admin:enter',
  // The console searches while staff type.
  perMinute: 240,
  query: Type.Object({ q: Type.String({ minLength: 2, maxLength: 100 }) }, strict),
  responses: { 200: SearchResults },
  errors: [],
})
