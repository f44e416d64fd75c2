import type { Notification } from '@mupiira/contract/notifications.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Identity } from '../identity/index.ts'
import type { Protection } from '../protection/index.ts'
import { tellAll, tellTips } from './arrival.ts'
import { developerRoutes } from './developer-routes.ts'
import { createNotices, type Notices } from './notices.ts'
import { type NotificationRow, presentNotification } from './notification-row.ts'
import { CHAT_ADDRESS, notificationsOf } from './notify.ts'
import type { PushService } from './ports.ts'
import { forgetDevicesOf, queuePushes } from './push-devices.ts'
import { pushKindOf } from './push-message.ts'
import { pushRoutes } from './push-routes.ts'
import { markReadAt, notificationsById, unreadOf } from './queries.ts'
import { notificationRoutes } from './routes.ts'
import { sendPushes } from './send-pushes.ts'

export type { ListedNotice } from './notices.ts'

/** A notification as its owner reads it, with how many he has not read. */
export type Reported = { readonly userId: string; readonly notification: Notification; readonly unread: number }

/** Who is told of which notification: of one for everyone, each player for himself. */
export type ToTell = { readonly userId: string; readonly notificationId: string }

export type Notifications = {
  readonly routes: readonly Route[]
  /** For those who listen: most notifications are made for players who are not looking. */
  tell(wanted: readonly ToTell[]): Promise<Reported[]>
  /** Those for everyone, which staff writes. */
  readonly notices: Notices
}

export type NotificationDeps = {
  readonly identity: Pick<Identity, 'holdSession'>
  readonly protection: Pick<Protection, 'excludedAmong'>
}

/**
 * What concerns one player comes from the outbox alone, in the transaction that moves the cursor; but for a placed bet, which
 * its ticket tells.
 */
export function createNotifications(
  kernel: Kernel,
  deps: NotificationDeps,
  /** `push`: null where closed apps are told nothing. */
  { push }: { readonly push: PushService | null },
): Notifications {
  const { db, outbox } = kernel
  outbox.durableReader('notifications', (tx, events) => notify(kernel, deps, tx, events))
  tellTips(kernel, deps)
  if (push !== null) sendPushes(kernel, push)
  return {
    notices: createNotices(kernel),
    routes: [...notificationRoutes(kernel, deps), ...pushRoutes(kernel, deps, push), ...developerRoutes(kernel)],
    async tell(wanted) {
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
  const made = events.flatMap((event, index) => {
    const isReadAlready = event.type === 'chat-message' && index < (lastReads.get(event.userId ?? '') ?? -1)
    return notificationsOf(event, now).map((each) => {
      const row = isReadAlready ? { ...each, read: true } : each
      return { row, pushKind: pushKindOf(event, row) }
    })
  })
  // PLAY-03: nothing is advertised to whoever stays away, and nothing celebrated with him.
  const invited = made.flatMap(({ row }) => (isInviting(row) && row.userId !== null ? [row.userId] : []))
  const away = await protection.excludedAmong(tx, invited, now)
  const told = made.filter(({ row }) => !isInviting(row) || row.userId === null || !away.has(row.userId))
  const rows = told.map(({ row }) => row)
  await tellAll(tx, kernel, rows)
  await forgetDevicesOf(tx, lockedOut(events))
  const pushed = told.flatMap(({ row: { id, userId }, pushKind: kind }) =>
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

/** The players who read their conversation, each with the place of the last time among the events. */
const lastReadsOf = (events: readonly PlacedEvent[]): ReadonlyMap<string, number> =>
  new Map(
    events.flatMap(({ type, userId, data }, index) =>
      type === 'chat-read' && userId !== undefined && data.side === 'user' ? [[userId, index] as const] : [],
    ),
  )

/** Whoever has read the conversation has read that there was an answer. */
async function followReading({ outbox }: Kernel, tx: Tx, readers: readonly string[]): Promise<void> {
  if (readers.length === 0) return
  const changed = await markReadAt(tx, readers, CHAT_ADDRESS)
  const unread = await unreadOf(tx, changed)
  await outbox.appendEvents(
    tx,
    changed.map((userId) => ({ type: 'notifications-read', userId, data: { unread: unread.get(userId) ?? 0 } })),
  )
}
