import { countTickets as countEndpoint, getTicket, listTickets } from '@mupiira/contract/tickets.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { INVALID_CURSOR } from '../../../kernel/http/input/cursor-page.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import type { TicketScreens } from './open-ticket.ts'
import { countTickets } from './tickets.repository.ts'

const PAGE = 20

/** A player's own tickets. */
export function ticketRoutes(db: Db, tickets: TicketScreens): readonly Route[] {
  return [
    route(listTickets, async ({ actor, query }) => {
      const { cursor, limit = PAGE, tab = 'all', status = null, gameId = null } = query
      if (cursor !== undefined && !isId(cursor)) return INVALID_CURSOR
      const isUnknown = gameId !== null && !isId(gameId)
      const body = isUnknown
        ? { items: [], nextCursor: null }
        : await tickets.page({ userId: actor.userId, tab, status, gameId, before: cursor ?? null, limit })
      return { status: 200, body }
    }),

    route(countEndpoint, async ({ actor: { userId } }) => ({
      status: 200,
      body: await db.asPlayer(userId, (sql) => countTickets(sql, userId)),
    })),

    route(getTicket, async ({ actor, params }) => {
      if (!isId(params.id)) return { error: 'TICKET_ID_MALFORMED' }
      const ticket = await tickets.open(params.id, actor.userId)
      return ticket === null ? { error: 'TICKET_NOT_FOUND' } : { status: 200, body: ticket }
    }),
  ]
}
