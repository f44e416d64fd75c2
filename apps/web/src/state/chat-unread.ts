import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Answer } from '../shared/api/client.ts'
import { usePollingMs } from './connectivity.ts'
import { onScreenEvent } from './screen-events.ts'
import { useUser } from './session.ts'
import { apiQuery } from '../shared/api/queries.ts'

/** The latest message, and how many are unread. */
export const latestMessageQuery = apiQuery('GET /api/chat/messages', { query: { limit: 1 } })

/** The number of unread replies from customer care; 0 for a visitor. */
export function useChatUnread(): number {
  const client = useQueryClient()
  const user = useUser()
  const { data } = useQuery({ ...latestMessageQuery, enabled: user !== null, refetchInterval: usePollingMs(30_000) })
  useEffect(
    () =>
      onScreenEvent((event) => {
        if (event.type !== 'chat-message' && event.type !== 'chat-unread') return
        client.setQueryData<Answer<'GET /api/chat/messages'>>(
          latestMessageQuery.queryKey,
          (known) => known && { ...known, unread: event.unread },
        )
      }),
    [client],
  )
  return user === null ? 0 : (data?.unread ?? 0)
}
