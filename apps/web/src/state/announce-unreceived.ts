import { hashKey, type QueryClient } from '@tanstack/react-query'
import { announce } from './announce.ts'
import { UNREAD, type Unread } from './unread.ts'

const UNREAD_HASH = hashKey(UNREAD)

/**
 * Announces the newest notification that an answer brings and the stream has not: it was down, or has lost its place
 * (NOTE-20). What the first answer brings was there before; of several the newest speaks for all. Returns a function that stops it.
 */
export function announceUnreceived(client: QueryClient): () => void {
  let newestId: string | null = null
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return
    if (event.query.queryHash !== UNREAD_HASH) return
    const [newest] = (event.query.state.data as Unread).items
    // Ids grow with time.
    const isNews = newestId !== null && newest !== undefined && newest.id > newestId
    if (newestId === null || isNews) newestId = newest?.id ?? ''
    // A notice for all players is announced when the player arrives (NOTE-14).
    if (isNews && !newest.read && newest.userId !== null) announce(client, [newest])
  })
}
