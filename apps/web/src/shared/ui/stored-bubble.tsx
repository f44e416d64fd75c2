import type { ReactNode } from 'react'
import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { startText } from '../format/times.ts'
import { ChatBubble } from './chat-bubble.tsx'

const JUST_NOW_MS = 60_000

type Sender = ChatMessage['sender']

export type RenderText = (text: string) => ReactNode

type StoredBubblesProps = {
  readonly messages: readonly ChatMessage[]
  readonly names: Readonly<Record<Sender, string>>
  /** The side whose messages are shown as own messages. */
  readonly me: Sender
  readonly now: Date
  readonly renderText?: RenderText | undefined
}

export const StoredBubbles = ({ messages, names, me, now, renderText }: StoredBubblesProps) =>
  messages.map((message) => (
    <StoredBubble
      key={message.id}
      message={message}
      name={names[message.sender]}
      own={message.sender === me}
      now={now}
      renderText={renderText}
    />
  ))

type StoredProps = {
  readonly message: ChatMessage
  readonly name: string
  readonly own: boolean
  readonly now: Date
  readonly renderText: RenderText | undefined
}

function StoredBubble({ message, name, own, now, renderText }: StoredProps) {
  const { content, imageUrl, imageWidth, imageHeight, createdAt } = message
  const image =
    imageUrl === null ? null : { src: imageUrl, href: imageUrl, width: imageWidth ?? 1, height: imageHeight ?? 1 }
  return (
    <ChatBubble name={name} own={own} content={content} renderText={renderText} image={image}>
      <time dateTime={createdAt}>{sentText(createdAt, now)}</time>
    </ChatBubble>
  )
}

/** The time of a message. `now` is updated in steps and may be late, so a new message shows "just now". */
const sentText = (instant: string, now: Date): string =>
  now.getTime() - Date.parse(instant) < JUST_NOW_MS ? 'just now' : startText(instant, now)
