import type { Notification } from '@mupiira/contract/notifications.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Identity } from '../identity/index.ts'
import type { Protection } from '../protection/index.ts'
import { publishAll, scheduleTips } from './arrival.ts'
import { developerRoutes } from './developer-routes.ts'
import { createNotices, type Notices } from './notices.ts'
import { type NotificationRow, presentNotification } from './notification-row.ts'
import { CHAT_ADDRESS, notificationsOf } from './notify.ts'
import type { PushService } from './ports.ts'
import { deleteDevicesOf, queuePushes, pushRoutes } from './push-devices.ts'
import { pushKindOf } from './push-message.ts'
import { markReadAt, notificationsById, unreadOf } from './queries.ts'
import { notificationRoutes } from './routes.ts'
import { sendPushes } from './send-pushes.ts'

export type { ListedNotice } from './notices.ts'

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
  /** Presents notifications for the live stream. */
  present(wanted: readonly NotificationRequest[]): Promise<PresentedNotification[]>
  /** Notices to all players, written by staff. */
  readonly notices: Notices
}

export type NotificationDeps = {
  readonly identity: Pick<Identity, 'holdSession'>
  readonly protection: Pick<Protection, 'excludedAmong'>
}

/**
 * Creates notifications from outbox events in the transaction that moves the reader's cursor. A placed bet has no row;
 * its ticket is its notification.
 */
export function createNotifications(
  kernel: Kernel,
  deps: NotificationDeps,
  /** `push`: null if push messages are not configured. */
  { push }: { readonly push: PushService | null },
): Notifications {
  const { db, outbox } = kernel
  outbox.durableReader('notifications', (tx, events) => notify(kernel, deps, tx, events))
  scheduleTips(kernel, deps)
  if (push !== null) sendPushes(kernel, push)
  return {
    notices: createNotices(kernel),
    routes: [...notificationRoutes(kernel, deps), ...pushRoutes(kernel, deps, push), ...developerRoutes(kernel)],
    async present(wanted) {
      const rows = await notificationsById(db, [...new Set(wanted.map(({ notificationId }) => notificationId))])
      const byId = new Map(rows.map((row) => [row.id, row]))
      const unread = await unreadOf(db, [...new Set(wanted.map(({ userId }) => userId))])
      return wanted.flatMap(({ userId, notificationId }) => {
        const row = byId.get(notificationId)
        if (row === undefined || (row.userId !== null && row.userId !== userId)) return []
        return [{ userId, notification: presentNotification(row), unread: unread.get(userId) ?? 0 }]
      })
    },
  }
}

async function notify(
  kernel: Kernel,
  { protection }: NotificationDeps,
  tx: Tx,
  events: readonly PlacedEvent[],
): Promise<void> {
  const now = kernel.clock.now()
  const lastReads = lastReadsOf(events)
  await followReading(kernel, tx, [...lastReads.keys()])
  const candidates = events.flatMap((event, index) => {
    const isReadAlready = event.type === 'chat-message' && index < (lastReads.get(event.userId ?? '') ?? -1)
    return notificationsOf(event, now).map((each) => {
      const row = isReadAlready ? { ...each, read: true } : each
      return { row, pushKind: pushKindOf(event, row) }
    })
  })
  // PLAY-03: no advertising and no celebrations for self-excluded players.
  const invited = candidates.flatMap(({ row }) => (isInviting(row) && row.userId !== null ? [row.userId] : []))
  const excluded = await protection.excludedAmong(tx, invited, now)
  const created = candidates.filter(({ row }) => !isInviting(row) || row.userId === null || !excluded.has(row.userId))
  const rows = created.map(({ row }) => row)
  await publishAll(tx, kernel, rows)
  await deleteDevicesOf(tx, lockedOut(events))
  const pushed = created.flatMap(({ row: { id, userId }, pushKind: kind }) =>
    kind === null || userId === null ? [] : [{ notificationId: id, userId, kind }],
  )
  await queuePushes(tx, pushed, now)
}

/** Accounts that were suspended or banned. */
const lockedOut = (events: readonly PlacedEvent[]): string[] =>
  events.flatMap(({ type, userId, data }) =>
    type === 'session-ended' && userId !== undefined && !('sessionId' in data) ? [userId] : [],
  )

const isInviting = ({ type, data }: NotificationRow): boolean => type === 'promotion' || data.occasion !== undefined

/** The players who read their conversation, with the index of the last such event. */
const lastReadsOf = (events: readonly PlacedEvent[]): ReadonlyMap<string, number> =>
  new Map(
    events.flatMap(({ type, userId, data }, index) =>
      type === 'chat-read' && userId !== undefined && data.side === 'user' ? [[userId, index] as const] : [],
    ),
  )

/** A player who read the conversation has also read the notifications about its answers. */
async function followReading({ outbox }: Kernel, tx: Tx, readers: readonly string[]): Promise<void> {
  if (readers.length === 0) return
  const changed = await markReadAt(tx, readers, CHAT_ADDRESS)
  const unread = await unreadOf(tx, changed)
  await outbox.appendEvents(
    tx,
    changed.map((userId) => ({ type: 'notifications-read', userId, data: { unread: unread.get(userId) ?? 0 } })),
  )
}
