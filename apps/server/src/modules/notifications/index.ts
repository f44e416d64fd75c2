import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { presentNotification } from './notification-row.ts'
import { notificationOf } from './notify.ts'
import { insertNotifications, unreadOf } from './queries.ts'
import { notificationRoutes } from './routes.ts'

export type Notifications = { readonly routes: readonly Route[] }

/** Notifications come from the outbox alone: each event becomes at most one, in the transaction that moves the cursor. */
export function createNotifications(kernel: Kernel): Notifications {
  kernel.outbox.durableSink('notifications', (tx, events) => notify(kernel, tx, events))
  return { routes: notificationRoutes(kernel) }
}

async function notify(kernel: Kernel, tx: Tx, events: readonly PlacedEvent[]): Promise<void> {
  const now = kernel.clock.now()
  const rows = events.map((event) => notificationOf(event, now)).filter((row) => row !== null)
  if (rows.length === 0) return
  await insertNotifications(tx, rows)
  const users = [...new Set(rows.flatMap((row) => row.userId ?? []))]
  const unread = await unreadOf(tx, users)
  await kernel.outbox.appendEvents(
    tx,
    rows.flatMap((row) =>
      row.userId === null
        ? []
        : [
            {
              type: 'notification-created',
              userId: row.userId,
              data: { notification: presentNotification(row), unread: unread.get(row.userId) ?? 0 },
            },
          ],
    ),
  )
}
