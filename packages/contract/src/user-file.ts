import { type Static, Type } from 'typebox'
import { LEDGER_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { TicketStatus } from './tickets.ts'
import { PlayerRestriction } from './admin-restrictions.ts'
import { InPlayRestriction } from './admin-courtsiding.ts'
import { AdminDay, AdminTicket } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Limit, Protection } from './protection.ts'
import { Cursor, Id, Instant, Money, nullable, numberedPage, PageNumber, PageSize, Reason, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'
import { User } from './users.ts'
import { StatementEntry } from './wallet.ts'

const account = Type.Object({ id: Type.String({ maxLength: 64 }) })
const reading = { method: 'GET', access: 'admin', capability: 'admin:users:read', params: account } as const

const days = { from: Type.Optional(AdminDay), to: Type.Optional(AdminDay) }
const paged = { page: Type.Optional(PageNumber), pageSize: Type.Optional(PageSize) }

export const UserFile = Type.Object({
  user: User,
  held: Money,
  /** The player's manual maximum stake; null without one. */
  mostStake: nullable(Money),
  /** The restriction of live bets by staff. */
  inPlayRestriction: InPlayRestriction,
  location: Type.String(),
  nationality: Type.String(),
  nin: nullable(Type.String()),
  sessions: Type.Array(Type.Object({ id: Id, client: Type.String(), signedInAt: Instant, lastSeenAt: Instant })),
  lastLoginAt: nullable(Instant),
  /** When the player closed the account and requested erasure. */
  erasureRequestedAt: nullable(Instant),
  limits: Type.Array(Limit),
  exclusion: Protection.properties.exclusion,
  /** The current restrictions, newest first. */
  restrictions: Type.Array(PlayerRestriction),
  tags: Type.Array(Type.String()),
  notes: Type.Array(Type.Object({ id: Id, by: Type.String(), note: Type.String(), writtenAt: Instant })),
})
export type UserFile = Static<typeof UserFile>

export const getUserFile = endpoint({
  ...reading,
  path: '/api/admin/users/{id}',
  summary: 'An account with its sessions, limits and notes',
  responses: { 200: UserFile },
  errors: ['USER_NOT_FOUND'],
})

export const listUserEntries = endpoint({
  ...reading,
  path: '/api/admin/users/{id}/ledger',
  summary: 'The ledger entries of an account, newest first',
  query: Type.Object({ ...days, ...paged, cursor: Type.Optional(Cursor), sort: sortBy(LEDGER_SORTS) }, strict),
  responses: { 200: numberedPage(StatementEntry) },
  errors: ['USER_NOT_FOUND'],
})

export const exportUserEntries = endpoint({
  ...listExport({
    path: '/api/admin/users/{id}/ledger',
    rows: 'ledger entries of an account',
    capability: 'admin:users:read',
    filter: { ...days, sort: sortBy(LEDGER_SORTS) },
    errors: ['USER_NOT_FOUND'],
  }),
  params: account,
})

export const listUserTickets = endpoint({
  ...reading,
  capability: 'admin:bets:read',
  path: '/api/admin/users/{id}/tickets',
  summary: 'The tickets of an account, newest first',
  query: Type.Object({ status: Type.Optional(TicketStatus), ...paged, cursor: Type.Optional(Cursor) }, strict),
  responses: { 200: numberedPage(AdminTicket) },
  errors: ['USER_NOT_FOUND'],
})

export const endUserSessions = endpoint({
  access: 'admin',
  capability: 'admin:users:lock',
  params: account,
  method: 'POST',
  path: '/api/admin/users/{id}/sessions/end',
  summary: 'Log an account out everywhere',
  body: Type.Object({ reason: Reason }, strict),
  responses: { 200: Type.Object({ ended: Type.Integer() }) },
  errors: ['USER_NOT_FOUND'],
})

export const addUserNote = endpoint({
  access: 'admin',
  capability: 'admin:users:note',
  params: account,
  method: 'POST',
  path: '/api/admin/users/{id}/notes',
  summary: 'Add a note about an account for other staff',
  body: Type.Object({ note: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }) }, strict),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['USER_NOT_FOUND'],
})
