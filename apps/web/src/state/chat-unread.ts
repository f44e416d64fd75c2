import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKey, useApi } from '../shared/api/queries.ts'
import type { Answer } from '../shared/api/client.ts'
import { usePollingMs } from './connectivity.ts'
import { onScreenEvent } from './screen-events.ts'
import { useUser } from './session.ts'

const LATEST = { query: { limit: 1 } } as const

/** The number of unread replies from customer care; 0 for a visitor. */
export function useChatUnread(): number {
  const client = useQueryClient()
  const user = useUser()
  const refetchMs = usePollingMs(30_000)
  const { data } = useApi('GET /api/chat/messages', LATEST, { enabled: user !== null, refetchMs })
  useEffect(
    () =>
      onScreenEvent((event) => {
        if (event.type !== 'chat-message' && event.type !== 'chat-unread') return
        client.setQueryData<Answer<'GET /api/chat/messages'>>(
          queryKey('GET /api/chat/messages', LATEST),
          (known) => known && { ...known, unread: event.unread },
        )
      }),
    [client],
  )
  return user === null ? 0 : (data?.unread ?? 0)
}
