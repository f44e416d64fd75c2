import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { api } from '../../shared/api/client.ts'
import { pagesQuery } from '../../shared/api/queries.ts'
import { type ChatPage, type ChatPages, withMessage, withUnread } from '../../shared/chat-pages.ts'
import { latestMessageQuery } from '../../state/chat-unread.ts'
import { useConnectivity, usePollingMs } from '../../state/connectivity.ts'
import { onScreenEvent } from '../../state/screen-events.ts'
import { deliver, discardUnsent, followTabs, useUnsent } from './unsent.ts'

const conversationQuery = infiniteQueryOptions({
  ...pagesQuery('GET /api/chat/messages', { limit: 30 }),
  staleTime: 1_000,
})
const KEY = conversationQuery.queryKey

/** The player's conversation with live updates, and the unsent messages. */
export function useConversation(userId: string) {
  const client = useQueryClient()
  const list = useInfiniteQuery({ ...conversationQuery, refetchInterval: usePollingMs(10_000) })
  const waiting = useUnsent((state) => state.waiting)
  const online = useConnectivity((state) => state.online)
  const streaming = useConnectivity((state) => state.streaming)

  const take = useCallback(
    (message: ChatMessage, unread?: number) => {
      const known = client.getQueryData<ChatPages>(KEY)
      if (known === undefined) return
      const after = withMessage(known, message, unread ?? known.pages[0]?.unread ?? 0)
      if (after === null) void client.invalidateQueries({ queryKey: KEY })
      else client.setQueryData(KEY, after)
      if (message.sender === 'user') discardUnsent(message.key)
    },
    [client],
  )
  useEffect(
    () =>
      onScreenEvent((event) => {
        if (event.type === 'chat-message') take(event.message, event.unread)
        if (event.type === 'chat-unread')
          client.setQueryData<ChatPages>(KEY, (known) => known && withUnread(known, event.unread))
      }),
    [client, take],
  )
  useEffect(followTabs, [])
  // Sends waiting messages when the player writes a message, when the network returns, and when the stream reconnects.
  const due = waiting.flatMap(({ key, problem }) => (problem === null ? key : [])).join(' ')
  useEffect(() => {
    if (due !== '' && online) void deliver(client, userId, take)
  }, [client, userId, take, due, online, streaming])

  return { list, waiting: waiting.filter((each) => each.userId === userId) }
}

/** Marks messages as read once visible (CHAT-12). `end` is the element after the last message. */
export function useReadWhenSeen(end: HTMLElement | null, page: ChatPage | undefined): void {
  const client = useQueryClient()
  const isSeen = useIsSeen(end)
  const lastNo = page?.items.at(-1)?.no ?? 0
  const unread = page?.unread ?? 0
  useEffect(() => {
    if (!isSeen || unread === 0) return
    api('POST /api/chat/read', { body: { upTo: lastNo } }).then(
      (answer) => {
        client.setQueryData<ChatPages>(KEY, (known) => known && withUnread(known, answer.unread))
        client.setQueryData<ChatPage>(
          latestMessageQuery.queryKey,
          (known) => known && { ...known, unread: answer.unread },
        )
      },
      (error: unknown) => console.error('the conversation could not be marked as read', error),
    )
  }, [client, isSeen, lastNo, unread])
}

/** Content under the header or the bottom bar is not visible. */
const IN_SIGHT = { rootMargin: '-48px 0px -56px' } as const

function useIsSeen(element: HTMLElement | null): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (element === null) return
    let isInView = false
    const note = () => setSeen(isInView && document.visibilityState === 'visible')
    const watch = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false
      note()
    }, IN_SIGHT)
    watch.observe(element)
    document.addEventListener('visibilitychange', note)
    return () => {
      watch.disconnect()
      document.removeEventListener('visibilitychange', note)
      setSeen(false)
    }
  }, [element])
  return isSeen
}
