import { type Static, Type } from 'typebox'
import { Ticket, TicketDetail, TicketStatus } from './bets.ts'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, Instant, Money, nullable, numberedPage, PageNumber, strict } from './schemas.ts'

export const AdminDay = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in Kampala, YYYY-MM-DD' })
export const AdminSearch = Type.String({ maxLength: 100 })

/** Whose it is, as staff reads it. */
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
  /** A booking code from its beginning (three characters or more), or what is known of a player from its beginning. */
  q: Type.Optional(AdminSearch),
  /** One player's; without `q`. */
  user: Type.Optional(Id),
  from: Type.Optional(AdminDay),
  to: Type.Optional(AdminDay),
}

/** ADMT-11 to ADMT-14 */
export const listAllTickets = endpoint({
  method: 'GET',
  path: '/api/admin/bets',
  summary: 'All tickets, newest first',
  access: 'admin',
  capability: 'admin:bets',
  query: Type.Object(
    {
      ...filter,
      /** The rows behind those of a page; `page` then only numbers the answer. */
      cursor: Type.Optional(Cursor),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    },
    strict,
  ),
  responses: { 200: numberedPage(AdminTicket) },
  errors: ['SEARCH_TOO_WIDE'],
})

/** ADMT-22 to ADMT-29 */
export const exportTickets = endpoint({
  method: 'GET',
  path: '/api/admin/bets/export.csv',
  summary: 'All tickets that pass, as a file that is written as it is read',
  access: 'admin',
  capability: 'admin:bets',
  perMinute: 10,
  query: Type.Object(filter, strict),
  responses: { 200: Type.String({ contentMediaType: 'text/csv' }) },
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
  capability: 'admin:bets',
  query: Type.Object({ from: Type.Optional(AdminDay), to: Type.Optional(AdminDay) }, strict),
  responses: { 200: Type.Object({ days: Type.Array(DayOfTickets) }) },
  errors: [],
})

/** An entry of the ledger that belongs to a ticket or a payment; positive where the player got it. */
export const AdminEntry = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  amount: Money,
  description: Type.String(),
  createdAt: Instant,
})
export type AdminEntry = Static<typeof AdminEntry>

/** ADMT-15 to ADMT-20, and what a complaint is answered from. */
export const TicketFile = Type.Object({
  ticket: TicketDetail,
  user: nullable(AdminPerson),
  /** The browser and the address that it was placed from. */
  client: Type.String(),
  address: Type.String(),
  entries: Type.Array(AdminEntry),
  cancellation: nullable(Type.Object({ by: Type.String(), reason: Type.String(), refund: Money, at: Instant })),
})
export type TicketFile = Static<typeof TicketFile>

export const getTicketFile = endpoint({
  method: 'GET',
  path: '/api/admin/bets/{id}',
  summary: 'One ticket with its record',
  access: 'admin',
  capability: 'admin:bets',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: TicketFile },
  errors: ['TICKET_NOT_FOUND'],
})

/** 202: a game of it has started, and it waits for a second member of staff (ADMT-30). */
const Cancelled = Type.Object({ success: Type.Literal(true), refundAmount: Money, approvalId: nullable(Id) })

/** ADMT-04 to ADMT-10 */
export const cancelTicket = endpoint({
  method: 'POST',
  path: '/api/admin/bets/{id}/cancel',
  summary: 'Cancel a pending ticket and give its stake back',
  access: 'admin',
  capability: 'admin:bets',
  isConfirmed: true,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) }, strict),
  responses: { 200: Cancelled, 202: Cancelled },
  errors: ['TICKET_NOT_FOUND', 'TICKET_NOT_PENDING'],
})
