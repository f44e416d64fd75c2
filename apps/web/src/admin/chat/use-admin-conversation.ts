import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ChatMessage, ConversationState } from '@mupiira/contract/chat.ts'
import { api, type Answer } from '../../shared/api/client.ts'
import { type ChatPages, withMessage, withUnread } from '../../shared/chat-pages.ts'
import { usePollingMs } from '../../state/connectivity.ts'
import { onScreenEvent } from '../../state/screen-events.ts'

const MESSAGES = 'GET /api/admin/chat/{userId}/messages'
type Page = Answer<typeof MESSAGES>

/** A player's conversation with live updates. Displayed messages are marked as read for all operators (CHAT-12). */
export function useAdminConversation(userId: string) {
  const client = useQueryClient()
  const refetchInterval = usePollingMs(10_000)
  const list = useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], string | undefined>({
    queryKey: [MESSAGES, { userId }],
    queryFn: ({ pageParam, signal }) =>
      api(
        MESSAGES,
        { params: { userId }, query: { limit: 30, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval,
  })

  const take = useCallback(
    (message: ChatMessage, unread?: number) => {
      const known = client.getQueryData<ChatPages<Page>>([MESSAGES, { userId }])
      if (known === undefined) return
      const after = withMessage(known, message, unread ?? known.pages[0]?.unread ?? 0)
      if (after === null) void client.invalidateQueries({ queryKey: [MESSAGES, { userId }] })
      else client.setQueryData([MESSAGES, { userId }], after)
    },
    [client, userId],
  )
  /** Stores a new state; without one, loads it again. */
  const takeState = useCallback(
    (state?: ConversationState) => {
      const key = [MESSAGES, { userId }]
      if (state === undefined) void client.invalidateQueries({ queryKey: key })
      else
        client.setQueryData<ChatPages<Page>>(key, (known) => {
          const [newest, ...older] = known?.pages ?? []
          return known && newest && { ...known, pages: [{ ...newest, state }, ...older] }
        })
    },
    [client, userId],
  )
  useEffect(
    () =>
      onScreenEvent((event) => {
        if (event.type !== 'conversation' || event.conversation.userId !== userId) return
        const { isOpen, assignedTo, waitingSince, lastMessage, unread } = event.conversation
        takeState({ isOpen, assignedTo, waitingSince })
        take(event.message ?? lastMessage, unread)
      }),
    [take, takeState, userId],
  )

  const latest = list.data?.pages[0]
  const lastNo = latest?.items.at(-1)?.no ?? 0
  const unread = latest?.unread ?? 0
  useEffect(() => {
    if (unread === 0) return
    const read = () => {
      if (document.visibilityState !== 'visible') return
      api('POST /api/admin/chat/{userId}/read', { params: { userId }, body: { upTo: lastNo } }).then(
        (answer) =>
          client.setQueryData<ChatPages<Page>>(
            [MESSAGES, { userId }],
            (known) => known && withUnread(known, answer.unread),
          ),
        (error: unknown) => console.error('the conversation could not be marked as read', error),
      )
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [client, userId, lastNo, unread])

  return { list, take, takeState }
}
