import type { Notification } from '@mupiira/contract/notifications.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import { scheduleTips } from './arrival.ts'
import { createFromEvents, type InvitationDeps } from './create-notifications.ts'
import { developerRoutes } from './developer-routes.ts'
import { noticeRoutes } from './notices/admin-routes.ts'
import { createNotices, type Notices } from './notices/notices.ts'
import { presentNotification } from './notification.ts'
import { notificationsById, unreadOf } from './notifications.repository.ts'
import type { PushService } from './ports.ts'
import { type PushDeps, pushRoutes } from './push/routes.ts'
import { sendPushes } from './push/send-pushes.ts'
import { notificationRoutes } from './routes.ts'

/** A notification with its owner's unread count. */
export type PresentedNotification = {
  readonly userId: string
  readonly notification: Notification
  readonly unread: number
}

/** A notification and the player to present it to. A notice is presented to each player. */
export type NotificationRequest = { readonly userId: string; readonly notificationId: string }

export type Notifications = {
  readonly routes: readonly Route[]
  readonly reads: {
    /** Presents notifications for the live stream. */
    present(requests: readonly NotificationRequest[]): Promise<PresentedNotification[]>
  }
  /** Notices to all players, for the live stream. */
  readonly notices: Pick<Notices, 'present' | 'markShown'>
  readonly administration: {
    /** Console endpoints of notices. */
    routes(audit: Audit['commands']): readonly Route[]
  }
}

export type NotificationDeps = InvitationDeps & PushDeps

/** Notifications of players, created from outbox events, and push messages. */
export function createNotifications(
  kernel: Kernel,
  deps: NotificationDeps,
  /** `push`: null if push messages are not configured. */
  { push }: { readonly push: PushService | null },
): Notifications {
  const { db, outbox } = kernel
  const notices = createNotices(kernel)
  outbox.durableReader('notifications', (tx, events) => createFromEvents(kernel, deps, tx, events))
  scheduleTips(kernel, deps)
  if (push !== null) sendPushes(kernel, push)
  return {
    notices,
    routes: [...notificationRoutes(kernel, deps), ...pushRoutes(kernel, deps, push), ...developerRoutes(kernel)],
    reads: {
      async present(requests) {
        const rows = await notificationsById(db, [...new Set(requests.map(({ notificationId }) => notificationId))])
        const byId = new Map(rows.map((row) => [row.id, row]))
        const unread = await unreadOf(db, [...new Set(requests.map(({ userId }) => userId))])
        return requests.flatMap(({ userId, notificationId }) => {
          const row = byId.get(notificationId)
          if (row === undefined || (row.userId !== null && row.userId !== userId)) return []
          return [{ userId, notification: presentNotification(row), unread: unread.get(userId) ?? 0 }]
        })
      },
    },
    administration: { routes: (audit) => noticeRoutes(kernel, { audit, notices }) },
  }
}
