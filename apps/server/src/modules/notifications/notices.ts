import type { Notification } from '@mupiira/contract/notifications.ts'
import { MOST_NOTICES, noticeLink, noticeText, type NoticeTextFault } from '@mupiira/domain/notices/notice.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type NotificationRow, presentNotification } from './notification-row.ts'
import { insertNotifications, notificationsById } from './queries.ts'

/** A notice to all players as staff enters it. */
export type NoticeDraft = {
  readonly message: string
  readonly priority: NotificationRow['priority']
  readonly link: string
}
export type ListedNotice = Pick<NotificationRow, 'id' | 'message' | 'priority' | 'actionUrl' | 'createdAt'> & {
  readonly shown: number
}
type Fault = NoticeTextFault | 'NOTICE_LINK' | 'NOTICES_FULL'

/** Counting stops here, so that a console page does not count every player for each row. */
const MOST_SHOWN_COUNTED = 10_000

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'notice-posted': { readonly notificationId: string }
    'notice-taken-back': { readonly notificationId: string }
  }
}

/** Notifications without a user (NOTE-13). Only staff writes them; each is published as one event. */
export function createNotices({ db, outbox }: Pick<Kernel, 'db' | 'outbox'>) {
  return {
    async list(page: number, pageSize: number): Promise<{ notices: ListedNotice[]; total: number }> {
      const notices = await db.query<ListedNotice>(
        `select n.id, n.message, n.priority, n.action_url as "actionUrl", n.created_at as "createdAt",
                (select count(*) from (select from system_notification_shown s where s.notification_id = n.id
                                        limit ${MOST_SHOWN_COUNTED}) counted)::int as shown
           from notifications n where n.user_id is null order by n.id desc limit $1 offset $2`,
        [pageSize, (page - 1) * pageSize],
      )
      return { notices, total: await countNotices(db) }
    },

    async post(tx: Tx, draft: NoticeDraft, now: Date): Promise<Result<NotificationRow, Fault>> {
      const text = noticeText(draft.message)
      if (!text.ok) return text
      const link = noticeLink(draft.link)
      if (!link.ok) return link
      if ((await countNotices(tx)) >= MOST_NOTICES) return err('NOTICES_FULL')
      const row: NotificationRow = {
        ...{ id: newId(), userId: null, message: text.value, type: 'system', priority: draft.priority },
        ...{ read: false, actionUrl: link.value, data: {}, createdAt: now },
      }
      await insertNotifications(tx, [row])
      await outbox.appendEvents(tx, [{ type: 'notice-posted', data: { notificationId: row.id } }])
      return ok(row)
    },

    /** Deletes a notice and its read marks. Returns its content, or null if it does not exist. */
    async takeBack(tx: Tx, id: string): Promise<Pick<NotificationRow, 'message' | 'priority' | 'actionUrl'> | null> {
      const [gone] = await tx.query<Pick<NotificationRow, 'message' | 'priority' | 'actionUrl'>>(
        `delete from notifications where id = $1 and user_id is null
         returning message, priority, action_url as "actionUrl"`,
        [id],
      )
      if (gone === undefined) return null
      await outbox.appendEvents(tx, [{ type: 'notice-taken-back', data: { notificationId: id } }])
      return gone
    },

    /** As unread notifications, without deleted ones. */
    async present(ids: readonly string[]): Promise<Notification[]> {
      const rows = await notificationsById(db, ids)
      return rows.filter(({ userId }) => userId === null).map(presentNotification)
    },

    /** NOTE-14: players who received a notice by stream do not receive it again at their next visit. */
    async noteShown(ids: readonly string[], userIds: readonly string[]): Promise<void> {
      await db.change(
        `insert into system_notification_shown (notification_id, user_id)
         select n.id, u.id from notifications n cross join unnest($2::uuid[]) u(id)
          where n.id = any($1::uuid[]) and n.user_id is null
         on conflict do nothing`,
        [ids, userIds],
      )
    },
  }
}

export type Notices = ReturnType<typeof createNotices>

async function countNotices(sql: Pick<Tx, 'query'>): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::int as count from notifications where user_id is null',
  )
  return row?.count ?? 0
}
