import type { Notification } from '@mupiira/contract/notifications.ts'

export type NotificationRow = {
  readonly id: string
  readonly userId: string | null
  readonly message: string
  readonly type: Notification['type']
  readonly priority: Notification['priority']
  readonly read: boolean
  readonly actionUrl: string | null
  readonly data: Notification['data']
  readonly createdAt: Date
}

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  userId: row.userId,
  message: row.message,
  type: row.type,
  priority: row.priority,
  read: row.read,
  createdAt: row.createdAt.toISOString(),
  actionUrl: row.actionUrl,
  link: linkOf(row),
  data: row.data,
})

/** The target of "View": its own address, else the ticket, else the ticket in My Bets (NOTE-06). */
export function linkOf({ actionUrl, data }: Pick<NotificationRow, 'actionUrl' | 'data'>): string | null {
  if (actionUrl !== null) return actionUrl
  if (data.ticketId !== undefined) return `/bet/${data.ticketId}`
  return data.bookingCode === undefined ? null : `/mybets?highlight=${encodeURIComponent(data.bookingCode)}`
}
