import type { QueryClient } from '@tanstack/react-query'
import type { Notification } from '@mupiira/contract/notifications.ts'
import type { Answer } from '../shared/api/client.ts'
import { queryKey } from '../shared/api/queries.ts'

export type Unread = Answer<'GET /api/notifications'>

/** How many are unread, and the newest. */
export const UNREAD = queryKey('GET /api/notifications', { query: { limit: 1 } })

export function setUnread(client: QueryClient, unread: number): void {
  client.setQueryData<Unread>(UNREAD, (data) => data && { ...data, unread })
}

/** Notices for everyone carry no count, so a page that has already loaded the notice must not count it again. */
export function countOneMore(client: QueryClient, { id }: Notification): void {
  client.setQueryData<Unread>(
    UNREAD,
    (data) => data && (data.items.some((item) => item.id === id) ? data : { ...data, unread: data.unread + 1 }),
  )
}
