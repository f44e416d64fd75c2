import { MessagesSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { newIdempotencyKey } from '../../shared/api/client.ts'
import { isUnanswered, textOf } from '../../shared/api/errors.ts'
import { postMessage } from '../../shared/api/post-message.ts'
import { lastOf, messagesIn } from '../../shared/chat-pages.ts'
import { useNow } from '../../shared/clock.ts'
import type { SmallImage } from '../../shared/shrink-image.ts'
import { ChatComposer } from '../../shared/ui/chat-composer.tsx'
import { ChatLog } from '../../shared/ui/chat-log.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { StoredBubbles } from '../../shared/ui/stored-bubble.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { PlayerCard } from './player-card.tsx'
import { QuickReplies } from './quick-replies.tsx'
import { useAdminConversation } from './use-admin-conversation.ts'

export function AdminConversation({ userId }: { readonly userId: string }) {
  const { list, take } = useAdminConversation(userId)
  const now = useNow(30_000)
  const [text, setText] = useState('')
  const { problem, busy, reply } = useReply(userId, take)
  return (
    <Loaded query={list} what="the conversation" skeleton={<ConversationSkeleton />}>
      {(data) => {
        const messages = messagesIn(data)
        const player = data.pages[0]?.player
        return (
          <div className="min-h-0 gap-3 max-md:flex max-md:flex-col wide:grid wide:grid-cols-[minmax(0,1fr)_240px]">
            <section
              aria-label={`Conversation with ${player?.username ?? 'the player'}`}
              className="flex h-full min-h-0 flex-col overflow-hidden rounded-card border border-line bg-raised max-md:h-[calc(var(--screen)-196px-var(--ribbon,0px))] max-md:min-h-96"
            >
              {player !== undefined && <PlayerCard player={player} isFolded />}
              {messages.length === 0 ? (
                <div className="flex-1">
                  <EmptyState
                    icon={<MessagesSquare className="size-8" />}
                    title="No messages yet"
                    text="You can write to this player first."
                  />
                </div>
              ) : (
                <ChatLog
                  label="Messages"
                  firstKey={messages[0]?.key}
                  ownKey={lastOf(messages, 'admin')}
                  theirKey={lastOf(messages, 'user')}
                  onOlder={list.hasNextPage ? () => void list.fetchNextPage() : null}
                  isReadingOlder={list.isFetchingNextPage}
                >
                  <StoredBubbles messages={messages} names={{ user: 'User', admin: 'Agent' }} me="admin" now={now} />
                </ChatLog>
              )}
              {problem !== null && (
                <div className="px-3 pb-2">
                  <Notice tone="down" live>
                    Failed to send message: {problem}
                  </Notice>
                </div>
              )}
              <QuickReplies onChoose={(words) => setText(text === '' ? words : `${text}\n${words}`)} />
              <ChatComposer
                label="Write a reply"
                sendLabel="Send Reply"
                showsSendLabel
                text={text}
                onText={setText}
                busy={busy}
                onSend={reply}
              />
            </section>
            {player !== undefined && <PlayerCard player={player} />}
          </div>
        )
      }}
    </Loaded>
  )
}

type Reply = { readonly key: string; readonly content: string; readonly image: SmallImage | null }

/** Sends a reply. After a lost response, the same key is used again, so that the reply arrives once. */
function useReply(userId: string, take: ReturnType<typeof useAdminConversation>['take']) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const unanswered = useRef<Reply | null>(null)
  const reply = async (content: string, image: SmallImage | null): Promise<boolean> => {
    const before = unanswered.current
    const isAgain = before !== null && before.content === content && before.image?.src === image?.src
    const sending = isAgain ? before : { key: newIdempotencyKey(), content, image }
    unanswered.current = null
    setBusy(true)
    setProblem(null)
    try {
      take(await postMessage(`/api/admin/chat/${encodeURIComponent(userId)}/messages`, sending))
      return true
    } catch (error) {
      if (isUnanswered(error)) unanswered.current = sending
      setProblem(textOf(error, error instanceof Error ? error.message : String(error)))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, reply }
}

const ConversationSkeleton = () => (
  <div className="flex h-full flex-col gap-3 rounded-card border border-line bg-raised p-3">
    <Skeleton className="h-14 w-3/5" />
    <Skeleton className="h-10 w-2/5 self-end" />
    <Skeleton className="h-20 w-3/5" />
  </div>
)
