import { type Static, Type } from 'typebox'
import { TICKET_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { Ticket, TicketDetail, TicketStatus } from './tickets.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Cursor, Id, Instant, literals, Money, nullable, numberedPage, PageNumber, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'

export const AdminDay = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in Kampala, YYYY-MM-DD' })
export const AdminSearch = Type.String({ maxLength: 100 })

/** The player as staff sees them. */
export const AdminPerson = Type.Object({
  id: Id,
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  phoneNumber: Type.String(),
})
export type AdminPerson = Static<typeof AdminPerson>

export const AdminTicket = Type.Object({ ...Ticket.properties, user: nullable(AdminPerson) })
export type AdminTicket = Static<typeof AdminTicket>

const filter = {
  status: Type.Optional(TicketStatus),
  /** The start of a booking code (three or more characters), or the start of a player's name, phone or e-mail. */
  q: Type.Optional(AdminSearch),
  /** Tickets of this player. Not combined with `q`. */
  user: Type.Optional(Id),
  /** Tickets with a selection of this game. */
  game: Type.Optional(Id),
  from: Type.Optional(AdminDay),
  to: Type.Optional(AdminDay),
}

/** Lists tickets (ADMT-11 to ADMT-14). */
export const listAllTickets = endpoint({
  method: 'GET',
  path: '/api/admin/bets',
  summary: 'All tickets, newest first',
  access: 'admin',
  capability: 'admin:bets:read',
  query: Type.Object(
    {
      ...filter,
      sort: sortBy(TICKET_SORTS),
      /** Cursor of the next page. With a cursor, `page` is returned unchanged and otherwise ignored. */
      cursor: Type.Optional(Cursor),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    },
    strict,
  ),
  responses: { 200: numberedPage(AdminTicket) },
  errors: ['SEARCH_TOO_WIDE'],
})

/** Exports tickets (ADMT-22 to ADMT-29). */
export const exportTickets = listExport({
  path: '/api/admin/bets',
  rows: 'tickets',
  capability: 'admin:bets:read',
  filter: { ...filter, sort: sortBy(TICKET_SORTS) },
  errors: ['SEARCH_TOO_WIDE'],
})

const DayOfTickets = Type.Object({
  day: Type.String(),
  status: TicketStatus,
  tickets: Type.Integer(),
  stake: Money,
  payout: Money,
})

export const ticketTotals = endpoint({
  method: 'GET',
  path: '/api/admin/bets/totals',
  summary: 'Tickets, stakes and payouts by day of placement and status',
  access: 'admin',
  capability: 'admin:bets:read',
  query: Type.Object({ from: Type.Optional(AdminDay), to: Type.Optional(AdminDay) }, strict),
  responses: { 200: Type.Object({ days: Type.Array(DayOfTickets) }) },
  errors: [],
})

/** A ledger entry of a ticket or payment. The amount is positive if the player received it. */
export const AdminEntry = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  amount: Money,
  description: Type.String(),
  createdAt: Instant,
})
export type AdminEntry = Static<typeof AdminEntry>

/** Everything about a ticket, for example for a complaint (ADMT-15 to ADMT-20). */
export const TicketFile = Type.Object({
  ticket: TicketDetail,
  user: nullable(AdminPerson),
  /** The browser that placed the ticket. */
  client: Type.String(),
  address: Type.String(),
  entries: Type.Array(AdminEntry),
  /** The changes of the ticket's auto cashout, oldest first. `target`: the lowest offer for all of the stake left. */
  cashoutRules: Type.Array(
    Type.Object({
      action: literals(['set', 'removed', 'executed', 'ended']),
      target: Money,
      percent: Type.Integer(),
      paid: nullable(Money),
      at: Instant,
    }),
  ),
  cancellation: nullable(Type.Object({ by: Type.String(), reason: Type.String(), refund: Money, at: Instant })),
})
export type TicketFile = Static<typeof TicketFile>

export const getTicketFile = endpoint({
  method: 'GET',
  path: '/api/admin/bets/{id}',
  summary: 'One ticket with its record',
  access: 'admin',
  capability: 'admin:bets:read',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: TicketFile },
  errors: ['TICKET_NOT_FOUND'],
})

/** 202: a game of the ticket has started, so the cancellation waits for a second approver. */
const CancelledTicket = Type.Object({ success: Type.Literal(true), refundAmount: Money, approvalId: nullable(Id) })

/** Cancels a ticket (ADMT-04 to ADMT-10). */
export const cancelTicket = endpoint({
  method: 'POST',
  path: '/api/admin/bets/{id}/cancel',
  summary: 'Cancel a pending ticket and refund its stake',
  access: 'admin',
  capability: 'admin:bets:cancel',
  requiresFreshConfirmation: true,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) }, strict),
  responses: { 200: CancelledTicket, 202: CancelledTicket },
  errors: ['TICKET_NOT_FOUND', 'TICKET_NOT_PENDING'],
})
