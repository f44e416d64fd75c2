import type { Notification } from '@mupiira/contract/notifications.ts'
import { api } from '../shared/api/client.ts'

/** The pages of a ticket and a payment show all of their news. Others, such as the statement, may not. */
const SHOWS_NEWS = /^\/(bet|payments)\//

/** A player who sees the news on its page need not read it a second time. An error is logged only (NOTE-19). */
export function readNews({ id }: Notification, path: string): void {
  if (!SHOWS_NEWS.test(path)) return
  api('POST /api/notifications/{id}/read', { params: { id } }).catch((error: unknown) =>
    console.error('a notification could not be marked as read', error),
  )
}
