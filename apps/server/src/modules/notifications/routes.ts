import {
  reportArrival,
  deleteNotification as deleteEndpoint,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '@mupiira/contract/notifications.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { may } from '../../kernel/http/access/actor.ts'
import { cursorPage, INVALID_CURSOR } from '../../kernel/http/input/cursor-page.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { arrive } from './arrival.ts'
import type { InvitationDeps } from './create-notifications.ts'
import { presentNotification } from './notification.ts'
import { deleteNotification, markAllRead, markRead, notificationPage, unreadOf } from './notifications.repository.ts'

const PAGE = 20

export function notificationRoutes(kernel: Kernel, deps: InvitationDeps): Route[] {
  const { db, outbox } = kernel

  /** Applies a change and publishes the unread count to the player's other tabs. */
  const change = (userId: string, apply: (tx: Tx) => Promise<boolean>): Promise<Result<number, 'NOT_FOUND'>> =>
    db.transaction(async (tx) => {
      if (!(await apply(tx))) return err('NOT_FOUND')
      const unread = (await unreadOf(tx, [userId])).get(userId) ?? 0
      await outbox.appendEvents(tx, [{ type: 'notifications-read', userId, data: { unread } }])
      return ok(unread)
    })

  async function changeOne(userId: string, id: string, apply: typeof markRead) {
    const changed = isId(id) ? await change(userId, (tx) => apply(tx, userId, id)) : null
    return changed?.ok === true
      ? ({ status: 200, body: { unread: changed.value } } as const)
      : ({ error: 'NOTIFICATION_NOT_FOUND' } as const)
  }

  return [
    route(listNotifications, async ({ actor, query }) => {
      const { cursor: before = null, filter = 'all', limit = PAGE } = query
      if (before !== null && !isId(before)) return INVALID_CURSOR
      const { userId } = actor
      const [rows, unread] = await db.asPlayer(userId, (sql) =>
        Promise.all([notificationPage(sql, { userId, filter, before, limit: limit + 1 }), unreadOf(sql, [userId])]),
      )
      const page = cursorPage(rows, limit)
      const items = page.items.map(presentNotification)
      return { status: 200, body: { ...page, items, unread: unread.get(userId) ?? 0 } }
    }),

    route(reportArrival, async ({ actor }) => {
      // Staff accounts neither bet nor play, so they get no invitations.
      await arrive(kernel, deps, { userId: actor.userId, isPlayer: may(actor, 'bet:place') })
      return { status: 200, body: { success: true } }
    }),

    route(readNotification, ({ actor, params }) => changeOne(actor.userId, params.id, markRead)),

    route(readAllNotifications, async ({ actor }) => {
      await change(actor.userId, async (tx) => {
        await markAllRead(tx, actor.userId)
        return true
      })
      return { status: 200, body: { unread: 0 } }
    }),

    route(deleteEndpoint, ({ actor, params }) => changeOne(actor.userId, params.id, deleteNotification)),
  ]
}
