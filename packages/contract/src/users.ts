import { type Static, Type } from 'typebox'
import { USER_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { ACCOUNT_STATUSES, ROLE_NAMES } from '@mupiira/domain/access/capabilities.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import {
  Cursor,
  Id,
  Instant,
  literals,
  Money,
  nullable,
  numberedPage,
  PageNumber,
  PageSize,
  strict,
} from './schemas.ts'
import { sortBy } from './sort-by.ts'

const AccountStatus = literals(ACCOUNT_STATUSES)

/** An account in the console (ADMU-03). */
export const User = Type.Object({
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  username: Type.String(),
  phoneNumber: Type.String(),
  email: Type.String(),
  balance: Money,
  accountStatus: AccountStatus,
  /** The end of the player's current time-out or self-exclusion. */
  excludedUntil: nullable(Instant),
  role: literals(ROLE_NAMES),
  createdAt: Instant,
})
export type User = Static<typeof User>

const filter = {
  /** Any part of a phone number, e-mail or username. */
  q: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(AccountStatus),
  /** Only players with this tag. */
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
  /** Only players with a balance below zero. */
  debt: Type.Optional(Type.Boolean()),
}

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Accounts, newest first: pages of 10, or the first 1,000',
  access: 'admin',
  capability: 'admin:users:read',
  query: Type.Object(
    {
      page: Type.Optional(PageNumber),
      cursor: Type.Optional(Cursor),
      pageSize: Type.Optional(PageSize),
      sort: sortBy(USER_SORTS),
      ...filter,
      /** Returns the first 1,000 accounts without pages (ADMU-06). */
      all: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  responses: { 200: numberedPage(User) },
  errors: [],
})

export const exportUsers = listExport({
  path: '/api/admin/users',
  rows: 'accounts',
  capability: 'admin:users:read',
  filter: { ...filter, sort: sortBy(USER_SORTS) },
  errors: [],
})

export const countUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/counts',
  summary: 'The number of matching accounts by status',
  access: 'admin',
  capability: 'admin:users:read',
  query: Type.Object(filter, strict),
  responses: {
    200: Type.Object({
      total: Type.Integer(),
      active: Type.Integer(),
      suspended: Type.Integer(),
      banned: Type.Integer(),
      /** True if a search has more matches of a status than are counted. The figures are then minimums. */
      isCapped: Type.Boolean(),
    }),
  },
  errors: [],
})

/** Changes the status of an account (ADMU-19). */
export const setUserStatus = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/status',
  summary:
    'Suspend, ban or activate an account. Suspending or banning also ends its sessions and streams and freezes its wallet',
  access: 'admin',
  capability: 'admin:users:lock',
  requiresFreshConfirmation: true,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object(
    {
      newStatus: AccountStatus,
      reason: Type.Optional(Type.String({ maxLength: 500, description: 'The reason, for the audit log' })),
    },
    strict,
  ),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['USER_NOT_FOUND', 'OWN_ACCOUNT'],
})
