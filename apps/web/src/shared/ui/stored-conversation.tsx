import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { lastMessageKey } from '../chat-pages.ts'
import { useNow } from '../clock.ts'
import { ChatLog } from './chat-log.tsx'
import { type RenderText, StoredBubbles } from './stored-bubble.tsx'
import { Notice } from './surfaces.tsx'

type Sender = ChatMessage['sender']

type ConversationProps = {
  readonly label: string
  readonly list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'>
  readonly messages: readonly ChatMessage[]
  readonly names: Readonly<Record<Sender, string>>
  /** The side whose messages are shown as own messages. */
  readonly me: Sender
  /** Shown while there are no messages. */
  readonly empty: ReactNode
  /** Renders a message's text; unchanged by default. */
  readonly renderText?: RenderText
  /** The error of the last message. */
  readonly problem: string | null
}

/** The messages that the server has stored, and why the last one could not be sent. */
export function StoredConversation({
  label,
  list,
  messages,
  names,
  me,
  renderText,
  empty,
  problem,
}: ConversationProps) {
  const now = useNow(30_000)
  return (
    <>
      {messages.length === 0 ? (
        empty
      ) : (
        <ChatLog
          label={label}
          firstKey={messages[0]?.key}
          ownKey={lastMessageKey(messages, me)}
          theirKey={lastMessageKey(messages, me === 'user' ? 'admin' : 'user')}
          onOlder={list.hasNextPage ? () => void list.fetchNextPage() : null}
          isReadingOlder={list.isFetchingNextPage}
        >
          <StoredBubbles messages={messages} names={names} me={me} now={now} renderText={renderText} />
        </ChatLog>
      )}
      {problem !== null && (
        <div className="px-3 pb-2">
          <Notice tone="down" live>
            Failed to send message: {problem}
          </Notice>
        </div>
      )}
    </>
  )
}
