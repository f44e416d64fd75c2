import type { ChatMessage } from '@mupiira/contract/chat.ts'

/** The part of a message that fits in one line. */
export const excerptOf = ({ content, imageUrl }: Pick<ChatMessage, 'content' | 'imageUrl'>): string =>
  content === '' && imageUrl !== null ? 'Image' : content.length > 120 ? `${content.slice(0, 119)}…` : content
