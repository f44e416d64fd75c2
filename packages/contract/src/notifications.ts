import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, Instant, Limit, literals, nullable, page, strict } from './schemas.ts'

export const NotificationType = literals([
  'default',
  'success',
  'error',
  'warning',
  'info',
  'bet',
  'deposit',
  'withdrawal',
  'win',
  'system',
  'promotion',
])

/** DATA-08 */
export const NotificationPriority = literals(['low', 'medium', 'high'])

/** DATA-06 to DATA-08. `link` follows NOTE-06. */
export const Notification = Type.Object({
  id: Id,
  /** Null: for everyone (NOTE-13). */
  userId: nullable(Id),
  message: Type.String(),
  type: NotificationType,
  priority: NotificationPriority,
  read: Type.Boolean(),
  createdAt: Instant,
  actionUrl: nullable(Type.String()),
  link: nullable(Type.String()),
  data: Type.Object({
    ticketId: Type.Optional(Id),
    bookingCode: Type.Optional(Type.String()),
    stake: Type.Optional(Type.Number()),
    potentialWin: Type.Optional(Type.Number()),
    amount: Type.Optional(Type.Number()),
    promotionCode: Type.Optional(Type.String()),
    transactionId: Type.Optional(Id),
    /** How that payment has ended. */
    status: Type.Optional(literals(['success', 'failed'])),
    /** The occasion of a celebration (NOTE-34, NOTE-35). */
    occasion: Type.Optional(literals(['first-deposit', 'big-deposit'])),
  }),
})
export type Notification = Static<typeof Notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'Own and system notifications, newest first, with the unread count',
  access: 'player',
  query: Type.Object(
    {
      filter: Type.Optional(literals(['all', 'unread', 'bets', 'deposits', 'withdrawals', 'wins', 'system'])),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    },
    strict,
  ),
  responses: { 200: Type.Intersect([page(Notification), Type.Object({ unread: Type.Integer() })]) },
  errors: [],
})

/** NOTE-14, NOTE-32, NOTE-33: the notifications arrive by the stream. */
export const arrive = endpoint({
  method: 'POST',
  path: '/api/notifications/arrival',
  summary: 'Report that the app is open; sends the welcome of the day and notices for everyone that were not shown yet',
  access: 'player',
  perMinute: 30,
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: [],
})

export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/{id}/read',
  summary: 'Mark one own notification as read',
  access: 'player',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Type.Object({ unread: Type.Integer() }) },
  errors: ['NOTIFICATION_NOT_FOUND'],
})

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read-all',
  summary: 'Mark all own notifications as read',
  access: 'player',
  responses: { 200: Type.Object({ unread: Type.Integer() }) },
  errors: [],
})

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/{id}',
  summary: 'Delete one own notification',
  access: 'player',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Type.Object({ unread: Type.Integer() }) },
  errors: ['NOTIFICATION_NOT_FOUND'],
})
