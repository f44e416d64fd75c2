import { newId } from '../../kernel/ids.ts'
import type { NotificationRow } from './notification-row.ts'

/** A notification as it is asked for; what is missing is filled in (NOTE-16, NOTE-17). */
export type Notice = Pick<NotificationRow, 'message'> &
  Partial<Pick<NotificationRow, 'type' | 'priority' | 'data' | 'actionUrl'>>

/** NOTE-17; of any other type: low (NOTE-16). */
const PRIORITIES: { readonly [T in NotificationRow['type']]?: NotificationRow['priority'] } = {
  success: 'medium',
  warning: 'medium',
  error: 'high',
  info: 'low',
}

/** The notification of one player that a notice asks for: by default of the type system and of low priority. */
export function noticeTo(userId: string, notice: Notice, now: Date): NotificationRow {
  const type = notice.type ?? 'system'
  return {
    id: newId(),
    userId,
    message: notice.message,
    type,
    priority: notice.priority ?? PRIORITIES[type] ?? 'low',
    read: false,
    actionUrl: notice.actionUrl ?? null,
    data: notice.data ?? {},
    createdAt: now,
  }
}
