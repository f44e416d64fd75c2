import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { startText } from '../format/times.ts'
import { ChatBubble } from './chat-bubble.tsx'

type StoredProps = {
  readonly message: ChatMessage
  readonly name: string
  readonly own: boolean
  readonly now: Date
}

/** A message as the server keeps it, with its time. */
export function StoredBubble({ message, name, own, now }: StoredProps) {
  const { content, imageUrl, imageWidth, imageHeight, createdAt } = message
  const image =
    imageUrl === null ? null : { src: imageUrl, href: imageUrl, width: imageWidth ?? 1, height: imageHeight ?? 1 }
  return (
    <ChatBubble name={name} own={own} content={content} image={image}>
      <time dateTime={createdAt}>{startText(createdAt, now)}</time>
    </ChatBubble>
  )
}
