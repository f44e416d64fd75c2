import type { Notification } from '@mupiira/contract/notifications.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Protection } from '../protection/index.ts'
import { presentNotification } from './notification-row.ts'
import { CHAT_ADDRESS, notificationOf } from './notify.ts'
import { insertNotifications, markReadAt, notificationsById, unreadOf } from './queries.ts'
import { notificationRoutes } from './routes.ts'

/** A notification as its owner reads it, with how many he has not read. */
export type Told = { readonly notification: Notification; readonly unread: number }

export type Notifications = {
  readonly routes: readonly Route[]
  /** For those who listen: most notifications are made for players who are not looking. */
  tell(ids: readonly string[]): Promise<Told[]>
}

export type NotificationDoors = { readonly protection: Pick<Protection, 'excludedAmong'> }

/** Notifications come from the outbox alone: each event becomes at most one, in the transaction that moves the cursor. */
export function createNotifications(kernel: Kernel, doors: NotificationDoors): Notifications {
  const { db, outbox } = kernel
  outbox.durableSink('notifications', (tx, events) => notify(kernel, doors, tx, events))
  return {
    routes: notificationRoutes(kernel),
    async tell(ids) {
      const rows = await notificationsById(db, ids)
      const unread = await unreadOf(db, [...new Set(rows.flatMap((row) => row.userId ?? []))])
      return rows.map((row) => ({
        notification: presentNotification(row),
        unread: unread.get(row.userId ?? '') ?? 0,
      }))
    },
  }
}

async function notify(
  kernel: Kernel,
  { protection }: NotificationDoors,
  tx: Tx,
  events: readonly PlacedEvent[],
): Promise<void> {
  const now = kernel.clock.now()
  await followReading(kernel, tx, events)
  const made = events.map((event) => notificationOf(event, now)).filter((row) => row !== null)
  // PLAY-03: nothing is advertised to whoever stays away.
  const advertised = made.flatMap(({ type, userId }) => (type === 'promotion' && userId !== null ? [userId] : []))
  const away = await protection.excludedAmong(tx, advertised, now)
  const rows = made.filter(({ type, userId }) => type !== 'promotion' || userId === null || !away.has(userId))
  if (rows.length === 0) return
  await insertNotifications(tx, rows)
  await kernel.outbox.appendEvents(
    tx,
    rows.flatMap(({ id, userId }) =>
      userId === null ? [] : [{ type: 'notification-created', userId, data: { notificationId: id } }],
    ),
  )
}

/** Whoever has read the conversation has read that there was an answer. */
async function followReading({ outbox }: Kernel, tx: Tx, events: readonly PlacedEvent[]): Promise<void> {
  const readers = events.flatMap(({ type, userId, data }) =>
    type === 'chat-read' && userId !== undefined && (data as { readonly side: string }).side === 'user' ? [userId] : [],
  )
  if (readers.length === 0) return
  const changed = await markReadAt(tx, readers, CHAT_ADDRESS)
  const unread = await unreadOf(tx, changed)
  await outbox.appendEvents(
    tx,
    changed.map((userId) => ({ type: 'notifications-read', userId, data: { unread: unread.get(userId) ?? 0 } })),
  )
}
