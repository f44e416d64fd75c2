import type { ChatMessage } from '@mupiira/contract/chat.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'

export type Side = 'user' | 'admin'

export type Message = {
  readonly id: string
  /** The conversation's player, or its visitor. */
  readonly userId: string
  readonly no: number
  readonly sender: Side
  readonly authorId: string
  readonly content: string
  readonly imageUrl: string | null
  readonly imageWidth: number | null
  readonly imageHeight: number | null
  readonly replyTo: string | null
  readonly sendKey: string
  readonly createdAt: Date
}

/** The message as players see it. It does not reveal which operator wrote it. */
export const presentMessage = (message: Message): ChatMessage => ({
  id: message.id,
  userId: message.userId,
  no: message.no,
  sender: message.sender,
  content: message.content,
  imageUrl: message.imageUrl,
  imageWidth: message.imageWidth,
  imageHeight: message.imageHeight,
  replyTo: message.replyTo,
  createdAt: message.createdAt.toISOString(),
  key: message.sendKey,
})

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'chat-message': {
      readonly messageId: string
      readonly sender: Side
      /** The beginning of the text, for notifications. */
      readonly excerpt: string
      readonly hasImage: boolean
      /** Whether the conversation is with a visitor, who has no account. */
      readonly isVisitor: boolean
    }
    'chat-read': { readonly side: Side; readonly unread: number }
  }
}

export const messageEvent = ({ id, userId, sender, content, imageUrl }: Message, isVisitor: boolean): OutboxEvent => ({
  type: 'chat-message',
  userId,
  data: { messageId: id, sender, excerpt: excerptOf(content), hasImage: imageUrl !== null, isVisitor },
})

const EXCERPT_CHARACTERS = 120

function excerptOf(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ')
  const characters = [...line]
  return characters.length <= EXCERPT_CHARACTERS ? line : `${characters.slice(0, EXCERPT_CHARACTERS - 1).join('')}…`
}
