import type { StreamEvent } from '@mupiira/contract/events.ts'
import type { Notification } from '@mupiira/contract/notifications.ts'
import type { PlacedEvent } from '../../kernel/outbox/event.ts'

/** What the stream asks of notices for everyone. */
export type NoticeApi = {
  present(ids: readonly string[]): Promise<readonly Notification[]>
  /** NOTE-14 */
  noteShown(ids: readonly string[], userIds: readonly string[]): Promise<void>
}

/** What everybody with a session is told of notices: the same for all of them, so that it is put in words once. */
export async function noticeEvents(
  events: readonly PlacedEvent[],
  notices: Pick<NoticeApi, 'present'>,
): Promise<StreamEvent[]> {
  const posted = events.flatMap(({ type, data }) => (type === 'notice-posted' ? [data.notificationId] : []))
  const told = posted.length === 0 ? [] : await notices.present(posted)
  return [
    ...told.map((notification): StreamEvent => ({ type: 'notice', notification })),
    ...events.flatMap(({ type, data }): StreamEvent[] =>
      type === 'notice-taken-back' ? [{ type, notificationId: data.notificationId }] : [],
    ),
  ]
}

/** The notices among what was told. */
export const noticesIn = (told: readonly StreamEvent[]): readonly string[] =>
  told.flatMap((event) => (event.type === 'notice' ? [event.notification.id] : []))
