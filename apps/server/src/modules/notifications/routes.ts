import {
  arrive as arriveEndpoint,
  deleteNotification as deleteEndpoint,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '@mupiira/contract/notifications.ts'
import { isId } from '../../kernel/ids.ts'
import { cursorPage, NOT_A_CURSOR } from '../../kernel/http/cursor-page.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { arrive, type ArrivalDeps } from './arrival.ts'
import { presentNotification } from './notification-row.ts'
import { deleteNotification, markAllRead, markRead, notificationsOf, unreadOf } from './queries.ts'

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'notifications-read': { readonly unread: number }
  }
}

export function notificationRoutes(kernel: Kernel, deps: ArrivalDeps): Route[] {
  const { db, outbox } = kernel
  /** Applies a change and publishes the unread count to the player's other tabs. */
  async function changed(userId: string, work: (tx: Tx) => Promise<boolean>): Promise<number | null> {
    return db.transaction(async (tx) => {
      if (!(await work(tx))) return null
      const unread = (await unreadOf(tx, [userId])).get(userId) ?? 0
      await outbox.appendEvents(tx, [{ type: 'notifications-read', userId, data: { unread } }])
      return unread
    })
  }

  return [
    route(listNotifications, async ({ actor, query }) => {
      const limit = query.limit ?? 20
      const after = query.cursor ?? null
      if (after !== null && !isId(after)) return NOT_A_CURSOR
      const page = cursorPage(await notificationsOf(db, actor.userId, query.filter ?? 'all', after, limit + 1), limit)
      const unread = (await unreadOf(db, [actor.userId])).get(actor.userId) ?? 0
      return { status: 200, body: { ...page, items: page.items.map(presentNotification), unread } }
    }),
    route(arriveEndpoint, async ({ actor }) => {
      await arrive(kernel, deps, actor.userId)
      return { status: 200, body: { success: true } }
    }),
    route(readNotification, async ({ actor, params: { id } }) => {
      const unread = isId(id) ? await changed(actor.userId, (tx) => markRead(tx, actor.userId, id)) : null
      return unread === null ? { error: 'NOTIFICATION_NOT_FOUND' } : { status: 200, body: { unread } }
    }),
    route(readAllNotifications, async ({ actor }) => {
      await changed(actor.userId, async (tx) => {
        await markAllRead(tx, actor.userId)
        return true
      })
      return { status: 200, body: { unread: 0 } }
    }),
    route(deleteEndpoint, async ({ actor, params: { id } }) => {
      const unread = isId(id) ? await changed(actor.userId, (tx) => deleteNotification(tx, actor.userId, id)) : null
      return unread === null ? { error: 'NOTIFICATION_NOT_FOUND' } : { status: 200, body: { unread } }
    }),
  ]
}
