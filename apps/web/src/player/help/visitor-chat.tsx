import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/client.ts'
import { pagesQuery } from '../../shared/api/queries.ts'
import { type ChatPages, messagesIn, withMessage } from '../../shared/chat-pages.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { ChatComposer } from '../../shared/ui/chat-composer.tsx'
import { Loaded } from '../../shared/ui/states.tsx'
import { StoredConversation } from '../../shared/ui/stored-conversation.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { useSendOnce } from '../../shared/use-send-once.ts'
import { CHAT_FRAME, ChatSkeleton, NoMessages, OPEN_CHAT_HEIGHT } from './live-chat.tsx'

const conversationQuery = infiniteQueryOptions({
  ...pagesQuery('GET /api/visitor-chat/messages', { limit: 30 }),
  staleTime: 1_000,
  // The stream has no topic for visitors.
  refetchInterval: 10_000,
})
const KEY = conversationQuery.queryKey

/** The conversation of this browser with customer care, without an account. */
export function VisitorChat() {
  const [removed, setRemoved] = useState(0)
  // A new key also clears the unsent text.
  return <Conversation key={removed} onRemoved={() => setRemoved((count) => count + 1)} />
}

function Conversation({ onRemoved }: { readonly onRemoved: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      await client.cancelQueries({ queryKey: KEY })
      await api('DELETE /api/visitor-chat', {})
    },
    onSuccess: async () => {
      await client.resetQueries({ queryKey: KEY })
      onRemoved()
    },
  })
  // A response that arrives after the removal would set the cookie again.
  const list = useInfiniteQuery({ ...conversationQuery, enabled: !remove.isPending })
  const [text, setText] = useState('')
  const { busy, problem, sendMessage } = useSendOnce(async ({ key, content }) => {
    const { message } = await api('POST /api/visitor-chat/messages', { body: { key, content } })
    // A poll that began before the message would remove it from the list.
    await client.cancelQueries({ queryKey: KEY })
    const known = client.getQueryData<ChatPages>(KEY)
    const after = known === undefined ? null : withMessage(known, message, 0)
    if (after === null) await client.invalidateQueries({ queryKey: KEY })
    else client.setQueryData(KEY, after)
  })
  const messages = list.data === undefined ? [] : messagesIn(list.data)
  return (
    <>
      <div className={classes(CHAT_FRAME, messages.length > 0 && OPEN_CHAT_HEIGHT)}>
        <Loaded query={list} what="your conversation" skeleton={<ChatSkeleton />}>
          {() => (
            <>
              <StoredConversation
                label="Conversation with customer care"
                list={list}
                messages={messages}
                names={{ user: 'You', admin: 'Agent' }}
                me="user"
                empty={
                  <NoMessages title="No messages yet" text="Ask us about logging in, a lost phone or anything else." />
                }
                problem={problem}
              />
              <ChatComposer
                label="Write a message"
                sendLabel="Send message"
                textOnly
                text={text}
                onText={setText}
                busy={busy || remove.isPending}
                onSend={sendMessage}
              />
            </>
          )}
        </Loaded>
      </div>
      {/* On a shared device the next person must not read the conversation. */}
      {messages.length > 0 && (
        <Button variant="quiet" busy={remove.isPending} disabled={busy} onClick={() => remove.mutate()}>
          Remove this chat from this device
        </Button>
      )}
      {remove.isError && (
        <Notice tone="down" live>
          The chat could not be removed. Please try again.
        </Notice>
      )}
    </>
  )
}
