import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, Instant, nullable, numberedPage, PageNumber, PageSize, strict } from './schemas.ts'

/** OPS-04: who did what, when, from where, and how it was before and after. */
export const AuditEntry = Type.Object({
  id: Type.String(),
  /** null: the house itself, by a command on the server. */
  actorId: nullable(Id),
  actorName: Type.String(),
  address: Type.String(),
  /** `user.suspend`: what was acted on, and what was done. */
  action: Type.String(),
  /** `user:0199…` */
  subject: Type.String(),
  /** The name of an existing account or game; otherwise ''. */
  subjectName: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  reason: Type.String(),
  createdAt: Instant,
})
export type AuditEntry = Static<typeof AuditEntry>

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'The audit log, the latest first',
  access: 'admin',
  capability: 'admin:audit',
  query: Type.Object(
    {
      /** The rows behind those of a page; `page` then only numbers the answer. */
      cursor: Type.Optional(Cursor),
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(PageSize),
      /** Words of the entry, or a whole subject. */
      q: Type.Optional(Type.String({ maxLength: 100 })),
      actor: Type.Optional(Id),
      /** An action, or the first part of some: `user`. */
      action: Type.Optional(Type.String({ maxLength: 60, pattern: '^[a-z.-]+$' })),
      /** Only what was done above the four-eyes threshold with one admin only (ADMT-30). */
      alone: Type.Optional(Type.Boolean()),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
    },
    strict,
  ),
  responses: { 200: numberedPage(AuditEntry) },
  errors: ['LOG_SEARCH_TOO_WIDE'],
})
