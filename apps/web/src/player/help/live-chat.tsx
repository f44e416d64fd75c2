import { MessagesSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { brand } from '../../shared/brand.ts'
import { lastMessageKey, messagesIn } from '../../shared/chat-pages.ts'
import { useNow } from '../../shared/clock.ts'
import { AfterHydration } from '../../shared/ui/after-hydration.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { ChatBubble } from '../../shared/ui/chat-bubble.tsx'
import { StoredBubbles } from '../../shared/ui/stored-bubble.tsx'
import { ChatComposer } from '../../shared/ui/chat-composer.tsx'
import { ChatLog } from '../../shared/ui/chat-log.tsx'
import { LoadErrorLine } from '../../shared/ui/load-error-line.tsx'
import { Skeletons, useLastError } from '../../shared/ui/states.tsx'
import { Notice, UnreadBadge } from '../../shared/ui/surfaces.tsx'
import { useChatUnread } from '../../state/chat-unread.ts'
import { useConnectivity } from '../../state/connectivity.ts'
import { useSession } from '../../state/session.ts'
import { discardUnsent, enqueue, retry, type Unsent, useUnsent } from './unsent.ts'
import { useConversation, useReadWhenSeen } from './use-conversation.ts'

export const CHAT_FRAME = 'flex min-h-44 flex-col overflow-hidden rounded-card border border-line bg-raised'
/** At most half of a phone's height. */
export const OPEN_CHAT_HEIGHT = 'h-104 max-h-[calc(var(--screen)*0.5)]'

/** The chat (CHAT-01 to CHAT-10). It shows the player's conversation once the session is known. */
export function LiveChat() {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (window.location.hash === '#chat') section.current?.scrollIntoView()
  }, [])
  return (
    <section ref={section} id="chat" aria-labelledby="chat-title">
      <h2 id="chat-title" className="flex items-center gap-2 pb-2 text-16 font-bold">
        <span>Live chat</span>
        <AfterHydration placeholder={null}>
          <ChatBadge />
        </AfterHydration>
      </h2>
      <AfterHydration
        placeholder={
          <div className={CHAT_FRAME}>
            <ChatSkeleton />
          </div>
        }
      >
        <OwnChat />
      </AfterHydration>
    </section>
  )
}

const ChatBadge = () => <UnreadBadge count={useChatUnread()} />

function OwnChat() {
  const session = useSession()
  const notice = useUnsent((state) => state.notice)
  useEffect(() => {
    // The end of the session removed the messages from the device, so they are removed from memory too.
    if (session.status === 'out') useUnsent.setState({ waiting: [] })
  }, [session.status])
  return (
    <>
      {notice !== null && (
        <div className="pb-2">
          <Notice tone="down" live>
            {notice}
          </Notice>
        </div>
      )}
      {session.status === 'in' ? (
        <Conversation key={session.user.id} userId={session.user.id} />
      ) : (
        <div className={CHAT_FRAME}>
          {session.status === 'loading' ? (
            <ChatSkeleton />
          ) : (
            <>
              <NoMessages
                title="Chat with customer care"
                text={`Log in to write to us or send an image. We answer in ${brand.support.responseTime} within business hours ${brand.support.hours}.`}
              />
              <div className="flex flex-wrap gap-2 px-3 pb-3">
                <ButtonLink href="/login" state={{ from: '/help#chat' }}>
                  Log in
                </ButtonLink>
                <ButtonLink href="/contact" variant="secondary">
                  Write without logging in
                </ButtonLink>
              </div>
            </>
          )}
        </div>
      )}
    </>
  )
}

/**
 * Lower than the empty state of a whole screen, so that the help search below the chat is visible without scrolling.
 */
export const NoMessages = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div className="flex flex-1 items-center gap-3 p-3">
    <MessagesSquare className="size-8 shrink-0 text-muted" />
    <div className="min-w-0">
      <p className="font-bold">{title}</p>
      <p className="leading-5 text-muted">{text}</p>
    </div>
  </div>
)

export const ChatSkeleton = () => (
  <Skeletons
    what="your conversation"
    classNames={['h-10 w-3/5', 'h-8 w-2/5 self-end', 'h-10 w-3/5']}
    className="flex flex-col gap-3 p-3"
  />
)

