import type { Notification } from '@mupiira/contract/notifications.ts'
import { newId } from '../../kernel/ids.ts'

export type NotificationRow = {
  readonly id: string
  /** Null for notices to all players. */
  readonly userId: string | null
  readonly message: string
  readonly type: Notification['type']
  readonly priority: Notification['priority']
  readonly read: boolean
  readonly actionUrl: string | null
  readonly data: Notification['data']
  readonly createdAt: Date
}

/** A notification before defaults are filled in (NOTE-16, NOTE-17). */
export type Draft = Pick<NotificationRow, 'message'> &
  Partial<Pick<NotificationRow, 'type' | 'priority' | 'data' | 'actionUrl'>>

/** The prescribed priorities. Other types have low priority. */
const PRIORITIES: { readonly [T in NotificationRow['type']]?: NotificationRow['priority'] } = {
  success: 'medium',
  warning: 'medium',
  error: 'high',
}

export function newNotification(userId: string, draft: Draft, now: Date): NotificationRow {
  const type = draft.type ?? 'system'
  return {
    id: newId(),
    userId,
    message: draft.message,
    type,
    priority: draft.priority ?? PRIORITIES[type] ?? 'low',
    read: false,
    actionUrl: draft.actionUrl ?? null,
    data: draft.data ?? {},
    createdAt: now,
  }
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

/** The target of "View": its own address, otherwise the ticket, otherwise My Bets with the ticket marked (NOTE-06). */
export function linkOf({ actionUrl, data }: Pick<NotificationRow, 'actionUrl' | 'data'>): string | null {
  if (actionUrl !== null) return actionUrl
  if (data.ticketId !== undefined) return `/bet/${data.ticketId}`
  return data.bookingCode === undefined ? null : `/mybets?highlight=${encodeURIComponent(data.bookingCode)}`
}
