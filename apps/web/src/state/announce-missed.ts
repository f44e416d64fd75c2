import { hashKey, type QueryClient } from '@tanstack/react-query'
import { announce } from './announce.ts'
import { type Unread, UNREAD_QUERY_KEY } from './unread.ts'

const UNREAD_HASH = hashKey(UNREAD_QUERY_KEY)

/**
 * Announces the newest notification of a response if the stream missed it (NOTE-20). The first response only sets the
 * starting point. If several notifications are new, only the newest is announced. Returns a function that stops the
 * announcements.
 */
export function announceMissed(client: QueryClient): () => void {
  let newestId: string | null = null
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return
    if (event.query.queryHash !== UNREAD_HASH) return
    const [newest] = (event.query.state.data as Unread).items
    // Ids increase over time.
    const isNew = newestId !== null && newest !== undefined && newest.id > newestId
    if (newestId === null || isNew) newestId = newest?.id ?? ''
    // Notices to all players (`userId` null) are announced by the visit report.
    if (isNew && !newest.read && newest.userId !== null) announce(client, [newest])
  })
}
