import type { ChatMessage } from '@mupiira/contract/chat.ts'

export type Side = 'user' | 'admin'

export type MessageRow = {
  readonly id: string
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

export const MESSAGE_COLUMNS = `id, user_id as "userId", no, sender, author_id as "authorId", content,
  image_url as "imageUrl", image_width as "imageWidth", image_height as "imageHeight", reply_to as "replyTo",
  send_key as "sendKey", created_at as "createdAt"`

/** The operator who wrote it is customer care's own business. */
export const presentMessage = (row: MessageRow): ChatMessage => ({
  id: row.id,
  userId: row.userId,
  no: row.no,
  sender: row.sender,
  content: row.content,
  imageUrl: row.imageUrl,
  imageWidth: row.imageWidth,
  imageHeight: row.imageHeight,
  replyTo: row.replyTo,
  createdAt: row.createdAt.toISOString(),
  key: row.sendKey,
})
