import type { Notification } from '@mupiira/contract/notifications.ts'
import { api } from '../shared/api/client.ts'

/**
 * The page of a ticket or payment shows everything that its notifications say. Other linked pages, such as the
 * statement, may not.
 */
const SHOWS_NEWS = /^\/(bet|payments)\//

/** Marks a notification as read while its page is open. An error is only logged (NOTE-19). */
export function markShownAsRead({ id }: Notification, path: string): void {
  if (!SHOWS_NEWS.test(path)) return
  api('POST /api/notifications/{id}/read', { params: { id } }).catch((error: unknown) =>
    console.error('a notification could not be marked as read', error),
  )
}