type HistoryState = { readonly question?: string } | null

/** A question prepared by the screen that links here. It is in the app's history state, never in an address. */
const preparedQuestion = (): string => (window.history.state as HistoryState)?.question ?? ''

/** Clears the question after sending, so that a return or reload does not show it again. */
function forgetQuestion(): void {
  if (preparedQuestion() === '') return
  const { question: _asked, ...rest } = window.history.state as NonNullable<HistoryState>
  window.history.replaceState(rest, '')
}

/** The conversation has a small height until the player uses it, so that nothing moves when its messages arrive. */
function Conversation({ userId }: { readonly userId: string }) {
  const [isOpen, setOpen] = useState(() => window.location.hash === '#chat')
  const { list, waiting } = useConversation(userId)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  useReadWhenSeen(end, list.data?.pages[0])
  const now = useNow(30_000)
  const [text, setText] = useState(preparedQuestion)
  useEffect(forgetQuestion, [])
  const messages = list.data === undefined ? [] : messagesIn(list.data)
  const arrived = new Set(messages.map(({ key }) => key))
  const unsent = waiting.filter(({ key }) => !arrived.has(key))
  const isEmpty = messages.length === 0 && unsent.length === 0
  const isKnown = list.data !== undefined
  return (
    <div
      onFocus={() => setOpen(true)}
      className={classes(CHAT_FRAME, !(isKnown && isEmpty) && (isOpen ? OPEN_CHAT_HEIGHT : 'h-44'))}
    >
      <div className="flex min-h-0 flex-1 flex-col">
        {isEmpty && !isKnown ? (
          <Unknown query={list} />
        ) : isEmpty ? (
          <NoMessages
            title="No messages yet"
            text="Ask us anything about deposits, withdrawals or bets. An image of the payment SMS helps."
          />
        ) : (
          <ChatLog
            label="Conversation with customer care"
            firstKey={messages[0]?.key}
            ownKey={unsent.at(-1)?.key ?? lastMessageKey(messages, 'user')}
            theirKey={lastMessageKey(messages, 'admin')}
            endRef={setEnd}
            onOlder={list.hasNextPage ? () => void list.fetchNextPage() : null}
            isReadingOlder={list.isFetchingNextPage}
          >
            <StoredBubbles messages={messages} names={{ user: 'You', admin: 'Agent' }} me="user" now={now} />
            {unsent.map((each) => (
              <UnsentBubble key={each.key} message={each} />
            ))}
          </ChatLog>
        )}
      </div>
      <ChatComposer
        label="Write a message"
        sendLabel="Send message"
        text={text}
        onText={setText}
        onSend={(content, image) => enqueue(userId, content, image)}
      />
    </div>
  )
}

type UnknownProps = { readonly query: ReturnType<typeof useConversation>['list'] }

/** Loading, offline or failed, in the height of the frame. A message can be written in each state. */
function Unknown({ query }: UnknownProps) {
  const [error, loadAgain] = useLastError(query)
  if (query.fetchStatus === 'paused')
    return <p className="flex-1 p-3 text-muted">You are offline. Your conversation loads when you are back online.</p>
  if (error !== null) {
    return (
      <div className="flex-1 px-3 py-2">
        <LoadErrorLine what="your conversation" onRetry={loadAgain} />
      </div>
    )
  }
  return <ChatSkeleton />
}

function UnsentBubble({ message }: { readonly message: Unsent }) {
  const online = useConnectivity((state) => state.online)
  const { content, image, problem, key } = message
  return (
    <ChatBubble name="You" own content={content} image={image}>
      {problem === null ? (
        <span role="status">{online ? 'Sending…' : 'Waiting for network'}</span>
      ) : (
        <>
          <span role="alert" className="font-bold text-down">
            Failed to send message: {problem}
          </span>
          <Button variant="secondary" onClick={() => retry(message)}>
            Try Again
          </Button>
          <Button variant="quiet" onClick={() => discardUnsent(key)}>
            Delete
          </Button>
        </>
      )}
    </ChatBubble>
  )
}
