import { type Static, Type } from 'typebox'
import { DELAYED_BET_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { DELAYED_BET_REJECTIONS } from '@mupiira/domain/in-play/delayed-bet.ts'
import { AdminDay, AdminPerson, AdminSearch } from './admin-tickets.ts'
import { DelayedBet } from './delayed-bets.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Cursor, Id, Instant, literals, nullable, numberedPage, PageNumber, PageSize, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'

const Reason = literals(DELAYED_BET_REJECTIONS)
const State = DelayedBet.properties.state

/** What the feed had reported of a game at one moment. */
const Moment = Type.Object({
  minute: Type.Integer(),
  homeScore: Type.Integer(),
  awayScore: Type.Integer(),
  /** The later of the last goal and the last card, penalty or review. */
  lastEvent: nullable(Type.Object({ kind: literals(['goal', 'incident']), at: Instant })),
  reportedAt: nullable(Instant),
})

/** A bet on a live game with its acceptance record (INP-16). */
export const AdminDelayedBet = Type.Object({
  ...DelayedBet.properties,
  user: nullable(AdminPerson),
  userId: Id,
  games: Type.Array(Type.Object({ gameId: Id, match: Type.String(), request: Moment, decision: nullable(Moment) })),
})
export type AdminDelayedBet = Static<typeof AdminDelayedBet>

const outcome = { state: Type.Optional(State), reason: Type.Optional(Reason) }
const filter = {
  /** The start of a player's name, phone or e-mail. */
  q: Type.Optional(AdminSearch),
  /** Bets of this player. Not combined with `q`. */
  user: Type.Optional(Id),
  game: Type.Optional(Id),
  from: Type.Optional(AdminDay),
  to: Type.Optional(AdminDay),
}

export const listAllDelayedBets = endpoint({
  method: 'GET',
  path: '/api/admin/delayed-bets',
  summary: 'Bets on live games, newest first: waiting, accepted, and rejected with the reason',
  access: 'admin',
  capability: 'admin:bets:read',
  query: Type.Object(
    {
      ...outcome,
      ...filter,
      sort: sortBy(DELAYED_BET_SORTS),
      cursor: Type.Optional(Cursor),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(PageSize),
    },
    strict,
  ),
  responses: { 200: numberedPage(AdminDelayedBet) },
  errors: ['SEARCH_TOO_WIDE'],
})

export const countDelayedBets = endpoint({
  method: 'GET',
  path: '/api/admin/delayed-bets/counts',
  summary: 'Number of bets on live games by state and reason, among the newest 10,000 matches',
  access: 'admin',
  capability: 'admin:bets:read',
  query: Type.Object(filter, strict),
  responses: {
    200: Type.Object({
      counts: Type.Array(Type.Object({ state: State, reason: nullable(Reason), bets: Type.Integer() })),
    }),
  },
  errors: ['SEARCH_TOO_WIDE'],
})

export const exportDelayedBets = listExport({
  path: '/api/admin/delayed-bets',
  rows: 'bets on live games',
  capability: 'admin:bets:read',
  filter: { ...outcome, ...filter, sort: sortBy(DELAYED_BET_SORTS) },
  errors: ['SEARCH_TOO_WIDE'],
})
