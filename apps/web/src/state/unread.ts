import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '@mupiira/contract/notifications.ts'
import type { Answer } from '../shared/api/client.ts'
import { queryKey } from '../shared/api/queries.ts'

export type Unread = Answer<'GET /api/notifications'>

/** The unread count and the newest notification. */
export const UNREAD_QUERY_KEY = queryKey('GET /api/notifications', { query: { limit: 1 } })

export function setUnread(client: QueryClient, unread: number): void {
  client.setQueryData<Unread>(UNREAD_QUERY_KEY, (data) => data && { ...data, unread })
}

/**
 * Events of notices to all players contain no count, so this function adds one. A notice that is already loaded is not
 * counted again.
 */
export function incrementUnread(client: QueryClient, { id }: Notification): void {
  client.setQueryData<Unread>(
    UNREAD_QUERY_KEY,
    (data) => data && (data.items.some((item) => item.id === id) ? data : { ...data, unread: data.unread + 1 }),
  )
}
