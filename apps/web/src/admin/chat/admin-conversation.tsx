import { May } from '../kit/may.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { fillPlaceholders, openPlaceholders, PLACEHOLDERS } from '@mupiira/domain/chat/placeholders.ts'
import { postMessage } from '../../shared/api/post-message.ts'
import { messagesIn } from '../../shared/chat-pages.ts'
import { ChatComposer } from '../../shared/ui/chat-composer.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { StoredConversation } from '../../shared/ui/stored-conversation.tsx'
import { useSendOnce } from '../../shared/use-send-once.ts'
import { careCardQuery } from './chat-queries.ts'
import { ConversationState } from './conversation-state.tsx'
import { placeholderValues } from './placeholder-values.ts'
import { MessageText } from './message-text.tsx'
import { PlayerCard } from './player-card.tsx'
import { QuickReplies } from './quick-replies.tsx'
import { useAdminConversation } from './use-admin-conversation.ts'
import { VisitorCard } from './visitor-card.tsx'

export function AdminConversation({ userId }: { readonly userId: string }) {
  const { list, take, takeState } = useAdminConversation(userId)
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const { problem, busy, sendMessage } = useSendOnce(async (message) => {
    const [open] = openPlaceholders(message.content)
    if (open !== undefined) throw new Error(`Replace {${open}} by ${PLACEHOLDERS[open]}, or delete it.`)
    take(await postMessage(`/api/admin/chat/${encodeURIComponent(userId)}/messages`, message))
  })
  const insert = (words: string) => {
    const filled = fillPlaceholders(words, placeholderValues(queries.getQueryData(careCardQuery(userId).queryKey)))
    setText(text === '' ? filled : `${text}\n${filled}`)
  }
  return (
    <Loaded query={list} what="the conversation" skeleton={<ConversationSkeleton />}>
      {(data) => {
        const messages = messagesIn(data)
        const { player = null, state } = data.pages[0] ?? {}
        return (
          <div className="min-h-0 gap-3 max-lg:flex max-lg:flex-col wide:grid wide:grid-cols-[minmax(0,1fr)_288px]">
            <section
              aria-label={`Conversation with ${player?.username ?? 'a visitor'}`}
              className="flex h-full min-h-0 flex-col overflow-hidden rounded-card border border-line bg-raised max-lg:h-[calc(var(--screen)-128px-var(--ribbon,0px))] max-lg:min-h-96"
            >
              <div className="contents">
                {state !== undefined && messages.length > 0 && (
                  <ConversationState userId={userId} state={state} onChanged={takeState} />
                )}
              </div>
              {player === null ? <VisitorCard isFolded /> : <PlayerCard player={player} isFolded />}
              <StoredConversation
                label="Messages"
                list={list}
                messages={messages}
                names={{ user: player === null ? 'Visitor' : 'User', admin: 'Agent' }}
                me="admin"
                renderText={(text) => <MessageText text={text} />}
                empty={
                  <div className="flex-1">
                    <EmptyState
                      icon={<MessagesSquare className="size-8" />}
                      title="No messages yet"
                      text="You can write to this player first."
                    />
                  </div>
                }
                problem={problem}
              />
              <May do="admin:chat:write">
                <QuickReplies onChoose={insert} />
                <ChatComposer
                  label="Write a reply"
                  sendLabel="Send Reply"
                  showsSendLabel
                  text={text}
                  onText={setText}
                  busy={busy}
                  // On a phone, the focus would open the keyboard over the messages.
                  autoFocus={window.matchMedia('(hover: hover)').matches}
                  textOnly={player === null}
                  onSend={sendMessage}
                />
              </May>
            </section>
            {player === null ? <VisitorCard /> : <PlayerCard player={player} />}
          </div>
        )
      }}
    </Loaded>
  )
}

const ConversationSkeleton = () => (
  <div className="flex h-full flex-col gap-3 rounded-card border border-line bg-raised p-3">
    <Skeleton className="h-14 w-3/5" />
    <Skeleton className="h-10 w-2/5 self-end" />
    <Skeleton className="h-20 w-3/5" />
  </div>
)
