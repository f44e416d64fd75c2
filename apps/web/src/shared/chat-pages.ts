import type { InfiniteData } from '@tanstack/react-query'
import type { ChatMessage } from '@mupiira/contract/chat.ts'

export type ChatPage = {
  readonly items: ChatMessage[]
  readonly nextCursor: string | null
  readonly unread: number
}
/** The newest page first. Within a page, the oldest message first. */
export type ChatPages<P extends ChatPage = ChatPage> = InfiniteData<P>

export const messagesIn = ({ pages }: ChatPages): readonly ChatMessage[] =>
  [...pages].reverse().flatMap(({ items }) => items)

/** The key of a side's last message. */
export const lastMessageKey = (messages: readonly ChatMessage[], side: ChatMessage['sender']): string | undefined =>
  [...messages].reverse().find(({ sender }) => sender === side)?.key

/**
 * Adds a new message. A message that is already in the cache changes nothing. Returns null if earlier messages are
 * missing; the caller then reloads the conversation.
 */
export function withMessage<P extends ChatPage>(
  known: ChatPages<P>,
  message: ChatMessage,
  unread: number,
): ChatPages<P> | null {
  const [latest, ...older] = known.pages
  if (latest === undefined) return null
  const lastNo = latest.items.at(-1)?.no ?? 0
  if (message.no > lastNo + 1) return null
  const items = message.no <= lastNo ? latest.items : [...latest.items, message]
  return { ...known, pages: [{ ...latest, items, unread }, ...older] }
}

export function withUnread<P extends ChatPage>(known: ChatPages<P>, unread: number): ChatPages<P> {
  const [latest, ...older] = known.pages
  return latest === undefined ? known : { ...known, pages: [{ ...latest, unread }, ...older] }
}
