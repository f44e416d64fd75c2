import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Ticket, TicketDetail } from '@mupiira/contract/tickets.ts'
import type { GameChange } from '@mupiira/contract/events.ts'
import type { Answer } from '../shared/api/client.ts'
import { MY_BETS_EVERY_MS, refetchAtMost, TICKET_EVERY_MS } from './refetch-at-most.ts'

type TicketPages = InfiniteData<Answer<'GET /api/bets'>>

/** Updates score and clock of a ticket's legs. Only the server sets outcomes. */
export function patchLegs<T extends Ticket>(ticket: T, changes: ReadonlyMap<string, GameChange>): T {
  if (!ticket.selections.some((leg) => changes.has(leg.gameId))) return ticket
  return {
    ...ticket,
    selections: ticket.selections.map((leg) => {
      const change = changes.get(leg.gameId)
      if (change === undefined) return leg
      return {
        ...leg,
        ...(change.homeScore === undefined ? {} : { homeScore: change.homeScore }),
        ...(change.awayScore === undefined ? {} : { awayScore: change.awayScore }),
        ...(change.clock === undefined ? {} : { clock: change.clock?.label ?? null }),
      }
    }),
  }
}

/** Changes tickets in all lists. Unchanged lists stay identical, so that nothing re-renders. */
function patchLists(client: QueryClient, patch: (ticket: Ticket) => Ticket): void {
  client.setQueriesData<TicketPages>({ queryKey: ['GET /api/bets'] }, (data) => {
    if (data?.pages.some(({ items }) => items.some((ticket) => patch(ticket) !== ticket)) !== true) return data
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(patch) })) }
  })
}

export function patchTickets(client: QueryClient, changes: ReadonlyMap<string, GameChange>): void {
  client.setQueriesData<TicketDetail>(
    { queryKey: ['GET /api/bets/{id}'] },
    (ticket) => ticket && patchLegs(ticket, changes),
  )
  patchLists(client, (ticket) => patchLegs(ticket, changes))
}

/** Stores the ticket of an event in the cache. */
export function applyTicket(client: QueryClient, ticket: Ticket): void {
  const detail = ['GET /api/bets/{id}', { id: ticket.id }]
  const before = client.getQueryData<TicketDetail>(detail)
  // Events omit the settlement history, so the cached history stays until the ticket is refetched.
  if (before !== undefined) client.setQueryData<TicketDetail>(detail, { ...before, ...ticket })
  patchLists(client, (item) => (item.id === ticket.id ? ticket : item))
  void client.invalidateQueries({ queryKey: ['GET /api/bets/{id}/cashout', { id: ticket.id }] })
  refetchAtMost(client, ['GET /api/cashouts'], TICKET_EVERY_MS)
  refetchAtMost(client, detail, TICKET_EVERY_MS)
  if (before?.status === ticket.status) return
  refetchAtMost(client, ['GET /api/bets'], MY_BETS_EVERY_MS)
  refetchAtMost(client, ['GET /api/bets/counts'], MY_BETS_EVERY_MS)
}
