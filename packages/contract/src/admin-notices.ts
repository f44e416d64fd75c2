import { type Static, Type } from 'typebox'
import { NOTICE_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { NotificationPriority } from './notifications.ts'
import { Cursor, Id, Instant, nullable, numberedPage, PageNumber, PageSize, strict } from './schemas.ts'
import { sortBy } from './sort-by.ts'

/** A notification for all players (NOTE-13), in the console. */
export const AdminNotice = Type.Object({
  id: Id,
  message: Type.String(),
  priority: NotificationPriority,
  /** The page of the app that the notification opens. */
  actionUrl: nullable(Type.String()),
  createdAt: Instant,
  shown: Type.Integer({ description: 'The number of accounts that received it, counted up to 10,000' }),
})
export type AdminNotice = Static<typeof AdminNotice>

const reading = { access: 'admin', capability: 'admin:notices:read' } as const
const editing = { access: 'admin', capability: 'admin:notices:edit' } as const

export const listNotices = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/admin/notices',
  summary: 'Notices for everyone, newest first',
  query: Type.Object(
    {
      page: Type.Optional(PageNumber),
      cursor: Type.Optional(Cursor),
      pageSize: Type.Optional(PageSize),
      sort: sortBy(NOTICE_SORTS),
    },
    strict,
  ),
  responses: { 200: numberedPage(AdminNotice) },
  errors: [],
})

export const exportNotices = listExport({
  path: '/api/admin/notices',
  rows: 'notices',
  capability: 'admin:notices:read',
  filter: { sort: sortBy(NOTICE_SORTS) },
  errors: [],
})

export const postNotice = endpoint({
  ...editing,
  method: 'POST',
  path: '/api/admin/notices',
  summary: 'Send a notice to all players. Offline players receive it on their next visit',
  idempotent: true,
  keyOptional: true,
  // Requires confirmation, because every player sees the notice as a message from the operator.
  requiresFreshConfirmation: true,
  perMinute: 10,
  /** The schema sets no maximum length: the domain refuses a longer text with its own error. */
  body: Type.Object(
    {
      message: Type.String({ maxLength: 4_000 }),
      priority: Type.Optional(NotificationPriority),
      actionUrl: Type.Optional(Type.String({ maxLength: 400 })),
    },
    strict,
  ),
  responses: { 201: AdminNotice },
  errors: ['NOTICE_EMPTY', 'NOTICE_TOO_LONG', 'NOTICE_CHARACTERS', 'NOTICE_LINK', 'NOTICES_FULL'],
})

export const withdrawNotice = endpoint({
  ...editing,
  method: 'DELETE',
  path: '/api/admin/notices/{id}',
  summary: 'Withdraw a notice for every player who has not read it',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['NOTICE_NOT_FOUND'],
})
