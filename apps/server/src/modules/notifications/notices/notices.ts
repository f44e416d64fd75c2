import type { Notification } from '@mupiira/contract/notifications.ts'
import { MAX_NOTICES, noticeLink, noticeText, type NoticeTextFault } from '@mupiira/domain/notices/notice.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type NotificationRow, presentNotification } from '../notification.ts'
import { insertNotifications, notificationsById } from '../notifications.repository.ts'
import { countNotices, deleteNotice, type NoticeText, recordShown } from './notices.repository.ts'

/** A notice to all players as staff enters it. */
export type NoticeDraft = {
  readonly message: string
  readonly priority: NotificationRow['priority']
  readonly link: string
}
export type NoticeFault = NoticeTextFault | 'NOTICE_LINK' | 'NOTICES_FULL'

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'notice-posted': { readonly notificationId: string }
    'notice-taken-back': { readonly notificationId: string }
  }
}

/** Notices to all players (NOTE-13). Only staff writes them; each is published as one event. */
export const createNotices = ({ db, outbox }: Pick<Kernel, 'db' | 'outbox'>) => ({
  async post(tx: Tx, draft: NoticeDraft, now: Date): Promise<Result<NotificationRow, NoticeFault>> {
    const text = noticeText(draft.message)
    if (!text.ok) return text
    const link = noticeLink(draft.link)
    if (!link.ok) return link
    if ((await countNotices(tx)) >= MAX_NOTICES) return err('NOTICES_FULL')
    const row: NotificationRow = {
      id: newId(),
      userId: null,
      message: text.value,
      type: 'system',
      priority: draft.priority,
      read: false,
      actionUrl: link.value,
      data: {},
      createdAt: now,
    }
    await insertNotifications(tx, [row])
    await outbox.appendEvents(tx, [{ type: 'notice-posted', data: { notificationId: row.id } }])
    return ok(row)
  },

  async withdraw(tx: Tx, id: string): Promise<Result<NoticeText, 'NOTICE_NOT_FOUND'>> {
    const deleted = await deleteNotice(tx, id)
    if (deleted === null) return err('NOTICE_NOT_FOUND')
    await outbox.appendEvents(tx, [{ type: 'notice-taken-back', data: { notificationId: id } }])
    return ok(deleted)
  },

  /** Presents notices as unread notifications. Deleted notices are left out. */
  async present(ids: readonly string[]): Promise<Notification[]> {
    const rows = await notificationsById(db, ids)
    return rows.filter(({ userId }) => userId === null).map(presentNotification)
  },

  /** Players who received a notice by stream do not receive it again at their next visit (NOTE-14). */
  async markShown(ids: readonly string[], userIds: readonly string[]): Promise<void> {
    await recordShown(db, ids, userIds)
  },
})

export type Notices = ReturnType<typeof createNotices>
