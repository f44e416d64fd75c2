import { type Static, Type } from 'typebox'
import { AUDIT_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Cursor, Id, Instant, nullable, numberedPage, PageNumber, PageSize, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'

/** One action (OPS-04): actor, time, address, and the state before and after. */
export const AuditEntry = Type.Object({
  id: Type.String(),
  /** Null for a command on the server. */
  actorId: nullable(Id),
  actorName: Type.String(),
  address: Type.String(),
  /** Object and verb, for example `user.suspend`. */
  action: Type.String(),
  /** For example `user:0199…`. */
  subject: Type.String(),
  /** The name of the account or game; empty if it no longer exists. */
  subjectName: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  reason: Type.String(),
  createdAt: Instant,
})
export type AuditEntry = Static<typeof AuditEntry>

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const filter = {
  /** Words of the entry, or a complete subject. */
  q: Type.Optional(Type.String({ maxLength: 100 })),
  actor: Type.Optional(Id),
  /** An action, or its first part: `user`. */
  action: Type.Optional(Type.String({ maxLength: 60, pattern: '^[a-z.-]+$' })),
  /** Only actions above the four-eyes threshold without a second approver (ADMT-30). */
  alone: Type.Optional(Type.Boolean()),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'The audit log, newest first',
  access: 'admin',
  capability: 'admin:audit:read',
  query: Type.Object(
    {
      /** Cursor of the next page. With a cursor, `page` is returned unchanged and otherwise ignored. */
      cursor: Type.Optional(Cursor),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(PageSize),
      sort: sortBy(AUDIT_SORTS),
      ...filter,
    },
    strict,
  ),
  responses: { 200: numberedPage(AuditEntry) },
  errors: ['LOG_SEARCH_TOO_WIDE'],
})

export const exportAudit = listExport({
  path: '/api/admin/audit',
  rows: 'entries of the audit log',
  capability: 'admin:audit:read',
  filter: { ...filter, sort: sortBy(AUDIT_SORTS) },
  errors: ['LOG_SEARCH_TOO_WIDE'],
})
