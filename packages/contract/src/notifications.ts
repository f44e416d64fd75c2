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

/** Priorities (DATA-08). */
export const NotificationPriority = literals(['low', 'medium', 'high'])

/** A notification (DATA-06 to DATA-08). `link` follows NOTE-06. */
export const Notification = Type.Object({
  id: Id,
  /** Null for a notice to all players (NOTE-13). */
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
    /** The outcome of the payment. */
    status: Type.Optional(literals(['success', 'failed'])),
    /** The reason for a celebration (NOTE-34, NOTE-35). */
    occasion: Type.Optional(literals(['first-deposit', 'big-deposit'])),
  }),
})
export type Notification = Static<typeof Notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: "The player's and system notifications, newest first, with the unread count",
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

/** The notifications themselves arrive by the stream (NOTE-14, NOTE-32, NOTE-33). */
export const reportArrival = endpoint({
  method: 'POST',
  path: '/api/notifications/arrival',
  summary: 'Report that the app is open, and create the daily welcome and pending notices',
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
