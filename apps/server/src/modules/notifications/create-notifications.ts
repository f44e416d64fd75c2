import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PositionedEvent } from '../../kernel/outbox/event.ts'
import type { Protection } from '../protection/index.ts'
import { CHAT_ADDRESS, depositCelebrations, notificationOf } from './event-texts.ts'
import type { NotificationRow } from './notification.ts'
import { insertNotifications, markReadAt, unreadOf } from './notifications.repository.ts'
import { pushKindOf } from './push/push-message.ts'
import { deleteDevicesOf, queuePushes } from './push/push.repository.ts'

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'notification-created': { readonly notificationId: string }
    'notifications-read': { readonly unread: number }
  }
}

/** Self-excluded players are not invited to play (PLAY-03). */
export type InvitationDeps = { readonly excludedAmong: Protection['reads']['excludedAmong'] }

/** Stores notifications and publishes them to the players' streams. */
export async function createAll(
  tx: Tx,
  { outbox }: Pick<Kernel, 'outbox'>,
  rows: readonly NotificationRow[],
): Promise<void> {
  if (rows.length === 0) return
  await insertNotifications(tx, rows)
  await outbox.appendEvents(
    tx,
    rows.flatMap(({ id, userId }) =>
      userId === null ? [] : [{ type: 'notification-created', userId, data: { notificationId: id } }],
    ),
  )
}

/** Creates notifications and push messages from outbox events, in the transaction that moves the reader's cursor. */
export async function createFromEvents(
  kernel: Kernel,
  { excludedAmong }: InvitationDeps,
  tx: Tx,
  events: readonly PositionedEvent[],
): Promise<void> {
  const now = kernel.clock.now()
  const lastReads = lastReadsOf(events)
  await readWithConversation(kernel, tx, [...lastReads.keys()])
  const celebrated = events.flatMap((event) => (depositCelebrations(event).length > 0 ? (event.userId ?? []) : []))
  // Self-excluded players get no celebrations (PLAY-03).
  const excluded = await excludedAmong(tx, celebrated, now)
  const created = events.flatMap((event, index) => {
    const { userId = '' } = event
    const isReadAlready = event.type === 'chat-message' && index < (lastReads.get(userId) ?? -1)
    const unread = notificationOf(event, now, { celebrates: !excluded.has(userId) })
    if (unread === null) return []
    const row = isReadAlready ? { ...unread, read: true } : unread
    return [{ row, pushKind: pushKindOf(event, row) }]
  })
  await createAll(
    tx,
    kernel,
    created.map(({ row }) => row),
  )
  await deleteDevicesOf(tx, blockedAccounts(events))
  const pushes = created.flatMap(({ row: { id, userId }, pushKind: kind }) =>
    kind === null || userId === null ? [] : [{ notificationId: id, userId, kind }],
  )
  await queuePushes(tx, pushes, now)
}

/** Accounts that were suspended or banned. */
const blockedAccounts = (events: readonly PositionedEvent[]): string[] =>
  events.flatMap(({ type, userId, data }) =>
    type === 'session-ended' && userId !== undefined && !('sessionId' in data) ? [userId] : [],
  )

/** The players who read their conversation, with the index of the last such event. */
const lastReadsOf = (events: readonly PositionedEvent[]): ReadonlyMap<string, number> =>
  new Map(
    events.flatMap(({ type, userId, data }, index) =>
      type === 'chat-read' && userId !== undefined && data.side === 'user' ? [[userId, index] as const] : [],
    ),
  )

/** A player who read the conversation has also read the notifications about its answers. */
async function readWithConversation({ outbox }: Kernel, tx: Tx, readers: readonly string[]): Promise<void> {
  if (readers.length === 0) return
  const changed = await markReadAt(tx, readers, CHAT_ADDRESS)
  const unread = await unreadOf(tx, changed)
  await outbox.appendEvents(
    tx,
    changed.map((userId) => ({ type: 'notifications-read', userId, data: { unread: unread.get(userId) ?? 0 } })),
  )
}
