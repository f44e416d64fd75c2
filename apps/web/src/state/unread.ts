import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { Notification } from '@mupiira/contract/notifications.ts'
import type { Answer } from '../shared/api/client.ts'
import { queryKey } from '../shared/api/queries.ts'
import { announce } from './announce.ts'

type Unread = Answer<'GET /api/notifications'>

/** How many are unread, and the newest. */
const UNREAD = queryKey('GET /api/notifications', { query: { limit: 1 } })
const UNREAD_HASH = hashKey(UNREAD)

export function setUnread(client: QueryClient, unread: number): void {
  client.setQueryData<Unread>(UNREAD, (data) => data && { ...data, unread })
}

/** The same is told to everyone, so that nobody is told how many he has: a page that has read it already knows. */
export function countOneMore(client: QueryClient, { id }: Notification): void {
  client.setQueryData<Unread>(
    UNREAD,
    (data) => data && (data.items.some((item) => item.id === id) ? data : { ...data, unread: data.unread + 1 }),
  )
}

/**
 * Announces the newest notification that an answer brings and the stream has not: it was down, or has lost its place
 * (NOTE-20). What the first answer brings was there before; of several the newest speaks for all. Answers how to stop.
 */
export function announceUnheard(client: QueryClient): () => void {
  let newestId: string | null = null
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return
    if (event.query.queryHash !== UNREAD_HASH) return
    const [newest] = (event.query.state.data as Unread).items
    // Ids grow with time.
    const isNews = newestId !== null && newest !== undefined && newest.id > newestId
    if (newestId === null || isNews) newestId = newest?.id ?? ''
    // A notice for everyone is told when the player arrives (NOTE-14).
    if (isNews && !newest.read && newest.userId !== null) announce(client, [newest])
  })
}
