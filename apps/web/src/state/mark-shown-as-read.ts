import type { Notification } from '@mupiira/contract/notifications.ts'
import { api } from '../shared/api/client.ts'

/** A ticket's page and a payment's page show all of their news. Other linked pages, such as the statement, may not. */
const SHOWS_NEWS = /^\/(bet|payments)\//

/** A player who sees the news on its page need not read it a second time. An error is logged only (NOTE-19). */
export function markShownAsRead({ id }: Notification, path: string): void {
  if (!SHOWS_NEWS.test(path)) return
  api('POST /api/notifications/{id}/read', { params: { id } }).catch((error: unknown) =>
    console.error('a notification could not be marked as read', error),
  )
}
